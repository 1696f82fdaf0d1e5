//! Every example URL of RFC 1738 and of the preceding draft is accepted, found, and parsed as the text says.
//! tests/rfc/README.md explains the lists.

use std::fs;
use std::path::Path;

use urlgrep::url::{Details, News, Url, Wais, parse};
use urlgrep::{Flaws, Profile, extract};

struct Example {
    url: String,
    default: bool,
    parts: Vec<(String, String)>,
}

fn examples(list: &str) -> Vec<Example> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/rfc")
        .join(list);
    let list = fs::read_to_string(path).expect("a list can be read");
    list.lines().map(example).collect()
}

fn example(line: &str) -> Example {
    let (url, mut rest) = line.split_once(" | ").unwrap_or((line, ""));
    let mut example = Example {
        url: url.to_string(),
        default: false,
        parts: Vec::new(),
    };
    while !rest.is_empty() {
        if let Some(more) = rest.strip_prefix("default ") {
            (example.default, rest) = (true, more);
            continue;
        }
        let (name, value) = rest.split_once('=').expect("name=value");
        let (value, more) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').expect("a closing quote"),
            None => value.split_at(value.find(' ').unwrap_or(value.len())),
        };
        example.parts.push((name.to_string(), value.to_string()));
        rest = more.trim_start();
    }
    example
}

/// The components of a URL with the names used in the lists.
fn parts(url: &Url<'_, [u8]>) -> Vec<(&'static str, String)> {
    fn text(bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }
    let absent = |part: Option<&[u8]>| part.map_or("-".to_string(), text);
    let mut all = vec![
        ("user", absent(url.user())),
        ("password", absent(url.password())),
        ("host", absent(url.host())),
        ("path", absent(url.path())),
        ("query", absent(url.query())),
        ("fragment", absent(url.fragment())),
    ];
    let default = url.default_port().map(|port| port.to_string());
    all.push(("port", url.port().map(text).or(default).unwrap_or_default()));
    let mut put = |name, value: &[u8]| all.push((name, text(value)));
    match url.details() {
        Details::Http { segments } | Details::File { segments } => {
            segments.iter().for_each(|name| put("segment", name));
        }
        Details::Ftp {
            cwd,
            name,
            transfer_type,
        } => {
            cwd.iter().for_each(|cwd| put("cwd", cwd));
            put("name", &name);
            put("type", transfer_type.as_slice());
        }
        Details::Gopher {
            item_type,
            selector,
            search,
            plus,
        } => {
            put("item", &[item_type]);
            put("selector", &selector);
            search.iter().for_each(|search| put("search", search));
            plus.iter().for_each(|plus| put("plus", plus));
        }
        Details::Mailto { addresses, headers } => {
            for (name, value) in headers {
                put("header", &[&name[..], b"=", &value].concat());
            }
            for address in addresses {
                put("local", &address.local);
                address
                    .domain
                    .iter()
                    .for_each(|domain| put("domain", domain));
            }
        }
        Details::News(News::Group(group)) => put("group", &group),
        Details::News(News::Article(article)) => put("article", &article),
        Details::News(News::Wildmat(wildmat)) => put("wildmat", &wildmat),
        Details::Nntp { group, article } => {
            put("group", &group);
            article.iter().for_each(|article| put("article", article));
        }
        Details::Wais(Wais::Database { database, search }) => {
            put("database", &database);
            search.iter().for_each(|search| put("found", search));
        }
        Details::Wais(Wais::Document {
            database,
            wtype,
            wpath,
        }) => {
            put("database", &database);
            put("wtype", &wtype);
            put("wpath", &wpath);
        }
        Details::Prospero {
            hsoname,
            version,
            fields,
        } => {
            put("hsoname", &hsoname);
            version.iter().for_each(|version| put("version", version));
            for (name, value) in fields {
                put("field", &[&name[..], b"=", &value].concat());
            }
        }
        Details::Identifier { id, part } => {
            put("id", &id);
            part.iter().for_each(|part| put("part", part));
        }
        Details::Afs { cell, path } => {
            put("cell", &cell);
            put("afspath", &path);
        }
        _ => {}
    }
    all
}

fn check(list: &str, least: usize) {
    let examples = examples(list);
    assert!(examples.len() >= least, "{list}: {}", examples.len());
    for example in &examples {
        let url = &example.url;
        let (parsed, placed) = parse(url.as_bytes());
        let flaws: Flaws = placed.iter().collect();
        assert!(
            !Profile::DEFAULT.refuses(parsed.scheme_info(), flaws),
            "{url} {flaws:?}"
        );
        assert_eq!(
            Profile::RFC1738.refuses(parsed.scheme_info(), flaws),
            example.default,
            "{url} {flaws:?}"
        );
        for text in [
            format!("See <URL:{url}>."),
            format!("See <{url}>."),
            format!("See\n {url}\n"),
        ] {
            let found: Vec<_> = extract(&text).map(|m| m.as_str().to_string()).collect();
            // Outside a wrapper, a final `!` belongs to the sentence.
            let url = if text.contains('<') {
                url.as_str()
            } else {
                url.trim_end_matches('!')
            };
            assert_eq!(found, [url], "{text}");
        }
        // Checks each part. A name that occurs several times refers to successive parts.
        let mut got = parts(&parsed);
        for (name, value) in &example.parts {
            let at = got.iter().position(|(n, _)| n == name);
            let at = at.unwrap_or_else(|| panic!("{url}: no {name}"));
            assert_eq!(got.remove(at).1, *value, "{url}: {name}");
        }
    }
}

#[test]
fn examples_of_rfc_1738() {
    check("rfc1738.txt", 40);
}

#[test]
fn examples_of_the_draft() {
    check("draft-1994.txt", 20);
}

/// The lines of the `text` blocks of a list, each with the heading above it.
fn lines(list: &str) -> Vec<(&str, &str)> {
    let (mut section, mut inside, mut lines) = ("", false, Vec::new());
    for line in list.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading;
        } else if line.starts_with("```") {
            inside = !inside;
        } else if inside {
            lines.push((section, line));
        }
    }
    lines
}

/// Verdicts and parts of what the RFCs derive.
#[test]
fn what_the_grammars_derive() {
    let (mut count, mut wrong) = (0, Vec::new());
    for list in [
        include_str!("rfc/rfc1738.md"),
        include_str!("rfc/rfc3986.md"),
        include_str!("rfc/mail-news.md"),
    ] {
        for (section, line) in lines(list) {
            count += 1;
            if let Err(why) = derived(line) {
                wrong.push(format!("{section}: {line}\n    {why}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(count > 600, "{count}");
}

/// Checks a line: the URL, the verdicts, and the parts in the order of [`parts`].
fn derived(line: &str) -> Result<(), String> {
    let (url, rest) = line.split_once(" | ").expect("a verdict");
    let (verdicts, wanted) = rest.split_once(" | ").unwrap_or((rest, ""));
    let (verdicts, _reason) = verdicts.split_once(" ! ").unwrap_or((verdicts, ""));
    let (parsed, placed) = parse(url.as_bytes());
    let flaws: Flaws = placed.iter().collect();
    for verdict in verdicts.split(' ') {
        let profile = Profile::ALL.iter().find(|p| verdict.ends_with(p.name()));
        let refuses = profile
            .expect("a profile")
            .refuses(parsed.scheme_info(), flaws);
        if refuses != verdict.starts_with('-') {
            return Err(format!("not {verdict}: {flaws:?}"));
        }
    }
    let all = parts(&parsed);
    let mut got = all.clone();
    for (name, value) in named_values(wanted) {
        let at = got.iter().position(|(known, _)| *known == name);
        let found = at.map(|at| got.remove(at).1);
        if found.as_deref() != Some(&*value) {
            return Err(format!("not {name}={value:?}: {all:?}"));
        }
    }
    Ok(())
}

/// The pairs of `name=value name="quoted value"`. In a value `␉`, `␍` and `␊` stand for control characters.
fn named_values(mut rest: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    while let Some((name, value)) = rest.split_once('=') {
        let quote = value.chars().next().filter(|c| "\"'".contains(*c));
        let (value, more) = match quote {
            Some(quote) => value[1..].split_once(quote).expect("a closing quote"),
            None => value.split_at(value.find(' ').unwrap_or(value.len())),
        };
        let value = value
            .replace('␉', "\t")
            .replace('␍', "\r")
            .replace('␊', "\n");
        pairs.push((name.to_string(), value));
        rest = more.trim_start();
    }
    pairs
}

/// tests/rfc/normalized.md
#[test]
fn normal_forms() {
    let normal = |url: &str| {
        let url = parse(url.as_bytes()).0.normalized();
        String::from_utf8(url).expect("UTF-8")
    };
    let list = lines(include_str!("rfc/normalized.md"));
    assert!(list.len() > 40, "{}", list.len());
    for (section, line) in list {
        match line.split_once(" | ") {
            Some((url, wanted)) => {
                assert_eq!(normal(url), wanted, "{section}: {url}");
                assert_eq!(normal(wanted), wanted, "{section}: twice");
            }
            None => {
                let (url, other) = line.split_once(" != ").expect("another URL");
                assert_ne!(normal(url), normal(other), "{section}: {line}");
            }
        }
    }
}

/// tests/rfc/flaws.md: verdicts and flaws, each under the section that asks for it.
#[test]
fn verdicts_and_flaws() {
    let list = lines(include_str!("rfc/flaws.md"));
    assert!(list.len() > 70, "{}", list.len());
    for (section, line) in list {
        // The URL may contain a `|` itself.
        let (url, wanted) = line.rsplit_once(" | ").expect("what the section says");
        let (parsed, placed) = parse(url.as_bytes());
        let flaws: Flaws = placed.iter().collect();
        let mut found = Vec::new();
        for profile in [Profile::RFC1738, Profile::RFC3986] {
            let refused = profile.refuses(parsed.scheme_info(), flaws);
            found.push(format!(
                "{}{}",
                if refused { "-" } else { "" },
                profile.name()
            ));
        }
        match &placed[..] {
            [] => found.push("none".to_string()),
            list => found.extend(
                list.iter()
                    .map(|item| format!("{}@{}..{}", item.flaw, item.at.start, item.at.end)),
            ),
        }
        assert_eq!(found.join(" "), wanted, "{section}: {url}");
    }
}
