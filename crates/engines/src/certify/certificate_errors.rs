//! Errors of reading and checking a certificate.

use std::io::{self, Read};

use parallax_certificates::Stopped;
use parallax_model::engine_api::Control;

/// Refuses to open another file: here, one certificate is one file.
pub(super) fn no_files(_: &str) -> io::Result<Box<dyn Read>> {
    Err(io::ErrorKind::NotFound.into())
}

/// Returns an error if a check has to stop.
pub(super) fn check_stop(control: &Control) -> Result<(), Stopped> {
    control.check_stop().map_err(|stop| Stopped::Early { word: stop.description() })
}
