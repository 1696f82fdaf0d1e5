//! Feature `serde`: matches, URLs and flaws in the JSON of the command, as far as the library knows them. URLs, flaws and the
//! options of an extractor can also be read back. A match cannot, because it borrows from its text: search the text again.

use std::borrow::{Borrow, Cow};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::flaw::{FlawAt, Flaws};
use crate::haystack::Haystack;
use crate::matched::{Alternative, Match};
use crate::scan::Form;
use crate::url::Url;
use crate::why::Why;

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

fn none<T>(list: &&[T]) -> bool {
    list.is_empty()
}

fn no_flaw(flaws: &Flaws) -> bool {
    flaws.is_empty()
}

impl Serialize for Flaws {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// From a list of names. Whether a flaw was invalid is not stored.
impl<'d> Deserialize<'d> for Flaws {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Flaws, D::Error> {
        Vec::deserialize(deserializer).map(|flaws| Flaws::new(&flaws))
    }
}

#[derive(Serialize)]
struct JsonFlaw {
    name: &'static str,
    start: usize,
    end: usize,
    section: &'static str,
    message: &'static str,
}

impl Serialize for FlawAt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = JsonFlaw {
            name: self.flaw.name(),
            start: self.at.start,
            end: self.at.end,
            section: self.flaw.section(),
            message: self.flaw.message(),
        };
        json.serialize(serializer)
    }
}

/// A URL as it is stored: its text, or an object that has it.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredUrl {
    Text(String),
    Object { url: String },
}

/// From a string, or from the object that `Serialize` writes. Any string is taken, as [`parse_str`](crate::url::parse_str) does, since
/// profiles differ; its components are found again.
///
/// ```
/// use urlgrep::url::{Url, parse_str};
/// let (url, _) = parse_str("ftp://a.org/x");
/// let stored = serde_json::to_string(&url).unwrap();
/// assert_eq!(serde_json::from_str::<Url>(&stored).unwrap(), url);
/// assert_eq!(serde_json::from_str::<Url>("\"ftp://a.org/x\"").unwrap(), url);
/// ```
impl<'d> Deserialize<'d> for Url<'static> {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Url<'static>, D::Error> {
        let (StoredUrl::Text(url) | StoredUrl::Object { url }) =
            StoredUrl::deserialize(deserializer)?;
        Ok(Url::new(Cow::Owned(url)))
    }
}

#[derive(Serialize)]
struct JsonUrl<'a> {
    url: Cow<'a, str>,
    scheme: Option<String>,
    user: Option<Cow<'a, str>>,
    password: Option<Cow<'a, str>>,
    host: Option<Cow<'a, str>>,
    port: Option<u64>,
    default_port: Option<u16>,
    path: Option<Cow<'a, str>>,
    search: Option<Cow<'a, str>>,
    fragment: Option<Cow<'a, str>>,
    normalized: String,
}

/// The components as `urlgrep parse --json` names them; absent ones are null.
impl<T: Haystack + ?Sized> Serialize for Url<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let url = self.components();
        let json = JsonUrl {
            url: text(url.as_bytes()),
            scheme: url.scheme().map(|name| text(name).to_ascii_lowercase()),
            user: url.user().map(text),
            password: url.password().map(text),
            host: url.host().map(text),
            port: url.port_number(),
            default_port: url.default_port(),
            path: url.path().map(text),
            search: url.query().map(text),
            fragment: url.fragment().map(text),
            normalized: text(self.normalized().borrow().bytes()).into_owned(),
        };
        json.serialize(serializer)
    }
}

#[derive(Serialize)]
struct JsonAlternative<'a> {
    url: Cow<'a, str>,
    why: Why,
}

impl<T: Haystack + ?Sized> Serialize for Alternative<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = JsonAlternative {
            url: text(self.url().bytes()),
            why: self.why(),
        };
        json.serialize(serializer)
    }
}

#[derive(Serialize)]
struct JsonMatch<'a, T: Haystack + ?Sized> {
    #[serde(skip_serializing_if = "Option::is_none")]
    attribute: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    start: usize,
    end: usize,
    url: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<Cow<'a, str>>,
    form: Form,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<Cow<'a, str>>,
    joined: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    segments: Vec<(usize, usize)>,
    #[serde(skip_serializing_if = "none")]
    #[serde(bound = "")]
    alternatives: &'a [Alternative<T>],
    #[serde(skip_serializing_if = "no_flaw")]
    flaws: Flaws,
}

/// The keys of `urlgrep --json` in their order, without those of the file. Positions are those in the text. Unlike there, `alternatives`
/// and `flaws` are left out if they are empty, and so is `encoded`; bytes that are not UTF-8 are replaced by U+FFFD.
///
/// ```
/// let m = urlgrep::extract("<URL:http://a.org/x\n y>").next().unwrap();
/// let json = serde_json::to_value(&m).unwrap();
/// assert_eq!(json["url"], "http://a.org/xy");
/// assert_eq!(json["segments"], serde_json::json!([[5, 19], [21, 22]]));
/// ```
impl<T: Haystack + ?Sized> Serialize for Match<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let url = self.url();
        let url = url.components();
        let joined = self.is_joined();
        let json = JsonMatch {
            attribute: self.attribute(),
            line: self.line(),
            start: self.span().start,
            end: self.span().end,
            url: text(self.as_bytes()),
            assumed: self.assumed().map(|url| text(url.bytes())),
            written: self.written().map(|written| text(written.bytes())),
            form: self.form(),
            scheme: url.scheme().map(|name| text(name).to_ascii_lowercase()),
            host: url.host().map(text),
            joined,
            segments: if joined {
                self.segments().map(|run| (run.start, run.end)).collect()
            } else {
                Vec::new()
            },
            alternatives: self.alternatives(),
            flaws: self.flaws(),
        };
        json.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::*;
    use crate::extract;
    use crate::flaw::Flaw;
    use crate::profile::Profile;
    use crate::url::parse;

    #[test]
    fn a_plain_match_has_few_keys() {
        let m = extract("at http://a.org/x").next().expect("a match");
        let want = json!({"start": 3, "end": 17, "url": "http://a.org/x", "form": "bare", "scheme": "http",
            "host": "a.org", "joined": false});
        assert_eq!(to_value(&m).expect("JSON"), want);
    }

    #[test]
    fn flaws_and_alternatives() {
        let m = extract("<URL:http://bat-\nman.a.org/~x>")
            .next()
            .expect("a match");
        let json = to_value(&m).expect("JSON");
        assert_eq!(
            json["flaws"],
            json!(["national-character", "hyphen-at-break"])
        );
        assert_eq!(
            json["alternatives"],
            json!([{"url": "http://batman.a.org/~x", "why": "hyphen"}])
        );
    }

    #[test]
    fn names_are_read_back() {
        for flaw in Flaw::all() {
            assert_eq!(to_value(flaw).expect("JSON"), json!(flaw.name()));
            assert_eq!(
                from_value::<Flaw>(json!(flaw.name())).expect("a flaw"),
                flaw
            );
        }
        for form in [Form::Wrapper, Form::Schemeless, Form::Refanged] {
            assert_eq!(to_value(form).expect("JSON"), json!(form.name()));
        }
        for &profile in Profile::ALL {
            let name = to_value(profile).expect("JSON");
            assert_eq!(from_value::<Profile>(name).expect("a profile"), profile);
        }
        let flaws: Flaws = from_value(json!(["fragment", "empty-port"])).expect("flaws");
        assert_eq!(
            to_value(flaws).expect("JSON"),
            json!(["empty-port", "fragment"])
        );
        for wrong in [json!("no-such"), json!(3), json!(null)] {
            assert!(from_value::<Flaw>(wrong.clone()).is_err());
            assert!(from_value::<Profile>(wrong).is_err());
        }
        assert!(from_value::<Url>(json!({"uri": "http://a.org"})).is_err());
    }

    #[test]
    fn a_url_and_its_flaws() {
        let (url, flaws) = parse(b"HTTP://h:81/\xff");
        let json = to_value(&url).expect("JSON");
        assert_eq!(
            (&json["scheme"], &json["port"]),
            (&json!("http"), &json!(81))
        );
        assert_eq!(
            (&json["user"], &json["path"]),
            (&json!(null), &json!("\u{fffd}"))
        );
        let flaw = to_value(&flaws[0]).expect("JSON");
        assert_eq!(
            (&flaw["name"], &flaw["end"]),
            (&json!("uppercase-scheme"), &json!(4))
        );
    }
}
