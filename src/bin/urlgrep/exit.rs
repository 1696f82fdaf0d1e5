//! Exit statuses, the same as those of grep.

use std::process::ExitCode;

/// The exit status of the command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// URLs were found; `parse` accepted all URLs.
    Yes = 0,
    /// No URL was found; `parse` refused some URLs.
    No = 1,
    /// An error occurred; the other results were printed.
    Error = 2,
}

impl Status {
    /// Ends the process immediately. Another thread may be blocked on a pipe.
    pub(crate) fn leave(self) -> ! {
        std::process::exit(self as i32)
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}
