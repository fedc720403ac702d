//! The general strategy: reformulation of any model whose values have dimensions.
//!
//! Branching takes one relation at a time, as Figure 1 of the SET paper does with its
//! one-dimensional constraints. Classes that the relation does not distinguish are merged
//! (`interchange.rs`), its allowed combinations of classes are listed, one for each orbit
//! under exchanges (`orbits.rs`), and each becomes a child whose domains are the values of
//! these classes: disjoint boxes, so no solution is found twice. If there are too many boxes,
//! or if they would hold most of the combinations anyway, the relation is kept and made
//! generalised arc consistent instead ([`SplitCondition`], `cost.rs`).
//!
//! # Glossary
//!
//! "§" refers to the SET paper: Swearngin, Choueiry and Freuder, "A Reformulation Strategy for
//! Multi-Dimensional CSPs: The Case Study of the SET Game" (SARA 2011). Terms without a "§" are
//! this module's generalisation.
//!
//! | term | meaning |
//! |---|---|
//! | dimension | an attribute of the values (§2.3) |
//! | class | a value of an attribute; an equivalence class of the domain partition (§4.1) |
//! | relation | a one-dimensional constraint: it relates the classes of some variables (§2.3) |
//! | alternative | one of the mutually exclusive relations that make up a relation, such as `A=` and `A≠` (§4.2, Figure 10) |
//! | group | pairwise interchangeable variables; generalises "permutation of the domains" (§4.1, footnote 6) |
//! | block | variables of one group that have the same domain at a node |
//! | node | a subproblem: domains, pending relations, kept relations (§5.1) |
//! | agenda | the open subproblems (§5.2) |
//! | domain table | the number of values of each class in a block (§5.1, item 3) |
//! | box | a set of classes for each variable such that every choice satisfies the relation (§4.1, Figures 8 and 9) |
//! | factor | one block's part of a box: the number of its variables, and their set of classes |
//! | candidate | a pending relation as the next one to branch on (§4.2, question 1; §5.2) |
//! | split | to branch on an alternative, with one child for each box (§4.3) |
//! | keep | to leave an alternative to the search of the leaves; in the published algorithm, `A≠` once the domains differ |
//! | cost | the number of children of an alternative, and the combinations of values in them |
//! | leaf | a subproblem without pending relations, solved by search (§5.2) |
//!
//! `docs/explanation/reformulation.md` has the theory, and relates it to Freuder and Sabin's
//! abstraction.

mod branch;
mod cache;
mod candidate;
mod consistency;
mod cost;
mod decomposition;
mod domain_table;
mod interchange;
mod leaf;
mod node;
mod options;
mod orbits;
mod relation;
mod shape;
mod solutions;
mod strategy;
mod symmetry;
#[cfg(test)]
mod tests;
mod trace;
mod value_arrangements;

pub use cache::BoxCache;
pub use decomposition::{ModelDecomposition, has_dimensions};
pub use leaf::DecompositionLeaf;
pub use options::{DecompositionOptions, SplitCondition};
pub use strategy::DecompositionStrategy;
pub use symmetry::{InterchangeGroup, InterchangePartition, find_groups};
