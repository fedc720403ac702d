//! Stands in for bindgen in this workspace: it writes bindings that bindgen made before.
//!
//! The build scripts of `rustsat-cadical`, `rustsat-minisat` and `rustsat-glucose` call bindgen to
//! translate one header each. Bindgen takes some twenty seconds to compile and needs libclang,
//! while the headers change only with the version of these crates. `[patch.crates-io]` in the
//! workspace's `Cargo.toml` replaces bindgen by this crate, which has the calls that the three
//! scripts make and the three results. Other headers, other versions and other definitions are
//! refused, so no script gets bindings of something else. `scripts/solver-bindings` makes the
//! results again with bindgen and compares them.

mod kept;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use kept::{KEPT_BINDINGS, KeptBindings};

/// The request of a build script. Only the header and the definitions choose the result; the other
/// settings are part of how the results were made.
#[derive(Debug, Default)]
pub struct Builder {
    header: Option<String>,
    definitions: Vec<String>,
}

impl Builder {
    /// The header to translate, relative to the crate of the build script.
    #[must_use]
    pub fn header(mut self, header: impl Into<String>) -> Self {
        self.header = Some(header.into());
        self
    }

    /// An argument for the C compiler; definitions (`-D…`) count.
    #[must_use]
    pub fn clang_arg(mut self, argument: impl Into<String>) -> Self {
        let argument = argument.into();
        if argument.starts_with("-D") {
            self.definitions.push(argument);
        }
        self
    }

    /// The oldest compiler for the result, which is the one that it was made for.
    #[must_use]
    pub fn rust_target(self, _target: RustTarget) -> Self {
        self
    }

    /// Headers with items of the result.
    #[must_use]
    pub fn allowlist_file(self, _header: impl AsRef<str>) -> Self {
        self
    }

    /// An item that is not in the result.
    #[must_use]
    pub fn blocklist_item(self, _item: impl AsRef<str>) -> Self {
        self
    }

    /// A function that is not in the result.
    #[must_use]
    pub fn blocklist_function(self, _function: impl AsRef<str>) -> Self {
        self
    }

    /// Observers of the headers that are read; none is.
    #[must_use]
    #[expect(clippy::boxed_local, reason = "bindgen's signature")]
    pub fn parse_callbacks(self, _callbacks: Box<CargoCallbacks>) -> Self {
        self
    }

    /// Finds the result for this header.
    ///
    /// # Errors
    /// Fails if no result is kept for this header, these definitions, or this version of the crate
    /// whose build script calls.
    pub fn generate(self) -> Result<Bindings, BindgenError> {
        let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
        self.find(&version).map(|kept| Bindings { text: kept.text })
    }

    /// The kept result for this request by a crate of `version`.
    fn find(&self, version: &str) -> Result<&'static KeptBindings, BindgenError> {
        let header = self.header.as_deref().unwrap_or_default();
        KEPT_BINDINGS
            .iter()
            .find(|kept| {
                kept.header == header
                    && kept.version == version
                    && kept.definitions == self.definitions
            })
            .ok_or_else(|| BindgenError {
                header: header.to_owned(),
                version: version.to_owned(),
                definitions: self.definitions.join(" "),
            })
    }
}

/// Bindings as text.
#[derive(Debug)]
pub struct Bindings {
    text: &'static str,
}

impl Bindings {
    /// Writes the bindings to a file.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write_to_file(&self, path: impl AsRef<Path>) -> std::io::Result<()> {
        std::fs::write(path, self.text)
    }
}

/// A version of Rust.
#[derive(Debug, Clone, Copy)]
pub struct RustTarget;

impl FromStr for RustTarget {
    type Err = std::convert::Infallible;

    fn from_str(_version: &str) -> Result<Self, Self::Err> {
        Ok(RustTarget)
    }
}

/// Names the headers that were read to cargo: here none, because the kept results change with this
/// crate.
#[derive(Debug, Default)]
pub struct CargoCallbacks;

impl CargoCallbacks {
    /// An observer.
    #[must_use]
    pub fn new() -> Self {
        CargoCallbacks
    }
}

/// No result is kept for a request.
#[derive(Debug)]
pub struct BindgenError {
    header: String,
    version: String,
    definitions: String,
}

impl fmt::Display for BindgenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "vendor/bindgen keeps no bindings of {} in version {} with [{}]: scripts/solver-bindings makes them",
            self.header, self.version, self.definitions
        )
    }
}

impl std::error::Error for BindgenError {}

#[cfg(test)]
mod tests;
