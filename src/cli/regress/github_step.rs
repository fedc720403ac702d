//! Support for runs within GitHub Actions.

use std::path::{Path, absolute};

/// Whether this run is a step of GitHub Actions.
pub(super) fn is_github_step() -> bool {
    std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Returns the path of a file from the root of the repository, if GitHub names the root; else the
/// path unchanged.
pub(super) fn repository_path(file: &str) -> String {
    let root = std::env::var_os("GITHUB_WORKSPACE").filter(|root| !root.is_empty());
    let full = absolute(file).ok();
    let within = full.as_deref().zip(root.as_deref()).and_then(|(full, root)| {
        let full = full.canonicalize().unwrap_or_else(|_| full.to_owned());
        let root = Path::new(root).canonicalize().ok()?;
        full.strip_prefix(root).ok().map(|path| path.display().to_string())
    });
    within.unwrap_or_else(|| file.to_owned())
}
