//! The place of a certificate while it is needed.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use parallax_certificates::Model as Flat;
use parallax_model::ask::Control;
use tempfile::NamedTempFile;

use super::engine::Certifying;
use super::outlet::Outlet;

/// Where a certificate is while it is needed.
pub(super) enum Place {
    /// On the way to the checker.
    Checker(Outlet),
    /// In a file that is dropped.
    Dropped(NamedTempFile),
    /// In the user's file.
    Kept(PathBuf),
}

impl Place {
    /// The place of a certificate about a model.
    pub(super) fn of(
        engine: &Certifying,
        judged: &Arc<Flat>,
        control: &Control,
    ) -> io::Result<Self> {
        Ok(match &engine.file {
            Some(file) => Place::Kept(file.clone()),
            None if engine.veripb => Place::Dropped(NamedTempFile::new()?),
            None => Place::Checker(Outlet::new(judged.clone(), control.clone())),
        })
    }

    /// Whether the name of the user's file asks for compression.
    pub(super) fn is_compressed(&self) -> bool {
        let Place::Kept(file) = self else { return false };
        file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
    }

    /// Where to write it.
    pub(super) fn output(&self) -> io::Result<Box<dyn Write>> {
        Ok(match self {
            Place::Checker(outlet) => Box::new(outlet.clone()),
            Place::Dropped(file) => Box::new(File::create(file.path())?),
            Place::Kept(file) => Box::new(File::create(file)?),
        })
    }
}
