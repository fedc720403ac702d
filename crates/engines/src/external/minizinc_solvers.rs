//! The solvers that `minizinc` lists.

use parallax_model::engine_api::{Control, PreparationError};
use parallax_solvers::process::{CommandError, CommandTemplate, ProgramRun, RunError, run_program};
use serde::Deserialize;

/// A solver in the list of `minizinc --solvers-json`.
#[derive(Debug, Deserialize)]
pub(super) struct MinizincSolverEntry {
    id: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    version: String,
    #[serde(default)]
    tags: Vec<String>,
}

/// A name that `minizinc` does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("minizinc has no solver '{name}'; it lists {}", .known.join(", "))]
pub(super) struct UnknownSolver {
    /// The name.
    name: String,
    /// The solvers that it knows, by id, name and version.
    known: Vec<String>,
}

/// Maximum number of bytes of the list.
const MAX_LIST: usize = 4 << 20;

/// Returns the list of solvers; `None` if the program does not print one.
///
/// # Errors
/// The limit that `control` reached.
pub(super) fn list_solvers(
    control: &Control,
) -> Result<Option<Vec<MinizincSolverEntry>>, PreparationError> {
    let program: CommandTemplate = "minizinc --solvers-json"
        .parse()
        .map_err(|why: CommandError| PreparationError::Unsupported(why.to_string()))?;
    match run_program(&ProgramRun::new(&program, Vec::new()), MAX_LIST, control) {
        Ok(ran) if ran.status.success() => Ok(serde_json::from_slice(&ran.out).ok()),
        Err(RunError::Stopped(stop)) => Err(stop.into()),
        Ok(_) | Err(_) => Ok(None),
    }
}

/// Requires that `minizinc` knows a solver by this name: its id, the last part of it, its name or a
/// tag, in any case, with or without a version. The file of a configuration is always taken.
///
/// # Errors
/// Returns an error with the solvers that are known.
pub(super) fn require_solver(
    name: &str,
    known: &[MinizincSolverEntry],
) -> Result<(), UnknownSolver> {
    if name.contains('/') || name.ends_with(".msc") {
        return Ok(());
    }
    let (wanted, version) = match name.split_once('@') {
        Some((wanted, version)) => (wanted, Some(version)),
        None => (name, None),
    };
    let same = |text: &str| !text.is_empty() && text.eq_ignore_ascii_case(wanted);
    let last = |id: &str| id.rsplit('.').next().is_some_and(same);
    let fits = |entry: &&MinizincSolverEntry| {
        // E.g. gecode, org.gecode.gecode and Gecode name one solver.
        let called = same(&entry.id) || last(&entry.id) || same(&entry.name);
        (called || entry.tags.iter().any(|tag| same(tag)))
            && version.is_none_or(|version| version == entry.version)
    };
    if known.iter().any(|entry| fits(&entry)) {
        return Ok(());
    }
    let described = |entry: &MinizincSolverEntry| match entry.name.as_str() {
        "" => entry.id.clone(),
        name => format!("{} ({name} {})", entry.id, entry.version),
    };
    Err(UnknownSolver { name: name.to_owned(), known: known.iter().map(described).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_has_many_names() {
        let list = r#"[{"id": "org.gecode.gecode", "name": "Gecode", "version": "6.2.0",
            "tags": ["cp", "int"], "inputType": "FZN"}, {"id": "cp-sat"}]"#;
        let known: Vec<MinizincSolverEntry> = serde_json::from_str(list).expect("a list");
        for name in [
            "gecode",
            "GECODE",
            "org.gecode.gecode",
            "org.gecode.gecode@6.2.0",
            "cp",
            "gecode@6.2.0",
            "cp-sat",
            "./mine.msc",
            "/x/y",
        ] {
            assert_eq!(require_solver(name, &known), Ok(()), "{name}");
        }
        for name in ["geco", "gecode@6.3.0", "", "org.gecode"] {
            let error = require_solver(name, &known).expect_err(name).to_string();
            assert!(error.contains("it lists org.gecode.gecode (Gecode 6.2.0), cp-sat"), "{error}");
        }
    }
}
