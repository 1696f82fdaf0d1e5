//! The properties of `support/properties.rs` hold for seeds and for random inputs. `fuzz/` runs the same ones.
//!
//! A run is short. A longer one, with all checks of the compiler:
//!
//! ```text
//! RUSTFLAGS="-C debug-assertions -C overflow-checks" URLGREP_FUZZ_SECONDS=600 cargo test --release --test properties -- --nocapture
//! ```

use std::env;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

#[path = "support/cases.rs"]
mod cases;
#[path = "support/generator.rs"]
mod generator;
#[path = "support/inputs.rs"]
mod inputs;
#[path = "support/literate.rs"]
#[allow(dead_code, reason = "only the texts of cases are used here")]
mod literate;
#[path = "support/pieces.rs"]
mod pieces;
#[path = "support/properties.rs"]
mod properties;

use properties::{PROPERTIES, Property};

/// How many random inputs each property gets in a short run.
const INPUTS: usize = 400;

/// The texts of the cases of `tests/spec`.
fn seeds() -> Vec<Vec<u8>> {
    let all = cases::files().into_iter().flat_map(|(name, markdown)| {
        let cases = literate::cases(&name, &markdown).expect("cases can be read");
        cases.into_iter().map(|case| case.text)
    });
    all.collect()
}

#[test]
fn urls_of_every_scheme() {
    for scheme in urlgrep::url::Scheme::all() {
        for rest in [
            "é",
            "/é",
            "//é",
            "é@é/é@é?to=é&é",
            "//é:é@é:é/é;type=é?é#é",
            "//h/é",
            "//h/0é%09é%09é",
            "//h/é/é%00é;é=é",
        ] {
            properties::parse_url(format!("{}:{rest}", scheme.name()).as_bytes());
        }
    }
}

fn holds((_, check): Property, input: &[u8]) -> bool {
    panic::catch_unwind(AssertUnwindSafe(|| check(input))).is_ok()
}

/// The shortest input for which the property does not hold, and why.
fn report((name, check): Property, input: &[u8]) -> String {
    let input = inputs::shrunk(input.to_vec(), |input| !holds((name, check), input));
    let panicked = panic::catch_unwind(AssertUnwindSafe(|| check(&input)));
    let why = panicked.err();
    let why = why.map_or_else(String::new, |why| match why.downcast::<String>() {
        Ok(why) => *why,
        Err(why) => why
            .downcast::<&str>()
            .map_or_else(|_| String::new(), |why| why.to_string()),
    });
    format!("{name}: b\"{}\"\n{why}", input.escape_ascii())
}

#[track_caller]
fn assert_holds(property: Property, input: &[u8]) {
    assert!(holds(property, input), "{}", report(property, input));
}

#[test]
fn on_random_inputs() {
    for &property in PROPERTIES {
        (0..INPUTS).for_each(|number| assert_holds(property, &inputs::input(number)));
    }
}

/// Every seed is the text after several choices.
#[test]
fn on_seeds() {
    let seeds = seeds();
    assert!(seeds.len() > 500);
    for &property in PROPERTIES {
        for (i, seed) in seeds.iter().enumerate() {
            let choices = [i as u8, (i / 7) as u8, 0];
            assert_holds(property, &[&choices[..i % 4], seed].concat());
        }
    }
}

/// Inputs for which a property did not hold once, with the reason.
const FAILED: &[(&str, &[&[u8]])] = &[
    ("text", &[
        // An address in brackets that close on the next line took the fast path.
        b"//[MAILTO://o\x01\nx]",
        // An address with a second @ took the fast path.
        b"\0\0mailto:e@g/@",
        // A URL began with a hyphen that was dropped at a line end.
        b"%a<URL:-\n:]>",
        // A soft break before another one gave the same URL as a second reading.
        b"> > scribed in http://www.example.org/documents/of/the/project/CrawlJobHan=\n=",
        // A URL joined otherwise was the same.
        b"D\"http=\n://a.org/=\n=:",
        // A mark behind the end of a URL was taken for its host's.
        b"> ftp://hxxp)(dot)",
        // A false candidate was cut within a character.
        FALSE_CANDIDATES.as_bytes(),
        // Two readings were equal.
        b"\x9fq<URL:-\n-\nhttp:->",
        // A URL whose scheme is broken was joined behind its backslash with the line break in it.
        b"\0\0 http\n://x\\-y",
    ]),
    #[cfg(feature = "mail")]
    ("chunks", &[
        // A string that opened in the line before ended a URL of a log.
        b"x = 'seCh: 40\ne http://a.com/x_'+y; ",
        // A hole of a template closed in the next line of a log.
        b"x.L:@ file:///[]{b x\n@b.orgftp://ft)_file:///}><fi",
        // A tag began in the line before, in a log.
        b"\x1b$B><a hNS:\n\">http://a.com/\xe9\xa6\x96\xe9\xa1\xb5</a> \xe5\x92",
        // A chunk began like a file in UTF-16.
        b"\xd5\x0fhttp://x.org/\n\n\xff\xfehttp://a.org/\n",
        // A bracket closed in the next record of a log.
        b":\x0cftp://lo(.@1ml; 16\n) x",
        // A bracket that the next record of a log closes.
        b":/http://b/8_\\(=\n\\)rg/x\\?a=1\\&b=2 or http://d.org/\\",
        // A URL went on in a request of roff.
        b"i <URL:p:\n.>lse in <URL:ftp> /pub/>.",
        // Another one, in brackets.
        b"\x0c\x12}[]mailto:={<URL:===x.org<https://b.org/x\n.So\xe3\x80\x8d=3D\n>> \x01\x01\x01",
        // An element of XML was closed behind the chunk.
        b", le:<content:encoded>a <b>From: a\nTo: b\n\nc</b></content:encoded> and",
        // Another one, in a table.
        b"=3=, <content:encoded>a\n<b>></content:encoded>  <about:",
        // A string that nothing closes was cut at its end.
        b"[\x00\"\nT\n\nnews:d.8\\-",
        // Another one, in PO.
        b"\xcbm\"\nes: \n\nReferene2ywLVv@ee.x.W@URL:?news:\xe3\x80\x8cftp://](\xe3\x80\x8c athttps://telnet://cddB0-O.ba.fCAyzR.fzz/file:///\\news:1",
        // A wrapper was cut off from the lines before it.
        b"He\n\nthatSubject: =?utf-8?q?http=3A//a.org/?=\nis\n\n\xc2\xa0s\n\n\xc2\xa0\xc2\xa0unde\r\n\r\n<URL:http://a.com/doc;\n\n\xc2\xa0\xc2\xa0type=d> and",
        // Another one.
        b"Heites\n\n</a>that it is\n\n\xc2\xa0\xc2\xa0under <URL:http://a.com/doc;WARC/1.0\r\nContent-Length: 9\r\n\r\nype=d> and there.\n",
        // A line of a log was taken for the end of the line before.
        b"x.yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\nnow http://one.example.org/dir/\rsub/page.html\rz\n",
        // A line `From ` at the end of a chunk was taken for a separator.
        b"!\0\nFrom http://a.org/\nFrom b\nc: d\ne",
        // A wrapper went on over the properties of a calendar.
        b"m\0<URL:http://a.org/b\nBEGIN:c\nd>",
        // A text with lines of blanks was cut where it is double-spaced.
        b"<\0a\n \nb\n\n<URL:c:d\n \ne>",
        // A script was cut before a line that begins like a tag.
        b"f\x1e<p>a</p>\n<script>x\n<b>\nhttp://b.org/&#233;y\n</script>",
        // A link of Markdown closed behind its paragraph, where a chunk may end.
        b",\x1a](https://e.net.\n'\nll\n\n](#lch)",
    ]),
    #[cfg(feature = "lint")]
    ("lint_fix", &[
        // An address that CommonMark does not link was wrapped 16 times.
        b"\x01j\xc3\xbc@n.de",
        // An invalid UTF-8 character stood in such an address.
        b"\x01e@\xbd.\xe4\xb8\xad\xe5\x9b\xbd",
        // A URL with marks of defanging was wrapped 16 times.
        b"\0http://l[.]e",
        // A mailto URL without an address was wrapped 16 times.
        b"\0mailto:?to=j",
        // A URL was cut out of another one that it was glued to.
        b"\x01http:///sHTTP://d",
        // A name without a scheme ended where a part of a scheme began.
        b"ex.org..nntp://j",
        // A fix in a URL that only the linter found.
        b"[http://*news:(=gopher://@b",
        // Another one, in quotes.
        b"<\"http://\"http://a\nt\"",
        // Another one, behind a bad port.
        b"to.org/xftp://p.om+http://W",
    ]),
];

const FALSE_CANDIDATES: &str = "wsnews:news:news:news:news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(\
    news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(news:(\
    news:(news:(news:(news:(news:(news:(news:(news:([@]/joe@「";

#[test]
fn on_inputs_that_failed_once() {
    for (name, inputs) in FAILED {
        let property = PROPERTIES.iter().find(|property| property.0 == *name);
        let &property = property.expect(name);
        for input in *inputs {
            assert_holds(property, input);
        }
    }
}

/// For as many seconds as `URLGREP_FUZZ_SECONDS` says, shared by all properties: random inputs, and edited seeds.
#[test]
fn for_a_time() {
    let number = |name| {
        let value = env::var(name).ok()?;
        Some(value.parse::<usize>().expect(name))
    };
    let Some(seconds) = number("URLGREP_FUZZ_SECONDS") else {
        return;
    };
    let seeds = seeds();
    let first = number("URLGREP_FUZZ_FIRST");
    let only = env::var("URLGREP_FUZZ_ONLY").unwrap_or_default();
    let (mut failed, mut number) = (Vec::new(), first.unwrap_or(INPUTS));
    let mut runs = vec![0u64; PROPERTIES.len()];
    let start = Instant::now();
    panic::set_hook(Box::new(|_| {}));
    while start.elapsed() < Duration::from_secs(seconds as u64) {
        number += 1;
        let seed = &seeds[number % seeds.len()];
        for input in [inputs::input(number), inputs::edited(number, seed)] {
            for (i, &property) in PROPERTIES.iter().enumerate() {
                if !property.0.contains(&*only)
                    || failed.iter().filter(|&&n| n == property.0).count() >= 5
                {
                    continue;
                }
                runs[i] += 1;
                if !holds(property, &input) {
                    println!("{}", report(property, &input));
                    failed.push(property.0);
                }
            }
        }
    }
    let _ = panic::take_hook();
    for ((name, _), runs) in PROPERTIES.iter().zip(&runs) {
        println!("{runs:9} {name}");
    }
    println!(
        "{:9} executions, up to input {number}",
        runs.iter().sum::<u64>()
    );
    assert!(runs.iter().any(|&runs| runs > 0), "no execution");
    assert!(failed.is_empty(), "{failed:?}");
}

/// The words of the fuzzer's dictionary are the tokens. `UPDATE_DICTIONARY=1` writes it.
#[test]
fn dictionary() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/dictionary");
    let tokens = pieces::PIECES.into_iter().chain(pieces::MAIL);
    let tokens = tokens.chain(pieces::DOCUMENTS.map(str::as_bytes));
    let escaped = |&b: &u8| match b {
        b'"' | b'\\' => format!("\\{}", char::from(b)),
        b' '..=b'~' => char::from(b).to_string(),
        _ => format!("\\x{b:02X}"),
    };
    let line = |token: &[u8]| format!("\"{}\"\n", token.iter().map(escaped).collect::<String>());
    let wanted: String = tokens.map(line).collect();
    if env::var_os("UPDATE_DICTIONARY").is_some() {
        fs::write(&path, &wanted).expect("it can be written");
    }
    // The package has no dictionary.
    assert_eq!(
        fs::read_to_string(&path).unwrap_or_else(|_| wanted.clone()),
        wanted
    );
}

/// Each property is a target of `fuzz/`.
#[test]
fn targets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    if !folder.exists() {
        return; // The package has no targets.
    }
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("it can be read");
    for (name, _) in PROPERTIES {
        let target = folder.join(format!("fuzz_targets/{name}.rs"));
        assert!(target.exists(), "{}", target.display());
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
    }
}
