//! `parallax regress --new`: a first suite.

use std::path::{Component, Path, PathBuf, absolute};

use parallax_experiment::regress::{Suite, bless, skeleton};

use super::ran::Ran;
use super::{Args, DIFFERENT, write};
use crate::cli::progress::Progress;
use crate::cli::{Failure, interrupt};

pub(super) fn run(args: &Args, path: &Path) -> Result<u8, Failure> {
    let fail = |why: &str| Failure(format!("{}: {why}", path.display()));
    if path.exists() {
        return Err(fail("is there already; --bless changes a suite"));
    }
    let name = path.to_str().ok_or_else(|| fail("the name is not UTF-8"))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    // Checked before anything runs.
    if !folder.as_os_str().is_empty() && !folder.is_dir() {
        return Err(fail("there is no such folder"));
    }
    let names: Vec<String> =
        args.files.iter().map(|file| from(folder, file)).collect::<Result<_, _>>()?;
    let suite = Suite::parse(name, skeleton(&names, &args.engines))?;
    args.check(&suite)?;
    let control = interrupt::control();
    let progress = Progress::counting("running", "cases").out_of(suite.cases.len() as u64);
    let Ran { suite, seen, .. } = args.run_suite(suite, &control, &progress)?;
    progress.finish();
    if control.stopped().is_some() {
        return Ok(interrupt::INTERRUPTED);
    }
    let (text, blessed) = bless(&suite, &seen).map_err(|error| fail(&error.to_string()))?;
    let suite = Suite::parse(name, text)?;
    if path.exists() {
        return Err(fail("was made by another program meanwhile; nothing is written"));
    }
    write(path, &suite.text)?;
    let ran = Ran { suite, seen, blessed: Some(blessed) };
    let outcome = ran.outcome(args);
    args.print(std::slice::from_ref(&outcome))?;
    Ok(if outcome.different() > 0 { DIFFERENT } else { 0 })
}

/// Returns the name of an instance, relative to the folder of the suite. A name that is not a file
/// stays unchanged.
fn from(folder: &Path, name: &str) -> Result<String, Failure> {
    let fail = |error: std::io::Error| Failure(format!("{name}: {error}"));
    if folder.as_os_str().is_empty() || !Path::new(name).exists() || Path::new(name).is_absolute() {
        return Ok(name.to_owned());
    }
    // `..` would mean another folder behind a link.
    let folder = folder.canonicalize().map_err(fail)?;
    let full = absolute(name).map_err(fail)?;
    let parent = full.parent().unwrap_or(&full).canonicalize().map_err(fail)?;
    let full = full.file_name().map_or_else(|| parent.clone(), |file| parent.join(file));
    let shared = folder.components().zip(full.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(full.components().skip(shared)).collect();
    let text = path.to_str().map(str::to_owned);
    text.filter(|text| !text.is_empty())
        .ok_or_else(|| Failure(format!("{name}: cannot be named from the folder of the suite")))
}
