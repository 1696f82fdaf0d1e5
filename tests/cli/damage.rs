//! Damaged archives and compressed files: all that is not damaged is searched, and an error says where the damage is.

use zip::CompressionMethod;

use crate::archives::{Files, compound_file, properties, tar, tnef, utf_16, zip, zip_with};
use crate::command::{Folder, begins, ends, finish};
use crate::compressed::{bzip2, gzip, lz4, xz, zstd};

/// Three lines of a file with this name.
fn text(name: &str) -> String {
    (0..3).fold(String::new(), |text, i| {
        text + &format!("{i} http://{name}.org/{i}\n")
    })
}

/// What is printed for such files.
fn urls(names: &[&str]) -> String {
    let urls = |name: &str| {
        text(name)
            .replace("0 ", "")
            .replace("1 ", "")
            .replace("2 ", "")
    };
    names.iter().map(|name| urls(name)).collect()
}

/// An archive of four files.
fn pack(pack: fn(&Files<'_>) -> Vec<u8>) -> Vec<u8> {
    let files = ["aa", "bb", "cc", "dd"].map(|name| (name, text(name)));
    let files = files
        .each_ref()
        .map(|(name, text)| (*name, text.as_bytes()));
    pack(&files)
}

fn find(bytes: &[u8], needle: &[u8], nth: usize) -> usize {
    let mut found = memchr::memmem::find_iter(bytes, needle);
    found.nth(nth).expect("it occurs")
}

/// The output and the errors for a file. From a pipe and in a directory it is the same.
fn search(name: &str, bytes: &[u8], want: &str, err: &str) {
    let folder = Folder::with(&[(name, bytes)]);
    folder.run(&["-I", name]).is(2, want, err);
    folder.run(&["-I", "-j1"]).is(2, want, err);
    let err = err.replace(&format!(" {name}"), " <stdin>");
    folder.pipe(&["-I"], bytes).is(2, want, &err);
}

#[test]
fn a_zip_archive_in_which_bytes_are_missing_or_added() {
    let archive = pack(zip);
    let second = find(&archive, b"PK\x03\x04", 1);
    let third = find(&archive, b"PK\x03\x04", 2);
    for change in [-10_i64, 10] {
        let mut archive = archive.clone();
        // In the content of the second member.
        match usize::try_from(change) {
            Ok(added) => _ = archive.splice(third - 12..third - 12, vec![b'x'; added]),
            Err(_) => _ = archive.drain(third - 20..third - 10),
        }
        let run = Folder::with(&[("x.zip", &archive)]).run(&["-I", "x.zip"]);
        assert_eq!(run.status, 2);
        begins(&run.out, &urls(&["aa"]));
        ends(&run.out, &urls(&["cc", "dd"]));
        begins(&run.err, "urlgrep: x.zip!bb: zip member ");
    }
    let mut archive = archive.clone();
    archive[second] = b'x';
    let err = format!(
        "urlgrep: x.zip!bb: the zip member is not where the directory says (byte {second})\n"
    );
    search("x.zip", &archive, &urls(&["aa", "cc", "dd"]), &err);
}

#[test]
fn a_zip_archive_whose_directory_is_damaged() {
    let archive = pack(zip);
    let all = urls(&["aa", "bb", "cc", "dd"]);
    for (nth, read) in [(0, 0), (1, 1), (3, 3)] {
        let mut archive = archive.clone();
        let at = find(&archive, b"PK\x01\x02", nth);
        archive[at] = b'x';
        let err = match nth {
            0 => "urlgrep: x.zip: the directory of the zip archive is missing\n".to_string(),
            _ => format!(
                "urlgrep: x.zip: the directory of the zip archive is broken at byte {at}: it has {read} entries instead of 4\n"
            ),
        };
        search("x.zip", &archive, &all, &err);
    }
    // With a length that is too large, too.
    let mut damaged = archive.clone();
    let second = find(&damaged, b"PK\x03\x04", 1);
    damaged[second + 18..second + 22].fill(0xff);
    damaged[find(&archive, b"PK\x01\x02", 1)] = b'x';
    let run = Folder::with(&[("x.zip", &damaged)]).run(&["-I", "x.zip"]);
    begins(&run.out, &urls(&["aa", "bb"]));
    ends(&run.out, &urls(&["cc", "dd"]));
}

/// The members of the archive within are not those of the archive around it.
#[test]
fn a_damaged_zip_archive_that_holds_an_archive() {
    let (inner, text) = (pack(zip), text("zz"));
    let files = [("in.zip", &inner[..]), ("zz", text.as_bytes())];
    let mut archive = zip_with(&files, CompressionMethod::Stored);
    // As if its length followed the content.
    archive[6] |= 8;
    let last = find(&archive, b"PK\x03\x04", 5);
    archive[last] = b'x';
    let err = format!(
        "urlgrep: x.zip!zz: the zip member is not where the directory says (byte {last})\n"
    );
    let want = urls(&["aa", "bb", "cc", "dd"]);
    search("x.zip", &archive, &want, &err);
}

/// Each of them could begin a member.
#[test]
fn many_headers_in_a_damaged_zip_archive() {
    let mut archive = pack(zip);
    let end = find(&archive, b"PK\x01\x02", 0);
    archive.truncate(end);
    archive.extend(b"PK\x03\x04".repeat(1 << 18));
    let run = Folder::with(&[("x", &archive)]).run_bounded(4, &["-I", "x"]);
    begins(&run.out, &urls(&["aa", "bb", "cc"]));
    assert_eq!(run.status, 2);
}

#[test]
fn a_tar_archive_with_a_damaged_header() {
    let archive = pack(tar);
    let third = 2 * 1024;
    let mut damaged = archive.clone();
    damaged[third] ^= 1;
    let found = third + 1024;
    let err = format!(
        "urlgrep: x.tar: tar archive is broken: no member begins at byte {third}; read on at byte {found}\n"
    );
    search("x.tar", &damaged, &urls(&["aa", "bb", "dd"]), &err);
    // Without ten bytes of the third member.
    let mut damaged = archive.clone();
    damaged.drain(third + 600..third + 610);
    let err = format!(
        "urlgrep: x.tar: tar archive is broken: no member begins at byte {found}; read on at byte {}\n",
        found - 10
    );
    search("x.tar", &damaged, &urls(&["aa", "bb", "cc", "dd"]), &err);
    // The last header.
    let mut damaged = archive;
    damaged[found] ^= 1;
    let err = format!(
        "urlgrep: x.tar: tar archive is broken: no member begins at byte {found}; the rest is not read\n"
    );
    search("x.tar", &damaged, &urls(&["aa", "bb", "cc"]), &err);
}

/// The header before the damage is not found again.
#[test]
fn a_damaged_header_in_a_tar_archive_after_an_empty_member() {
    let (bb, cc) = (text("bb"), text("cc"));
    let mut archive = tar(&[("empty", b""), ("bb", bb.as_bytes()), ("cc", cc.as_bytes())]);
    archive[512] ^= 1;
    let err = "urlgrep: x.tar: tar archive is broken: no member begins at byte 512; read on at byte 1536\n";
    search("x.tar", &archive, &urls(&["cc"]), err);
}

/// POSIX (pax, "ustar Interchange Format") ends an archive with two blocks of zeros. Some programs write one.
#[test]
fn a_block_of_zeros_in_a_tar_archive() {
    let mut archive = pack(tar);
    let third = 2 * 1024;
    archive[third..third + 512].fill(0);
    let err = format!(
        "urlgrep: x.tar: tar archive is broken: no member begins at byte {third}; read on at byte {}\n",
        third + 1024
    );
    search("x.tar", &archive, &urls(&["aa", "bb", "dd"]), &err);
    // Also in an archive that follows another one.
    let one = tar(&[("one", text("one").as_bytes())]);
    let both = [&one[..], &archive].concat();
    let err = format!(
        "urlgrep: x.tar: tar archive is broken: no member begins at byte {}; read on at byte {}\n",
        one.len() + third,
        one.len() + third + 1024
    );
    let out = urls(&["one", "aa", "bb", "dd"]);
    search("x.tar", &both, &out, &err);
    // An archive that ends with one block, alone and before another one.
    let mut ended = pack(tar);
    ended.truncate(4 * 1024 + 512);
    let all = ["aa", "bb", "cc", "dd"];
    Folder::with(&[("x.tar", &ended)])
        .run(&["-I", "x.tar"])
        .is(0, &urls(&all), "");
    let both = [&ended[..], &pack(tar)].concat();
    Folder::with(&[("x.tar", &both)])
        .run(&["-I", "x.tar"])
        .is(0, &urls(&[all, all].concat()), "");
    // After two blocks anything may follow.
    let mut filled = pack(tar);
    filled.extend([b'x'; 1024]);
    Folder::with(&[("x.tar", &filled)])
        .run(&["-I", "x.tar"])
        .is(0, &urls(&all), "");
}

/// Headers that are far apart, and many of them.
#[test]
fn tar_archives_with_much_damage() {
    let files: Vec<_> = (0..500)
        .map(|i| (i.to_string(), text("x").repeat(40)))
        .collect();
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (&**name, text.as_bytes()))
        .collect();
    let mut archive = tar(&files);
    let member = archive.len() / 500 / 512 * 512;
    for i in (0..500).filter(|i| i % 3 == 1) {
        archive[i * member] ^= 1;
    }
    let folder = Folder::with(&[("x.tar", &archive)]);
    let run = folder.run(&["-c", "x.tar"]);
    assert_eq!((run.status, run.out.lines().count()), (2, 333));
}

#[test]
fn what_was_decompressed_before_the_damage_is_kept() {
    // Less than is read at a time.
    let lines: String = (0..20_000)
        .map(|i| format!("{i} http://a.org/{i}\n\n"))
        .collect();
    for (name, compress) in [
        ("gzip", gzip as fn(&[u8]) -> Vec<u8>),
        ("bzip2", bzip2),
        ("zstd", zstd),
    ] {
        let mut compressed = compress(lines.as_bytes());
        let at = compressed.len() * 9 / 10;
        compressed[at..at + 40].fill(0xff);
        let run = Folder::with(&[("x", &compressed)]).run(&["x"]);
        let urls = run.out.lines().count();
        assert!(urls > 13_000, "{name}: {urls}");
        begins(&run.err, &format!("urlgrep: x: {name} stream is broken ("));
    }
}

/// A wrong bit shuffles a block of bzip2, and makes nonsense of a chunk of xz; only their ends tell.
#[test]
fn a_damaged_block_is_not_searched() {
    let lines: Vec<_> = (0..240_000)
        .map(|i| format!("http://a.org/{i}\n"))
        .collect();
    for (name, compress) in [("bzip2", bzip2 as fn(&[u8]) -> Vec<u8>), ("xz", xz)] {
        let compressed = compress(lines.concat().as_bytes());
        for percent in [80, 85, 90, 95] {
            let mut damaged = compressed.clone();
            damaged[compressed.len() * percent / 100] ^= 1;
            let run = Folder::with(&[("x", &damaged)]).run(&["x"]);
            let urls = run.out.lines().count();
            assert!((80_000..240_000).contains(&urls), "{name}: {urls}");
            assert!(run.out == lines[..urls].concat(), "{name}");
            begins(&run.err, &format!("urlgrep: x: {name} stream is broken ("));
        }
    }
}

/// The decoder returns nothing of a frame whose window is as large as its content.
#[test]
fn a_zstd_frame_that_ends_early() {
    let block = "http://a.org/path\n\n".repeat(5000);
    let mut frame = b"\x28\xb5\x2f\xfd\xa0".to_vec();
    frame.extend((3 * block.len() as u32).to_le_bytes());
    for _ in 0..3 {
        let raw = (block.len() as u32) << 3;
        frame.extend(&raw.to_le_bytes()[..3]);
        frame.extend(block.as_bytes());
    }
    frame.truncate(frame.len() - 100);
    let err = "urlgrep: x: zstd stream ends early after 185.5 KiB (byte 190000); 10000 URLs before that were kept\n";
    let want = "http://a.org/path\n".repeat(10_000);
    Folder::with(&[("x", &frame)]).run(&["x"]).is(2, &want, err);
    let err = "urlgrep: x: zstd stream ends early after 0 bytes\n";
    let begun = &frame[..4];
    Folder::with(&[("x", begun)]).run(&["x"]).is(2, "", err);
}

#[test]
fn a_file_of_compress_with_damage() {
    let mut compressed = include_bytes!("1994.mbox.Z").to_vec();
    let whole = Folder::with(&[("x", &compressed)]).run(&["x"]).out;
    compressed[5000..5040].fill(0xff);
    let run = Folder::with(&[("x", &compressed)]).run(&["x"]);
    let kept: String = whole.split_inclusive('\n').take(40).collect();
    begins(&run.out, &kept);
    begins(&run.err, "urlgrep: x: compress stream is broken (");
}

#[test]
fn tnef_with_broken_properties() {
    let mut list = properties(&[
        (0x1e, 0x0037, b"subject\0"),
        (0x102, 0x1013, b"<a href='http://html.org/'>x</a>"),
    ]);
    // The type of the first one.
    list[4] = 0xaa;
    let file = tnef(&[
        (1, 0x0006_9003, &list),
        (1, 0x0002_800c, b"http://body.org/\0"),
    ]);
    let err = "urlgrep: w: TNEF file is broken at byte 19: the properties there cannot be read\n";
    search("w", &file, "http://body.org/\n", err);
}

/// The first example of MS-OXRTFCP section 3, but for a byte of its text.
#[test]
fn compressed_rtf_with_damage() {
    let rtf = b"\x2d\0\0\0\x2b\0\0\0LZFu\xf1\xc5\xc7\xa7\x03\0\x0a\0rcpg125B2\x0a\xf3 hel\x09\0 bw\x05\xb0ld}\x0a\x80\x0f\xa0";
    let search = |rtf: &[u8]| {
        let file = tnef(&[(1, 0x0006_9003, &properties(&[(0x102, 0x1009, rtf)]))]);
        Folder::with(&[("w", &file)]).run(&["w"])
    };
    search(rtf).is(1, "", "");
    let mut damaged = *rtf;
    damaged[35] = b'x';
    let err = "urlgrep: w!body.rtf: its RTF has a wrong checksum; 0 URLs before that were kept\n";
    search(&damaged).is(2, "", err);
    let err = "urlgrep: w!body.rtf: its RTF ends early; 0 URLs before that were kept\n";
    search(&rtf[..rtf.len() - 5]).is(2, "", err);
}

/// What should be its name is a folder.
#[test]
fn an_attachment_of_outlook_without_a_readable_name() {
    let attachment = "/__attach_version1.0_#00000000";
    let message = compound_file(&[
        ("/__properties_version1.0", &[0; 32]),
        ("/__substg1.0_1000001F", &utf_16("http://body.org/")),
        (&format!("{attachment}/__substg1.0_3707001F/x"), b""),
        (
            &format!("{attachment}/__substg1.0_37010102"),
            b"http://attached.org/",
        ),
    ]);
    let want = "m!body.txt:http://body.org/\nm!attachment-1:http://attached.org/\n";
    Folder::with(&[("m", &message)])
        .run(&["-H", "m"])
        .is(0, want, "");
    let run = Folder::with(&[("m", &message[..700])]).run(&["m"]);
    assert_eq!(run.status, 2);
    begins(
        &run.err,
        "urlgrep: m: the OLE file (a message of Outlook or a document of Office) is broken (",
    );
    ends(&run.err, "); search its bytes with -a\n");
}

#[test]
fn a_configuration_that_is_not_utf_8() {
    let bad = b"# one\nx = \"\xff\"\n[tool.urlgrep]\n";
    let folder = Folder::with(&[
        ("bad", bad),
        ("a.txt", b"http://a.org/"),
        ("d/pyproject.toml", bad),
        ("d/a.md", b"http://a.org/"),
    ]);
    let why = "line 2: not UTF-8; save the file as UTF-8";
    let run = |args: &[&str]| folder.run(args);
    run(&["--host", "@bad", "a.txt"]).is(2, "", &format!("error: --host @bad: {why}\n"));
    run(&["lint", "--config", "bad", "a.txt"]).is(2, "", &format!("urlgrep: bad: {why}\n"));
    let lint = run(&["lint", "d/a.md"]);
    assert_eq!(lint.status, 2);
    ends(&lint.err, &format!("/d/pyproject.toml: {why}\n"));
    let mut command = folder.command(&["a.txt"]);
    command.env("URLGREP_CONFIG_PATH", "bad");
    finish(&mut command).is(
        2,
        "",
        &format!("urlgrep: bad: {why} (URLGREP_CONFIG_PATH)\n"),
    );
}

/// The last URL before the damage is cut, so it is left out.
#[test]
fn a_url_that_is_cut_by_the_damage() {
    let lines = |end: &str| format!("http://a.org/one\nhttp://a.org/two{end}");
    let stored = |text: &str| {
        let mut gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec();
        // A block that is not compressed (RFC 1951 section 3.2.4).
        gzip.extend([1, 200, 0, !200, 0xff]);
        gzip.extend(text.as_bytes());
        gzip
    };
    let run = |text: &str| Folder::with(&[("x", &stored(text))]).run(&["x"]);
    let one = "http://a.org/one\n";
    assert_eq!(run(&lines("")).out, one);
    assert_eq!(run(&lines("\n")).out, format!("{one}http://a.org/two\n"));
    assert_eq!(run(&lines(">")).out, format!("{one}http://a.org/two\n"));
    let archive = tar(&[("a", lines(&"x".repeat(900)).as_bytes())]);
    let cut = &archive[..512 + 32];
    assert_eq!(Folder::with(&[("x", cut)]).run(&["-I", "x"]).out, one);
}

/// A checksum follows the content, which is complete.
#[test]
fn a_wrong_checksum_cuts_no_url() {
    let content = "http://a.org/one\nhttp://a.org/two";
    let xz = xz(content.as_bytes());
    // The footer says how long the index before it is; the checksum stands before that.
    let words = xz[xz.len() - 8..][..4].iter().rev();
    let index = 4 * (words.fold(0, |sum, &b| sum << 8 | usize::from(b)) + 1);
    let sum_of_xz = xz.len() - 12 - index - 1;
    let gzip = gzip(content.as_bytes());
    let sum_of_gzip = gzip.len() - 8;
    let lz4 = lz4(content.as_bytes());
    let sum_of_lz4 = lz4.len() - 1;
    for (mut file, sum) in [(xz, sum_of_xz), (gzip, sum_of_gzip), (lz4, sum_of_lz4)] {
        file[sum] ^= 1;
        let run = Folder::with(&[("x", &file)]).run(&["x"]);
        assert_eq!((run.status, run.out), (2, format!("{content}\n")));
    }
}
