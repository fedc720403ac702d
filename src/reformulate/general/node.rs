//! Subproblems.

use super::problem::Problem;

/// A node with room for so many values is small.
const SMALL: usize = 1 << 12;

/// Variables of one group that can still be exchanged, with their domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// The group.
    pub(super) group: u32,
    /// How many of its variables. They are taken from the group in order,
    /// block by block.
    pub(super) count: u32,
    /// Where the domain stands in [`Node::values`].
    start: u32,
    len: u32,
}

/// A relation, or a part of it, that is to be enforced by the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) relation: u32,
    /// Which of its parts; the others are excluded.
    pub(super) part: u32,
}

/// A subproblem: domains, what is still to be branched on, what is kept.
///
/// Blocks of one group have domains that share no value, so that its
/// variables can be exchanged within a block only.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) blocks: Vec<Block>,
    values: Vec<u32>,
    /// Relations that are still to be enforced.
    pub(super) pending: Vec<u32>,
    pub(super) kept: Vec<Kept>,
    /// Branchings above it.
    pub(super) depth: u32,
    /// The product of their numbers of children.
    pub(super) width: u64,
    /// Its place in the trace, if one is written.
    pub(super) step: usize,
}

impl Node {
    /// The whole problem.
    pub(super) fn root(problem: &Problem) -> Self {
        let mut root = Node::default();
        for (group, domain) in problem.domains.iter().enumerate() {
            let count = problem.groups[group].variables.len();
            root.push(group as u32, count as u32, domain.iter().copied());
        }
        root.pending = (0..problem.relations.len() as u32).collect();
        root.width = 1;
        root
    }

    /// Every variable by itself, with no values: what blocks there are when
    /// all groups have been taken apart.
    pub(super) fn of_singles(problem: &Problem) -> Self {
        let mut node = Node::default();
        for (group, own) in problem.groups.iter().enumerate() {
            own.variables.iter().for_each(|_| node.push(group as u32, 1, std::iter::empty()));
        }
        node
    }

    /// Empties a node that is used again.
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.values.clear();
        self.pending.clear();
        self.kept.clear();
    }

    /// Adds a block.
    pub(super) fn push(&mut self, group: u32, count: u32, domain: impl Iterator<Item = u32>) {
        let start = self.values.len();
        self.values.extend(domain);
        let len = (self.values.len() - start) as u32;
        self.blocks.push(Block { group, count, start: start as u32, len });
    }

    /// Adds a block with a domain.
    #[inline]
    pub(super) fn push_slice(&mut self, group: u32, count: u32, domain: &[u32]) {
        let start = self.values.len() as u32;
        self.values.extend_from_slice(domain);
        self.blocks.push(Block { group, count, start, len: domain.len() as u32 });
    }

    /// Adds values to the domain of the block that was added last.
    #[inline]
    pub(super) fn extend(&mut self, domain: &[u32]) {
        self.values.extend_from_slice(domain);
        if let Some(block) = self.blocks.last_mut() {
            block.len += domain.len() as u32;
        }
    }

    /// The domain of a block: places of values.
    #[inline]
    pub(super) fn domain(&self, block: &Block) -> &[u32] {
        &self.values[block.start as usize..(block.start + block.len) as usize]
    }

    /// What it takes in memory, in bytes.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        let relations = self.pending.len() * size_of::<u32>() + self.kept.len() * size_of::<Kept>();
        self.blocks.len() * size_of::<Block>() + self.values.len() * size_of::<u32>() + relations
    }

    /// Whether it takes little room, so that it pays to keep for later use.
    pub(super) fn is_small(&self) -> bool {
        self.values.capacity() <= SMALL
    }

    /// Keeps values of a block.
    pub(super) fn retain(&mut self, block: usize, keep: impl Fn(u32) -> bool) {
        let Block { start, len, .. } = self.blocks[block];
        let domain = &mut self.values[start as usize..(start + len) as usize];
        let mut kept = 0;
        for i in 0..domain.len() {
            if keep(domain[i]) {
                domain[kept] = domain[i];
                kept += 1;
            }
        }
        self.blocks[block].len = kept as u32;
    }

    /// What is to be made consistent at it: what is kept, and what is pending
    /// where leaves have to be searched, so that dead ends show early.
    pub(super) fn enforced(&self, problem: &Problem) -> Vec<Kept> {
        let mut all = self.kept.clone();
        if !problem.is_pure() {
            let whole = |&relation: &u32| Kept { relation, part: Kept::WHOLE };
            all.extend(self.pending.iter().map(whole));
        }
        all
    }

    /// The number of choices from the domains, up to exchanges; 0 when a block
    /// has too few values.
    pub(super) fn size(&self, problem: &Problem) -> u128 {
        let of = |block: &Block| {
            let ordered = problem.groups[block.group as usize].ordered;
            choices(u64::from(block.len), block.count, ordered)
        };
        self.blocks.iter().map(of).fold(1, u128::saturating_mul)
    }

    /// For how many solutions each stands: the arrangements of the blocks of
    /// free groups; the largest number for all beyond 128 bits.
    pub(super) fn weight(&self, problem: &Problem) -> u128 {
        let mut weight = 1u128;
        let mut placed = vec![0u64; problem.groups.len()];
        for block in &self.blocks {
            let placed = &mut placed[block.group as usize];
            *placed += u64::from(block.count);
            if !problem.groups[block.group as usize].ordered {
                weight = weight.saturating_mul(choices(*placed, block.count, true));
            }
        }
        weight
    }
}

/// The same as far as 64 bits count, quickly for few variables.
#[inline]
pub(super) fn few_choices(len: u64, count: u32, sets: bool) -> u64 {
    match (count, sets) {
        (1, _) => len,
        (2, true) if len < 1 << 31 => len * len.saturating_sub(1) / 2,
        (3, true) if len < 1 << 20 => len * len.saturating_sub(1) * len.saturating_sub(2) / 6,
        _ => u64::try_from(choices(len, count, sets)).unwrap_or(u64::MAX),
    }
}

/// The ways to give `count` variables values out of `len`: sets of different
/// values, or sequences.
pub(super) fn choices(len: u64, count: u32, sets: bool) -> u128 {
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
        assert_eq!([0, 1, 2, 3, 4, 5].map(|n| choices(5, n, true)), [1, 5, 10, 10, 5, 1]);
        assert_eq!(choices(2, 3, true), 0);
        assert_eq!([0, 1, 3].map(|n| choices(5, n, false)), [1, 5, 125]);
        assert_eq!(choices(0, 0, false), 1);
        // No set of 201 out of 200, however many of 100.
        assert_eq!(choices(200, 201, true), 0);
        assert_eq!(choices(u64::MAX, 9, true), u128::MAX);
        for (len, count, sets) in (0..9).flat_map(|len| {
            (1..5).flat_map(move |count| [true, false].map(|sets| (len, count, sets)))
        }) {
            let all = choices(len, count, sets);
            assert_eq!(u128::from(few_choices(len, count, sets)), all);
        }
        assert_eq!(few_choices(u64::MAX, 9, true), u64::MAX);
    }
}
