//! Families of engines: agreement counts only between engines that do not share a solver.

/// The solver that decides within an engine. A solver and its descendants count as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SolverLineage {
    /// Trying every assignment.
    Brute,
    /// Native search.
    Native,
    /// Local search, which never proves that there is no solution.
    Local,
    /// MiniSat and its descendants: BatSat, Glucose.
    MiniSat,
    /// Varisat.
    Varisat,
    /// CaDiCaL.
    Cadical,
    /// Z3.
    Z3,
    /// Pumpkin.
    Pumpkin,
    /// Decision diagrams.
    Diagrams,
    /// Ganak, a model counter.
    Ganak,
    /// D4, a model counter.
    D4,
    /// The solver of an external program, as the user declares it.
    Declared(SolverLabel),
    /// An unknown external program: its name proves nothing.
    #[default]
    Unknown,
}

/// The name of a solver that the user declares: at most 16 letters, digits, `-` and `_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SolverLabel([u8; SolverLabel::MAX_CHARACTERS]);

impl SolverLabel {
    /// Maximum number of characters.
    pub const MAX_CHARACTERS: usize = 16;

    /// Returns a label; `None` if the name is empty or too long, or has other characters.
    fn new(name: &str) -> Option<Self> {
        let fits = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_');
        if name.is_empty() || name.len() > SolverLabel::MAX_CHARACTERS || !name.bytes().all(fits) {
            return None;
        }
        // The length has been checked. Bytes after the name are 0, so equal names are equal labels.
        let mut bytes = [0; SolverLabel::MAX_CHARACTERS];
        bytes[..name.len()].copy_from_slice(name.as_bytes());
        Some(SolverLabel(bytes))
    }
}

impl SolverLineage {
    /// Returns the solver that a user names, in small letters: a known one, otherwise a declared
    /// one. `None` if the name is empty or too long, or has characters other than letters, digits,
    /// `-` and `_`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        Some(match &*name {
            "brute" => SolverLineage::Brute,
            "native" | "parallax" => SolverLineage::Native,
            "minisat" | "glucose" | "batsat" => SolverLineage::MiniSat,
            "varisat" => SolverLineage::Varisat,
            "cadical" => SolverLineage::Cadical,
            "z3" => SolverLineage::Z3,
            "pumpkin" => SolverLineage::Pumpkin,
            "ganak" => SolverLineage::Ganak,
            "d4" => SolverLineage::D4,
            other => SolverLineage::Declared(SolverLabel::new(other)?),
        })
    }
}

/// The family of an engine; unknown if the engine does not declare one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EngineFamily {
    /// The solver that decides.
    pub solver: SolverLineage,
    /// Whether the engine reformulates the model first.
    pub reformulated: bool,
}

impl EngineFamily {
    /// Returns the family of engines that pass a model to this solver.
    #[must_use]
    pub fn from_solver(solver: SolverLineage) -> Self {
        EngineFamily { solver, reformulated: false }
    }

    /// Returns the family of engines that reformulate a model for this family.
    #[must_use]
    pub fn with_reformulation(self) -> Self {
        EngineFamily { reformulated: true, ..self }
    }

    /// Whether the solver is unknown.
    #[must_use]
    pub fn is_unknown(self) -> bool {
        self.solver == SolverLineage::Unknown
    }

    /// Whether the engines of this family cannot prove that there is no solution, or no better one:
    /// nothing follows from their finding none.
    #[must_use]
    pub fn is_incomplete(self) -> bool {
        self.solver == SolverLineage::Local
    }

    /// Whether an answer of one family supports the same answer of the other: both are known, have
    /// different solvers, and do not both reformulate. All unknown engines count as one family;
    /// since it may be any, it supports none and none supports it.
    #[must_use]
    pub fn is_independent_of(self, other: EngineFamily) -> bool {
        let known = !self.is_unknown() && !other.is_unknown();
        known && self.solver != other.solver && !(self.reformulated && other.reformulated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_solvers_are_known_by_their_names() {
        let named = |name| SolverLineage::from_name(name).map(EngineFamily::from_solver);
        assert_eq!(named("Gecode"), named("gecode"));
        assert_eq!(named("CaDiCaL"), Some(EngineFamily::from_solver(SolverLineage::Cadical)));
        assert_eq!(named("glucose"), named("minisat"));
        let [gecode, choco] = ["gecode", "choco"].map(|name| named(name).expect("a family"));
        assert!(gecode.is_independent_of(choco) && !gecode.is_independent_of(gecode));
        assert!(gecode.is_independent_of(EngineFamily::from_solver(SolverLineage::Native)));
        assert!(!gecode.is_independent_of(EngineFamily::default()));
        for wrong in ["", "a b", "a=b", "abcdefghijklmnopq", "é"] {
            assert_eq!(named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn independent_families_share_neither_solver_nor_reformulation() {
        let [native, z3] =
            [SolverLineage::Native, SolverLineage::Z3].map(EngineFamily::from_solver);
        assert!(native.is_independent_of(z3) && z3.is_independent_of(native.with_reformulation()));
        assert!(!native.is_independent_of(native.with_reformulation()));
        assert!(!z3.with_reformulation().is_independent_of(native.with_reformulation()));
        let unknown = EngineFamily::default();
        for family in [native, z3, unknown, unknown.with_reformulation()] {
            assert!(!family.is_independent_of(unknown) && !unknown.is_independent_of(family));
        }
    }
}
