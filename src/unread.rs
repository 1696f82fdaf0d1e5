//! Files of kinds that are not read: compressed files, archives, mail stores of other programs, databases, documents, images. They are
//! known by their first bytes. Their text is compressed or split into blocks, so a search of their bytes would miss URLs, or find some that
//! go on with the next text. With its codecs and formats of archives, `files` reads some of them before it asks here.

pub(crate) mod magic;

use std::error::Error;
use std::fmt;

/// A file is binary if it has a NUL in this many first bytes.
pub(crate) const BINARY: usize = 8 << 10;

/// A kind of file whose bytes are no text: compressed files, archives, mail stores of other programs, databases, documents, images. The
/// features of `files` read some of them.
///
/// ```
/// use urlgrep::mail::Unread;
/// assert_eq!(Unread::by_magic(b"%PDF-1.7").unwrap().count(2), "2 PDF files");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Unread {
    /// As in `3 zip archives`, in singular.
    pub name: &'static str,
    matches: fn(&[u8]) -> bool,
    /// What to do instead: `decompress it`.
    pub instead: &'static str,
    /// What else a user of the command can do.
    or: &'static str,
    /// Whether such a file in a directory is reported. An image rarely has a URL.
    pub is_reported: bool,
}

/// The defaults of a row. Most are archives.
const DEFAULT: Unread = Unread {
    name: "",
    matches: |_| false,
    instead: "unpack it and search its files",
    or: ", or search its bytes with -a",
    is_reported: true,
};

const COMPRESSED: Unread = Unread {
    instead: "decompress it",
    or: "",
    ..DEFAULT
};

/// A member of an archive that needs a password.
#[cfg(feature = "files")]
pub(crate) static ENCRYPTED_MEMBER: Unread = Unread {
    name: "encrypted member of an archive",
    instead: "unpack the archive with its password",
    ..DEFAULT
};

#[rustfmt::skip]
static KINDS: [Unread; 31] = [
    // The first bit of the flags of its first member.
    Unread { name: "encrypted zip archive", matches: |head| magic::is_zip(head) && head.get(6).is_some_and(|flags| flags & 1 == 1), instead: "unpack it with its password and search its files", ..DEFAULT },
    Unread { name: "zip archive", matches: magic::is_zip, ..DEFAULT },
    Unread { name: "tar archive", matches: magic::is_tar, ..DEFAULT },
    Unread { name: "7z archive", matches: |head| head.starts_with(b"7z\xbc\xaf\x27\x1c"), ..DEFAULT },
    Unread { name: "RAR archive", matches: |head| head.starts_with(b"Rar!\x1a\x07"), ..DEFAULT },
    Unread { name: "cabinet", matches: |head| head.starts_with(b"MSCF\0\0\0\0"), ..DEFAULT },
    Unread { name: "Debian package", matches: |head| head.starts_with(b"!<arch>\ndebian-binary"), ..DEFAULT },
    Unread { name: "RPM package", matches: |head| head.starts_with(b"\xed\xab\xee\xdb"), ..DEFAULT },
    Unread { name: "cpio archive", matches: is_cpio, ..DEFAULT },
    // Type, name and version of its first volume descriptor (ECMA-119 section 9).
    Unread { name: "ISO image", matches: |head| matches!(head.get(32768..32775), Some([0..=3, b'C', b'D', b'0', b'0', b'1', 1])), instead: "unpack it with 7z and search its files", ..DEFAULT },
    Unread { name: "lzma file", matches: is_lzma, ..COMPRESSED },
    // The version stands after the letters.
    Unread { name: "lzip file", matches: |head| head.starts_with(b"LZIP\x01"), ..COMPRESSED },
    Unread { name: "gzip file", matches: magic::is_gzip, ..COMPRESSED },
    Unread { name: "compress file", matches: magic::is_compress, ..COMPRESSED },
    Unread { name: "bzip2 file", matches: magic::is_bzip2, ..COMPRESSED },
    Unread { name: "xz file", matches: magic::is_xz, ..COMPRESSED },
    Unread { name: "zstd file", matches: |head| magic::is_zstd(head) || magic::is_skippable(head), ..COMPRESSED },
    Unread { name: "lz4 file", matches: magic::is_lz4, ..COMPRESSED },
    Unread { name: "PDF file", matches: magic::is_pdf, instead: "convert it with pdftotext", or: ", or build urlgrep with the feature pdf, or search its bytes with -a", ..DEFAULT },
    Unread { name: "Outlook PST store", matches: |head| head.starts_with(b"!BDN"), instead: "convert it with readpst", ..DEFAULT },
    Unread { name: "Outlook Express DBX store", matches: |head| head.starts_with(b"\xcf\xad\x12\xfe"), instead: "convert it with undbx", ..DEFAULT },
    Unread { name: "OLE file", matches: magic::is_compound_file, instead: "convert it (a message with msgconvert, a document with LibreOffice)", ..DEFAULT },
    Unread { name: "TNEF file", matches: magic::is_tnef, instead: "unpack it with tnef", ..DEFAULT },
    Unread { name: "Thunderbird index", matches: |head| head.starts_with(b"// <!-- <mdb:mork:z"), instead: "search the mailbox beside it", is_reported: false, ..DEFAULT },
    Unread { name: "SQLite database", matches: |head| head.starts_with(b"SQLite format 3\0"), instead: "search what `sqlite3 FILE .dump` prints", ..DEFAULT },
    Unread { name: "Access database", matches: |head| matches!(head, [0, 1, 0, 0, b'S', b't', b'a', b'n', b'd', b'a', b'r', b'd', b' ', b'J' | b'A', ..]), instead: "export its tables with mdb-export", ..DEFAULT },
    // The type of the first field of a header, of a page or of the file.
    Unread { name: "Parquet file", matches: |head| head.starts_with(b"PAR1\x15"), instead: "read it with pandas or Spark, and give its texts to the Python package", ..DEFAULT },
    Unread { name: "binary property list", matches: |head| head.starts_with(b"bplist00"), instead: "convert it with plutil -convert xml1", ..DEFAULT },
    Unread { name: "CHM file", matches: |head| head.starts_with(b"ITSF\x03\0\0\0"), instead: "unpack it with 7z and search its files", ..DEFAULT },
    Unread { name: "Mobipocket book", matches: |head| head.get(60..68) == Some(b"BOOKMOBI"), instead: "convert it with ebook-convert", ..DEFAULT },
    Unread { name: "image", matches: is_image, instead: "read its QR codes with zbarimg, or print its metadata with exiftool", is_reported: false, ..DEFAULT },
];

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unread {
            name, instead, or, ..
        } = self;
        write!(f, "not read ({name}): {instead}{or}")
    }
}

/// The source of the error for a file that is not read.
impl Error for Unread {}

impl Unread {
    /// The kind of a file that begins with `head`, its first 512 bytes or more, if it is not read.
    ///
    /// ```
    /// use urlgrep::mail::Unread;
    /// assert!(Unread::by_magic(b"hello").is_none());
    /// ```
    pub fn by_magic(head: &[u8]) -> Option<&'static Unread> {
        KINDS.iter().find(|kind| (kind.matches)(head))
    }

    /// Why such a file is not searched, and what to do.
    ///
    /// ```
    /// use urlgrep::mail::Unread;
    /// assert!(Unread::by_magic(b"%PDF-1.7").unwrap().reason().contains("pdftotext"));
    /// ```
    pub fn reason(&self) -> String {
        self.to_string()
    }

    /// `1 PDF file`, `2 PDF files`
    ///
    /// ```
    /// use urlgrep::mail::Unread;
    /// assert_eq!(Unread::by_magic(b"%PDF-1.7").unwrap().count(1), "1 PDF file");
    /// ```
    pub fn count(&self, count: u64) -> String {
        if count == 1 {
            return format!("1 {}", self.name);
        }
        // `encrypted members of an archive`
        let (noun, rest) = self
            .name
            .split_at(self.name.find(" of ").unwrap_or(self.name.len()));
        format!("{count} {noun}s{rest}")
    }
}

/// cpio: a header in hexadecimal or octal numbers, or, of GNU cpio without an option, in binary numbers.
fn is_cpio(head: &[u8]) -> bool {
    let has = |len: usize, is_digit: fn(&u8) -> bool| {
        head.get(6..len)
            .is_some_and(|numbers| numbers.iter().all(is_digit))
    };
    match head {
        [b'0', b'7', b'0', b'7', b'0', b'1' | b'2', ..] => has(110, u8::is_ascii_hexdigit),
        [b'0', b'7', b'0', b'7', b'0', b'7', ..] => has(76, |b| matches!(b, b'0'..=b'7')),
        // The name ends with NUL.
        [0xc7, 0x71, ..] => {
            let len = head
                .get(20..22)
                .map(|len| u16::from_le_bytes([len[0], len[1]]));
            len.is_some_and(|len| head.get(25 + usize::from(len)) == Some(&0))
        }
        _ => false,
    }
}

/// The format before xz: its usual properties, the size of its dictionary, the length of the content or -1, and the NUL that begins the
/// data (xz's `lzma-file-format.txt`).
fn is_lzma(head: &[u8]) -> bool {
    matches!(
        head,
        [0x5d, 0, 0, _, 0..=0x40, _, _, _, _, _, 0, 0, 0, 0, ..]
            | [
                0x5d,
                0,
                0,
                _,
                0..=0x40,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0xff,
                0,
                ..
            ]
    )
}

fn is_image(head: &[u8]) -> bool {
    let magic = match head {
        [0x89, b'P', b'N', b'G', ..] | [0xff, 0xd8, 0xff, ..] => true,
        [b'R', b'I', b'F', b'F', _, _, _, _, rest @ ..] => rest.starts_with(b"WEBP"),
        [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => true,
        _ => head.starts_with(b"GIF8"),
    };
    // A text may begin with such letters.
    magic && memchr::memchr(0, &head[..head.len().min(BINARY)]).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_their_first_bytes() {
        for (head, name) in [
            (&b"PK\x03\x04\x14\0\x01\0"[..], "encrypted zip archive"),
            (b"PK\x03\x04\x14\0\0\0", "zip archive"),
            (b"PK\x05\x06", "zip archive"),
            (b"MSCF\0\0\0\0\x10", "cabinet"),
            (b"!<arch>\ndebian-binary   1", "Debian package"),
            (b"\xed\xab\xee\xdb\x03\0", "RPM package"),
            (b"LZIP\x01\x14", "lzip file"),
            // `printf x | xz --format=lzma`, and one with its length.
            (
                b"]\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff\0\x3c",
                "lzma file",
            ),
            (b"]\0\0\x80\0\x05\0\0\0\0\0\0\0\0\x3c", "lzma file"),
            (
                &[&b"070701"[..], &[b'0'; 104], b"a\0"].concat(),
                "cpio archive",
            ),
            (
                &[&b"070707"[..], &[b'7'; 70], b"a\0"].concat(),
                "cpio archive",
            ),
            (
                &[&b"\xc7\x71"[..], &[1; 18], b"\x02\0\0\0\0\0a\0"].concat(),
                "cpio archive",
            ),
            (&[&[0; 32768][..], b"\x01CD001\x01\0"].concat(), "ISO image"),
            (b"\x1f\x8b\x08\0", "gzip file"),
            (b"\x1f\x9d\x90", "compress file"),
            (b"BZh91AY", "bzip2 file"),
            (b"\xfd7zXZ\0", "xz file"),
            (b"\x28\xb5\x2f\xfd", "zstd file"),
            (b"\x50\x2a\x4d\x18", "zstd file"),
            (b"\x04\x22\x4d\x18", "lz4 file"),
            (b"%PDF-1.7\n", "PDF file"),
            (
                b"// <!-- <mdb:mork:z v=\"1.4\"/> -->\n",
                "Thunderbird index",
            ),
            (b"SQLite format 3\0\x10\0", "SQLite database"),
            (b"\0\x01\0\0Standard Jet DB\0", "Access database"),
            (b"\0\x01\0\0Standard ACE DB\0", "Access database"),
            (b"PAR1\x15\x04", "Parquet file"),
            (b"bplist00\xd1\x01", "binary property list"),
            (b"ITSF\x03\0\0\0\x60\0\0\0", "CHM file"),
            (
                &[&[b'x'; 60][..], b"BOOKMOBI\0"].concat(),
                "Mobipocket book",
            ),
            (b"\x89PNG\r\n\x1a\n\0\0", "image"),
            (b"RIFF\0\0\0\0WEBPVP8 ", "image"),
            (b"GIF89a\x01\0", "image"),
        ] {
            assert_eq!(Unread::by_magic(head).map(|kind| kind.name), Some(name));
        }
        for text in [
            &b"GIF89a is a format"[..],
            b"PKZIP",
            b"RIFF",
            b"LZIP is",
            b"SQLite format 3 is",
            b"PAR1 is a gene",
            b"070701 is the magic number of cpio",
            b"]\0\0\x80\0 is LZMA",
            &[&[b' '; 32768][..], b" CD001 is ISO 9660"].concat(),
            b"",
            b"%PDF",
        ] {
            assert!(Unread::by_magic(text).is_none());
        }
    }

    /// Its name, the checksum of its header, and the type of a file.
    fn tar(checksum: &[u8; 8]) -> [u8; 512] {
        let mut block = [0; 512];
        block[0] = b'x';
        block[148..156].copy_from_slice(checksum);
        block[156] = b'0';
        block
    }

    #[test]
    fn a_header_of_tar_has_its_checksum() {
        // 120 for `x`, 48 for `0`, 256 for eight blanks: 424, in octal 650.
        for checksum in [b"000650\0 ", b"0000650\0", b"   650 \0", b"650\0\0\0\0\0"] {
            let kind = Unread::by_magic(&tar(checksum));
            assert_eq!(kind.map(|kind| kind.name), Some("tar archive"));
        }
        for checksum in [b"000651\0 ", b"00065x\0 ", b"       \0", b"000680\0 "] {
            assert!(Unread::by_magic(&tar(checksum)).is_none());
        }
        assert!(Unread::by_magic(&tar(b"000650\0 ")[..511]).is_none());
        assert!(Unread::by_magic(&[0; 512]).is_none());
    }

    #[test]
    fn names_have_a_plural() {
        let pdf = Unread::by_magic(b"%PDF-1.7").unwrap();
        let reason = "not read (PDF file): convert it with pdftotext, or build urlgrep with the feature pdf, or search its bytes with -a";
        assert_eq!(pdf.reason(), reason);
        assert_eq!(
            (pdf.count(1), pdf.count(2)),
            ("1 PDF file".to_string(), "2 PDF files".to_string())
        );
    }
}
