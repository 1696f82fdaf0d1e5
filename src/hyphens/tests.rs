//! Which readings evidence chooses.

use super::*;

/// The URL that is taken with `evidence`: what is needed of it, and with all of it in the index.
fn resolved(broken: &str, evidence: &str) -> String {
    let (mut found, all): (Vec<_>, Vec<_>) = (
        crate::extract(broken).collect(),
        crate::extract(evidence).collect(),
    );
    let mut known = HyphenEvidence::new();
    all.iter().for_each(|m| known.add(m));
    let index: Index<'_> = all.iter().map(Match::as_bytes).collect();
    let readings = readings(&found[0]);
    let chosen = index
        .choose(&readings)
        .and_then(|reading| reading.alternative);
    let chosen = chosen.map_or(found[0].as_str(), |i| found[0].alternatives()[i].url());
    let chosen = chosen.to_string();
    known.resolve(&mut found);
    assert_eq!(found[0].as_str(), chosen, "{broken:?} {evidence:?}");
    chosen
}

/// Lines that break words, and then a broken URL.
#[test]
fn evidence_comes_before_the_habit_of_the_text() {
    let set = "these lines are long enough, and they all end with-\nin a word\n".repeat(20);
    for (evidence, wanted) in [
        ("", "http://ab.org/x"),
        ("http://a-b.org/", "http://a-b.org/x"),
        // It contradicts itself, so the match stays.
        ("http://ab.org/ http://a-b.org/", "http://a-b.org/x"),
    ] {
        let mut known = HyphenEvidence::new();
        known.add_text(set.as_bytes());
        crate::extract(evidence).for_each(|m| known.add(&m));
        let mut found: Vec<_> = crate::extract("<URL:http://a-\nb.org/x>").collect();
        known.resolve(&mut found);
        assert_eq!(found[0].as_str(), wanted, "{evidence:?}");
    }
}

/// A URL that may go on in the next line, with evidence.
#[test]
fn evidence_joins_lines() {
    let urls = crate::Extractor::builder().join(crate::Join::Plausible);
    let urls = urls.build();
    let broken = "It is http://a.org/b/\nc/d.html and more.\n";
    for (evidence, wanted) in [
        ("", "http://a.org/b/"),
        ("http://a.org/b/c/", "http://a.org/b/"),
        ("http://a.org/b/c/d.html", "http://a.org/b/c/d.html"),
        ("<http://a.org/b/c/d.html>", "http://a.org/b/c/d.html"),
        // It contradicts itself.
        ("http://a.org/b/ http://a.org/b/c/d.html", "http://a.org/b/"),
    ] {
        let text = format!("{broken}{evidence}");
        let mut found: Vec<_> = urls.extract(&text).collect();
        assert!(found[0].has_open_hyphen());
        resolve_hyphens(&mut found);
        let m = &found[0];
        assert_eq!(m.as_str(), wanted, "{evidence}");
        let joined = wanted.ends_with('l');
        assert_eq!(m.flaws().contains(crate::Flaw::BrokenBareUrl), joined);
        assert_eq!((m.is_joined(), m.outer_span()), (joined, m.span()));
        assert_eq!(m.alternatives().len(), 1);
    }
}

#[test]
fn the_filter_dismisses_no_evidence() {
    for (broken, evidence, wanted) in [
        ("http://a-\nb.org/x", "http://ab.org/", "http://ab.org/x"),
        ("http://a-\nb.org/x", "http://abc.org/", "http://a-b.org/x"),
        (
            "http://a-\nb.org/x",
            "ftp://joe@AB.Org:21/y",
            "http://ab.org/x",
        ),
        (
            "http://a-\nb.org/x",
            "ftp://joe@AB.Org:21/of/a/user/and/longer/than/what/is/looked/at",
            "http://ab.org/x",
        ),
        (
            "http://www.bat-\nman.org/x",
            "http://WWW.Batman.org/of/the/same/host/in/other/letters",
            "http://www.batman.org/x",
        ),
        (
            "http://www.x-\ny/x",
            "http://www.xy:80/a/host/with/less/than/four/bytes",
            "http://www.xy/x",
        ),
        (
            "http://a-\nb.org/x",
            "http://ab.org/ http://a-b.org/",
            "http://a-b.org/x",
        ),
        (
            "http://a.org/b-\nc/d",
            "http://a.org/bc/e",
            "http://a.org/bc/d",
        ),
        (
            "http://a.org/b-\nc/d",
            "http://a.org/bcd/e",
            "http://a.org/b-c/d",
        ),
        (
            "http://a.org/b-\nc",
            "http://A.org/bc http://a.org/bc",
            "http://a.org/bc",
        ),
        ("mailto:a-\nb@c.org", "mailto:ab@c.org", "mailto:ab@c.org"),
        ("news:a.b-\nc", "news:a.bc", "news:a.bc"),
        ("file:///a-\nb/c", "file:///ab/d", "file:///ab/c"),
        ("file:-\n/etc/x", "file:/usr/lib", "file:/etc/x"),
        // Another host says nothing.
        ("file:/-\n/h/x", "file://g/lib", "file:/-/h/x"),
    ] {
        assert_eq!(resolved(&format!("<URL:{broken}>"), evidence), wanted);
    }
}
