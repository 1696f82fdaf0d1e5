//! `urlgrep report`: the data in the page against what was written into the mailbox, and the page around them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::read::GzDecoder;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::command::{Folder, begins, has};

/// A message with the lines of its body.
fn message(from: &str, date: &str, subject: &str, body: &str) -> String {
    format!(
        "From x Mon Jan  1 00:00:00 2001\nFrom: {from}\nDate: {date}\nSubject: {subject}\n\n{body}\n\n"
    )
}

/// The text between two others.
fn between<'t>(text: &'t str, begin: &str, end: &str) -> &'t str {
    let (_, rest) = text.split_once(begin).expect(begin);
    rest.split_once(end).expect(end).0
}

/// The data of a page. What depends on the run itself is removed.
fn data(page: &str) -> Value {
    let text = between(page, "id=\"data\">", "</script>");
    let packed = BASE64_STANDARD.decode(text).expect("base64");
    let mut json = String::new();
    let mut gzip = GzDecoder::new(&packed[..]);
    gzip.read_to_string(&mut json).expect("gzip");
    let mut data: Value = serde_json::from_str(&json).expect("JSON");
    for key in ["arguments", "made"] {
        assert!(!data[key].is_null());
        data[key] = Value::Null;
    }
    data
}

/// The data of the report about these files.
pub(crate) fn report(folder: &Folder, args: &[&str]) -> Value {
    let run = folder.run(&[&["report", "-o", "-"], args].concat());
    assert_eq!((run.status, &*run.err), (0, ""));
    data(&run.out)
}

/// The names of a list with their counts.
pub(crate) fn counts(list: &Value) -> BTreeMap<String, u64> {
    let list = list.as_array().expect("a list");
    let entry = |each: &Value| {
        let name = each["name"].as_str().expect("a name");
        (name.to_string(), each["count"].as_u64().expect("a count"))
    };
    list.iter().map(entry).collect()
}

/// The numbers of a trend by the name of the month.
fn months(data: &Value, trend: &Value) -> BTreeMap<String, u64> {
    let first = data["first"].as_str().expect("a month");
    let (year, month) = first.split_once('-').expect("a month");
    let first: u64 =
        year.parse::<u64>().expect("a year") * 12 + month.parse::<u64>().expect("1-12") - 1;
    let numbers: Vec<u64> = trend
        .as_array()
        .expect("pairs")
        .iter()
        .map(|number| number.as_u64().expect("a number"))
        .collect();
    let pair = |pair: &[u64]| {
        let month = first + pair[0];
        (format!("{:04}-{:02}", month / 12, month % 12 + 1), pair[1])
    };
    numbers.chunks(2).map(pair).collect()
}

/// A URL of the mailbox below.
struct Planted {
    url: String,
    scheme: &'static str,
    host: String,
    month: String,
    sender: String,
    message: usize,
    line: usize,
}

/// 200 messages with 0 to 3 URLs each, and the URLs in order.
fn planted() -> (String, Vec<Planted>) {
    const NAMES: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let (mut text, mut planted) = (String::new(), Vec::new());
    for i in 0..200 {
        let (year, month) = (1994 + i * i % 7, i * 5 % 12);
        let sender = format!("joe{}@x.org", i % 9);
        let mut body = String::from("Hello\n");
        for k in 0..i % 4 {
            let scheme = ["http", "https", "ftp", "gopher"][(i + k) % 4];
            let host = format!("{}.site{}.org", ["www", "ftp"][k % 2], i % 13);
            let url = format!("{scheme}://{host}/{}", i % 50);
            body += &format!("see {url} there\n");
            planted.push(Planted {
                url,
                scheme,
                host,
                month: format!("{year}-{:02}", month + 1),
                sender: sender.clone(),
                message: i + 1,
                line: text.lines().count() + 7 + k,
            });
        }
        let date = format!("3 {} {year} 10:00:00 +0000", NAMES[month]);
        text += &message(&format!("Joe <{sender}>"), &date, "plans", &body);
    }
    (text, planted)
}

/// How many of the URLs have each name.
fn count(planted: &[Planted], name: impl Fn(&Planted) -> String) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for each in planted {
        *counts.entry(name(each)).or_default() += 1;
    }
    counts
}

#[test]
fn threads_by_references_and_replies() {
    let posted = |id: &str, fields: &str, subject: &str| {
        format!(
            "From x Mon Jan  1 00:00:00 1996\nFrom: x@x.org\nSubject: {subject}\nMessage-ID: <{id}>\n{fields}\nsee http://a.org/{id}\n\n"
        )
    };
    let text = [
        posted("1@x", "", "plans"),
        posted("2@x", "", "lunch"),
        posted("3@x", "References: <1@x>\n <0@x>\n", "Re: plans"),
        posted(
            "4@x",
            "In-Reply-To: Your message of Monday <1@x>\n",
            "Re: plans",
        ),
        posted("5@x", "In-Reply-To: your letter\n", "Re: dinner"),
    ]
    .concat();
    let folder = Folder::with(&[("box", text.as_bytes())]);
    let data = report(&folder, &["box"]);
    let thread = |each: &Value| {
        let text = |key: &str| each[key].as_str().expect("text").to_string();
        (
            text("name"),
            text("field"),
            each["count"].as_u64(),
            each["messages"].as_u64(),
        )
    };
    let threads: BTreeSet<_> = data["threads"]
        .as_array()
        .expect("a list")
        .iter()
        .map(thread)
        .collect();
    let wanted = [
        ("1@x", "plans", 3),
        ("2@x", "lunch", 1),
        ("5@x", "Re: dinner", 1),
    ];
    let wanted =
        wanted.map(|(id, subject, n)| (id.to_string(), subject.to_string(), Some(n), Some(n)));
    assert_eq!(threads, BTreeSet::from(wanted));
    let rows: Vec<_> = data["table"]["messages"]["thread"]
        .as_array()
        .expect("a list")
        .to_vec();
    assert_eq!(rows, [0, 1, 0, 0, 2].map(Value::from));
}

#[test]
fn the_numbers_are_those_of_the_mailbox() {
    let (text, planted) = planted();
    let folder = Folder::with(&[("box", text.as_bytes())]);
    let data = report(&folder, &["box"]);
    let totals = &data["totals"];
    let domain = |each: &Planted| each.host.split_once('.').expect("labels").1.to_string();
    let urls = count(&planted, |each| each.url.clone());
    let messages: BTreeSet<usize> = planted.iter().map(|each| each.message).collect();
    let hosts = count(&planted, |each| each.host.clone());
    for (name, wanted) in [
        ("urls", planted.len()),
        ("distinct", urls.len()),
        ("hosts", hosts.len()),
        ("domains", count(&planted, domain).len()),
        ("senders", 9),
        ("messages", 200),
        ("messages_with_urls", messages.len()),
        ("files", 1),
        ("bytes", text.len()),
        ("undated", 0),
        ("left_out", 0),
    ] {
        assert_eq!(totals[name], wanted, "{name}");
    }
    assert_eq!(counts(&data["hosts"]), hosts);
    assert_eq!(counts(&data["domains"]), count(&planted, domain));
    let senders = count(&planted, |each| each.sender.clone());
    assert_eq!(counts(&data["senders"]), senders);
    let schemes = count(&planted, |each| each.scheme.to_string());
    assert_eq!(counts(&data["schemes"]), schemes);
    let by_month = count(&planted, |each| each.month.clone());
    assert_eq!(months(&data, &data["urls"][0]["trend"]), by_month);
    // The month of a host is the earliest, not that of the first message with it.
    let mut first: BTreeMap<&str, &str> = BTreeMap::new();
    for each in &planted {
        let month = first.entry(&each.host).or_insert(&each.month);
        *month = (*month).min(&each.month);
    }
    let mut new: BTreeMap<String, u64> = BTreeMap::new();
    for month in first.values() {
        *new.entry(month.to_string()).or_default() += 1;
    }
    assert_eq!(months(&data, &data["new_hosts"][0]["trend"]), new);
    for list in ["hosts", "schemes"] {
        let each = &data[list][0];
        let of = |url: &&Planted| {
            [&*url.host, url.scheme].contains(&each["name"].as_str().unwrap_or_default())
        };
        let mut wanted: BTreeMap<String, u64> = BTreeMap::new();
        for url in planted.iter().filter(of) {
            *wanted.entry(url.month.clone()).or_default() += 1;
        }
        assert_eq!(months(&data, &each["trend"]), wanted, "{list}");
    }
    for each in data["repeated"].as_array().expect("a list") {
        let url = each["url"].as_str().expect("a URL");
        let places: Vec<_> = planted.iter().filter(|place| place.url == url).collect();
        assert_eq!(each["count"], places.len());
        for (place, wanted) in each["places"]
            .as_array()
            .expect("a list")
            .iter()
            .zip(places)
        {
            assert_eq!(
                (&place["message"], &place["line"]),
                (&wanted.message.into(), &wanted.line.into())
            );
        }
    }
    let again = urls.values().filter(|&&count| count > 1).count();
    assert_eq!(
        data["repeated"].as_array().expect("a list").len(),
        again.min(200)
    );
}

#[test]
fn the_rows_are_those_of_the_mailbox() {
    let (text, planted) = planted();
    let folder = Folder::with(&[("box", text.as_bytes())]);
    let data = report(&folder, &["box"]);
    let table = &data["table"];
    let at = |name: &str, i: usize| table[name][i].as_u64().expect("a number") as usize;
    for (i, each) in planted.iter().enumerate() {
        let message = at("message", i);
        assert_eq!(table["urls"][at("url", i)], each.url);
        assert_eq!(table["hosts"][at("host", i)], each.host);
        assert_eq!(table["messages"]["number"][message], each.message);
        let date = table["messages"]["date"][message].as_str().expect("a date");
        begins(date, &each.month);
        assert_eq!(at("line", i), each.line);
        assert_eq!(at("column", i), 5);
        let text = table["context"][i].as_str().expect("text");
        let text = text.replace('\u{1}', &each.url);
        has(&text, &format!("see {} there", each.url));
    }
    assert_eq!(
        table["url"].as_array().expect("a column").len(),
        planted.len()
    );
    let some = report(&folder, &["--rows", "10", "box"]);
    assert_eq!(some["table"]["url"].as_array().expect("a column").len(), 10);
    assert_eq!(some["totals"]["left_out"], planted.len() - 10);
    assert_eq!(some["hosts"], data["hosts"]);
}

/// Forms, flaws, rewriters and what a reply does to a URL.
#[test]
fn how_urls_stand_in_the_text() {
    let body = "<URL:http://a.org/x\n  y>\n> see http://b.org/ or HTTP://c.org/\n\
        https://www.google.com/url?q=https://d.org/\n";
    let text = message("joe@x.org", "Sun, 3 Jul 1994 10:00:00 +0000", "x", body);
    let folder = Folder::with(&[("box", text.as_bytes())]);
    let data = report(&folder, &["box"]);
    let forms = counts(&data["forms"]);
    assert_eq!((forms["wrapper"], forms["bare"]), (1, 3));
    assert_eq!(counts(&data["flaws"])["uppercase-scheme"], 1);
    assert_eq!(counts(&data["rewriters"])["www.google.com"], 1);
    let trait_of = |name: &str| {
        let traits = data["traits"].as_array().expect("a list");
        let of = traits.iter().find(|each| each[0] == name);
        of.and_then(|each| each[1].as_u64())
    };
    assert_eq!((trait_of("joined"), trait_of("reply")), (Some(1), Some(2)));
    let unwrapped = report(&folder, &["--unwrap", "box"]);
    assert_eq!(unwrapped["rewriters"], data["rewriters"]);
    assert_eq!(counts(&unwrapped["hosts"]).get("d.org"), Some(&1));
}

/// What the options of a search leave is what is counted.
#[test]
fn it_takes_the_options_of_a_search() {
    let (text, planted) = planted();
    let folder = Folder::with(&[("box", text.as_bytes()), ("b.html", b"http://z.org/")]);
    let urls = |args: &[&str]| report(&folder, args)["totals"]["urls"].as_u64();
    let of =
        |wanted: &dyn Fn(&&Planted) -> bool| Some(planted.iter().filter(wanted).count() as u64);
    assert_eq!(urls(&["-s", "ftp", "box"]), of(&|url| url.scheme == "ftp"));
    assert_eq!(
        urls(&["--host", "www.*", "box"]),
        of(&|url| url.host.starts_with("www."))
    );
    assert_eq!(
        urls(&["-e", "/7$", "box"]),
        of(&|url| url.url.ends_with("/7"))
    );
    assert_eq!(
        urls(&["--since", "1995-03", "--until", "1996", "box"]),
        of(&|url| (*url.month >= *"1995-03") && (*url.month < *"1997"))
    );
    assert_eq!(
        urls(&["--from", "joe3", "box"]),
        of(&|url| url.sender == "joe3@x.org")
    );
    assert_eq!(urls(&["-g", "*.html"]), Some(1));
    let distinct: BTreeSet<_> = planted.iter().map(|each| &each.url).collect();
    assert_eq!(urls(&["-U", "box"]), Some(distinct.len() as u64));
    let text = message(
        "http://e.org/ <a@x.org>",
        "x",
        "see ftp://e.org/f",
        "ftp://www.site1.org/",
    );
    let folder = Folder::with(&[("box", text.as_bytes())]);
    let safe = report(&folder, &["--defang", "box"]);
    let json = safe.to_string();
    assert!(json.contains("ftp[:]//www[.]site") && !json.contains("tp://"));
    assert!(!json.contains("a@x.org"), "addresses are defanged too");
    assert!(!json.contains(".site1.org"), "hosts are defanged too");
}

/// The number of threads changes nothing.
#[test]
fn the_same_with_one_thread_and_with_two() {
    let (text, _) = planted();
    let long = text.repeat(100);
    let folder = Folder::of((0..40).map(|i| (format!("d/{i}"), &text)));
    folder.write("d/long", long);
    let one = report(&folder, &["-j1", "--rows", "9000", "d"]);
    let two = report(&folder, &["-j2", "--rows", "9000", "d"]);
    assert!(one == two);
    assert_eq!(one["files"].as_array().expect("a list").len(), 41);
}

#[cfg(unix)]
const HOSTILE: [&str; 4] = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\u{202e}gpj.exe\u{0}\u{1}\u{1b}[2J\u{1f}x",
    "{style}{data}{script}]]>--><!--",
];

/// Whatever names, subjects and URLs contain, the page around the data is the same. (Windows has no such names.)
#[cfg(unix)]
#[test]
fn nothing_breaks_out_of_the_data() {
    let calm = Folder::with(&[(
        "box",
        message("a@x.org", "x", "x", "http://a.org/").as_bytes(),
    )]);
    let wanted = calm.run(&["report", "-o", "-", "box"]).out;
    let page = |page: &str| {
        let data = between(page, "id=\"data\">", "</script>");
        page.replace(data, "")
    };
    for (i, text) in HOSTILE.into_iter().enumerate() {
        let body = format!("http://a.org/{text} <URL:http://b.org/{text}>\n{text}");
        let mail = message(&format!("{text} <a@x.org>"), "x", text, &body);
        // A path on a disk has no NUL, and no `/` in a name.
        let name = text.replace(['\0', '/'], "_");
        let folder = Folder::with(&[(&name, mail.as_bytes())]);
        let run = folder.run(&["report", "-o", "-"]);
        assert_eq!((run.status, &*run.err), (0, ""), "{text}");
        assert!(page(&run.out) == page(&wanted), "{text}");
        let data = data(&run.out);
        assert_eq!(data["files"][0], name, "{i}");
        let subject = data["table"]["messages"]["subject"][0]
            .as_str()
            .expect("text");
        // A header field has blanks in place of controls.
        let wanted = text.replace(char::is_control, " ");
        assert_eq!(
            subject.split_whitespace().collect::<Vec<_>>(),
            wanted.split_whitespace().collect::<Vec<_>>()
        );
    }
}

/// The policy of the page names the hashes of its style and script, and the page contains no URL outside the data.
/// With UPDATE_REPORT=1 the hashes are written into the page.
#[test]
fn the_policy_has_the_hashes_of_style_and_script() {
    let folder = Folder::with(&[("a", b"http://a.org/")]);
    let page = folder.run(&["report", "-o", "r.html", "a"]);
    assert_eq!(page.status, 0);
    let page = folder.read_text("r.html");
    let hash = |text: &str| {
        // A browser reads these as one line feed.
        let text = text.replace("\r\n", "\n");
        format!(
            "'sha256-{}'",
            BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()))
        )
    };
    let style = hash(between(&page, "<style>", "</style>"));
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let script = hash(between(rest, "<script>", "</script>"));
    let policy = format!(
        "default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"
    );
    let found = between(&page, "content=\"", "\"");
    if found != policy && std::env::var_os("UPDATE_REPORT").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin/urlgrep/report/page.html");
        let source = fs::read_to_string(&path).expect("the page");
        fs::write(&path, source.replace(found, &policy)).expect("the page");
    }
    assert_eq!(found, policy, "UPDATE_REPORT=1 writes it; then build again");
    let outside = page.replace(between(&page, "id=\"data\">", "</script>"), "");
    let urls = folder.pipe(&["--all", "--as", "text"], outside.as_bytes());
    assert_eq!(urls.out, "");
}

#[test]
fn files_that_cannot_be_written() {
    let folder = Folder::with(&[
        ("box", b"http://a.org/"),
        ("d/x", b"http://b.org/"),
        ("empty", b""),
    ]);
    let err = |args: &[&str]| {
        let run = folder.run(&[&["report"], args].concat());
        assert_eq!((run.status, &*run.out), (2, ""), "{args:?}");
        run.err
    };
    let missing = "urlgrep: no/r.html: No such file or directory\n";
    assert_eq!(err(&["-o", "no/r.html", "box"]), missing);
    let directory = "urlgrep: d: it is a directory; -o names the file to write\n";
    assert_eq!(err(&["-o", "d", "box"]), directory);
    // `-o *` names a mailbox first.
    let other = "urlgrep: box: not replaced, because it is not a report; remove it first\n";
    assert_eq!(err(&["-o", "box", "d"]), other);
    assert_eq!(folder.read_text("box"), "http://a.org/");
    assert!(err(&["box"]).contains("--output <FILE>"));
    assert!(err(&["--json", "-o", "r.html", "box"]).contains("a report is HTML"));
    assert_eq!(folder.run(&["report", "-o", "empty", "box"]).status, 0);
    assert!(folder.read_text("empty").starts_with("<!doctype html>"));
    let names = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(names, 3, "no temporary file is left");
}

/// The file that a link names need not exist yet.
#[cfg(unix)]
#[test]
fn a_link_is_followed() {
    let folder = Folder::with(&[("box", b"http://a.org/"), ("d/x", b"")]);
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, folder.at(name)).expect("a link");
    };
    link("d/two", "one");
    link("three.html", "d/two");
    for _ in 0..2 {
        folder.run(&["report", "-o", "one", "box"]).is(0, "", "");
        begins(&folder.read_text("d/three.html"), "<!doctype html>");
        for name in ["one", "d/two"] {
            assert!(folder.at(name).is_symlink(), "{name}");
        }
    }
    link("no/r.html", "missing");
    let missing = folder.run(&["report", "-o", "missing", "box"]);
    missing.is(2, "", "urlgrep: missing: No such file or directory\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let folder = Folder::with(&[("box", b"http://a.org/")]);
    let full = folder.run(&["report", "-o", "/dev/full", "box"]);
    full.is(2, "", "urlgrep: /dev/full: No space left on device\n");
}

/// An empty report is written too. The next one replaces it, and does not search it.
#[test]
fn a_report_is_replaced_and_not_searched() {
    let folder = Folder::with(&[("a", b"nothing")]);
    let args = ["report", "-o", "r.html"];
    folder.run(&args).is(1, "", "");
    let read = || folder.read_text("r.html");
    assert_eq!(data(&read())["totals"]["urls"], 0);
    folder.write("a", "http://a.org/ http://a.org/");
    folder.run(&args).is(0, "", "");
    let found = data(&read());
    assert_eq!(
        (&found["totals"]["files"], &found["totals"]["urls"]),
        (&1.into(), &2.into())
    );
    folder.run(&args).is(0, "", "");
    assert_eq!(data(&read()), found);
    // Errors in the input are reported, and the rest is in the report.
    let run = folder.run(&["report", "-o", "r.html", "a", "missing"]);
    assert_eq!(run.status, 2);
    assert_eq!(data(&read())["totals"]["urls"], 2);
}
