//! Leaves: subproblems that a search solves.

use std::sync::Arc;

use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, DimensionRelation, Domain, Model,
    ModelError, Value, VarId,
};

use super::decomposition::ModelDecomposition;
use super::node::{DecompositionNode, KeptRelation};

/// Maximum number of variables of a scope that is searched without sorting.
const MAX_UNSORTED_SCOPE: usize = 32;

/// A subproblem without pending relations: domains, the constraints of the model that are not
/// one-dimensional, and the kept relations.
///
/// Each of its solutions represents others: the values of interchangeable variables are in no
/// particular order.
pub struct DecompositionLeaf<'a> {
    pub(super) problem: &'a ModelDecomposition,
    pub(super) node: DecompositionNode,
    /// The indices of the constraints that the domains alone do not satisfy.
    rest: Vec<usize>,
}

impl<'a> DecompositionLeaf<'a> {
    pub(super) fn new(problem: &'a ModelDecomposition, node: DecompositionNode) -> Self {
        let mut leaf = DecompositionLeaf { problem, node, rest: Vec::new() };
        if !problem.rest.is_empty() {
            let open = problem.rest.iter().copied().filter(|&index| !leaf.domains_imply(index));
            leaf.rest = open.collect();
        }
        leaf
    }

    /// Its index in the trace.
    #[must_use]
    pub fn trace_step(&self) -> usize {
        self.node.step
    }

    /// Whether every choice from the domains is a solution.
    #[must_use]
    pub fn is_box(&self) -> bool {
        self.rest.is_empty() && self.node.kept.is_empty() && self.problem.ungrouped.is_empty()
    }

    /// Returns the number of solutions of a box; `None` if it exceeds 128 bits.
    #[must_use]
    pub fn solution_count(&self) -> Option<u128> {
        let (size, weight) =
            (self.node.choice_count(self.problem), self.node.choice_weight(self.problem));
        size.checked_mul(weight).filter(|&count| count < u128::MAX)
    }

    /// Returns the number of solutions of the original problem that each of its solutions
    /// represents; `None` if that exceeds 128 bits.
    #[must_use]
    pub fn solution_weight(&self) -> Option<u128> {
        Some(self.node.choice_weight(self.problem)).filter(|&weight| weight < u128::MAX)
    }

    /// Returns the number of constraints and relations left to the search.
    #[must_use]
    pub fn constraint_count(&self) -> usize {
        self.rest.len() + self.node.kept.len()
    }

    /// Returns the variables with their blocks: the variables of a group in order, block by block.
    fn variable_blocks(&self) -> impl Iterator<Item = (&[VarId], usize)> {
        let mut placed = vec![0; self.problem.groups.len()];
        self.node.blocks.iter().enumerate().map(move |(i, block)| {
            let group = block.group as usize;
            let from = placed[group];
            placed[group] += block.count as usize;
            (&self.problem.groups[group].variables[from..placed[group]], i)
        })
    }

    /// Whether the domains alone imply a constraint.
    fn domains_imply(&self, constraint: usize) -> bool {
        let Constraint::AllDifferent(AllDifferent { scope }) =
            &self.problem.model.constraints()[constraint].constraint
        else {
            return false;
        };
        let mut sorted = Vec::new();
        if scope.len() > MAX_UNSORTED_SCOPE {
            sorted.clone_from(scope);
            sorted.sort_unstable();
        }
        let is_in = |v: &&VarId| {
            if sorted.is_empty() { scope.contains(v) } else { sorted.binary_search(v).is_ok() }
        };
        // The constraint follows if no value is in two blocks that touch the scope, and no block
        // has two of its variables, except for sets.
        let mut seen = vec![false; self.problem.values.len()];
        let mut covered = 0;
        for (variables, block) in self.variable_blocks() {
            let inside = variables.iter().filter(is_in).count();
            covered += inside;
            let block = &self.node.blocks[block];
            let sets = self.problem.groups[block.group as usize].ordered;
            if inside == 0 {
                continue;
            }
            // Variables of one block have one domain; those of a set differ.
            if inside > 1 && !sets {
                return false;
            }
            for &value in self.node.block_domain(block) {
                if std::mem::replace(&mut seen[value as usize], true) {
                    return false;
                }
            }
        }
        // Variables outside of the groups are not covered, and neither is a second occurrence.
        covered == scope.len()
    }

    /// Returns the leaf as a model with the variables of the original, for any engine.
    ///
    /// # Errors
    /// Never fails for a valid problem.
    pub fn leaf_model(&self) -> Result<Arc<Model>, ModelError> {
        let original = &self.problem.model;
        let mut domains: Vec<Domain> =
            original.variables().iter().map(|variable| variable.domain.clone()).collect();
        for (variables, block) in self.variable_blocks() {
            let values = self.node.block_domain(&self.node.blocks[block]).iter();
            let domain: Domain =
                Domain::from_values(values.map(|&value| self.problem.values[value as usize]));
            variables.iter().for_each(|v| domains[v.index()] = domain.clone());
        }
        let mut model = Model::new(original.name());
        for (variable, domain) in original.variables().iter().zip(domains) {
            if variable.shown {
                model.add_shown(variable.name.clone(), domain)?
            } else {
                model.add_hidden(variable.name.clone(), domain)?
            };
        }
        for dimension in original.dimensions() {
            model.add_dimension(dimension.clone())?;
        }
        for &index in &self.rest {
            let posted = &original.constraints()[index];
            model.post(posted.label.clone(), posted.constraint.clone())?;
        }
        for kept in &self.node.kept {
            self.kept_constraint(*kept).into_iter().try_for_each(|c| model.post("kept", c))?;
        }
        for (variables, block) in self.variable_blocks() {
            if self.problem.groups[self.node.blocks[block].group as usize].ordered {
                // The constraints that ordered the group are absorbed. Within a block, their order
                // must be required again; between blocks, whose domains are disjoint, unfolding
                // sorts the values.
                for pair in variables.windows(2) {
                    let order = Compare::new(pair[0], ComparisonOperator::Lt, pair[1]);
                    model.post("order", Constraint::Compare(order))?;
                }
            }
        }
        Ok(Arc::new(model))
    }

    /// Returns a kept relation as a constraint.
    fn kept_constraint(&self, kept: KeptRelation) -> Option<Constraint> {
        let one_dimensional = &self.problem.relations[kept.relation as usize];
        let relation = match (kept.alternative, one_dimensional.alternatives.len()) {
            (KeptRelation::ALL, 2) => parallax_model::ClassRelation::AllSameOrAllDifferent,
            (KeptRelation::ALL, _) => one_dimensional.alternatives[0].clone(),
            (alternative, _) => one_dimensional.alternatives[alternative as usize].clone(),
        };
        let (scope, dimension) = (one_dimensional.scope.clone(), one_dimensional.dimension);
        Some(Constraint::Dimension(DimensionRelation { scope, dimension, relation }))
    }

    /// Extracts the values of the shown variables from values of all variables.
    #[must_use]
    pub fn shown_values(&self, values: &[Value]) -> Vec<Value> {
        self.problem.model.shown().iter().map(|v| values[v.index()]).collect()
    }

    /// Returns the value with this index.
    pub(super) fn value_at(&self, index: u32) -> Value {
        self.problem.values[index as usize]
    }
}
