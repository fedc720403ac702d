//! Lets binaries and tests find the Z3 library that scripts/setup brought, and names the commit in
//! release builds.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Other builds do not change with every commit.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release")
        && let Some(commit) = commit()
    {
        println!("cargo:rustc-env=PARALLAX_COMMIT={commit}");
    }
    // Without Z3 the environment makes no difference, and builds with and
    // without it must not undo each other.
    if std::env::var_os("CARGO_FEATURE_Z3").is_none() {
        return;
    }
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    println!("cargo:rerun-if-env-changed=PARALLAX_RPATH");
    // A package brings the library along: scripts/package says where, from the program.
    let packaged = std::env::var("PARALLAX_RPATH");
    if let Ok(folder) = packaged.or_else(|_| std::env::var("Z3_LIBRARY_PATH_OVERRIDE")) {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}

/// The commit of the checkout, read from its files: git need not be there.
fn commit() -> Option<String> {
    let git = folder(Path::new(".git"))?;
    let head = read(&git.join("HEAD"))?;
    let Some(name) = head.strip_prefix("ref: ") else { return Some(short(&head)) };
    // A worktree has its branches in the folder of the repository.
    let common = read(&git.join("commondir")).map_or_else(|| git.clone(), |at| git.join(at));
    if let Some(commit) = read(&common.join(name)) {
        return Some(short(&commit));
    }
    let packed = read(&common.join("packed-refs"))?;
    let line = packed.lines().find(|line| line.ends_with(&format!(" {name}")))?;
    Some(short(line))
}

/// The folder with the files of git; in a worktree a file names it.
fn folder(git: &Path) -> Option<PathBuf> {
    if git.is_dir() {
        return Some(git.to_owned());
    }
    Some(read(git)?.strip_prefix("gitdir: ")?.into())
}

fn read(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    println!("cargo:rerun-if-changed={}", path.display());
    Some(text.trim().to_owned())
}

fn short(commit: &str) -> String {
    commit.chars().take(12).take_while(char::is_ascii_hexdigit).collect()
}
