//! The nodes of the decomposition tree: subproblems.

use super::decomposition::ModelDecomposition;

/// Maximum capacity, in values, of a small node.
const MAX_SMALL_NODE_VALUES: usize = 1 << 12;

/// Variables of one group that are still interchangeable, with their domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VariableBlock {
    /// The group.
    pub(super) group: u32,
    /// The number of its variables. Blocks take the variables of a group in order.
    pub(super) count: u32,
    /// The start of the domain in [`DecompositionNode::values`].
    start: u32,
    len: u32,
}

/// A relation, or an alternative of it, that the search of a leaf enforces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeptRelation {
    pub(super) relation: u32,
    /// The alternative; the others are excluded.
    pub(super) alternative: u32,
}

/// A subproblem: domains, relations to branch on, relations that are kept.
///
/// Blocks of one group have disjoint domains, so its variables are interchangeable only within
/// a block.
#[derive(Clone, Debug, Default)]
pub(super) struct DecompositionNode {
    pub(super) blocks: Vec<VariableBlock>,
    values: Vec<u32>,
    /// Relations that remain to be enforced.
    pub(super) pending: Vec<u32>,
    pub(super) kept: Vec<KeptRelation>,
    /// The number of branchings above it.
    pub(super) depth: u32,
    /// The product of the numbers of children along the path from the root.
    pub(super) width: u64,
    /// Its index in the trace, if one is recorded.
    pub(super) step: usize,
}

impl DecompositionNode {
    /// Creates the root: the whole problem.
    pub(super) fn from_problem(problem: &ModelDecomposition) -> Self {
        let mut root = DecompositionNode::default();
        for (group, domain) in problem.domains.iter().enumerate() {
            let count = problem.groups[group].variables.len();
            root.push_block(group as u32, count as u32, domain.iter().copied());
        }
        root.pending = (0..problem.relations.len() as u32).collect();
        root.width = 1;
        root
    }

    /// Creates a node with every variable in a separate block without values: the blocks once all
    /// groups have been split.
    pub(super) fn of_singles(problem: &ModelDecomposition) -> Self {
        let mut node = DecompositionNode::default();
        for (group, members) in problem.groups.iter().enumerate() {
            members
                .variables
                .iter()
                .for_each(|_| node.push_block(group as u32, 1, std::iter::empty()));
        }
        node
    }

    /// Clears a node for reuse.
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.values.clear();
        self.pending.clear();
        self.kept.clear();
    }

    /// Adds a block.
    pub(super) fn push_block(&mut self, group: u32, count: u32, domain: impl Iterator<Item = u32>) {
        let start = self.values.len();
        self.values.extend(domain);
        let len = (self.values.len() - start) as u32;
        self.blocks.push(VariableBlock { group, count, start: start as u32, len });
    }

    /// Adds a block with a domain.
    #[inline]
    pub(super) fn push_slice(&mut self, group: u32, count: u32, domain: &[u32]) {
        let start = self.values.len() as u32;
        self.values.extend_from_slice(domain);
        self.blocks.push(VariableBlock { group, count, start, len: domain.len() as u32 });
    }

    /// Adds values to the domain of the last block.
    #[inline]
    pub(super) fn extend_block(&mut self, domain: &[u32]) {
        self.values.extend_from_slice(domain);
        if let Some(block) = self.blocks.last_mut() {
            block.len += domain.len() as u32;
        }
    }

    /// Returns the domain of a block: indices of values.
    #[inline]
    pub(super) fn block_domain(&self, block: &VariableBlock) -> &[u32] {
        &self.values[block.start as usize..(block.start + block.len) as usize]
    }

    /// Returns its memory, in bytes.
    #[inline]
    pub(super) fn memory_bytes(&self) -> usize {
        let relations =
            self.pending.len() * size_of::<u32>() + self.kept.len() * size_of::<KeptRelation>();
        self.blocks.len() * size_of::<VariableBlock>()
            + self.values.len() * size_of::<u32>()
            + relations
    }

    /// Whether it is small enough to keep for reuse.
    pub(super) fn is_small(&self) -> bool {
        self.values.capacity() <= MAX_SMALL_NODE_VALUES
    }

    /// Removes the values of a block that `keep` rejects.
    pub(super) fn retain_values(&mut self, block: usize, keep: impl Fn(u32) -> bool) {
        let VariableBlock { start, len, .. } = self.blocks[block];
        let domain = &mut self.values[start as usize..(start + len) as usize];
        // The domain shrinks in place, in order. The gap after it stays until a child copies the
        // rest.
        let mut kept = 0;
        for i in 0..domain.len() {
            if keep(domain[i]) {
                domain[kept] = domain[i];
                kept += 1;
            }
        }
        self.blocks[block].len = kept as u32;
    }

    /// Returns the relations to make consistent at this node: the kept ones and, if leaves must be
    /// searched, the pending ones, so that dead ends are detected early.
    pub(super) fn enforced_relations(&self, problem: &ModelDecomposition) -> Vec<KeptRelation> {
        let mut all = self.kept.clone();
        if !problem.leaves_are_boxes() {
            let all_alternatives =
                |&relation: &u32| KeptRelation { relation, alternative: KeptRelation::ALL };
            all.extend(self.pending.iter().map(all_alternatives));
        }
        all
    }

    /// Returns the number of choices from the domains, up to exchanges; 0 if a block has too few
    /// values.
    pub(super) fn choice_count(&self, problem: &ModelDecomposition) -> u128 {
        let of = |block: &VariableBlock| {
            let ordered = problem.groups[block.group as usize].ordered;
            count_choices(u64::from(block.len), block.count, ordered)
        };
        self.blocks.iter().map(of).fold(1, u128::saturating_mul)
    }

    /// Returns the number of solutions that each choice represents: the arrangements of the blocks
    /// of free groups. Saturates at 2^128 - 1.
    pub(super) fn choice_weight(&self, problem: &ModelDecomposition) -> u128 {
        let mut weight = 1u128;
        let mut placed = vec![0u64; problem.groups.len()];
        for block in &self.blocks {
            // The product is a multinomial coefficient, e.g. C(2, 2) * C(3, 1) = 3 for blocks of 2
            // and 1 variables.
            let placed = &mut placed[block.group as usize];
            *placed += u64::from(block.count);
            if !problem.groups[block.group as usize].ordered {
                weight = weight.saturating_mul(count_choices(*placed, block.count, true));
            }
        }
        weight
    }
}

/// Returns [`count_choices`] exactly up to 2^64 - 1, and saturates there; fast for few variables.
#[inline]
pub(super) fn few_choices(len: u64, count: u32, sets: bool) -> u64 {
    match (count, sets) {
        (1, _) => len,
        // Below these lengths the products stay under 2^62 and 2^60.
        (2, true) if len < 1 << 31 => len * len.saturating_sub(1) / 2,
        (3, true) if len < 1 << 20 => len * len.saturating_sub(1) * len.saturating_sub(2) / 6,
        _ => u64::try_from(count_choices(len, count, sets)).unwrap_or(u64::MAX),
    }
}

/// Returns the number of ways to give `count` variables values out of `len`: sets of different
/// values, or sequences. Saturates at 2^128 - 1.
pub(super) fn count_choices(len: u64, count: u32, sets: bool) -> u128 {
    let len = u128::from(len);
    if count == 1 {
        return len;
    }
    if !sets {
        return len.checked_pow(count).unwrap_or(u128::MAX);
    }
    if len < u128::from(count) {
        return 0;
    }
    let mut ways = 1u128;
    for i in 0..u128::from(count) {
        // The division is exact: after round i, `ways` is the binomial coefficient of len over i +
        // 1.
        match ways.checked_mul(len - i) {
            Some(product) => ways = product / (i + 1),
            None => return u128::MAX,
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_binomials_and_powers() {
        assert_eq!([0, 1, 2, 3, 4, 5].map(|n| count_choices(5, n, true)), [1, 5, 10, 10, 5, 1]);
        assert_eq!(count_choices(2, 3, true), 0);
        assert_eq!([0, 1, 3].map(|n| count_choices(5, n, false)), [1, 5, 125]);
        assert_eq!(count_choices(0, 0, false), 1);
        // No set of 201 values exists among 200.
        assert_eq!(count_choices(200, 201, true), 0);
        assert_eq!(count_choices(u64::MAX, 9, true), u128::MAX);
        for (len, count, sets) in (0..9).flat_map(|len| {
            (1..5).flat_map(move |count| [true, false].map(|sets| (len, count, sets)))
        }) {
            let all = count_choices(len, count, sets);
            assert_eq!(u128::from(few_choices(len, count, sets)), all);
        }
        assert_eq!(few_choices(u64::MAX, 9, true), u64::MAX);
    }
}
