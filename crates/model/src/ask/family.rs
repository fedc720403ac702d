//! Families of engines: agreement counts only between engines that do not share a solver.

/// The solver that decides within an engine. A solver and its descendants count as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Solver {
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
    /// An unknown external program: its name proves nothing.
    #[default]
    Unknown,
}

/// The family of an engine; unknown if the engine does not declare one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Family {
    /// The solver that decides.
    pub solver: Solver,
    /// Whether the engine reformulates the model first.
    pub reformulated: bool,
}

impl Family {
    /// Returns the family of engines that pass a model to this solver.
    #[must_use]
    pub fn of(solver: Solver) -> Self {
        Family { solver, reformulated: false }
    }

    /// Returns the family of engines that reformulate a model for this family.
    #[must_use]
    pub fn reformulated(self) -> Self {
        Family { reformulated: true, ..self }
    }

    /// Whether the solver is unknown.
    #[must_use]
    pub fn is_unknown(self) -> bool {
        self.solver == Solver::Unknown
    }

    /// Whether the engines of this family cannot prove that there is no solution, or no better one:
    /// nothing follows from their finding none.
    #[must_use]
    pub fn is_incomplete(self) -> bool {
        self.solver == Solver::Local
    }

    /// Whether an answer of one family supports the same answer of the other: both are known, have
    /// different solvers, and do not both reformulate. All unknown engines count as one family;
    /// since it may be any, it supports none and none supports it.
    #[must_use]
    pub fn is_independent_of(self, other: Family) -> bool {
        let known = !self.is_unknown() && !other.is_unknown();
        known && self.solver != other.solver && !(self.reformulated && other.reformulated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn independent_families_share_neither_solver_nor_reformulation() {
        let [native, z3] = [Solver::Native, Solver::Z3].map(Family::of);
        assert!(native.is_independent_of(z3) && z3.is_independent_of(native.reformulated()));
        assert!(!native.is_independent_of(native.reformulated()));
        assert!(!z3.reformulated().is_independent_of(native.reformulated()));
        let unknown = Family::default();
        for family in [native, z3, unknown, unknown.reformulated()] {
            assert!(!family.is_independent_of(unknown) && !unknown.is_independent_of(family));
        }
    }
}
