//! Small integer programs over rule parts, solved by branch and bound.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, Variable};

/// A program with a 0/1 variable for each item, whose sum is minimised.
pub(super) struct ZeroOneProgram {
    problem: Problem,
    items: Vec<Variable>,
}

impl ZeroOneProgram {
    /// A program without constraints.
    pub(super) fn new(items: usize) -> Self {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let items = (0..items).map(|_| problem.add_binary_var(1.0)).collect();
        ZeroOneProgram { problem, items }
    }

    /// Requires that the sum of items with coefficients is at least `bound`.
    pub(super) fn at_least(&mut self, terms: &[(usize, i64)], bound: i64) {
        let terms: Vec<(Variable, f64)> =
            terms.iter().map(|&(item, factor)| (self.items[item], factor as f64)).collect();
        self.problem.add_constraint(terms, ComparisonOp::Ge, bound as f64);
    }

    /// Requires at most `number` items.
    pub(super) fn at_most(&mut self, number: usize) {
        let all: Vec<(Variable, f64)> = self.items.iter().map(|&item| (item, 1.0)).collect();
        self.problem.add_constraint(all, ComparisonOp::Le, number as f64);
    }

    /// Returns the items of a best choice, ascending, and whether it is known to be best. `None` if
    /// there is none, or none was found within the nodes.
    pub(super) fn solve_program(&self, nodes: u64) -> Option<(Vec<usize>, bool)> {
        let mut options = SolveOptions::default();
        options.node_limit = Some(nodes);
        let outcome = self.problem.solve_with(options).ok()?;
        let is_best = outcome.is_optimal();
        let solution = outcome.into_solution().ok()?;
        // The values are 0 or 1 up to rounding errors.
        let chosen = |&item: &usize| solution.var_value(self.items[item]) > 0.5;
        Some(((0..self.items.len()).filter(chosen).collect(), is_best))
    }
}
