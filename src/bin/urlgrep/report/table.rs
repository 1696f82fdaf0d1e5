//! The rows of the report's table: columns of numbers, and tables of the strings that they stand for.

use serde::Serialize;

use super::item::Item;
use crate::dates;
use crate::strings::Strings;
use crate::visible::lossy;

/// Stands for the URL in the text around it. The text itself has none.
pub(crate) const MARK: char = '\u{1}';

/// How much text the table holds, in bytes. It is compressed to about a third.
const ROOM: usize = 48 << 20;

/// The messages that have a URL in the table; a file that is not mail counts as one.
#[derive(Default, Debug, Serialize)]
pub(super) struct Messages {
    file: Vec<u32>,
    /// 0 if it is not mail, or before the first message.
    number: Vec<u64>,
    date: Vec<Option<String>>,
    /// A number of `people`.
    from: Vec<u32>,
    /// A number of `senders`.
    sender: Vec<u32>,
    subject: Vec<String>,
    id: Vec<String>,
    /// A number of `threads`.
    thread: Vec<u32>,
}

/// The table.
#[derive(Default, Debug, Serialize)]
pub(super) struct Table {
    urls: Strings,
    hosts: Strings,
    /// Registered domains, or else hosts.
    domains: Strings,
    schemes: Strings,
    forms: Strings,
    /// Names of flaws, separated by commas.
    flaws: Strings,
    rewriters: Strings,
    people: Strings,
    senders: Strings,
    threads: Strings,
    /// Parts and header fields.
    parts: Strings,
    messages: Messages,
    /// The columns: numbers of the above, or what they say.
    url: Vec<u32>,
    host: Vec<u32>,
    domain: Vec<u32>,
    scheme: Vec<u32>,
    form: Vec<u32>,
    flaw: Vec<u32>,
    rewriter: Vec<u32>,
    traits: Vec<u8>,
    message: Vec<u32>,
    part: Vec<u32>,
    line: Vec<u64>,
    column: Vec<u64>,
    context: Vec<String>,
    #[serde(skip)]
    text: usize,
    /// The file and message of the last row.
    #[serde(skip)]
    last: Option<(u32, Option<u64>)>,
}

impl Table {
    pub(super) fn len(&self) -> usize {
        self.url.len()
    }

    /// Whether there is room for more rows.
    pub(super) fn has_room(&self) -> bool {
        self.text < ROOM
    }

    pub(super) fn add(&mut self, item: &Item<'_>, file: u32) {
        let own = (file, item.message);
        if self.last.replace(own) != Some(own) {
            self.add_message(item, file);
        }
        let urls = self.urls.list.len();
        self.url.push(self.urls.number(item.url));
        if self.urls.list.len() > urls {
            self.text += item.url.len();
        }
        self.host.push(self.hosts.number(item.host));
        self.domain.push(self.domains.number(item.domain));
        self.scheme.push(self.schemes.number(item.scheme));
        self.form.push(self.forms.number(item.form));
        self.flaw.push(self.flaws.number(item.flaws));
        self.rewriter.push(self.rewriters.number(item.rewriter));
        self.traits.push(item.traits);
        self.message.push(self.messages.file.len() as u32 - 1);
        let part = match item.field {
            b"" => item.part,
            field => field,
        };
        self.part.push(self.parts.number(part));
        self.line.push(item.line);
        self.column.push(item.column);
        self.text += item.context.len();
        self.context.push(lossy(item.context).into_owned());
    }

    fn add_message(&mut self, item: &Item<'_>, file: u32) {
        let messages = &mut self.messages;
        messages.file.push(file);
        messages.number.push(item.message.unwrap_or(0));
        messages.date.push(item.date.and_then(dates::timestamp));
        messages.from.push(self.people.number(item.from));
        messages.sender.push(self.senders.number(item.sender));
        messages.subject.push(lossy(item.subject).into_owned());
        messages.id.push(lossy(item.id).into_owned());
        messages.thread.push(self.threads.number(item.thread));
        self.text += item.from.len() + item.subject.len() + item.id.len();
    }
}
