//! The encoding of each kind of constraint.

use crate::{IntEncoding, names::named};

/// The encodings that a [`ClauseEncoder`](crate::ClauseEncoder) uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodingOptions {
    /// The encoding of integers as literals. Default: direct.
    pub integers: IntEncoding,
    /// The encoding of "at most one of these literals". Default: auto.
    pub amo: AmoKind,
    /// The encoding of linear sums. Default: auto.
    pub sums: SumKind,
    /// The encoding of "from `low` to `high` of these literals". Default: auto.
    pub cardinalities: CardinalityKind,
    /// The encoding of "these integers are all different". Default: auto.
    pub all_different: AllDifferentKind,
    /// Whether every auxiliary literal must be a function of the integers, so that the formula
    /// has exactly one model for each solution, under any guards. Costs clauses (and often
    /// gains propagation), and rules out [`CardinalityKind::Totalizer`]. Default: false. See
    /// [`EncodingOptions::keeps_counts`].
    pub keep_counts: bool,
    /// The encoding of positive tables. Default: auto.
    pub tables: TableKind,
    /// The encoding of relations between classes of values. Default: channelled.
    pub classes: ClassKind,
    /// Maximum number of edges (node and value pairs) explored for the decision diagram of one sum.
    /// Default: 400 000.
    pub diagram_edges: usize,
    /// Maximum number of clauses of one generalised totalizer, estimated by an upper bound before
    /// it is built. Default: 4 000 000.
    pub sum_clauses: usize,
    /// Maximum number of rows of one sum encoded by support. Default: 100 000.
    pub sum_rows: usize,
    /// Maximum number of combinations that one table encoded by support may forbid. Default: 1 000
    /// 000.
    pub table_conflicts: usize,
    /// Maximum number of pairs of values that one product may enumerate. Default: 1 000 000.
    pub product_pairs: usize,
    /// Maximum number of auxiliary literals of one all-different encoded by Hall intervals or by
    /// bits. It is computed in closed form: with `n` integers and `d` values it is the sum of `(d
    /// - k + 1)(n + k (n - k))` over all `k` from 2 below `n` and `d`, or `n (n + 1) / 2` times
    /// the bits of `d - 1`. Default: 2 000 000, enough for 68 integers of 68 values.
    pub different_literals: usize,
}

impl Default for EncodingOptions {
    fn default() -> Self {
        EncodingOptions {
            integers: IntEncoding::Direct,
            amo: AmoKind::Auto,
            sums: SumKind::Auto,
            cardinalities: CardinalityKind::Auto,
            all_different: AllDifferentKind::Auto,
            tables: TableKind::Auto,
            classes: ClassKind::Channelled,
            keep_counts: false,
            diagram_edges: 400_000,
            sum_clauses: 4_000_000,
            sum_rows: 100_000,
            table_conflicts: 1_000_000,
            product_pairs: 1_000_000,
            different_literals: 2_000_000,
        }
    }
}

/// An encoding of "at most one of these literals". All but `Auto`, `Product3` and
/// `Sequential` are RustSAT's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AmoKind {
    /// Pairwise up to [`AmoKind::AUTO_PAIRWISE`] literals, the product above.
    Auto,
    /// A clause for each pair; no auxiliary literals.
    Pairwise,
    /// Gent and Nightingale 2004.
    Ladder,
    /// Prestwich 2007.
    Bitwise,
    /// Klieber and Kwon 2007, groups of four.
    Commander,
    /// Nguyen and Mai 2015, groups of four.
    Bimander,
    /// The product encoding in two dimensions (Chen 2010), with pairwise rows and columns.
    Product,
    /// The product encoding in three dimensions, applied recursively to each axis; pairwise up
    /// to 8 literals. Fewer auxiliary literals than in two dimensions, and more clauses.
    Product3,
    /// The sequential counter (Sinz 2005): "one of the first `i` is true" for each `i`.
    ///
    /// Its clauses are those of [`AmoKind::Ladder`] with every auxiliary literal negated (there it
    /// represents "none of the first `i` is true"), which solvers that branch on a fixed sign first
    /// search differently. With `keep_counts` its inputs define its auxiliary literals, also under
    /// guards, where the other encodings need one more literal or fall back to pairs.
    Sequential,
}

named!(AmoKind, "at-most-one encoding", {
    Auto => "auto", Pairwise => "pairwise", Ladder => "ladder", Bitwise => "bitwise",
    Commander => "commander", Bimander => "bimander", Product => "product",
    Product3 => "product-3", Sequential => "sequential",
});

impl AmoKind {
    /// Maximum number of literals for which `Auto` uses the pairwise encoding: 12 literals
    /// have 66 binary clauses and no auxiliary literal, on which solvers do better than on the 36
    /// clauses and 7 auxiliary literals of the product. Above 12 the quadratic growth loses.
    pub const AUTO_PAIRWISE: usize = 12;

    /// Returns the encoding used for this many literals: `self`, or the choice of `Auto`.
    #[must_use]
    pub fn resolve_auto(self, literals: usize) -> AmoKind {
        match self {
            AmoKind::Auto if literals <= Self::AUTO_PAIRWISE => AmoKind::Pairwise,
            AmoKind::Auto => AmoKind::Product,
            kind => kind,
        }
    }
}

/// An encoding of "these integers are all different", for three integers or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AllDifferentKind {
    /// [`AllDifferentKind::Amo`], for every encoding of integers: on Latin and magic squares it was
    /// solved faster than the others.
    Auto,
    /// At most one integer for each value, encoded by [`EncodingOptions::amo`]; exactly one for as
    /// many values as integers.
    Amo,
    /// For each interval of values, at most as many integers lie in it as it has values
    /// (Bessiere et al. 2009), counted by [`EncodingOptions::cardinalities`], in addition to the
    /// clauses of [`AllDifferentKind::Amo`]. Unit propagation makes the bounds consistent. Best
    /// for integers that start with bounds; the others get them.
    Hall,
    /// Any two integers differ in some bit of their values. Small for large domains, but
    /// propagates little; best for log-encoded integers with the same values, the others get
    /// the bits.
    Bits,
}

named!(AllDifferentKind, "all-different encoding", {
    Auto => "auto", Amo => "amo", Hall => "hall", Bits => "bits",
});

impl AllDifferentKind {
    /// Returns the encoding used: `self`, or the choice of `Auto`.
    #[must_use]
    pub fn resolve_auto(self) -> AllDifferentKind {
        match self {
            AllDifferentKind::Auto => AllDifferentKind::Amo,
            kind => kind,
        }
    }
}

/// An encoding of linear sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SumKind {
    /// Sums of two integers as clauses over their literals; larger ones as a diagram while that
    /// has at most [`EncodingOptions::diagram_edges`] edges, otherwise as an adder. Always an adder
    /// for log-encoded integers.
    Auto,
    /// A decision diagram over partial sums (Abío and Stuckey 2014). For `<=` and `>=` over
    /// order-encoded integers, unit propagation finds every bound that follows. For other sums
    /// it follows the diagram from the root, and in both directions if counts are kept. The
    /// size grows with the number of different partial sums.
    Mdd,
    /// Binary full adders (Warners 1998). Small for any coefficients, but propagates little.
    Adder,
    /// RustSAT's generalised totalizer (Joshi, Martins and Manquinho 2015): a tree whose nodes
    /// have a literal for each different sum.
    GeneralizedTotalizer,
    /// RustSAT's dynamic polynomial watchdog (Paxian, Reimer and Becker 2018).
    DynamicPolyWatchdog,
    /// Clauses over bounds, with long sums split into partial sums (Tamura, Taga, Kitagawa and
    /// Banbara 2009). Makes the bounds of integers that have none.
    Order,
    /// The allowed combinations as a table; for small domains. Unit propagation removes every
    /// value that occurs in no combination.
    Support,
}

named!(SumKind, "sum encoding", {
    Auto => "auto", Mdd => "mdd", Adder => "adder", GeneralizedTotalizer => "gte",
    DynamicPolyWatchdog => "dpw", Order => "order", Support => "support",
});

/// An encoding of positive tables. A negative table is a clause for each row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// Support clauses for two integers, a literal for each row for more.
    Auto,
    /// For each pair of integers, support clauses of the rows projected to the pair (Gent
    /// 2002), and a clause for each combination of values that these admit and that is not a
    /// row. No auxiliary literals.
    Support,
    /// A literal for each row (Bacchus 2007).
    Tuples,
    /// A decision diagram of the rows with common prefixes and suffixes merged, and a literal
    /// for each node and edge (Abío, Gange, Mayer-Eichberger and Stuckey 2016).
    Mdd,
}

named!(TableKind, "table encoding", {
    Auto => "auto", Support => "support", Tuples => "tuples", Mdd => "mdd",
});

/// An encoding of relations between the classes of integers' values. The caller applies it,
/// because the caller holds the class integers, which many relations share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClassKind {
    /// Each integer gets a second one for its class, linked to it.
    Channelled,
    /// Like `Channelled`, but a relation with few combinations of classes forbids the others
    /// one by one, as a table does.
    Rows,
    /// No further integers: see [`Encoder::same_class`](crate::ClauseEncoder::same_class) and
    /// [`Encoder::different_classes`](crate::ClauseEncoder::different_classes).
    Values,
}

named!(ClassKind, "class encoding", { Channelled => "channelled", Rows => "rows", Values => "values" });

/// An encoding of "from `low` to `high` of these literals are true".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CardinalityKind {
    /// At-most-one and plain clauses if they suffice; otherwise the totalizer, or the
    /// sequential counter if model counts are kept. A literal that counts more than once uses
    /// the diagram.
    Auto,
    /// The decision diagram of [`SumKind::Mdd`] over the literals, or an adder if the diagram
    /// has more than [`EncodingOptions::diagram_edges`] edges.
    Diagram,
    /// RustSAT's totalizer (Bailleux and Boufkhad 2003). Refuses literals that count more than
    /// once.
    Totalizer,
    /// The sequential counter (Sinz 2005) for both bounds at once: `k (n - k)` auxiliary
    /// literals for a bound `k`. A literal that counts more than once uses the diagram.
    Sequential,
    /// The cardinality network (Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell 2011):
    /// odd-even merges that make only the first outputs, `O(n log² k)` auxiliary literals. A
    /// literal that counts more than once uses the diagram.
    Network,
}

named!(CardinalityKind, "cardinality encoding", {
    Auto => "auto", Totalizer => "totalizer", Sequential => "sequential",
    Network => "network", Diagram => "diagram",
});
