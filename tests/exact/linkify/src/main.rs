//! Reads a JSON array of texts on standard input. Prints for each an array of the URLs that linkify finds.

use linkify::{LinkFinder, LinkKind};

fn main() {
    let texts: Vec<String> = serde_json::from_reader(std::io::stdin()).expect("an array of texts");
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let found = |text: &String| {
        finder
            .links(text)
            .map(|link| vec![link.as_str().to_string()])
            .collect::<Vec<_>>()
    };
    let all: Vec<_> = texts.iter().map(found).collect();
    println!("{}", serde_json::to_string(&all).expect("JSON"));
}
