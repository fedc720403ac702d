//! Targets that are reached from Python, by name: `ortools`, `cpmpy`. Their adapters are in the
//! program, which writes them to a folder while they are asked.

use std::env;
use std::fs;
use std::io;
use std::path::Path;

use parallax_engines::EngineList;
use parallax_fuzz::programs::target::Spec;

use super::named_target_error::NamedTargetError;
use super::own;
use crate::cli::unwritten_file::UnwrittenFile;

/// Lists files of `share/fuzz/adapters/`.
macro_rules! files {
    ($($name:literal,)+) => {
        &[$(($name, include_str!(concat!("../../../share/fuzz/adapters/", $name))),)+]
    };
}

/// The adapters, and what they share.
const FILES: &[(&str, &str)] = files![
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
pub(super) const NAMES: [&str; 6] = ["ortools", "pychoco", "cpmpy", "clingo", "pysat", "z3"];

/// A target as the user names it.
#[derive(Clone, Debug)]
pub(super) enum Named {
    /// An adapter of the program.
    Adapter(&'static str),
    /// Engines of this program, in every format that it reads.
    Own(EngineList),
    /// A specification.
    Spec(Spec),
}

/// Reads a target: the name of an adapter, or a specification.
///
/// # Errors
/// If it is neither.
pub(super) fn named(text: &str) -> Result<Named, NamedTargetError> {
    if let Some(name) = NAMES.into_iter().find(|name| *name == text) {
        return Ok(Named::Adapter(name));
    }
    if let Some(engines) = own::engines(text) {
        return Ok(Named::Own(engines?));
    }
    text.parse().map(Named::Spec).map_err(NamedTargetError::NoTarget)
}

/// Returns the specifications of targets; adapters are written to a folder, if any is named.
///
/// # Errors
/// If an adapter cannot be written, or the interpreter cannot be named in a command.
pub(super) fn specs(targets: &[Named], folder: &Path) -> Result<Vec<Spec>, NamedTargetError> {
    if targets.iter().any(|target| matches!(target, Named::Adapter(_))) {
        let written: io::Result<()> =
            FILES.iter().try_for_each(|(name, text)| fs::write(folder.join(name), text));
        written.map_err(|error| UnwrittenFile::new(folder, error))?;
    }
    let python = env::var("PARALLAX_PYTHON").unwrap_or_else(|_| "python3".into());
    let spec = |target: &Named| match target {
        Named::Spec(spec) => Ok(vec![spec.clone()]),
        Named::Own(engines) => own::specs(engines),
        Named::Adapter(name) => {
            let file = folder.join(format!("to_{name}.py")).display().to_string();
            let words = [python.as_str(), "-B", file.as_str()];
            let command = shlex::try_join(words)?;
            Ok(vec![format!("{name}=json:{command}").parse::<Spec>()?])
        }
    };
    let specs: Vec<Vec<Spec>> =
        targets.iter().map(spec).collect::<Result<_, NamedTargetError>>()?;
    Ok(specs.concat())
}
