//! The build script of crates with tests on real instances, which link to this file, and a part of
//! that of the program.
//!
//! It sets the cfg `real_instances` if there is a folder of real instances, which is
//! `PARALLAX_DATA`, otherwise the one next to the checkout.

use std::path::{Path, PathBuf};

#[allow(dead_code, reason = "the build script of the program has its own")]
fn main() {
    set_cfg();
}

/// Sets the cfg for the crate that is built.
pub(crate) fn set_cfg() {
    println!("cargo:rustc-check-cfg=cfg(real_instances)");
    println!("cargo:rerun-if-env-changed=PARALLAX_DATA");
    let Some(root) = workspace() else { return };
    // A relative path is relative to the workspace, for tests of any crate.
    let given = std::env::var_os("PARALLAX_DATA");
    let named = given.is_some();
    let folder = root.join(given.unwrap_or_else(|| "../shared/data".into()));
    // A watched file must exist, otherwise the script runs with every build.
    let note = folder.join("README.md");
    if note.is_file() {
        println!("cargo:rerun-if-changed={}", note.display());
    }
    // If the named folder is missing, the tests run and fail.
    if folder.is_dir() || named {
        println!("cargo:rustc-cfg=real_instances");
    }
}

/// Returns the folder of the workspace: the first above the crate with a lock file.
fn workspace() -> Option<PathBuf> {
    let own = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)?;
    own.ancestors().find(|folder| folder.join("Cargo.lock").is_file()).map(Path::to_owned)
}
