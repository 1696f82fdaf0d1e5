//! An acceptor for `URI` of RFC 3986, appendix A: each rule as printed there, run by the same machine as that of RFC 1738.

use super::acceptor::Rule;
use super::acceptor::Rule::{Fold, Lit, Many, Many1, Of, Opt, Or, Seq};

pub fn accepts(url: &[u8]) -> bool {
    URI.derives(url)
}

const URI: Rule = Seq(&[
    SCHEME,
    Lit(":"),
    HIER_PART,
    Opt(&[Lit("?"), QUERY]),
    Opt(&[Lit("#"), FRAGMENT]),
]);
const HIER_PART: Rule = Or(&[
    Seq(&[Lit("//"), AUTHORITY, PATH_ABEMPTY]),
    PATH_ABSOLUTE,
    PATH_ROOTLESS,
    PATH_EMPTY,
]);
const SCHEME: Rule = Seq(&[ALPHA, Many(&Or(&[ALPHA, DIGIT, Of("+-.")]))]);
const AUTHORITY: Rule = Seq(&[Opt(&[USERINFO, Lit("@")]), HOST, Opt(&[Lit(":"), PORT])]);
const USERINFO: Rule = Many(&Or(&[UNRESERVED, PCT_ENCODED, SUB_DELIMS, Lit(":")]));
const HOST: Rule = Or(&[IP_LITERAL, REG_NAME]);
const PORT: Rule = Many(&DIGIT);
const IP_LITERAL: Rule = Seq(&[Lit("["), Or(&[IPV6ADDRESS, IPVFUTURE]), Lit("]")]);
const IPV6ADDRESS: Rule = Or(&[
    Seq(&[GROUP, GROUP, GROUP, GROUP, GROUP, GROUP, LS32]),
    Seq(&[Lit("::"), GROUP, GROUP, GROUP, GROUP, GROUP, LS32]),
    Seq(&[Opt(&[H16]), Lit("::"), GROUP, GROUP, GROUP, GROUP, LS32]),
    Seq(&[Opt(&[UP_TO_1, H16]), Lit("::"), GROUP, GROUP, GROUP, LS32]),
    Seq(&[Opt(&[UP_TO_2, H16]), Lit("::"), GROUP, GROUP, LS32]),
    Seq(&[Opt(&[UP_TO_3, H16]), Lit("::"), GROUP, LS32]),
    Seq(&[Opt(&[UP_TO_4, H16]), Lit("::"), LS32]),
    Seq(&[Opt(&[UP_TO_5, H16]), Lit("::"), H16]),
    Seq(&[Opt(&[UP_TO_6, H16]), Lit("::")]),
]);
/// `h16 ":"`, and `*n( h16 ":" )`.
const GROUP: Rule = Seq(&[H16, Lit(":")]);
const UP_TO_1: Rule = Opt(&[GROUP]);
const UP_TO_2: Rule = Opt(&[GROUP, UP_TO_1]);
const UP_TO_3: Rule = Opt(&[GROUP, UP_TO_2]);
const UP_TO_4: Rule = Opt(&[GROUP, UP_TO_3]);
const UP_TO_5: Rule = Opt(&[GROUP, UP_TO_4]);
const UP_TO_6: Rule = Opt(&[GROUP, UP_TO_5]);
const H16: Rule = Seq(&[HEXDIG, Opt(&[HEXDIG, Opt(&[HEXDIG, Opt(&[HEXDIG])])])]);
const LS32: Rule = Or(&[Seq(&[H16, Lit(":"), H16]), IPV4ADDRESS]);
const IPV4ADDRESS: Rule = Seq(&[
    DEC_OCTET,
    Lit("."),
    DEC_OCTET,
    Lit("."),
    DEC_OCTET,
    Lit("."),
    DEC_OCTET,
]);
const DEC_OCTET: Rule = Or(&[
    DIGIT,
    Seq(&[Of("123456789"), DIGIT]),
    Seq(&[Lit("1"), DIGIT, DIGIT]),
    Seq(&[Lit("2"), Of("01234"), DIGIT]),
    Seq(&[Lit("25"), Of("012345")]),
]);
const IPVFUTURE: Rule = Seq(&[
    Fold("v"),
    Many1(&HEXDIG),
    Lit("."),
    Many1(&Or(&[UNRESERVED, SUB_DELIMS, Lit(":")])),
]);
/// `IPv4address` is one of these.
const REG_NAME: Rule = Many(&Or(&[UNRESERVED, PCT_ENCODED, SUB_DELIMS]));
const PATH_ABEMPTY: Rule = Many(&Seq(&[Lit("/"), SEGMENT]));
const PATH_ABSOLUTE: Rule = Seq(&[
    Lit("/"),
    Opt(&[SEGMENT_NZ, Many(&Seq(&[Lit("/"), SEGMENT]))]),
]);
const PATH_ROOTLESS: Rule = Seq(&[SEGMENT_NZ, Many(&Seq(&[Lit("/"), SEGMENT]))]);
const PATH_EMPTY: Rule = Lit("");
const SEGMENT: Rule = Many(&PCHAR);
const SEGMENT_NZ: Rule = Many1(&PCHAR);
const PCHAR: Rule = Or(&[UNRESERVED, PCT_ENCODED, SUB_DELIMS, Of(":@")]);
const QUERY: Rule = Many(&Or(&[PCHAR, Of("/?")]));
const FRAGMENT: Rule = Many(&Or(&[PCHAR, Of("/?")]));
const PCT_ENCODED: Rule = Seq(&[Lit("%"), HEXDIG, HEXDIG]);
const UNRESERVED: Rule = Or(&[ALPHA, DIGIT, Of("-._~")]);
const SUB_DELIMS: Rule = Of("!$&'()*+,;=");

/// RFC 5234, appendix B.1.
const ALPHA: Rule = Of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
const DIGIT: Rule = Of("0123456789");
const HEXDIG: Rule = Or(&[DIGIT, Of("ABCDEFabcdef")]);
