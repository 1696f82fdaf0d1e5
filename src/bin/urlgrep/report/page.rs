//! The page: the style, the script and the data in one file.
//!
//! The policy of the page (CSP) allows its own style and script by their hashes, and nothing else: no network, no other script. The
//! page contains no URL outside the data, so that a search of its folder does not find the report in the report.

use std::io::{self, BufWriter, Write};

use base64::prelude::BASE64_STANDARD;
use base64::write::EncoderWriter;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::data::Data;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = concat!(
    include_str!("data.js"),
    include_str!("chart.js"),
    include_str!("lists.js"),
    include_str!("table.js"),
    include_str!("report.js"),
);
/// How the page begins; by this a report is recognised.
pub(super) const BEGIN: &str = "<!doctype html><!-- urlgrep report -->";

/// The page with this data.
pub(super) fn html(data: &Data<'_>) -> Vec<u8> {
    let mut page = Vec::new();
    // In memory this does not fail.
    let _ = write(data, &mut page);
    page
}

fn write(data: &Data<'_>, page: &mut Vec<u8>) -> io::Result<()> {
    let part = |rest: &'static str, name| rest.split_once(name).unwrap_or((rest, ""));
    let (begin, rest) = part(PAGE, "{style}");
    let (middle, rest) = part(rest, "{data}");
    let (after, end) = part(rest, "{script}");
    for text in [begin, STYLE, middle] {
        page.write_all(text.as_bytes())?;
    }
    let base64 = EncoderWriter::new(&mut *page, &BASE64_STANDARD);
    let gzip = GzEncoder::new(base64, Compression::default());
    let mut json = BufWriter::with_capacity(1 << 16, gzip);
    serde_json::to_writer(&mut json, data)?;
    json.into_inner()?.finish()?.finish()?;
    for text in [after, SCRIPT, end] {
        page.write_all(text.as_bytes())?;
    }
    Ok(())
}
