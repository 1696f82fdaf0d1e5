//! The lists of a report against its table: a click on a name shows the rows whose field has this value.

use serde_json::Value;

use crate::command::Folder;
use crate::report::{counts, report};

/// Its names are alike, are parts of others, look like words of a search, are not UTF-8, or have blanks, capitals and several dots.
const MAILBOX: &[u8] = include_bytes!("names.mbox");

/// The numbers of a column.
fn column(column: &Value) -> Vec<usize> {
    let numbers = column.as_array().expect("a column").iter();
    let number = |each: &Value| each.as_u64().expect("a number") as usize;
    numbers.map(number).collect()
}

/// The value of a field in each row, as the page looks it up: a column of numbers of strings, of rows or of messages.
fn values(data: &Value, strings: &str, of: &str) -> Vec<String> {
    let table = &data["table"];
    let value = |number: usize| {
        let value = table[strings][number].as_str();
        value.expect("a string").to_string()
    };
    let of_messages = &table["messages"][of];
    if of_messages.is_null() {
        return column(&table[of]).into_iter().map(value).collect();
    }
    let numbers = column(of_messages);
    let messages = column(&table["message"]).into_iter();
    messages.map(|message| value(numbers[message])).collect()
}

#[test]
fn each_name_has_as_many_rows_as_its_list_counts() {
    let folder = Folder::with(&[("box", MAILBOX)]);
    for args in [&["box"][..], &["--defang", "box"], &["--unwrap", "box"]] {
        let data = report(&folder, args);
        for (list, strings, of) in [
            ("domains", "domains", "domain"),
            ("hosts", "hosts", "host"),
            ("schemes", "schemes", "scheme"),
            ("forms", "forms", "form"),
            ("flaws", "flaws", "flaw"),
            ("rewriters", "rewriters", "rewriter"),
            ("senders", "senders", "sender"),
            ("threads", "threads", "thread"),
        ] {
            let names = counts(&data[list]);
            let number = data[list].as_array().map(Vec::len);
            assert!(!names.is_empty(), "{list}");
            assert_eq!(number, Some(names.len()), "{list}: two names are alike");
            let rows = values(&data, strings, of);
            for (name, count) in names {
                let is = |value: &&String| match list {
                    "flaws" => value.split(',').any(|flaw| flaw == name),
                    _ => **value == name,
                };
                let found = rows.iter().filter(is).count() as u64;
                assert_eq!(found, count, "{args:?} {list} {name}");
            }
        }
        let rows = values(&data, "urls", "url");
        let repeated = data["repeated"].as_array().expect("a list");
        assert!(!repeated.is_empty());
        for each in repeated {
            let found = rows.iter().filter(|url| each["url"] == ***url).count();
            assert_eq!(each["count"], found, "{args:?} {}", each["url"]);
        }
    }
}

/// A host below a public suffix is of another domain than the suffix, and a suffix at the end of a longer host is none.
#[test]
fn domains_and_senders_of_the_list() {
    let folder = Folder::with(&[("box", MAILBOX)]);
    let data = report(&folder, &["box"]);
    let domains = counts(&data["domains"]);
    for (name, wanted) in [
        ("co.uk", 1),
        ("a.co.uk", 2),
        ("github.io", 1),
        ("joe.github.io", 1),
        ("evil.com", 1),
        ("notexample.org", 1),
        // A registry of containers need not be a name of the DNS.
        ("www.example.org", 1),
    ] {
        assert_eq!(domains.get(name), Some(&wanted), "{name}");
    }
    let senders = counts(&data["senders"]);
    assert_eq!(senders["j@x.example"], 8, "also with ` at ` for its `@`");
}
