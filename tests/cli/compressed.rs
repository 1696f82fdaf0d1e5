//! Compressed files: complete, with several streams, broken, and hostile.

use std::io::Write;

use crate::archives::zip;
use crate::command::{Folder, begins, ends, has};

type Compress = fn(&[u8]) -> Vec<u8>;

/// The file extension, the codec's name, and the compressor.
const CODECS: [(&str, &str, Compress); 5] = [
    ("gz", "gzip", gzip),
    ("bz2", "bzip2", bzip2),
    ("xz", "xz", xz),
    ("zst", "zstd", zstd),
    ("lz4", "lz4", lz4),
];

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut to = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    to.write_all(bytes).expect("memory");
    to.finish().expect("memory")
}

pub fn bzip2(bytes: &[u8]) -> Vec<u8> {
    // Uses small blocks, so that there are several.
    let mut to = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(1));
    to.write_all(bytes).expect("memory");
    to.finish().expect("memory")
}

pub fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut to = lzma_rust2::XzWriter::new(Vec::new(), options).expect("options");
    to.write_all(bytes).expect("memory");
    to.finish().expect("memory")
}

pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

pub fn lz4(bytes: &[u8]) -> Vec<u8> {
    let info = lz4_flex::frame::FrameInfo::new()
        .block_size(lz4_flex::frame::BlockSize::Max64KB)
        .content_checksum(true);
    let mut to = lz4_flex::frame::FrameEncoder::with_frame_info(info, Vec::new());
    to.write_all(bytes).expect("memory");
    to.finish().expect("memory")
}

/// A mailbox with `messages` messages, each with a URL and numbers that compress badly.
fn mailbox(messages: usize) -> Vec<u8> {
    let mut seed = 1738_u64;
    let mut out = Vec::new();
    for i in 0..messages {
        out.extend(
            b"From joe@example.org Mon Jan  3 10:00:00 1994\nFrom: joe@example.org\nDate: now\n\n",
        );
        out.extend(format!("http://a.org/{i}\n").bytes());
        for _ in 0..20 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            out.extend(format!("{seed:016x}\n").bytes());
        }
        out.push(b'\n');
    }
    out
}

#[test]
fn the_content_is_searched() {
    let plain = mailbox(300);
    for (ending, _, compress) in CODECS {
        let name = format!("box.{ending}");
        let compressed = compress(&plain);
        let folder = Folder::with(&[(&name, &compressed), ("box", &plain)]);
        let want = folder.run(&["--json", "box"]).out;
        assert_eq!(want.lines().count(), 300);
        let want = want.replace("\"box\"", &format!("\"{name}\""));
        folder.run(&["--json", &name]).is(0, &want, "");
        let walked = folder.run(&["--json", "-g", &format!("*.{ending}")]);
        walked.is(0, &want, "");
        let stdin = want.replace(&name, "<stdin>");
        folder.pipe(&["--json"], &compressed).is(0, &stdin, "");
    }
}

#[test]
fn several_streams() {
    for (ending, _, compress) in CODECS {
        let name = format!("x.{ending}");
        let mut file = compress(b"http://a.org/ <URL:http://b.");
        file.extend([0; 700]);
        file.extend(compress(b""));
        file.extend(compress(b"org/>"));
        file.extend([0; 3]);
        let folder = Folder::with(&[(&name, &file)]);
        folder.run(&[]).is(
            0,
            &format!("{name}:http://a.org/\n{name}:http://b.org/\n"),
            "",
        );
    }
    // There may be frames of other codecs in between, and skippable frames.
    let mut file = b"\x50\x2a\x4d\x18\x03\0\0\0abc".to_vec();
    file.extend(zstd(b"http://a.org/"));
    file.extend(b"\x5f\x2a\x4d\x18\0\0\0\0");
    file.extend(gzip(b"path"));
    Folder::new()
        .pipe(&[], &file)
        .is(0, "http://a.org/path\n", "");
}

#[test]
fn content_before_a_broken_position_is_kept() {
    let plain = mailbox(6000);
    for (ending, codec, compress) in CODECS {
        let name = format!("x.{ending}");
        let compressed = compress(&plain);
        let half = &compressed[..compressed.len() / 2];
        let folder = Folder::with(&[(&name, half), ("y", b"http://y.org/")]);
        let run = folder.run(&["-I"]);
        assert_eq!(run.status, 2);
        let urls = run.out.lines().count() - 1;
        assert!((1000..5000).contains(&urls), "{ending}: {urls}");
        begins(&run.out, "http://a.org/0\nhttp://a.org/1\n");
        let last = format!("http://a.org/{}\nhttp://y.org/\n", urls - 1);
        ends(&run.out, &last);
        let message = format!("urlgrep: {name}: {codec} stream ends early after ");
        begins(&run.err, &message);
        ends(&run.err, &format!("; {urls} URLs before that were kept\n"));
        folder.run(&["-I", "--no-messages"]).is(2, &run.out, "");
        let start = half.len() - 9;
        let other = [half, &[0xaa; 100], &compressed[start..]].concat();
        let broken = Folder::with(&[(&name, &other)]).run(&["-I"]);
        assert_eq!(broken.status, 2, "{ending}");
        assert!(broken.out.starts_with("http://a.org/0\n"), "{ending}");
    }
}

#[test]
fn content_that_is_compressed_too_is_not_read() {
    for (_, codec, compress) in CODECS {
        let twice = compress(&compress(b"http://a.org/"));
        let err = format!("urlgrep: x: not read ({codec} file): decompress it\n");
        let folder = Folder::with(&[("x", &twice)]);
        folder.run(&["x"]).is(2, "", &err);
    }
}

#[test]
fn data_after_a_stream_is_reported() {
    let mut file = gzip(b"http://a.org/");
    file.extend(b"http://b.org/");
    let err = "urlgrep: x: gzip stream is followed by other data, which is not searched, after 13 bytes; 1 URL before that was kept\n";
    Folder::with(&[("x", &file)])
        .run(&["x"])
        .is(2, "http://a.org/\n", err);
}

#[test]
fn a_stream_that_grows_too_much_is_stopped() {
    let mut bomb = b"http://a.org/ ".to_vec();
    bomb.resize(100 << 20, b' ');
    let folder = Folder::with(&[("x", &gzip(&bomb))]);
    let run = folder.run(&["x"]);
    assert_eq!((run.status, &run.out[..]), (2, "http://a.org/\n"));
    let what = "gzip stream exceeds 250 times its size (--max-growth), stopped after 6";
    has(&run.err, what);
    for growth in ["0", "2000"] {
        let run = folder.run(&["-c", "--no-messages", "--max-growth", growth, "x"]);
        run.is(0, "1\n", "");
    }
}

/// The URL at the limit is cut, so it is left out.
#[test]
fn a_url_where_content_grows_too_much() {
    let url = "http://a.org/path/to/page";
    let mut bomb = vec![b' '; 63 << 20];
    bomb.extend(format!("{url}\n").repeat(100_000).bytes());
    for file in [gzip(&bomb), zip(&[("x", &bomb)])] {
        let run = Folder::with(&[("x", &file)]).run(&["-I", "x"]);
        assert_eq!(run.status, 2);
        has(&run.err, "(--max-growth), stopped after ");
        assert!(run.out.lines().count() > 1000);
        assert!(run.out.lines().all(|line| line == url));
    }
}

#[test]
fn memory_of_streams_is_bounded() {
    // A window of 2 GiB (RFC 8878 section 3.1.1.1.2).
    let zstd = b"\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00";
    let run = Folder::new().pipe(&[], zstd);
    assert_eq!((run.status, &run.out[..]), (2, ""));
    has(&run.err, "zstd stream is broken");
}

#[test]
fn a_compressed_batch_of_news() {
    let article = b"Path: a!b\nFrom: joe@example.org\nNewsgroups: a.b\n\nhttp://a.org/\n";
    let mut batch = format!("#! rnews {}\n", article.len()).into_bytes();
    batch.extend(article);
    batch.extend(batch.clone());
    for line in ["#! cunbatch\n", "#! gunbatch\n"] {
        let file = [line.as_bytes(), &gzip(&batch)].concat();
        let folder = Folder::with(&[("batch", &file)]);
        let run = folder.run(&["--format", "{message.number} {start} {url}"]);
        let second = batch.len() - "http://a.org/\n".len();
        let first = second - batch.len() / 2;
        run.is(
            0,
            &format!("1 {first} http://a.org/\n2 {second} http://a.org/\n"),
            "",
        );
    }
}

#[test]
fn hostile_streams_are_harmless() {
    let plain = mailbox(20);
    for (ending, _, compress) in CODECS {
        let compressed = compress(&plain);
        let mut files = Vec::new();
        for i in 0..200 {
            let mut file = compressed.clone();
            let at = 5 + i * (file.len() - 5) / 200;
            file[at] ^= 1 << (i % 8);
            files.push((i.to_string(), file));
        }
        let run = Folder::of(files).run(&["-c", "--include-zero"]);
        // A changed bit in a header may have no effect; checksums detect the others.
        assert_eq!(run.status, 2, "{ending}: {}", run.err);
        let is_ours = |line: &str| line.starts_with("urlgrep: ");
        assert!(run.err.lines().all(is_ours), "{ending}: {}", run.err);
        let errors = run.err.lines().count();
        assert!(errors > 150, "{ending}: {errors}");
    }
}

/// `corpora/mail/1994.mbox`, compressed by compress(1) with codes of up to 16 bits, and up to 10 bits so that the table is cleared.
const COMPRESS: [&[u8]; 2] = [include_bytes!("1994.mbox.Z"), include_bytes!("1994.10.Z")];

#[test]
fn files_of_compress() {
    let plain = include_bytes!("../../corpora/mail/1994.mbox");
    let want = Folder::with(&[("x", plain)]).run(&["--json", "x"]).out;
    assert_eq!(want.lines().count(), 79);
    for compressed in COMPRESS {
        let batch = [b"#! cunbatch\n", compressed].concat();
        for file in [compressed, &batch] {
            let folder = Folder::with(&[("x", file)]);
            folder.run(&["--json", "x"]).is(0, &want, "");
        }
        for i in 2..compressed.len().min(400) {
            let mut file = compressed.to_vec();
            file[i] ^= 1 << (i % 8);
            let run = Folder::with(&[("x", &file)]).run(&["-c", "x"]);
            assert!((0..=2).contains(&run.status), "{}", run.err);
        }
    }
}
