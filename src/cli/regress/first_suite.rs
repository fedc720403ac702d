//! `parallax regress --new`: a first suite.

use std::path::{Component, Path, PathBuf, absolute};

use parallax_experiment::regress::{RegressionSuite, bless_suite, suite_skeleton};

use super::suite_run::SuiteRun;
use super::{DIFFERENCE_EXIT_CODE, RegressArgs, write_suite};
use crate::cli::progress::ProgressLine;
use crate::cli::{CliError, interrupt};

pub(super) fn write_first_suite(args: &RegressArgs, path: &Path) -> Result<u8, CliError> {
    let fail = |why: &str| CliError(format!("{}: {why}", path.display()));
    if path.exists() {
        return Err(fail("is there already; --bless changes a suite"));
    }
    let name = path.to_str().ok_or_else(|| fail("the name is not UTF-8"))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    // Checked before the run, which may take hours.
    if !folder.as_os_str().is_empty() && !folder.is_dir() {
        return Err(fail("there is no such folder"));
    }
    let names: Vec<String> =
        args.files.iter().map(|file| suite_path(folder, file)).collect::<Result<_, _>>()?;
    let suite = RegressionSuite::parse_suite(name, suite_skeleton(&names, &args.engines))?;
    args.check_engines(&suite)?;
    let control = interrupt::interrupt_control();
    let progress = ProgressLine::counting_line("running", "cases").out_of(suite.cases.len() as u64);
    let SuiteRun { suite, seen, .. } = args.run_suite(suite, &control, &progress)?;
    progress.finish_line();
    if control.stop_reason().is_some() {
        return Ok(interrupt::INTERRUPTED_EXIT_CODE);
    }
    let (text, blessed) = bless_suite(&suite, &seen).map_err(|error| fail(&error.to_string()))?;
    let suite = RegressionSuite::parse_suite(name, text)?;
    if path.exists() {
        return Err(fail("was made by another program meanwhile; nothing is written"));
    }
    write_suite(path, &suite.text)?;
    let ran = SuiteRun { suite, seen, blessed: Some(blessed) };
    let outcome = ran.suite_outcome(args);
    args.print_outcomes(std::slice::from_ref(&outcome))?;
    Ok(if outcome.different_count() > 0 { DIFFERENCE_EXIT_CODE } else { 0 })
}

/// Returns the name of an instance, relative to the folder of the suite. A name that is not a file
/// stays unchanged.
fn suite_path(folder: &Path, name: &str) -> Result<String, CliError> {
    let fail = |error: std::io::Error| CliError(format!("{name}: {error}"));
    if folder.as_os_str().is_empty() || !Path::new(name).exists() || Path::new(name).is_absolute() {
        return Ok(name.to_owned());
    }
    // Folders are resolved first: after a symbolic link, `..` leads to another folder.
    let folder = folder.canonicalize().map_err(fail)?;
    let full = absolute(name).map_err(fail)?;
    let parent = full.parent().unwrap_or(&full).canonicalize().map_err(fail)?;
    let full = full.file_name().map_or_else(|| parent.clone(), |file| parent.join(file));
    // Up from the folder to the common ancestor, then down: from `/a/s` to `/a/b/c.txt` it is
    // `../b/c.txt`.
    let shared = folder.components().zip(full.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(full.components().skip(shared)).collect();
    let text = path.to_str().map(str::to_owned);
    text.filter(|text| !text.is_empty())
        .ok_or_else(|| CliError(format!("{name}: cannot be named from the folder of the suite")))
}
