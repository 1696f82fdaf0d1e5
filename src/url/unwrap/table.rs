//! The services that rewrite links, each with the form of its links.

pub(super) struct Rewriter {
    /// The host, or the end of it after a dot. If it is empty, any host; `google.*` is Google in any country.
    pub(super) host: &'static str,
    /// How the path begins, without the first slash, in any case.
    pub(super) path: &'static str,
    pub(super) target: Target,
}

/// Where a rewriter keeps the target.
pub(super) enum Target {
    /// In the first of these query parameters.
    Query(&'static [&'static str]),
    /// In this query parameter, also without a scheme.
    QueryHost(&'static str),
    /// In this query parameter. If it is not encoded, it is the last one, and the rest of the link belongs to it.
    QueryToEnd(&'static str),
    /// The query is the target.
    WholeQuery,
    /// The rest of the link after the row's path. The target begins with this text.
    Rest(&'static str),
    /// In the last segment of the path, encoded.
    LastSegment,
    /// In the segment that follows the row's path, encoded, without this beginning.
    NextSegment(&'static str),
    /// In the segment of the path that begins like this, encoded.
    NamedSegment(&'static str),
    /// In a query parameter, in base64 after these bytes.
    Base64 {
        name: &'static str,
        before: &'static str,
    },
    /// In the last segment of the path, in base64.
    Base64Segment,
    /// In the segment that follows the row's path, up to a dot: a string of JSON in base64.
    JsonSegment(&'static str),
    /// In the fragment.
    Fragment,
    ProofpointV2,
    ProofpointV3,
    CheckPoint,
    OutlookWeb,
    Yahoo,
    Mandrill,
    SparkPost,
    Wix,
    Disqus,
}

use Target::*;

const SAFE_LINKS: Target = Query(&["url"]);

/// The first row that gives a target counts.
#[rustfmt::skip]
pub(super) const REWRITERS: &[Rewriter] = &[
    // Gateways of mail.
    Rewriter { host: "safelinks.protection.outlook.com", path: "", target: SAFE_LINKS },
    Rewriter { host: "safelinks.protection.office365.us", path: "", target: SAFE_LINKS },
    Rewriter { host: "teams.cdn.office.net", path: "evergreen-assets/safelinks/", target: SAFE_LINKS },
    Rewriter { host: "outlook.office.com", path: "mail/safelink.html", target: SAFE_LINKS },
    Rewriter { host: "urldefense.proofpoint.com", path: "v1/url", target: Query(&["u"]) },
    Rewriter { host: "urldefense.proofpoint.com", path: "v2/url", target: ProofpointV2 },
    Rewriter { host: "urldefense.com", path: "v2/url", target: ProofpointV2 },
    Rewriter { host: "urldefense.us", path: "v2/url", target: ProofpointV2 },
    Rewriter { host: "urldefense.proofpoint.com", path: "v3/", target: ProofpointV3 },
    Rewriter { host: "urldefense.com", path: "v3/", target: ProofpointV3 },
    Rewriter { host: "urldefense.us", path: "v3/", target: ProofpointV3 },
    Rewriter { host: "linkprotect.cudasvc.com", path: "", target: Query(&["a"]) },
    Rewriter { host: "secure-web.cisco.com", path: "", target: LastSegment },
    Rewriter { host: "protect2.fireeye.com", path: "", target: QueryToEnd("u") },
    Rewriter { host: "clicktime.symantec.com", path: "", target: Query(&["u"]) },
    Rewriter { host: "protection.sophos.com", path: "", target: Base64 { name: "u", before: "" } },
    Rewriter { host: "", path: "wis/clicktime/", target: Query(&["url"]) },
    Rewriter { host: "scanmail.trustwave.com", path: "", target: Query(&["u"]) },
    Rewriter { host: "urlsand.esvalabs.com", path: "", target: Query(&["u"]) },
    Rewriter { host: "", path: "fmlurlsvc/", target: Query(&["url"]) },
    Rewriter { host: "avanan.click", path: "v2/", target: CheckPoint },
    Rewriter { host: "protect.checkpoint.com", path: "v2/", target: CheckPoint },
    Rewriter { host: "link.edgepilot.com", path: "s/", target: Query(&["u"]) },
    Rewriter { host: "link.zixcentral.com", path: "u/", target: Query(&["u"]) },
    Rewriter { host: "linklock.titanhq.com", path: "analyse", target: Query(&["url"]) },
    Rewriter { host: "vadesecure.com", path: "", target: Query(&["u"]) },
    Rewriter { host: "", path: "click", target: Query(&["ENCODED_URL"]) },
    Rewriter { host: "safe.menlosecurity.com", path: "", target: Rest("") },
    // Mail programs of the web.
    Rewriter { host: "", path: "owa/", target: OutlookWeb },
    Rewriter { host: "", path: "exchweb/bin/redir.asp", target: Query(&["URL", "url"]) },
    Rewriter { host: "", path: "cgi-bin/linkrd", target: Query(&["hm___action"]) },
    Rewriter { host: "deref-gmx.com", path: "mail/client/", target: Query(&["redirectUrl"]) },
    Rewriter { host: "deref-gmx.net", path: "mail/client/", target: Query(&["redirectUrl"]) },
    Rewriter { host: "deref-mail.com", path: "mail/client/", target: Query(&["redirectUrl"]) },
    Rewriter { host: "deref-web.de", path: "mail/client/", target: Query(&["redirectUrl"]) },
    Rewriter { host: "deref-web-02.de", path: "mail/client/", target: Query(&["redirectUrl"]) },
    Rewriter { host: "mail.yandex.ru", path: "re.jsx", target: Base64 { name: "l", before: "" } },
    Rewriter { host: "rd.yahoo.com", path: "", target: Yahoo },
    Rewriter { host: "ard.yahoo.com", path: "", target: Yahoo },
    // Clicks in mail that are counted.
    Rewriter { host: "awstrack.me", path: "L0/", target: NextSegment("") },
    Rewriter { host: "", path: "CL0/", target: NextSegment("") },
    Rewriter { host: "pstmrk.it", path: "2/", target: NextSegment("http://") },
    Rewriter { host: "pstmrk.it", path: "3/", target: NextSegment("http://") },
    Rewriter { host: "pstmrk.it", path: "2s/", target: NextSegment("https://") },
    Rewriter { host: "pstmrk.it", path: "3s/", target: NextSegment("https://") },
    Rewriter { host: "pstmrk.it", path: "3ts/", target: NextSegment("https://") },
    Rewriter { host: "mandrillapp.com", path: "track/click/", target: Mandrill },
    Rewriter { host: "mailchimp.com", path: "mctx/clicks", target: Query(&["url"]) },
    Rewriter { host: "", path: "f/a/", target: SparkPost },
    Rewriter { host: "", path: "Prod/link-tracker", target: Base64 { name: "redirectUrl", before: "" } },
    Rewriter { host: "", path: "e1t/c/", target: Query(&["t"]) },
    Rewriter { host: "", path: "e/c/", target: JsonSegment("href") },
    Rewriter { host: "substack.com", path: "redirect/2/", target: JsonSegment("e") },
    Rewriter { host: "convertkit-mail.com", path: "", target: Base64Segment },
    Rewriter { host: "convertkit-mail2.com", path: "", target: Base64Segment },
    Rewriter { host: "kit-mail3.com", path: "", target: Base64Segment },
    Rewriter { host: "mjt.lu", path: "lnk/", target: Base64Segment },
    Rewriter { host: "shoutout.wix.com", path: "so/", target: Wix },
    Rewriter { host: "rs6.net", path: "tn.jsp", target: Query(&["p"]) },
    Rewriter { host: "amazon.*", path: "gp/r.html", target: Query(&["U"]) },
    Rewriter { host: "rover.ebay.com", path: "rover/", target: Query(&["loc", "mpre"]) },
    Rewriter { host: "c212.net", path: "c/link/", target: Query(&["u"]) },
    Rewriter { host: "cts.businesswire.com", path: "ct/CT", target: Query(&["url"]) },
    Rewriter { host: "page.link", path: "", target: Query(&["link"]) },
    // Search engines.
    Rewriter { host: "google.*", path: "url", target: Query(&["url", "q"]) },
    Rewriter { host: "google.*", path: "scholar_url", target: Query(&["url"]) },
    Rewriter { host: "google.com", path: "linkredirect", target: Query(&["dest"]) },
    Rewriter { host: "google.*", path: "amp/s/", target: Rest("https://") },
    Rewriter { host: "google.*", path: "amp/", target: Rest("http://") },
    Rewriter { host: "cdn.ampproject.org", path: "c/s/", target: Rest("https://") },
    Rewriter { host: "cdn.ampproject.org", path: "c/", target: Rest("http://") },
    Rewriter { host: "googleadservices.com", path: "pagead/aclk", target: Query(&["adurl"]) },
    Rewriter { host: "translate.google.*", path: "translate", target: QueryHost("u") },
    Rewriter { host: "googleweblight.com", path: "", target: Query(&["u", "lite_url"]) },
    Rewriter { host: "bing.com", path: "ck/a", target: Base64 { name: "u", before: "a1" } },
    Rewriter { host: "bing.com", path: "alink/link", target: Query(&["url"]) },
    Rewriter { host: "duckduckgo.com", path: "l/", target: Query(&["uddg"]) },
    Rewriter { host: "search.yahoo.com", path: "", target: NamedSegment("RU=") },
    // Sites that count or check the links that leave them.
    Rewriter { host: "facebook.com", path: "l.php", target: Query(&["u"]) },
    Rewriter { host: "l.messenger.com", path: "l.php", target: Query(&["u"]) },
    Rewriter { host: "l.instagram.com", path: "", target: Query(&["u"]) },
    Rewriter { host: "l.threads.com", path: "", target: Query(&["u"]) },
    Rewriter { host: "l.threads.net", path: "", target: Query(&["u"]) },
    Rewriter { host: "l.wl.co", path: "l", target: Query(&["u"]) },
    Rewriter { host: "linkedin.com", path: "redir/", target: Query(&["url"]) },
    Rewriter { host: "linkedin.com", path: "redirect", target: Query(&["url"]) },
    Rewriter { host: "linkedin.com", path: "safety/go", target: Query(&["url"]) },
    Rewriter { host: "youtube.com", path: "redirect", target: Query(&["q"]) },
    Rewriter { host: "slack-redir.net", path: "link", target: Query(&["url"]) },
    Rewriter { host: "out.reddit.com", path: "", target: Query(&["url"]) },
    Rewriter { host: "vk.com", path: "away.php", target: Query(&["to"]) },
    Rewriter { host: "steamcommunity.com", path: "linkfilter", target: Query(&["url", "u"]) },
    Rewriter { host: "t.umblr.com", path: "redirect", target: Query(&["z"]) },
    Rewriter { host: "disq.us", path: "", target: Disqus },
    Rewriter { host: "medium.com", path: "r/", target: Query(&["url"]) },
    Rewriter { host: "pinterest.com", path: "offsite", target: Query(&["url"]) },
    Rewriter { host: "link.zhihu.com", path: "", target: Query(&["target"]) },
    Rewriter { host: "deviantart.com", path: "users/outgoing", target: WholeQuery },
    Rewriter { host: "href.li", path: "", target: WholeQuery },
    // Advertisements.
    Rewriter { host: "awin1.com", path: "cread.php", target: Query(&["ued", "p"]) },
    Rewriter { host: "go.redirectingat.com", path: "", target: Query(&["url"]) },
    Rewriter { host: "click.linksynergy.com", path: "deeplink", target: Query(&["murl"]) },
    // Images that a mail program shows.
    Rewriter { host: "googleusercontent.com", path: "proxy/", target: Fragment },
    Rewriter { host: "googleusercontent.com", path: "meips/", target: Fragment },
    Rewriter { host: "ecp.yusercontent.com", path: "mail", target: Query(&["url"]) },
    Rewriter { host: "imgproxy-prod.services.web.outlook.com", path: "proxy/", target: Query(&["u"]) },
];
