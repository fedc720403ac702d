//! The cfg `real_instances`: set where the folder of real instances is there, which is
//! `PARALLAX_DATA`, else the one beside the checkout.

use std::path::{Path, PathBuf};

/// Sets the cfg for the crate that is built.
pub(crate) fn set_cfg() {
    println!("cargo:rustc-check-cfg=cfg(real_instances)");
    println!("cargo:rerun-if-env-changed=PARALLAX_DATA");
    let folder = match std::env::var_os("PARALLAX_DATA") {
        Some(folder) => PathBuf::from(folder),
        None => match workspace() {
            Some(root) => root.join("../shared/data"),
            None => return,
        },
    };
    // A file that is watched must exist, or the script runs with every build.
    let note = folder.join("README.md");
    if note.is_file() {
        println!("cargo:rerun-if-changed={}", note.display());
    }
    if folder.is_dir() {
        println!("cargo:rustc-cfg=real_instances");
    }
}

/// The folder of the workspace: the first above the crate with a lock file.
fn workspace() -> Option<PathBuf> {
    let own = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)?;
    own.ancestors().find(|folder| folder.join("Cargo.lock").is_file()).map(Path::to_owned)
}
