//! Lets the tests of every crate find the Z3 library that scripts/setup installed, and states the
//! versions of solvers that the lock file has.
//!
//! Cargo runs tests with the library folders of all build scripts, as far as they lie in its
//! target folder. So this one fills such a folder with links to the library. (An rpath would
//! reach the tests of this package alone; the build script of the program gives it one.)

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    state_versions();
    if env::var_os("CARGO_FEATURE_Z3").is_none() {
        return;
    }
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    let Some(from) = env::var_os("Z3_LIBRARY_PATH_OVERRIDE").map(PathBuf::from) else { return };
    let to = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it")).join("z3");
    if let Err(error) = link_libraries(&from, &to) {
        println!("cargo:warning=tests may not find libz3: {}: {error}", from.display());
    }
    println!("cargo:rustc-link-search=native={}", to.display());
}

/// The solvers whose version is that of their package, with the variables of their versions.
const PACKAGE_VERSION_VARIABLES: [(&str, &str); 3] = [
    ("pumpkin-core", "PARALLAX_PUMPKIN_VERSION"),
    ("varisat", "PARALLAX_VARISAT_VERSION"),
    ("batsat", "PARALLAX_BATSAT_VERSION"),
];

/// Reads the versions of solvers from the first lock file above this crate.
fn state_versions() {
    let Some(own) = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from) else { return };
    let locks = own.ancestors().map(|folder| folder.join("Cargo.lock"));
    let Some(lock) = locks.into_iter().find(|lock| lock.is_file()) else { return };
    println!("cargo:rerun-if-changed={}", lock.display());
    let text = fs::read_to_string(&lock).unwrap_or_default();
    for (package, variable) in PACKAGE_VERSION_VARIABLES {
        let name = format!("name = \"{package}\"");
        let mut lines = text.lines().skip_while(|line| *line != name);
        let version = lines.nth(1).and_then(|line| line.strip_prefix("version = \""));
        if let Some(version) = version.and_then(|version| version.strip_suffix('"')) {
            println!("cargo:rustc-env={variable}={version}");
        }
    }
}

/// Fills the folder `to` with links to the libraries in `from`.
fn link_libraries(from: &Path, to: &Path) -> io::Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with("libz3.") {
            link_library(&fs::canonicalize(entry.path())?, &to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn link_library(from: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(from, to)
}

#[cfg(not(unix))]
fn one(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to).map(drop)
}
