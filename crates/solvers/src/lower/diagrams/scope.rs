//! The variables of a constraint in the order of the levels.

use parallax_model::VarId;

/// The different variables of a constraint, sorted by level.
pub(super) struct Scope {
    levels: Vec<u32>,
}

impl Scope {
    /// Collects the levels of these variables; repetitions count once.
    pub(super) fn of(variables: impl IntoIterator<Item = VarId>, level: &[u32]) -> Self {
        let mut levels: Vec<u32> = variables.into_iter().map(|v| level[v.index()]).collect();
        levels.sort_unstable();
        levels.dedup();
        Scope { levels }
    }

    /// Returns the levels, from the top.
    pub(super) fn levels(&self) -> &[u32] {
        &self.levels
    }

    /// Returns the place of a level in this scope.
    ///
    /// # Panics
    /// If the scope does not contain it.
    pub(super) fn place(&self, level: u32) -> usize {
        self.levels.binary_search(&level).expect("the level belongs to the scope")
    }
}
