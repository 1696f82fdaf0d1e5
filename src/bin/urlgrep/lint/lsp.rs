//! `--lsp`
use super::options::Options;
use crate::exit::Status;
pub(super) fn serve(_: &Options) -> Status {
    Status::Error
}
