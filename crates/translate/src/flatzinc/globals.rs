//! The global constraints that a solver reads.

use std::fmt;
use std::str::FromStr;

/// The global constraints that a FlatZinc may contain. FlatZinc itself has none: each solver
/// names its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlatzincGlobals {
    /// No globals: only the builtins that every solver reads.
    #[default]
    Std,
    /// The globals of Gecode.
    Gecode,
}

impl FlatzincGlobals {
    /// Returns the globals that a program of this name or path reads.
    #[must_use]
    pub fn of_program(name: &str) -> Self {
        let file = name.rsplit('/').next().unwrap_or(name);
        if file.starts_with("fzn-gecode") { FlatzincGlobals::Gecode } else { FlatzincGlobals::Std }
    }
}

impl fmt::Display for FlatzincGlobals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FlatzincGlobals::Std => "std",
            FlatzincGlobals::Gecode => "gecode",
        })
    }
}

/// The error for an unknown set of global constraints.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown global constraints '{name}'; known: std, gecode")]
pub struct UnknownGlobalsError {
    /// The name.
    pub name: String,
}

impl FromStr for FlatzincGlobals {
    type Err = UnknownGlobalsError;

    fn from_str(name: &str) -> Result<Self, UnknownGlobalsError> {
        match name {
            "std" => Ok(FlatzincGlobals::Std),
            "gecode" => Ok(FlatzincGlobals::Gecode),
            _ => Err(UnknownGlobalsError { name: name.to_owned() }),
        }
    }
}
