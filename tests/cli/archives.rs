//! Archives: members as files, also nested, damaged, encrypted and hostile ones, from files and from standard input.

use std::io::{Cursor, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

use crate::command::{Folder, Run, begins, end, ends, has, spawn};
use crate::compressed::{gzip, xz};

pub type Files<'f> = [(&'f str, &'f [u8])];

pub fn tar(files: &Files<'_>) -> Vec<u8> {
    let mut to = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        to.append_data(&mut header, name, *bytes).expect("memory");
    }
    to.into_inner().expect("memory")
}

pub fn zip(files: &Files<'_>) -> Vec<u8> {
    zip_with(files, CompressionMethod::Deflated)
}

pub fn zip_with(files: &Files<'_>, method: CompressionMethod) -> Vec<u8> {
    let mut to = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in files {
        to.start_file(*name, options).expect("memory");
        to.write_all(bytes).expect("memory");
    }
    to.finish().expect("memory").into_inner()
}

const MAIL: &[u8] =
    b"From: joe@x.org\nDate: now\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8=\n";

const FILES: &Files<'static> = &[
    ("inbox", MAIL),
    ("d/x.json", b"{\"u\": \"http:\\/\\/json.org\\/\"}"),
    ("d/notes.txt", b"one\ntwo http://text.org/\n"),
];

/// What `-n` prints for these files in an archive.
fn lines(archive: &str) -> String {
    format!(
        "{archive}!inbox:5:http://a.b/\n{archive}!d/x.json:1:http://json.org/\n{archive}!d/notes.txt:2:http://text.org/\n"
    )
}

fn archives() -> [(&'static str, Vec<u8>); 6] {
    let tar = tar(FILES);
    [
        ("a.tgz", gzip(&tar)),
        ("a.tar.xz", xz(&tar)),
        ("a.tar", tar),
        ("a.zip", zip(FILES)),
        ("stored.odt", zip_with(FILES, CompressionMethod::Stored)),
        // A program that unpacks itself.
        ("zip64.jar", zip64(FILES)),
    ]
}

/// A zip archive whose end record is the one for large archives.
fn zip64(files: &Files<'_>) -> Vec<u8> {
    let mut bytes = zip(files);
    let end = bytes.len() - 22;
    let old = bytes.split_off(end);
    let number = |at: usize| u64::from(u32::from_le_bytes(old[at..at + 4].try_into().expect("4")));
    bytes.extend(b"PK\x06\x06");
    bytes.extend(44_u64.to_le_bytes());
    bytes.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for number in [
        files.len() as u64,
        files.len() as u64,
        number(12),
        number(16),
    ] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(b"PK\x06\x07\0\0\0\0");
    bytes.extend((end as u64).to_le_bytes());
    bytes.extend([1, 0, 0, 0]);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([0xff; 12]);
    bytes.extend([0, 0]);
    bytes
}

#[test]
fn members_are_files() {
    for (name, archive) in archives() {
        let folder = Folder::with(&[(name, &archive)]);
        let want = lines(name);
        folder.run(&["-n", name]).is(0, &want, "");
        folder.run(&["-n"]).is(0, &want, "");
        folder.run(&["-n", "-j1"]).is(0, &want, "");
        folder.pipe(&["-Hn"], &archive).is(0, &lines("<stdin>"), "");
        // A line of a member needs its path.
        folder.pipe(&["-n"], &archive).is(0, &lines("<stdin>"), "");
        let counts = |path| format!("{path}!inbox:1\n{path}!d/x.json:1\n{path}!d/notes.txt:1\n");
        let (stdin, named) = (counts("<stdin>"), counts(&format!("./{name}")));
        folder.pipe(&["-c"], &archive).is(0, &stdin, "");
        folder.pipe(&["-c", "-"], &archive).is(0, &stdin, "");
        folder.pipe(&["-cI"], &archive).is(0, "1\n1\n1\n", "");
        let headed = folder.pipe(&["--heading"], &archive).out;
        begins(&headed, "<stdin>!inbox\n");
        for args in [&[][..], &["-In"], &["-I", "--heading"]] {
            let out = folder.pipe(args, &archive).out;
            assert!(!out.contains("<stdin>"), "{out}");
        }
        folder.run(&["-c", "."]).is(0, &named, "");
    }
}

#[test]
fn json_of_a_member() {
    let folder = Folder::with(&[("a.tgz", &gzip(&tar(FILES)))]);
    let run = folder.run(&["--json", "a.tgz"]);
    let first = run.out.lines().next().expect("a line");
    let want = "{\"path\":\"a.tgz!inbox\",\"message\":{\"number\":1},\"line\":5,\"column\":1,\"start\":61,\"end\":76,\"url\":\"http://a.b/\"";
    begins(first, want);
}

#[test]
fn a_prefix_does_no_harm() {
    let name = "PK";
    let archive = [&b"PK\x03\x04 not a header "[..], &zip64(FILES)].concat();
    let run = Folder::with(&[(name, &archive)]).run(&["-Hn", name]);
    run.is(0, &lines(name), "");
}

/// Archives that can be run, as `python3 -m zipapp` writes them. The script before the members is a member too.
#[test]
fn an_archive_after_a_program() {
    let program = |magic: &str| format!("{magic}http://s.org/\n{}", "x\n".repeat(99)).into_bytes();
    let members = lines("app");
    for files in [zip(FILES), zip64(FILES)] {
        for (magic, script) in [
            ("#!/bin/sh\n", "app!#!:2:http://s.org/\n"),
            ("MZ\0", ""),
            ("Cr24\x03\0\0\0", ""),
        ] {
            let folder = Folder::with(&[("app", &[program(magic), files.clone()].concat())]);
            let want = format!("{script}{members}");
            folder.run(&["-Hn", "app"]).is(0, &want, "");
            folder.run(&["-n", "app"]).is(0, &want, "");
            folder.run(&["-n"]).is(0, &want, "");
        }
    }
    // A large one, of which only the beginning is in memory.
    let large = [b"MZ".to_vec(), vec![0; 3 << 20], zip(FILES)].concat();
    let folder = Folder::with(&[("app", &large)]);
    folder.run(&["-n", "app"]).is(0, &members, "");
    // These only look so: a script that names the end record, one whose archive is cut, and a program.
    let mut cut = [program("#!/bin/sh\n"), zip(FILES)].concat();
    cut.truncate(cut.len() - 30);
    for text in [cut, program("#!/bin/sh\n# PK\x05\x06\n"), program("MZ")] {
        let run = Folder::with(&[("app", &text)]).run(&["app"]);
        run.is(0, "http://s.org/\n", "");
    }
}

/// As for 7z: a message if they are named, a sum in a directory.
#[test]
fn kinds_that_are_not_read() {
    let lzma = b"]\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff\0\x3c";
    let cpio = [&b"070701"[..], &[b'0'; 104], b"a\0http://a.org/\n"].concat();
    let iso = [&[0; 32768][..], b"\x01CD001\x01\0", b"http://a.org/\n"].concat();
    for (bytes, kind, instead) in [
        (&lzma[..], "lzma file", "decompress it"),
        (
            &cpio,
            "cpio archive",
            "unpack it and search its files, or search its bytes with -a",
        ),
        (
            &iso,
            "ISO image",
            "unpack it with 7z and search its files, or search its bytes with -a",
        ),
    ] {
        let folder = Folder::with(&[("x", bytes)]);
        let message = format!("urlgrep: x: not read ({kind}): {instead}\n");
        folder.run(&["x"]).is(2, "", &message);
        has(&folder.run(&["."]).err, &format!("1 {kind}"));
    }
}

#[test]
fn globs_choose_members() {
    let archive = zip(FILES);
    let folder = Folder::with(&[("a.zip", &archive), ("b.txt", b"http://b.org/")]);
    let [mail, json, text] = ["http://a.b/", "http://json.org/", "http://text.org/"];
    let all = &[mail, json, text][..];
    for (args, want) in [
        (&["a.zip", "-g", "*.txt"][..], &[text][..]),
        (&["a.zip", "-g", "d/**"], &[json, text]),
        (&["a.zip", "-g", "!*.txt"], &[mail, json]),
        // A glob that chooses the archive chooses its members.
        (&["-g", "*.zip"], all),
        (&["-g", "*.zip", "-g", "!*.JSON"], all),
        (&["-g", "*.zip", "--iglob", "!*.JSON"], &[mail, text]),
        (&["-g", "*.txt"], &["http://b.org/"]),
        (&["a.zip", "--max-filesize", "26"], &[text]),
        (&["a.zip", "-m1"], all),
    ] {
        let out = folder.run(&[&["-I"], args].concat()).out;
        assert_eq!(out.lines().collect::<Vec<_>>(), want, "{args:?}");
    }
}

#[test]
fn nested_archives() {
    let inner = zip(FILES);
    let outer = gzip(&tar(&[
        ("mail/a.zip", &inner),
        ("b.tgz", &gzip(&tar(FILES))),
    ]));
    let folder = Folder::with(&[("x.tgz", &outer)]);
    let want = lines("x.tgz!mail/a.zip") + &lines("x.tgz!b.tgz");
    folder.run(&["-Hn", "x.tgz"]).is(0, &want, "");
    folder
        .pipe(&["-Hn"], &outer)
        .is(0, &want.replace("x.tgz", "<stdin>"), "");
}

#[test]
fn nesting_is_bounded() {
    for pack in [zip, tar] {
        let mut archive = pack(&[("x", b"http://deep.org/")]);
        for _ in 0..50 {
            archive = pack(&[
                ("a", b"http://a.org/"),
                ("n", &archive),
                ("b", b"http://b.org/"),
            ]);
        }
        let run = Folder::with(&[("x", &archive)]).run(&["-I", "x"]);
        let want = "http://a.org/\n".repeat(8) + &"http://b.org/\n".repeat(8);
        let names = "!n".repeat(8);
        let err = format!("urlgrep: x{names}: not read: it is in more than 8 archives\n");
        run.is(2, &want, &err);
    }
}

/// Changes the bytes of the first occurrence.
fn replace(bytes: &mut [u8], old: &[u8], new: &[u8]) {
    let at = bytes.windows(old.len()).position(|window| window == old);
    let at = at.expect("it occurs");
    bytes[at..at + new.len()].copy_from_slice(new);
}

#[test]
fn a_wrong_checksum() {
    let mut archive = zip_with(FILES, CompressionMethod::Stored);
    replace(&mut archive, b"json.org", b"jsom.org");
    let want = lines("a.zip").replace("json.org", "jsom.org");
    let err = "urlgrep: a.zip!d/x.json: zip member has a wrong checksum after 28 bytes; 1 URL before that was kept\n";
    Folder::with(&[("a.zip", &archive)])
        .run(&["-Hn", "a.zip"])
        .is(2, &want, err);

    let mut archive = tar(FILES);
    replace(&mut archive, b"d/notes", b"d/motes");
    let want = "http://a.b/\nhttp://json.org/\n";
    let err = "urlgrep: a.tar: tar archive is broken: no member begins at byte 2048; the rest is not read\n";
    Folder::with(&[("a.tar", &archive)])
        .run(&["a.tar", "-I"])
        .is(2, want, err);
}

#[test]
fn encrypted_members() {
    let mut archive = zip(&[("a", b"http://a.org/"), ("b", b"http://b.org/")]);
    // The flags of the second member, in its own header and in the directory.
    for mark in [&b"PK\x03\x04"[..], b"PK\x01\x02"] {
        let found = archive
            .windows(4)
            .enumerate()
            .filter(|(_, window)| *window == mark);
        let at = found.map(|(at, _)| at).nth(1).expect("two members");
        archive[at + if mark[2] == 3 { 6 } else { 8 }] |= 1;
    }
    let folder = Folder::with(&[("x.zip", &archive)]);
    let err = "urlgrep: x.zip!b: not read: it is encrypted; unpack the archive with its password\n";
    folder.run(&["-I", "x.zip"]).is(2, "http://a.org/\n", err);
    let err =
        "urlgrep: not read: 1 encrypted member of an archive; name such a file to see what to do\n";
    folder.run(&["-I"]).is(0, "http://a.org/\n", err);
}

#[test]
fn several_members_of_one_name() {
    let mut archive = zip(&[("same", b"http://a.org/"), ("sane", b"http://b.org/")]);
    for _ in 0..2 {
        replace(&mut archive, b"sane", b"same");
    }
    let err =
        "urlgrep: x.zip!same: several members of the archive have this name; all are searched\n";
    let out = "x.zip!same:http://a.org/\nx.zip!same:http://b.org/\n";
    Folder::with(&[("x.zip", &archive)])
        .run(&["-H", "x.zip"])
        .is(2, out, err);
    // `tar -r` appends the new version of a file.
    let archive = tar(&[("same", b"http://a.org/"), ("same", b"http://b.org/")]);
    Folder::with(&[("x.zip", &archive)])
        .run(&["-H", "x.zip"])
        .is(0, out, "");
}

#[test]
fn many_problems_are_summed_up() {
    let names: Vec<String> = (0..100).map(|i| i.to_string()).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (&name[..], &b"x"[..])).collect();
    let mut archive = zip_with(&files, CompressionMethod::Stored);
    // Compression 14 is LZMA.
    for at in 0..archive.len() - 4 {
        match &archive[at..at + 4] {
            b"PK\x03\x04" => archive[at + 8] = 14,
            b"PK\x01\x02" => archive[at + 10] = 14,
            _ => {}
        }
    }
    let run = Folder::with(&[("x.zip", &archive)]).run(&["x.zip"]);
    assert_eq!((run.status, run.err.lines().count()), (2, 11));
    let first = "urlgrep: x.zip!0: not read: its compression (lzma) is not known\n";
    begins(&run.err, first);
    ends(
        &run.err,
        "urlgrep: x.zip: 90 more members have such a problem\n",
    );
}

/// Where lengths follow the content, as when an archive is written to a pipe, they are no part of it.
#[test]
fn members_of_a_cut_archive_end_before_their_lengths() {
    let mut archive = Vec::new();
    for (name, content) in [
        (b'a', "http://a.org/ PK\x07\x08 http://b.org/"),
        (b'c', "http://c.org/"),
    ] {
        // The method 0, and a name of one byte.
        archive.extend(b"PK\x03\x04\x14\0\x08\0\0\0");
        archive.extend([0; 16]);
        archive.extend([1, 0, 0, 0, name]);
        archive.extend(content.as_bytes());
        archive.extend(b"PK\x07\x08\0\0\0\0");
        archive.extend([content.len() as u8, 0, 0, 0].repeat(2));
    }
    let mut out = "x.zip!a:http://a.org/\nx.zip!a:http://b.org/\nx.zip!c:http://c.org/\n";
    let run = Folder::with(&[("x.zip", &archive)]).run(&["x.zip"]);
    let no_directory = "zip archive has no directory, probably because it ends early";
    run.is(2, out, &format!("urlgrep: x.zip: {no_directory}\n"));
    // Without the last lengths, the last URL may go on.
    archive.truncate(archive.len() - 17);
    out = "x.zip!a:http://a.org/\nx.zip!a:http://b.org/\n";
    let run = Folder::with(&[("x.zip", &archive)]).run(&["x.zip"]);
    let cut = "zip member ends early after 12 bytes";
    run.is(2, out, &format!("urlgrep: x.zip!c: {cut}\n"));
}

/// Runs the command on an archive, with little memory and little time.
fn run_bounded(archive: &[u8], args: &[&str]) -> Run {
    Folder::with(&[("x", archive)]).run_bounded(200, &[args, &["x"]].concat())
}

#[test]
fn bombs_are_stopped() {
    let zeros = vec![b'\n'; 40 << 20];
    let mut first = b"http://a.org/ ".to_vec();
    first.extend(&zeros);
    let files: Vec<(String, &[u8])> = (0..20).map(|i| (i.to_string(), &first[..])).collect();
    let files: Vec<_> = files
        .iter()
        .map(|(name, bytes)| (&name[..], *bytes))
        .collect();
    let what = "the archive's members exceed 250 times its size (--max-growth), stopped after ";
    for archive in [zip(&files[..3]), zip(&[("inner", &zip(&files))])] {
        let run = run_bounded(&archive, &["-I"]);
        assert_eq!(run.status, 2);
        assert!((1..3).contains(&run.out.lines().count()), "{}", run.out);
        has(&run.err, what);
        let errors = run
            .err
            .lines()
            .filter(|line| !line.contains("in one piece"));
        assert_eq!(errors.count(), 1, "{}", run.err);
    }
    let run = run_bounded(
        &zip(&files[..3]),
        &["-I", "--max-growth", "0", "--no-messages"],
    );
    run.is(0, &"http://a.org/\n".repeat(3), "");
}

#[test]
fn overlapping_members_are_bounded() {
    // Every entry of the directory is the same member.
    let mut content = b"http://a.org/ ".to_vec();
    content.resize(8 << 20, b'\n');
    let one = zip(&[("x", &content)]);
    let end = one.len() - 22;
    let start = u32::from_le_bytes(one[end + 16..end + 20].try_into().expect("4")) as usize;
    let mut archive = one[..start].to_vec();
    let entry = &one[start..end];
    for i in 0..500_u16 {
        let mut entry = entry.to_vec();
        entry[46] = b'a' + (i % 26) as u8;
        archive.extend(entry);
    }
    let mut record = one[end..].to_vec();
    record[8..10].copy_from_slice(&500_u16.to_le_bytes());
    record[10..12].copy_from_slice(&500_u16.to_le_bytes());
    let len = (entry.len() * 500) as u32;
    record[12..16].copy_from_slice(&len.to_le_bytes());
    archive.extend(record);
    let run = run_bounded(&archive, &["-I"]);
    assert_eq!(run.status, 2);
    has(&run.err, "(--max-growth), stopped after ");
    assert!(run.out.lines().count() < 30, "{}", run.out.lines().count());
}

#[test]
fn many_tiny_members() {
    let names: Vec<String> = (0..100_000).map(|i| format!("d/{i}")).collect();
    let content: Vec<String> = (0..100_000)
        .map(|i| format!("http://a.org/{i}\n"))
        .collect();
    let files: Vec<(&str, &[u8])> = names
        .iter()
        .zip(&content)
        .map(|(name, bytes)| (&name[..], bytes.as_bytes()))
        .collect();
    let want = content.concat();
    for archive in [zip_with(&files, CompressionMethod::Stored), tar(&files)] {
        let run = run_bounded(&archive, &["-I"]);
        assert!(run.status == 0 && run.out == want, "{}", run.err);
    }
}

/// What `-l` prints is no path for other programs, nor for this one.
#[test]
fn a_member_is_no_path() {
    let folder = Folder::with(&[("a.zip", &zip(&[("d/x", b"http://a.org/"), ("y", b"")]))]);
    let missing = "No such file or directory";
    folder.run(&["a.zip!d/x"]).is(
        2,
        "",
        &format!("urlgrep: a.zip!d/x: {missing}; `urlgrep -g 'd/x' a.zip` searches the archive\n"),
    );
    folder
        .run(&["-g", "d/x", "a.zip"])
        .is(0, "a.zip!d/x:http://a.org/\n", "");
    // No glob names these.
    for member in ["b.zip!y", "", "x [1].txt", "it's"] {
        folder.run(&[&format!("a.zip!{member}")]).is(
            2,
            "",
            &format!("urlgrep: a.zip!{member}: {missing}; `urlgrep a.zip` searches the archive\n"),
        );
    }
    folder
        .run(&["b.zip!y"])
        .is(2, "", &format!("urlgrep: b.zip!y: {missing}\n"));
}

#[test]
fn names_are_only_printed() {
    let url = b"http://a.org/";
    let archive = zip(&[
        ("../../etc/passwd", url),
        ("/abs", url),
        ("a\nb\x1b[1m", url),
        ("C:\\x", url),
    ]);
    let folder = Folder::with(&[("x.zip", &archive)]);
    let want = "x.zip!../../etc/passwd:http://a.org/\nx.zip!/abs:http://a.org/\nx.zip!a\\u000ab\x1b[1m:http://a.org/\nx.zip!C:\\x:http://a.org/\n";
    folder.run(&["-H", "x.zip"]).is(0, want, "");
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .expect("the folder")
        .collect();
    assert_eq!(names.len(), 1);
}

#[test]
fn cut_archives_keep_what_was_before() {
    let plain = b"http://first.org/\n".repeat(2000);
    let files: &Files<'_> = &[("a", &plain), ("b", b"http://b.org/"), ("c", &plain)];
    for (name, archive) in [
        ("x.zip", zip_with(files, CompressionMethod::Stored)),
        ("x.tar", tar(files)),
    ] {
        let cut = &archive[..plain.len() + 4000];
        let folder = Folder::with(&[(name, cut)]);
        for run in [folder.run(&["-I", name]), folder.pipe(&[], cut)] {
            assert_eq!(run.status, 2, "{}", run.err);
            has(&run.out, "http://b.org/\nhttp://first.org/\n");
            has(&run.err, "ends early");
            assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        }
    }
    let archive = gzip(&tar(files));
    let run = Folder::with(&[("x.tgz", &archive[..archive.len() - 20])]).run(&["-I", "x.tgz"]);
    has(&run.err, "gzip stream ends early");
    assert_eq!((run.status, run.err.lines().count()), (2, 1), "{}", run.err);
}

#[test]
fn hostile_archives_are_harmless() {
    for (name, archive) in archives() {
        let mut files = Vec::new();
        for i in 0..300 {
            let mut file = archive.clone();
            let at = i * 7919 % file.len();
            file[at] ^= 1 << (i % 8);
            if i % 3 == 0 {
                file.truncate(file.len() - i % file.len());
            }
            files.push((format!("{i}.{name}"), file));
        }
        let run = Folder::of(files).run(&["-c"]);
        assert!(run.out.lines().count() > 20, "{}", run.out);
    }
}

#[test]
fn an_archive_gives_the_urls_of_its_files() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut to = tar::Builder::new(Vec::new());
    // A walk searches an article that is linked to once.
    to.follow_symlinks(false);
    to.append_dir_all("corpora", root.join("corpora"))
        .expect("files");
    let archive = to.into_inner().expect("memory");
    let folder = Folder::with(&[("x.tar", &archive)]);
    let corpora = root.join("corpora");
    let sorted = |run: Run| {
        assert_eq!((run.status, &run.err[..]), (0, ""));
        // What a Maildir and MH leave out; an archive does not say that it has such folders.
        let is_left_out = |line: &&str| line.contains("//tmp.ex") || line.contains("//removed.ex");
        let lines = run.out.lines().filter(|line| !is_left_out(line));
        let mut lines: Vec<_> = lines.map(str::to_string).collect();
        lines.sort();
        lines
    };
    let args = ["-nI", "--hidden", "--no-ignore"];
    let path = corpora.to_str().expect("a path");
    let want = sorted(folder.run(&[&args[..], &[path]].concat()));
    let got = sorted(folder.run(&[&args[..], &["x.tar"]].concat()));
    assert!(want.len() > 1000, "{}", want.len());
    let different = got.iter().zip(&want).find(|(got, want)| got != want);
    assert_eq!((different, got.len()), (None, want.len()));
}

/// The fields of a header of pax.
fn fields(fields: &[(&str, String)]) -> String {
    let field = |(key, value): &(&str, String)| {
        let field = format!(" {key}={value}\n");
        format!("{}{field}", field.len() + 2)
    };
    fields.iter().map(field).collect()
}

/// A member of a tar archive: its type, the size that its header says, and its content.
fn member(kind: u8, size: usize, content: &str) -> Vec<u8> {
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(tar::EntryType::new(kind));
    header.set_path("x").expect("short");
    header.set_size(size as u64);
    header.set_cksum();
    let padding = vec![0; content.len().wrapping_neg() % 512];
    [header.as_bytes(), content.as_bytes(), &padding].concat()
}

/// A sparse file in a format of pax, with these fields, and with this before its content.
fn pax(of: &[(&str, String)], front: &str, content: &str) -> Vec<u8> {
    let (fields, file) = (fields(of), front.to_string() + content);
    let members = [(b'x', fields), (b'0', file)];
    let members = members.map(|(kind, content)| member(kind, content.len(), &content));
    [members.concat(), vec![0; 1024]].concat()
}

/// POSIX, pax, "ustar Interchange Format" and "pax Header Block": a member of type 7 is a file, one of type 1 may have content where
/// fields of pax precede it, and fields override its header. Solaris had them in a header of type `X`.
#[test]
fn types_and_fields_of_tar() {
    let url = "http://one.org/";
    let size = [("size", url.len().to_string())];
    let name = [("path", "named".to_string())];
    let real = [
        ("GNU.sparse.name", "real".to_string()),
        ("path", "GNUSparseFile.0/real".to_string()),
    ];
    let with = |kind: u8, of: &[(&str, String)], then: Vec<u8>| {
        let fields = fields(of);
        [member(kind, fields.len(), &fields), then].concat()
    };
    for (archive, names) in [
        (with(b'x', &size, member(b'0', 0, url)), "x y"),
        (member(b'7', url.len(), url), "x y"),
        (with(b'X', &name, member(b'0', url.len(), url)), "named y"),
        (with(b'x', &real, member(b'0', url.len(), url)), "real y"),
        (with(b'x', &name, member(b'1', url.len(), url)), "y"),
    ] {
        let archive = [archive, tar(&[("y", b"http://two.org/")])].concat();
        let run = Folder::with(&[("a.tar", &archive)]).run(&["--format", "{path}", "a.tar"]);
        let names = names.split(' ').map(|name| format!("a.tar!{name}\n"));
        run.is(0, &names.collect::<String>(), "");
    }
}

/// Indexes of mail programs are skipped by their names. A file named `subscriptions` may be any text.
#[test]
fn indexes_of_mail_programs_in_an_archive() {
    let archive = tar(&[
        ("m/dovecot.index.log", b"http://no.org/\n"),
        ("m/subscriptions", b"http://a.org/\n"),
    ]);
    let folder = Folder::with(&[("a.tar", &archive)]);
    folder
        .run(&["a.tar"])
        .is(0, "a.tar!m/subscriptions:http://a.org/\n", "");
}

/// A sparse file in GNU's own format. Its last piece is in a block of its own.
fn gnu(map: [usize; 6], content: &str) -> Vec<u8> {
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNUSparse);
    header.set_path("x").expect("short");
    header.set_size(content.len() as u64);
    let gnu = header.as_gnu_mut().expect("GNU");
    gnu.set_is_extended(true);
    let mut more = tar::GnuExtSparseHeader::new();
    let [first, second, ..] = &mut gnu.sparse;
    let places = [first, second, &mut more.sparse_mut()[0]];
    for (place, piece) in places.into_iter().zip(map.chunks(2)) {
        place.set_offset(piece[0] as u64);
        place.set_length(piece[1] as u64);
    }
    header.set_cksum();
    let blocks = [header.as_bytes(), more.as_bytes(), content.as_bytes()];
    let padding = vec![0; content.len().wrapping_neg() % 512 + 1024];
    [&blocks.concat(), &padding[..]].concat()
}

/// A sparse file has its holes, as where it is unpacked, however the archive says where they are.
#[test]
fn sparse_files_in_a_tar_archive_have_their_holes() {
    let before = "text\n".repeat(2000) + "http://one.org/a";
    let after = "bcd http://two.org/\n";
    let content = before.clone() + after;
    let map = [0, before.len(), 20_000, after.len(), 30_000, 0];
    let numbers = map.map(|number| number.to_string());
    let keys = ["GNU.sparse.offset", "GNU.sparse.numbytes"].into_iter();
    let fields: Vec<_> = keys.cycle().zip(numbers.clone()).collect();
    let field = [("GNU.sparse.map", numbers.join(","))];
    let major = [("GNU.sparse.major", "1".to_string())];
    let front = format!("{:\0<512}", format!("3\n{}\n", numbers.join("\n")));
    for mut archive in [
        pax(&fields, "", &content),
        pax(&field, "", &content),
        pax(&major, &front, &content),
        gnu(map, &content),
    ] {
        archive.truncate(archive.len() - 1024);
        archive.extend(tar(&[("y", b"http://three.org/")]));
        let run = Folder::with(&[("a.tar", &archive)]).run(&["--format", "{start} {url}", "a.tar"]);
        let want = "10000 http://one.org/a\n20004 http://two.org/\n0 http://three.org/\n";
        run.is(0, want, "");
    }
}

/// TNEF with these attributes: level, identifier, data.
pub fn tnef(attributes: &[(u8, u32, &[u8])]) -> Vec<u8> {
    let mut file = b"\x78\x9f\x3e\x22\x01\x00".to_vec();
    for (level, id, data) in attributes {
        file.push(*level);
        file.extend(id.to_le_bytes());
        file.extend((data.len() as u32).to_le_bytes());
        file.extend(*data);
        let sum = data
            .iter()
            .fold(0_u16, |sum, &b| sum.wrapping_add(b.into()));
        file.extend(sum.to_le_bytes());
    }
    file
}

/// A list of properties: type, identifier, value.
pub fn properties(list: &[(u16, u16, &[u8])]) -> Vec<u8> {
    let mut bytes = (list.len() as u32).to_le_bytes().to_vec();
    for (kind, id, value) in list {
        bytes.extend(kind.to_le_bytes());
        bytes.extend(id.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend((value.len() as u32).to_le_bytes());
        bytes.extend(*value);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    }
    bytes
}

pub fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn winmail_dat() {
    let html = properties(&[(0x102, 0x1013, b"<a href='http://html.org/'>x</a>")]);
    let inner = tnef(&[(1, 0x0002_800c, b"http://inner.org/\0")]);
    let object = [&[0; 16][..], &inner].concat();
    let name = utf_16("r\u{e9}sum\u{e9}.eml\0");
    let embedded = properties(&[(0x1f, 0x3707, &name), (0x0d, 0x3701, &object)]);
    let attributes: &[(u8, u32, &[u8])] = &[
        (1, 0x0008_9006, &[0; 4]),
        (1, 0x0002_800c, b"http://body.org/\r\n\0"),
        (1, 0x0006_9003, &html),
        (2, 0x0006_9002, &[0; 14]),
        (2, 0x0006_800f, MAIL),
        (2, 0x0001_8010, b"a.eml\0"),
        (2, 0x0006_9002, &[0; 14]),
        (2, 0x0006_9005, &embedded),
    ];
    let file = tnef(attributes);
    let want = "w!body.txt:http://body.org/\nw!body.html:http://html.org/\nw!a.eml:http://a.b/\nw!r\u{e9}sum\u{e9}.eml!body.txt:http://inner.org/\n";
    let run = |file: &[u8]| Folder::with(&[("w", file)]).run(&["-H", "w"]);
    run(&file).is(0, want, "");
    let mut broken = file.clone();
    replace(&mut broken, b"aHR0cDov", b"aHR0cDow");
    let err = run(&broken).err;
    has(&err, "w!a.eml: TNEF attachment has a wrong checksum");
    for len in 0..file.len() {
        run(&file[..len]);
    }
}

/// A message of Outlook: two bodies, an archive and a message as attachments, and one that is binary.
fn outlook_message() -> Vec<u8> {
    let attachment = |number: usize| format!("/__attach_version1.0_#0000000{number}");
    let (first, message, binary) = (attachment(0), attachment(1), attachment(2));
    compound_file(&[
        ("/__properties_version1.0", &[0; 32]),
        (
            "/__substg1.0_1000001F",
            &utf_16("text http://body.org/\u{fc}\r\n"),
        ),
        ("/__substg1.0_10130102", b"<a href='http://html.org/'>x</a>"),
        (
            &format!("{first}/__substg1.0_37010102"),
            &zip(&[("x", b"http://zip.org/")]),
        ),
        (&format!("{first}/__substg1.0_3707001F"), &utf_16("a.zip")),
        (
            &format!("{message}/__substg1.0_3701000D/__substg1.0_1000001E"),
            b"http://inner.org/",
        ),
        (
            &format!("{binary}/__substg1.0_37010102"),
            b"\0 http://binary.org/\0",
        ),
    ])
}

pub fn compound_file(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).expect("memory");
    for (path, bytes) in streams {
        let storage = path.rsplit_once('/').map_or("", |(storage, _)| storage);
        if !storage.is_empty() {
            file.create_storage_all(storage).expect("memory");
        }
        let mut stream = file.create_stream(path).expect("memory");
        stream.write_all(bytes).expect("memory");
    }
    file.into_inner().into_inner()
}

#[test]
fn messages_of_outlook() {
    let bytes = outlook_message();
    let want = "m!body.txt:http://body.org/\u{fc}\nm!body.html:http://html.org/\nm!a.zip!x:http://zip.org/\nm!attachment-2!body.txt:http://inner.org/\n";
    let folder = Folder::with(&[("m", &bytes)]);
    folder.run(&["-H", "m"]).is(0, want, "");
    folder
        .pipe(&["-H"], &bytes)
        .is(0, &want.replace("m!", "<stdin>!"), "");
    // As in other archives, -a adds the binary members, and the members have the type of --as.
    let all = format!("{want}m!attachment-3:http://binary.org/\n");
    folder.run(&["-a", "-H", "m"]).is(0, &all, "");
    folder.run(&["--as=text", "-H", "m"]).is(0, want, "");
    folder
        .pipe(&["-a", "-H"], &bytes)
        .is(0, &all.replace("m!", "<stdin>!"), "");
    for i in 0..200 {
        let mut bytes = bytes.clone();
        let at = i * 7919 % bytes.len();
        bytes[at] ^= 1 << (i % 8);
        Folder::with(&[("m", &bytes[..bytes.len() - i])]).run(&["m"]);
    }
}

#[test]
fn the_header_of_a_message_of_outlook() {
    let header = "Received: from x\r\nContent-Type: multipart/mixed; boundary=b\r\nMessage-ID: <1@x.org>\r\nList-Unsubscribe: <http://list.org/\u{fc}>\r\nSubject: http://subject.org/\r\nDate: 3 Jan 1994 10:00:00 +0000\r\nFrom: joe@x.org\r\n\r\n\0";
    let streams = |kind: &str, header: &[u8]| {
        let named = format!("/__substg1.0_007D00{kind}");
        compound_file(&[
            ("/__properties_version1.0", &[0; 32]),
            (&named, header),
            ("/__substg1.0_1000001E", b"http://body.org/"),
        ])
    };
    let (wide, narrow) = (
        streams("1F", &utf_16(header)),
        streams("1E", header.as_bytes()),
    );
    let winmail = tnef(&[(
        1,
        0x0006_9003,
        &properties(&[(0x1e, 0x007d, header.as_bytes())]),
    )]);
    let folder = Folder::with(&[
        ("w.msg", &wide),
        ("n.msg", &narrow),
        ("winmail.dat", &winmail),
    ]);
    for name in ["w.msg", "n.msg"] {
        let body = format!("{name}!body.txt:1:http://body.org/\n");
        let all = format!(
            "{name}!header.eml:4:http://list.org/\u{fc}\n{name}!header.eml:5:http://subject.org/\n{body}"
        );
        folder.run(&["-nH", name]).is(0, &body, "");
        folder.run(&["-nH", "--headers", name]).is(0, &all, "");
        let form = "--format={message.year} {message.from} {message.id} {url}";
        let run = folder.run(&[form, "--until=1994", "--from=joe", name]);
        run.is(0, "1994 joe@x.org 1@x.org http://body.org/\n", "");
        folder.run(&["--since=1995", name]).is(1, "", "");
        let run = folder.run(&["--json", name]);
        assert!(
            run.out
                .contains("\"message\":{\"number\":1,\"id\":\"1@x.org\"}"),
            "{}",
            run.out
        );
    }
    let run = folder.run(&[
        "--headers",
        "--format={message.id} {url}",
        "winmail.dat",
        "-e",
        "list",
    ]);
    run.is(0, "1@x.org http://list.org/\u{fc}\n", "");
    folder.run(&["winmail.dat"]).is(1, "", "");
}

#[test]
fn html_in_rtf() {
    let rtf = br#"{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0 Arial;}}
{\*\htmltag84 <a href="http://a.org/?x&amp;y">}\htmlrtf {\field{\*\fldinst{HYPERLINK "http://a.org/?x&y"}}{\fldrslt \htmlrtf0 text\htmlrtf }}\htmlrtf0 {\*\htmltag92 </a>}}"#;
    let stored = [&[0; 8][..], b"MELA", &[0; 4], rtf].concat();
    let msg = compound_file(&[
        ("/__properties_version1.0", &[0; 32]),
        ("/__substg1.0_10090102", &stored),
    ]);
    let winmail = tnef(&[(1, 0x0006_9003, &properties(&[(0x102, 0x1009, &stored)]))]);
    let want = "m!body.html:1:http://a.org/?x&y\nw!body.html:1:http://a.org/?x&y\n";
    let folder = Folder::with(&[("m", &msg), ("w", &winmail)]);
    folder.run(&["-n", "m", "w"]).is(0, want, "");
}

#[test]
fn other_compound_files_are_not_read() {
    let bytes = compound_file(&[("/WordDocument", b"http://doc.org/")]);
    let folder = Folder::with(&[("x.doc", &bytes)]);
    let err = "urlgrep: x.doc: not read (OLE file): convert it (a message with msgconvert, a document with LibreOffice), or search its bytes with -a\n";
    folder.run(&["x.doc"]).is(2, "", err);
    folder.run(&["-a", "x.doc"]).is(0, "http://doc.org/\n", "");
    folder
        .run(&["--as=text", "x.doc"])
        .is(0, "http://doc.org/\n", "");
    folder.run(&[]).is(
        1,
        "",
        "urlgrep: not read: 1 OLE file; name such a file to see what to do\n",
    );
    // Not only of a file that can be opened again.
    folder.pipe(&["-a"], &bytes).is(0, "http://doc.org/\n", "");
    folder.write("x.doc.gz", gzip(&bytes));
    folder
        .run(&["-a", "x.doc.gz"])
        .is(0, "http://doc.org/\n", "");
    folder.write("a.zip", zip(&[("x.doc", &bytes)]));
    folder
        .run(&["-a", "-H", "a.zip"])
        .is(0, "a.zip!x.doc:http://doc.org/\n", "");
    // A large one is cut at a line end.
    let lines: String = (0..70_000)
        .map(|i| format!("http://doc.org/{i:05}\n"))
        .collect();
    let large = compound_file(&[("/WordDocument", lines.as_bytes())]);
    folder.write("z.doc", large);
    let found = folder.run(&["-a", "z.doc"]).out;
    assert!(found == lines, "{} bytes", found.len());
    // A damaged one.
    let mut bytes = bytes;
    bytes[30] ^= 0xff;
    folder.write("y.doc", &bytes);
    let run = folder.run(&["y.doc"]);
    assert!(run.status == 2 && run.err.contains("CFB"), "{run:?}");
    folder.run(&["-a", "y.doc"]).is(0, "http://doc.org/\n", "");
}

#[test]
fn archives_on_a_pipe_that_pauses() {
    let message = ("a.msg", outlook_message());
    let folder = Folder::new();
    let mut running = Vec::new();
    for (name, bytes) in archives().into_iter().chain([message]) {
        let mut command = folder.command(&["-c"]);
        let mut child = spawn(command.stdin(Stdio::piped()));
        let mut input = child.stdin.take().expect("piped");
        let (first, rest) = bytes.split_at(bytes.len() - 100);
        input.write_all(first).expect("the command reads");
        running.push((name, child, input, rest.to_vec()));
    }
    thread::sleep(Duration::from_millis(500));
    for (name, child, mut input, rest) in running {
        input.write_all(&rest).expect("the command reads");
        drop(input);
        let run = end(child);
        assert_eq!((run.status, &*run.err), (0, ""), "{name}");
    }
}

#[test]
fn apple_mail_and_thunderbird() {
    let message = "From: joe@x.org\nDate: now\n\nhttp://a.org/\n";
    let list =
        "<?xml version=\"1.0\"?><!DOCTYPE plist SYSTEM \"http://www.apple.com/x.dtd\"><plist/>\n";
    let emlx = format!("{}\n{message}{list}", message.len());
    let mbox = format!("From - Mon Jan  3 10:00:00 1994\n{message}\n");
    let folder = Folder::with(&[
        ("1.emlx", emlx.as_bytes()),
        ("Inbox", mbox.as_bytes()),
        (
            "Inbox.msf",
            b"// <!-- <mdb:mork:z v=\"1.4\"/> -->\n(80=http://index.org/)\n",
        ),
        ("Inbox.sbd/Work", mbox.as_bytes()),
    ]);
    let want = "1.emlx:5:http://a.org/\nInbox:5:http://a.org/\nInbox.sbd/Work:5:http://a.org/\n";
    folder.run(&["-n"]).is(0, want, "");
    let err = "urlgrep: Inbox.msf: not read (Thunderbird index): search the mailbox beside it, or search its bytes with -a\n";
    folder.run(&["Inbox.msf"]).is(2, "", err);
}

/// A PDF file with these objects. The first one is the catalog.
#[cfg(feature = "pdf")]
fn pdf(objects: &[&str]) -> Vec<u8> {
    let mut file = String::from("%PDF-1.4\n");
    let mut offsets = String::new();
    for (object, number) in objects.iter().zip(1..) {
        offsets += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (xref, size) = (file.len(), objects.len() + 1);
    file += &format!(
        "xref\n0 {size}\n0000000000 65535 f \n{offsets}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{xref}\n%%EOF\n"
    );
    file.into_bytes()
}

#[cfg(feature = "pdf")]
#[test]
fn pages_of_pdf() {
    let text = "BT /F 12 Tf (see http://text.org/) Tj ET";
    let stream = format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len());
    let page = "<< /Type /Page /Parent 2 0 R /Contents 5 0 R /Resources << /Font << /F 6 0 R >> >>";
    let link = "<< /Subtype /Link /A << /S /URI /URI (https://link.org/a_\\(b\\)?c=d&e) >> >>";
    let file = pdf(&[
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>",
        &format!("{page} >>"),
        &format!("{page} /Annots [7 0 R {link}] >>"),
        &stream,
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Subtype /Link /A 8 0 R >>",
        "<< /S /URI /URI (mailto:joe@link.org) >>",
    ]);
    let folder = Folder::with(&[("x", &file)]);
    let want = "x!page 1:http://text.org/\nx!page 2:http://text.org/\nx!page 2:mailto:joe@link.org\nx!page 2:https://link.org/a_(b)?c=d&e\n";
    folder.run(&["-H", "x"]).is(0, want, "");
    for i in 0..file.len() {
        let mut broken = file.clone();
        broken[i] ^= 1 << (i % 8);
        folder.pipe(&["-H"], &broken);
    }
    // The name of a font that is none.
    let damaged = String::from_utf8_lossy(&file).replace("/F 12 Tf (", "99 12 Tf (");
    let err = "a part of its text is not read (object has wrong type; expected type Name but found type Integer); try to convert it with pdftotext";
    let err = |page| format!("urlgrep: <stdin>!page {page}: {err}; NUMBER before that were kept\n");
    let run = folder.pipe(&[], damaged.as_bytes());
    assert_eq!(run.status, 2);
    assert_eq!(
        run.out,
        "mailto:joe@link.org\nhttps://link.org/a_(b)?c=d&e\n"
    );
    assert_eq!(
        run.err,
        err(1).replace("NUMBER", "0 URLs") + &err(2).replace("NUMBER", "2 URLs")
    );
    let cut = folder.pipe(&[], &file[..100]);
    assert_ne!(cut.status, 0);
    begins(&cut.err, "urlgrep: <stdin>: the PDF file is broken (");
}

/// A map may have any number of holes, over several headers.
#[test]
fn a_sparse_file_with_too_many_holes() {
    let field = format!("1000000 GNU.sparse.map={}\n", "0,".repeat(499_988));
    let header = member(b'x', field.len(), &field);
    let archive = [header.repeat(3), tar(&[("y", b"http://a.org/")])].concat();
    let run = Folder::with(&[("a.tar", &archive)]).run(&["a.tar"]);
    assert_eq!((run.status, &*run.out), (2, ""));
    has(&run.err, "tar archive is broken: a file has too many holes");
}

/// A property may have any number of values, and each body is a member.
#[test]
fn a_message_of_outlook_with_too_many_bodies() {
    let values = 20_000_u32;
    let mut list = [
        1_u32.to_le_bytes(),
        [0x1e, 0, 0, 0x10],
        values.to_le_bytes(),
    ]
    .concat();
    for _ in 0..values {
        list.extend(13_u32.to_le_bytes());
        list.extend(b"http://a.org/\0\0\0");
    }
    let file = tnef(&[(1, 0x0006_9003, &list)]);
    let run = Folder::with(&[("w", &file)]).run(&["-I", "w"]);
    assert_eq!((run.status, run.out.lines().count()), (2, 10_000));
    has(&run.err, "w: TNEF file has too many attachments");
}
