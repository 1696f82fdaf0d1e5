//! The maps of sparse files: where the stored pieces lie in the file. The holes between them are zeros, which are not stored.
//!
//! GNU's own format has the map in the header and in blocks after it. In pax, versions 0.0 and 0.1 have it in fields, and version 1.0 has it
//! at the beginning of the content.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::mem;

use tar::{GnuExtSparseHeader, GnuSparseHeader, Header};

use super::{BLOCK, MAX_FIELDS, Stream, broken};

/// The most zeros that stand for a hole: it may be longer than any disk.
const MAX_HOLE: u64 = 64 << 10;

/// The numbers of a map: the offset and the length of each piece.
#[derive(Default)]
pub(super) struct Map {
    numbers: Vec<u64>,
    /// Whether the content begins with it.
    pub(super) is_in_content: bool,
}

/// The pieces of a file: the length of the hole before each one, and its own.
pub(super) type Pieces = VecDeque<(u64, u64)>;

impl Map {
    /// Adds the number of a field.
    pub(super) fn push(&mut self, digits: &[u8]) -> io::Result<()> {
        let digits = std::str::from_utf8(digits).unwrap_or_default();
        digits.parse().map_or(Ok(()), |number| self.add(number))
    }

    pub(super) fn pieces(&self) -> Pieces {
        let mut end = 0u64;
        let pieces = self.numbers.chunks_exact(2).map(|piece| {
            let hole = piece[0].saturating_sub(end);
            end = piece[0].saturating_add(piece[1]);
            (hole.min(MAX_HOLE), piece[1])
        });
        pieces.collect()
    }

    /// The length of the file, if there is a map.
    pub(super) fn len(&self) -> Option<u64> {
        let piece = self.numbers.chunks_exact(2).last()?;
        Some(piece[0].saturating_add(piece[1]))
    }

    fn add(&mut self, number: u64) -> io::Result<()> {
        if self.numbers.len() as u64 == MAX_FIELDS {
            return Err(broken("tar archive is broken: a file has too many holes"));
        }
        self.numbers.push(number);
        Ok(())
    }

    fn add_headers(&mut self, headers: &[GnuSparseHeader]) -> io::Result<()> {
        for header in headers.iter().filter(|header| !header.is_empty()) {
            self.add(header.offset()?)?;
            self.add(header.length()?)?;
        }
        Ok(())
    }
}

impl Stream {
    /// Reads the blocks of a map between the header and the content.
    pub(super) fn read_gnu_map(&mut self, header: &Header, map: &mut Map) -> io::Result<()> {
        let Some(header) = header.as_gnu() else {
            return Ok(());
        };
        map.add_headers(&header.sparse)?;
        let mut continues = header.is_extended();
        while continues && let Some(block) = self.block()? {
            let mut more = GnuExtSparseHeader::new();
            *more.as_mut_bytes() = block;
            map.add_headers(more.sparse())?;
            continues = more.is_extended();
        }
        Ok(())
    }

    /// Reads the map at the beginning of the content, up to the end of a block. Each line is a number; the first one counts the pieces.
    pub(super) fn read_pax_map(&mut self, map: &mut Map) -> io::Result<()> {
        let (mut pieces, mut number) = (None, 0u64);
        while pieces.is_none_or(|pieces| map.numbers.len() as u64 / 2 < pieces) {
            let mut block = Vec::new();
            let read = self.by_ref().take(BLOCK as u64).read_to_end(&mut block)?;
            if read == 0 {
                break;
            }
            for byte in block {
                match byte {
                    b'\n' if pieces.is_none() => pieces = Some(mem::take(&mut number)),
                    b'\n' => map.add(mem::take(&mut number))?,
                    b'0'..=b'9' => {
                        number = number
                            .saturating_mul(10)
                            .saturating_add((byte - b'0').into())
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}
