//! The texts of files: read in chunks, with the numbers of their parts.

use urlgrep::mail::{Container, Selection};
use urlgrep::{Extractor, Text};

/// The chunks of a file that is read in pieces of `size` bytes, each with its offset.
pub fn chunks<'f>(
    file: &'f [u8],
    container: &'f Container,
    size: usize,
) -> impl Iterator<Item = (u64, &'f [u8])> {
    let (mut start, mut end) = (0, 0);
    std::iter::from_fn(move || {
        while start < file.len() {
            end = (end + size).min(file.len());
            let rest = (end == file.len()).then_some(end - start);
            if let Some(len) = rest.or_else(|| container.cut(&file[start..end])) {
                let chunk = (start as u64, &file[start..start + len]);
                start += len;
                end = start;
                return Some(chunk);
            }
        }
        None
    })
}

/// The number of the text's part, such as `1.2`.
pub fn part(text: &Text<'_>) -> String {
    text.place.part_number().unwrap_or_default()
}

/// Part and URL of each match in a file, in order.
pub fn parts_and_urls(container: &Container, file: &[u8], selection: &Selection) -> Vec<String> {
    let mut all = Vec::new();
    for text in container.texts_selected(file, 0, selection) {
        let part = part(&text);
        for m in Extractor::default().extract_text(&text) {
            all.push(format!("{part} {}", String::from_utf8_lossy(m.as_bytes())));
        }
    }
    all
}
