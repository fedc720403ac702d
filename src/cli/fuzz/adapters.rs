//! Targets that run in Python, by name: `ortools`, `cpmpy`. The program contains their adapters
//! and writes them to a temporary folder for the run.

use std::env;
use std::fs;
use std::io;
use std::path::Path;

use parallax_engines::EngineList;
use parallax_fuzz::programs::target::TargetSpec;

use super::named_target_error::NamedTargetError;
use super::self_targets;
use crate::cli::unwritten_file::UnwrittenFile;

/// Lists files of `share/fuzz/adapters/`.
macro_rules! files {
    ($($name:literal,)+) => {
        &[$(($name, include_str!(concat!("../../../share/fuzz/adapters/", $name))),)+]
    };
}

/// The adapters and their shared modules.
const ADAPTER_FILES: &[(&str, &str)] = files![
    "cpmpy_operators.py",
    "ortools_constraints.py",
    "ortools_globals.py",
    "protocol.py",
    "pychoco_arithmetic.py",
    "pychoco_globals.py",
    "to_clingo.py",
    "to_cpmpy.py",
    "to_ortools.py",
    "to_pychoco.py",
    "to_pysat.py",
    "to_z3.py",
];

/// The names of adapters.
pub(super) const ADAPTER_NAMES: [&str; 6] =
    ["ortools", "pychoco", "cpmpy", "clingo", "pysat", "z3"];

/// A target as the user names it.
#[derive(Clone, Debug)]
pub(super) enum TargetName {
    /// An adapter of the program.
    Adapter(&'static str),
    /// Engines of this program, in every format that it reads.
    Own(EngineList),
    /// A specification.
    Spec(TargetSpec),
}

/// Reads a target: the name of an adapter, or a specification.
///
/// # Errors
/// If it is neither.
pub(super) fn parse_target(text: &str) -> Result<TargetName, NamedTargetError> {
    if let Some(name) = ADAPTER_NAMES.into_iter().find(|name| *name == text) {
        return Ok(TargetName::Adapter(name));
    }
    if let Some(engines) = self_targets::parse_engines(text) {
        return Ok(TargetName::Own(engines?));
    }
    text.parse().map(TargetName::Spec).map_err(NamedTargetError::NoTarget)
}

/// Returns the specifications of targets. Writes the adapters to a folder if a target needs one.
///
/// # Errors
/// If an adapter cannot be written, or the interpreter cannot be named in a command.
pub(super) fn target_specs(
    targets: &[TargetName],
    folder: &Path,
) -> Result<Vec<TargetSpec>, NamedTargetError> {
    if targets.iter().any(|target| matches!(target, TargetName::Adapter(_))) {
        let written: io::Result<()> =
            ADAPTER_FILES.iter().try_for_each(|(name, text)| fs::write(folder.join(name), text));
        written.map_err(|error| UnwrittenFile::new(folder, error))?;
    }
    let python = env::var("PARALLAX_PYTHON").unwrap_or_else(|_| "python3".into());
    let spec = |target: &TargetName| match target {
        TargetName::Spec(spec) => Ok(vec![spec.clone()]),
        TargetName::Own(engines) => self_targets::engine_specs(engines),
        TargetName::Adapter(name) => {
            let file = folder.join(format!("to_{name}.py")).display().to_string();
            // `-B`: Python writes no byte code next to the adapters, whose folder is removed at the
            // end.
            let words = [python.as_str(), "-B", file.as_str()];
            let command = shlex::try_join(words)?;
            Ok(vec![format!("{name}=json:{command}").parse::<TargetSpec>()?])
        }
    };
    let specs: Vec<Vec<TargetSpec>> =
        targets.iter().map(spec).collect::<Result<_, NamedTargetError>>()?;
    Ok(specs.concat())
}
