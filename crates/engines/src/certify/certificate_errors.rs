//! Why no certificate is written.

use std::io::{self, Read};

use parallax_certificates::Stopped;
use parallax_model::ask::Control;

/// One certificate is one file here.
pub(super) fn no_files(_: &str) -> io::Result<Box<dyn Read>> {
    Err(io::ErrorKind::NotFound.into())
}

/// Why a check has to stop, if it has to.
pub(super) fn check_stop(control: &Control) -> Result<(), Stopped> {
    control.check_stop().map_err(|stop| Stopped::Early { word: stop.description() })
}
