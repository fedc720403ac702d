//! The variables of a constraint in the order of the levels.

use parallax_model::VarId;

/// The different variables of a constraint, sorted by level.
pub(super) struct LevelScope {
    levels: Vec<u32>,
    variables: Vec<VarId>,
}

impl LevelScope {
    /// Collects the levels of these variables; repetitions count once.
    pub(super) fn from_variables(
        variables: impl IntoIterator<Item = VarId>,
        level: &[u32],
    ) -> Self {
        let mut variables: Vec<VarId> = variables.into_iter().collect();
        variables.sort_unstable_by_key(|v| level[v.index()]);
        variables.dedup();
        LevelScope { levels: variables.iter().map(|v| level[v.index()]).collect(), variables }
    }

    /// Returns the levels, from the top.
    pub(super) fn levels(&self) -> &[u32] {
        &self.levels
    }

    /// Returns the variables, from the top.
    pub(super) fn variables(&self) -> Vec<VarId> {
        self.variables.clone()
    }

    /// Returns the place of a level in this scope.
    ///
    /// # Panics
    /// If the scope does not contain it.
    pub(super) fn level_index(&self, level: u32) -> usize {
        self.levels.binary_search(&level).expect("the level belongs to the scope")
    }
}
