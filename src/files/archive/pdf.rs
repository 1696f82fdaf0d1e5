//! PDF (ISO 32000-1). Each page is a member: its text, then the targets of its links (`/URI`), one a line in `<>`.
//!
//! A target is exact. The text is what the fonts of the page say; a line break in it may be one of the layout.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};

use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectId};

use super::{Content, Contents, Damage, Member, broken};

/// A larger file is not read: it has to be in memory.
const MAX_LEN: u64 = 1 << 30;

/// The most that a stream in the file may contain once it is decompressed.
const MAX_STREAM: usize = 256 << 20;

/// The pages that are left.
pub(super) struct Pdf {
    document: Document,
    pages: VecDeque<(u32, ObjectId)>,
}

impl Pdf {
    pub(super) fn open(contents: Contents) -> io::Result<Pdf> {
        let mut file = Vec::new();
        let len = contents.stream().take(MAX_LEN + 1).read_to_end(&mut file)?;
        if len as u64 > MAX_LEN {
            return Err(broken("a PDF file of more than 1 GiB"));
        }
        let options = LoadOptions {
            max_decompressed_size: Some(MAX_STREAM),
            ..LoadOptions::default()
        };
        let document = Document::load_mem_with_options(&file, options).map_err(|error| {
            broken(format_args!(
                "the PDF file is broken ({error}); try to convert it with pdftotext"
            ))
        })?;
        let pages = if document.is_encrypted() {
            // The number of pages is not encrypted, but their text is.
            VecDeque::from([(0, (0, 0))])
        } else {
            document.get_pages().into_iter().collect()
        };
        Ok(Pdf { document, pages })
    }

    /// The targets of the links on a page.
    fn targets(&self, page: ObjectId) -> Vec<&[u8]> {
        let annotations = self.document.get_page_annotations(page);
        let annotations = annotations.unwrap_or_default().into_iter();
        annotations.filter_map(|link| self.target(link)).collect()
    }

    fn target<'d>(&'d self, link: &'d Dictionary) -> Option<&'d [u8]> {
        let entry = |of: &'d Dictionary, key: &[u8]| {
            let (_, object) = self.document.dereference(of.get(key).ok()?).ok()?;
            Some(object)
        };
        let action = entry(link, b"A")?.as_dict().ok()?;
        match entry(action, b"URI")? {
            Object::String(target, _) => Some(target),
            _ => None,
        }
    }
}

/// The text with each ligature as its letters. Fonts have one character for them, URLs do not.
fn without_ligatures(mut text: String) -> String {
    #[rustfmt::skip]
    let ligatures = [
        ("\u{fb00}", "ff"), ("\u{fb01}", "fi"), ("\u{fb02}", "fl"), ("\u{fb03}", "ffi"), ("\u{fb04}", "ffl"),
        ("\u{fb05}", "st"), ("\u{fb06}", "st"),
    ];
    for (ligature, letters) in ligatures {
        if text.contains(ligature) {
            text = text.replace(ligature, letters);
        }
    }
    text
}

impl Iterator for Pdf {
    type Item = io::Result<Member>;

    fn next(&mut self) -> Option<io::Result<Member>> {
        let (number, page) = self.pages.pop_front()?;
        let content = match number {
            0 => Content::Encrypted,
            _ => {
                let chunks = self
                    .document
                    .extract_text_chunks_with_limit(&[number], MAX_STREAM);
                let (mut text, mut problem) = (String::new(), None);
                for chunk in chunks {
                    match chunk {
                        Ok(part) => text += &part,
                        Err(error) => {
                            problem = Some(format!(
                                "a part of its text is not read ({error}); try to convert it with pdftotext"
                            ));
                        }
                    }
                }
                let mut bytes = without_ligatures(text).into_bytes();
                for target in self.targets(page) {
                    bytes.extend([b"\n\n<", target, b">\n"].concat());
                }
                Content::Readable(Box::new(Cursor::new(bytes).chain(Damage(problem))))
            }
        };
        let name = format!("page {number}").into_bytes();
        Some(Ok(Member {
            is_text: true,
            ..Member::new(name, None, content)
        }))
    }
}
