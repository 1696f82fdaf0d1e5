//! Exit statuses: grep's.

use std::process::ExitCode;

/// What the command tells its caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Something was found; all URLs given to `parse` are accepted.
    Yes = 0,
    /// Nothing was found; some are not accepted.
    No = 1,
    /// Something went wrong; what was found before and after it is printed.
    Error = 2,
}

impl Status {
    /// Ends the process here and now: another thread may be reading from a pipe that has gone silent.
    pub(crate) fn leave(self) -> ! {
        std::process::exit(self as i32)
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}
