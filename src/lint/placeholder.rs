//! Placeholders: text in a template that stands for a component (`http://host:port/`, `http://{name}/%s`).

use crate::class::Class;
use crate::grammar::hole;
use crate::span::contains;
use crate::text::is_one_of;

/// Words that are a placeholder if the component consists of nothing else but a number.
const WORDS: &[&str] = &[
    "host", "hostname", "port", "domain", "server", "example", "user", "username", "password",
    "passwd", "pass", "pwd", "token",
];

/// Whether a component is a placeholder.
pub(super) fn is_placeholder(component: &[u8]) -> bool {
    let has = |words: &[&str]| {
        words
            .iter()
            .any(|word| contains(component, word.as_bytes()))
    };
    hole::has_hole(component)
        // The last one is a value of Template Toolkit.
        || has(&["*", "...", "…", "&#", "%_%", "[%"])
        // A regular expression, a pattern of Lua.
        || has(&["]+", "[^", "(?", "\\.", "%."])
        || has_back_reference(component)
        || has_argument(component)
        || is_directive(component)
        || is_mask(component)
        || is_value_of_configure(component)
        || is_placeholder_word(component)
}

/// Whether a component is a word that is a placeholder: `port`, `Port2`.
pub(super) fn is_placeholder_word(component: &[u8]) -> bool {
    let digits = Class::DIGIT.run_back(component);
    is_one_of(&component[..component.len() - digits], WORDS)
}

/// `http://@HOST@/`: the last mark looks like the end of a login.
fn is_value_of_configure(component: &[u8]) -> bool {
    is_value_in_login(component) && !component.iter().any(u8::is_ascii_lowercase)
}

/// `http://@server_name@/`, `http://localhost:@port@/`. In other components, `@joe` is a name.
pub(super) fn is_value_in_login(login: &[u8]) -> bool {
    matches!(login, [b'@', name @ ..] if !name.is_empty() && Class::IDENTIFIER.has_all(name))
}

/// `\1`: the group of a regular expression.
fn has_back_reference(component: &[u8]) -> bool {
    component
        .windows(2)
        .any(|pair| matches!(pair, [b'\\', b'1'..=b'9']))
}

/// `=%1`, `/%1`, `%1`: an argument as a whole value, segment or host, and no escape. `%` alone is any text (SQL).
fn has_argument(component: &[u8]) -> bool {
    let mut percents = memchr::memchr_iter(b'%', component);
    let begins = |at: usize| at == 0 || matches!(component[at - 1], b'=' | b'/');
    let is_hex = |at: usize| component.get(at).is_some_and(u8::is_ascii_hexdigit);
    component == b"%"
        || percents.any(|at| {
            let digit = matches!(component.get(at + 1), Some(b'1'..=b'9'));
            begins(at) && digit && !is_hex(at + 2)
        })
}

/// `~d`, `~s~w`: values that Prolog, Erlang and Lisp write in their place.
fn is_directive(component: &[u8]) -> bool {
    let mut pairs = component.chunks(2);
    let is_value = |pair: &[u8]| matches!(pair, [b'~', letter] if letter.is_ascii_alphabetic());
    !component.is_empty() && pairs.all(is_value)
}

/// Words of examples, as a whole login or a part of it.
#[rustfmt::skip]
const LOGIN_WORDS: &[&str] = &[
    "user", "username", "name", "login", "pass", "passwd", "password", "passphrase", "pwd", "pw", "secret",
    "token", "key", "apikey", "credentials", "example", "sample", "test", "testing", "demo", "dummy", "fake",
    "foo", "bar", "baz", "qux", "abc", "xyz", "abcd", "author", "committer", "admin", "root", "me", "you",
    "your", "my", "changeme", "letmein", "redacted",
];

/// Whether a user name or a password is one of an example: a placeholder, one letter, or made of such words.
pub(super) fn is_example_login(login: &[u8]) -> bool {
    let text = String::from_utf8_lossy(login).to_ascii_lowercase();
    // `x9my3kd8` has no word.
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
    let mut parts = parts.map(|part| part.trim_matches(|c: char| c.is_ascii_digit()));
    let within = [
        "password", "passwd", "secret", "username", "example", "token",
    ];
    // `s3cret`, `Passw0rd`
    let spelt: String = text.chars().map(letter_for).collect();
    login.len() < 2
        || is_placeholder(login)
        || parts.any(|part| LOGIN_WORDS.contains(&part))
        || within.iter().any(|word| spelt.contains(word))
}

/// The letter that a digit or sign of a password stands for.
fn letter_for(c: char) -> char {
    match c {
        '0' => 'o',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        c => c,
    }
}

/// Whether the login is an access token of GitHub or GitLab, and not one of an example: `ghp_xxxx`.
pub(super) fn is_access_token(login: &[u8]) -> bool {
    #[rustfmt::skip]
    const PREFIXES: [&[u8]; 8] = [
        b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_", b"github_pat_", b"glpat-", b"gldt-",
    ];
    /// No token is shorter, without its prefix.
    const MIN: usize = 20;
    /// A random one has more different characters.
    const FEW: usize = 8;
    let mut prefixes = PREFIXES.iter();
    let Some(rest) = prefixes.find_map(|prefix| login.strip_prefix(*prefix)) else {
        return false;
    };
    let in_token = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let mut different = rest.to_vec();
    different.sort_unstable();
    different.dedup();
    rest.len() >= MIN
        && rest.iter().all(in_token)
        && rest.iter().any(u8::is_ascii_digit)
        && different.len() > FEW
        && !is_example_login(rest)
}

/// Whether the host is in a domain that authors invent: `proxy.company.com`, `host.tld`, `git.example-corp.com`. `git.corp.a.org` is not.
pub(super) fn is_sample_host(host: &[u8]) -> bool {
    #[rustfmt::skip]
    const LABELS: &[&str] = &[
        "company", "mycompany", "yourcompany", "corp", "mycorp", "acme", "domain", "mydomain", "yourdomain",
        "host", "hostname", "myhost", "yourhost", "server", "myserver", "yourserver", "foo", "bar", "baz",
        "tld", "site", "mysite", "yoursite", "somewhere", "somehost", "someserver", "proxy", "myproxy",
        "sample", "hoge",
    ];
    let text = String::from_utf8_lossy(host).to_ascii_lowercase();
    let mut last = text.rsplit('.').take(2);
    text.contains("example") || last.any(|label| LABELS.contains(&label))
}

/// `XXXX`, `nnnn`, `####`: one character repeated in place of digits or letters. In an address, in place of any number: `192.168.x.x`.
fn is_mask(component: &[u8]) -> bool {
    let is = |word: &[u8], least: usize| match word {
        [first, ..] if word.len() >= least => {
            b"xXnN#?_".contains(first) && word.iter().all(|b| b == first)
        }
        _ => false,
    };
    let labels: Vec<&[u8]> = component.split(|b| *b == b'.').collect();
    let is_number = |label: &&[u8]| is(label, 1) || label.iter().all(u8::is_ascii_digit);
    let is_address = labels.len() == 4 && labels.iter().all(is_number);
    is(component, 2) || is_address && labels.iter().any(|label| is(label, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logins_of_examples() {
        for login in [
            "a",
            "user",
            "my-token",
            "passwd-on-proxy",
            "Secret123",
            "<pw>",
            "abc",
        ] {
            assert!(is_example_login(login.as_bytes()), "{login}");
        }
        assert!(is_value_in_login(b"@server_name") && !is_value_in_login(b"@a.b"));
        for login in ["joe", "hunter2", "k3DFx90aa", "bartender", "x9my3kd8"] {
            assert!(!is_example_login(login.as_bytes()), "{login}");
        }
        assert!(is_sample_host(b"pypi.company.com") && is_sample_host(b"git.example-corp.com"));
        assert!(!is_sample_host(b"a.org") && !is_sample_host(b"foobar.org"));
        assert!(is_sample_host(b"a.tld") && !is_sample_host(b"git.corp.a.org"));
    }

    #[test]
    fn access_tokens() {
        assert!(is_access_token(b"ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R"));
        assert!(is_access_token(b"glpat-0a1B2c3D4e5F6g7H8i9J"));
        for login in [
            "ghp_",
            "ghp_short1",
            "joe",
            &format!("ghp_{}", "x1".repeat(18)),
        ] {
            assert!(!is_access_token(login.as_bytes()), "{login}");
        }
    }

    #[test]
    fn placeholders() {
        for word in [
            "host",
            "PORT",
            "Port2",
            "${x}",
            "<pw>",
            "%s",
            "a...",
            "***",
            "xxxx",
            "192.168.x.XX",
            "%Y-%m",
            "x%d",
            "a\\.org",
            "a%.org",
            "/x\\2",
            "/x.php%_%",
            "ip=%1s",
            "/%1/x",
            "%",
            "~d",
            "~s~w",
            "[% x | y %]",
            "@HOST",
            "%2",
        ] {
            assert!(is_placeholder(word.as_bytes()), "{word}");
        }
        for word in [
            "",
            "example.org",
            "8080",
            "hunter2",
            "192.168.1.1",
            "192.168.x",
            "x",
            "%20",
            "%d0%b0",
            "%zz",
            "x%2",
            "=%20",
            "100%",
            "=%1f",
            "~",
            "~joe",
        ] {
            assert!(!is_placeholder(word.as_bytes()), "{word}");
        }
    }
}
