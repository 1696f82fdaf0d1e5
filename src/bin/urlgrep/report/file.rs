//! The file of the report: written beside its place and moved there when it is complete.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::page::BEGIN;
use crate::folder::folder_of;
use crate::interrupt;
use crate::stderr::reason;
use crate::temporary;

/// Whether a report can be written there. Any other file is kept: a forgotten name after `-o` must not destroy a mailbox.
pub(crate) fn check(path: &Path) -> Result<(), String> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let target = followed(path);
            let folder = fs::metadata(folder_of(&target)).map_err(reason)?;
            return if folder.is_dir() && target.file_name().is_some() {
                Ok(())
            } else {
                Err(reason(error))
            };
        }
        Err(error) => return Err(reason(error)),
    };
    if metadata.is_dir() {
        return Err("it is a directory; -o names the file to write".to_string());
    }
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok(());
    }
    let mut begin = Vec::new();
    let file = File::open(path).map_err(reason)?;
    let read = file.take(BEGIN.len() as u64).read_to_end(&mut begin);
    read.map_err(reason)?;
    if begin == BEGIN.as_bytes() {
        Ok(())
    } else {
        Err("not replaced, because it is not a report; remove it first".to_string())
    }
}

/// Writes the report. A device or a pipe is written to; a link is followed.
pub(crate) fn write(path: &Path, page: &[u8]) -> Result<(), String> {
    check(path)?;
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let device = File::options().write(true).open(path);
        return device
            .and_then(|mut device| device.write_all(page))
            .map_err(reason);
    }
    let target = followed(path);
    // A signal waits until the temporary file is gone.
    interrupt::handle();
    let _uninterrupted = interrupt::hold();
    let mut temporary = temporary::new_file(&target).map_err(reason)?;
    temporary.write_all(page).map_err(reason)?;
    if let Some(old) = old {
        let file = temporary.as_file();
        file.set_permissions(old.permissions()).map_err(reason)?;
    }
    temporary.as_file().sync_all().map_err(reason)?;
    temporary
        .persist(&target)
        .map_err(|error| reason(error.error))?;
    Ok(())
}

/// The file that a link stands for, which need not exist.
fn followed(path: &Path) -> PathBuf {
    /// As in Linux.
    const LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&path) else {
            break;
        };
        path = folder_of(&path).join(target);
    }
    path
}
