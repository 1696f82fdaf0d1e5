//! tar: POSIX ustar and pax, GNU's long names and sparse files, and the format before them. It is read from front to back.
//!
//! An archive may follow another one, as `cat a.tar b.tar` creates it, and a name may occur several times, as `tar -r` creates it.
//! All of it is read.

mod sparse;

use std::io::{self, Cursor, ErrorKind, Read};
use std::mem;
use std::sync::{Arc, Mutex};

use tar::{EntryType, Header, PaxExtensions};

use sparse::{Map, Pieces};

use super::super::cut::incomplete;
use super::super::lock::lock;
use super::{Content, Member, broken, magic};

const BLOCK: usize = 512;

/// How far before its place a header is found.
const BACK: usize = 2 * BLOCK;

/// The maximum length of a name, and of the fields of a member.
const MAX_FIELDS: u64 = 1 << 20;

/// The header in a block, if it is one.
fn header(block: &[u8; BLOCK]) -> Option<Header> {
    let mut header = Header::new_old();
    header.as_mut_bytes().copy_from_slice(block);
    magic::is_tar(block).then_some(header)
}

pub(super) struct Tar {
    stream: Arc<Mutex<Stream>>,
    /// How many blocks of zeros were read after the last member. Two end an archive.
    zeros: u64,
    /// What is wrong with it; reported at its end.
    problem: Option<String>,
}

/// The bytes of the archive.
struct Input {
    reader: Box<dyn Read + Send>,
    /// Bytes that were read already, and come before the reader's.
    ahead: Cursor<Vec<u8>>,
    /// The last bytes that were read.
    last: Vec<u8>,
    /// The offset in the archive.
    at: u64,
}

struct Stream {
    reader: Input,
    /// How much of the member's content was not read yet, and of the block after it.
    left: u64,
    padding: u64,
    failed: bool,
}

/// The fields of a member from the headers before its own.
#[derive(Default)]
struct Fields {
    name: Option<Vec<u8>>,
    len: Option<u64>,
    /// Whether there were fields of pax.
    pax: bool,
    /// Of a sparse file.
    map: Map,
}

impl Tar {
    pub(super) fn new(reader: Box<dyn Read + Send>) -> Tar {
        let stream = Stream {
            reader: Input {
                reader,
                ahead: Cursor::default(),
                last: Vec::new(),
                at: 0,
            },
            left: 0,
            padding: 0,
            failed: false,
        };
        Tar {
            stream: Arc::new(Mutex::new(stream)),
            zeros: 0,
            problem: None,
        }
    }

    fn member(&mut self) -> io::Result<Option<Member>> {
        let mut fields = Fields::default();
        let mut stream = lock(&self.stream);
        loop {
            stream.skip()?;
            let Some(block) = stream.block()? else {
                return Ok(None);
            };
            if block == [0; BLOCK] {
                self.zeros += 1;
                fields = Fields::default();
                continue;
            }
            let Some(header) = header(&block) else {
                // Tapes are filled with whatever was there.
                if self.zeros > 1 {
                    return Ok(None);
                }
                let at = stream.reader.at - (1 + self.zeros) * BLOCK as u64;
                self.zeros = 0;
                fields = Fields::default();
                let found = stream.reader.find_header()?;
                self.problem.get_or_insert_with(|| {
                    let broken = "tar archive is broken: no member begins at byte";
                    match found {
                        Some(found) => format!("{broken} {at}; read on at byte {found}"),
                        None => format!("{broken} {at}; the rest is not read"),
                    }
                });
                continue;
            };
            self.zeros = 0;
            // It must not be found again.
            stream.reader.last.clear();
            let kind = header.entry_type();
            let has_content = !matches!(kind.as_byte(), b'1'..=b'6') || fields.pax;
            let len = match fields.len.filter(|_| !is_extension(kind)) {
                Some(len) => len,
                None if has_content => header.entry_size().map_err(broken)?,
                None => 0,
            };
            stream.left = len;
            stream.padding = len.wrapping_neg() % BLOCK as u64;
            if is_extension(kind) {
                fields.read(kind, &mut stream)?;
                continue;
            }
            if kind == EntryType::GNUSparse {
                stream.read_gnu_map(&header, &mut fields.map)?;
            }
            if fields.map.is_in_content {
                stream.read_pax_map(&mut fields.map)?;
            }
            let name = fields.name.take();
            let name = name.unwrap_or_else(|| header.path_bytes().into_owned());
            let is_file = kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse();
            if !is_file || name.ends_with(b"/") {
                fields = Fields::default();
                continue;
            }
            let len = fields.map.len().unwrap_or(stream.left);
            let bytes = Box::new(Bytes {
                stream: Arc::clone(&self.stream),
                pieces: fields.map.pieces(),
            });
            return Ok(Some(Member::new(name, Some(len), Content::Readable(bytes))));
        }
    }
}

impl Iterator for Tar {
    type Item = io::Result<Member>;

    fn next(&mut self) -> Option<io::Result<Member>> {
        let failed = lock(&self.stream).failed;
        let member = if failed {
            None
        } else {
            self.member().transpose()
        };
        member.or_else(|| Some(Err(broken(self.problem.take()?))))
    }
}

/// Whether the content says something about the next member.
fn is_extension(kind: EntryType) -> bool {
    kind.is_gnu_longname()
        || kind.is_gnu_longlink()
        || kind.is_pax_local_extensions()
        || kind.is_pax_global_extensions()
        || kind.as_byte() == b'X'
}

impl Fields {
    /// Reads the content of a header of type `kind`.
    fn read(&mut self, kind: EntryType, stream: &mut Stream) -> io::Result<()> {
        let is_pax = kind.is_pax_local_extensions() || kind.as_byte() == b'X';
        if !is_pax && !kind.is_gnu_longname() {
            return Ok(());
        }
        if stream.left > MAX_FIELDS {
            return Err(broken("tar archive is broken: a name is too long"));
        }
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        if !is_pax {
            let end = memchr::memchr(0, &bytes).unwrap_or(bytes.len());
            bytes.truncate(end);
            self.name = Some(bytes);
            return Ok(());
        }
        self.pax = true;
        for field in PaxExtensions::new(&bytes).flatten() {
            let number = || std::str::from_utf8(field.value_bytes()).ok()?.parse().ok();
            match field.key_bytes() {
                b"GNU.sparse.name" => self.name = Some(field.value_bytes().to_vec()),
                b"path" if self.name.is_none() => self.name = Some(field.value_bytes().to_vec()),
                b"size" => self.len = number(),
                b"GNU.sparse.major" => self.map.is_in_content = field.value_bytes() == b"1",
                b"GNU.sparse.offset" | b"GNU.sparse.numbytes" => {
                    self.map.push(field.value_bytes())?;
                }
                b"GNU.sparse.map" => {
                    let mut numbers = field.value_bytes().split(|&b| b == b',');
                    numbers.try_for_each(|number| self.map.push(number))?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Read for Input {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut len = self.ahead.read(into)?;
        if len == 0 {
            len = self.reader.read(into)?;
        }
        self.at += len as u64;
        let kept = self.last.len().min(BACK.saturating_sub(len));
        self.last.drain(..self.last.len() - kept);
        self.last.extend_from_slice(&into[len - len.min(BACK)..len]);
        Ok(len)
    }
}

impl Input {
    /// Goes to the first header after the last block, which is none, and returns its offset; or to the end. Bytes may be missing or too
    /// many, so it may be anywhere, also a little before; it is known by its magic number.
    fn find_header(&mut self) -> io::Result<Option<u64>> {
        const MAGIC: usize = 257;
        let mut bytes = mem::take(&mut self.last);
        loop {
            let read = self.by_ref().take(16 << 10).read_to_end(&mut bytes)?;
            let is_header = |at: &usize| bytes.get(*at..).is_some_and(magic::is_tar);
            let magics = memchr::memmem::find_iter(&bytes, b"ustar");
            let mut starts = magics.filter_map(|magic| magic.checked_sub(MAGIC));
            if let Some(start) = starts.find(is_header) {
                bytes.drain(..start);
                self.at -= bytes.len() as u64;
                self.last.clear();
                self.ahead.read_to_end(&mut bytes)?;
                self.ahead = Cursor::new(bytes);
                return Ok(Some(self.at));
            }
            if read == 0 {
                return Ok(None);
            }
            // A header may begin in the last bytes.
            bytes.drain(..bytes.len().saturating_sub(BLOCK - 1));
        }
    }
}

impl Stream {
    /// The next block; `None` at the end of the file.
    fn block(&mut self) -> io::Result<Option<[u8; BLOCK]>> {
        let (mut block, reader) = (Vec::with_capacity(BLOCK), self.reader.by_ref());
        reader.take(BLOCK as u64).read_to_end(&mut block)?;
        match block.try_into() {
            Ok(block) => Ok(Some(block)),
            Err(rest) if rest.is_empty() => Ok(None),
            Err(_) => Err(incomplete("tar archive ends early")),
        }
    }

    /// Skips the rest of the member.
    fn skip(&mut self) -> io::Result<()> {
        let len = self.left.saturating_add(self.padding);
        self.left = 0;
        self.padding = 0;
        let skipped = io::copy(&mut self.reader.by_ref().take(len), &mut io::sink())?;
        if skipped < len {
            Err(incomplete("tar archive ends early"))
        } else {
            Ok(())
        }
    }
}

/// The content of the member.
impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = into
            .len()
            .min(usize::try_from(self.left).unwrap_or(usize::MAX));
        if len == 0 {
            return Ok(0);
        }
        let read = self.reader.read(&mut into[..len]);
        let is_interrupted = matches!(&read, Err(error) if error.kind() == ErrorKind::Interrupted);
        self.failed |= read.is_err() && !is_interrupted || matches!(read, Ok(0));
        match read? {
            0 => Err(incomplete("tar archive ends early")),
            read => {
                self.left -= read as u64;
                Ok(read)
            }
        }
    }
}

/// The content of the member, for its reader, with the holes of a sparse file. The archive keeps the stream too.
struct Bytes {
    stream: Arc<Mutex<Stream>>,
    pieces: Pieces,
}

impl Read for Bytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.pieces.front() == Some(&(0, 0)) {
            self.pieces.pop_front();
        }
        let Some((hole, stored)) = self.pieces.front_mut() else {
            return lock(&self.stream).read(into);
        };
        let is_hole = *hole > 0;
        let left = if is_hole { hole } else { stored };
        let max = usize::try_from(*left).unwrap_or(usize::MAX).min(into.len());
        let into = &mut into[..max];
        let len = if is_hole {
            into.fill(0);
            into.len()
        } else {
            lock(&self.stream).read(into)?
        };
        *left -= len as u64;
        Ok(len)
    }
}
