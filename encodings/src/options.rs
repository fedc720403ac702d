//! Which encoding each part of a formula uses.

use crate::{IntEncoding, names::named};

/// The choices an [`Encoder`](crate::Encoder) is made with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How integers become literals. Default: direct.
    pub integers: IntEncoding,
    /// How "at most one of these literals" becomes clauses. Default: auto.
    pub amo: AmoKind,
    /// How linear sums become clauses. Default: auto.
    pub sums: SumKind,
    /// How "between so many and so many of these literals" becomes clauses. Default: auto.
    pub cardinalities: CardinalityKind,
    /// Whether every auxiliary literal must be a function of the integers, so that the formula
    /// has exactly one model for each solution, whatever guards are active. It costs clauses
    /// (often also gaining propagation), and forbids [`CardinalityKind::Totalizer`].
    /// Default: false. See [`Options::keeps_counts`].
    pub keep_counts: bool,
    /// How positive tables become clauses. Default: auto.
    pub tables: TableKind,
    /// Most edges (node and value pairs) explored for the decision diagram of one sum.
    /// Default: 400 000.
    pub diagram_edges: usize,
    /// Most clauses of one generalised totalizer, by an upper bound found before it is built.
    /// Default: 4 000 000.
    pub sum_clauses: usize,
    /// Most rows of one sum that is encoded by support. Default: 100 000.
    pub sum_rows: usize,
    /// Most combinations of values that one table encoded by support may forbid. Default:
    /// 1 000 000.
    pub table_conflicts: usize,
    /// Most pairs of values that one product may go through. Default: 1 000 000.
    pub product_pairs: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            integers: IntEncoding::Direct,
            amo: AmoKind::Auto,
            sums: SumKind::Auto,
            cardinalities: CardinalityKind::Auto,
            tables: TableKind::Auto,
            keep_counts: false,
            diagram_edges: 400_000,
            sum_clauses: 4_000_000,
            sum_rows: 100_000,
            table_conflicts: 1_000_000,
            product_pairs: 1_000_000,
        }
    }
}

/// An encoding of "at most one of these literals". All but `Auto` are RustSAT's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AmoKind {
    /// Pairwise up to [`AmoKind::AUTO_PAIRWISE`] literals, the 2-product above.
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
    /// Chen 2010.
    TwoProduct,
}

named!(AmoKind, "at-most-one encoding", {
    Auto => "auto", Pairwise => "pairwise", Ladder => "ladder", Bitwise => "bitwise",
    Commander => "commander", Bimander => "bimander", TwoProduct => "2-product",
});

impl AmoKind {
    /// Most literals for which `Auto` takes the pairwise encoding: with 12 literals it has 66
    /// binary clauses and no auxiliary literal, which solvers take better than the 36 clauses
    /// with 7 auxiliary literals of the 2-product; above, the quadratic growth loses.
    pub const AUTO_PAIRWISE: usize = 12;

    /// The encoding used for so many literals: `self`, or what `Auto` stands for.
    #[must_use]
    pub fn resolve(self, literals: usize) -> AmoKind {
        match self {
            AmoKind::Auto if literals <= Self::AUTO_PAIRWISE => AmoKind::Pairwise,
            AmoKind::Auto => AmoKind::TwoProduct,
            kind => kind,
        }
    }
}

/// An encoding of linear sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SumKind {
    /// Sums of two integers as clauses over their literals; larger ones as a diagram while that
    /// has at most [`Options::diagram_edges`] edges, and as an adder otherwise. Over integers in
    /// bits, always as an adder.
    Auto,
    /// A decision diagram over partial sums (Abío and Stuckey 2014). For `<=` and `>=` over
    /// order-encoded integers unit propagation finds every bound that follows; for other sums it
    /// follows the diagram from its root, in both directions if counts are kept. Its size grows
    /// with the number of different partial sums.
    Mdd,
    /// Binary full adders (Warners 1998). Small whatever the coefficients, propagates little.
    Adder,
    /// The generalised totalizer (Joshi, Martins and Manquinho 2015), RustSAT's own: a tree whose
    /// nodes have a literal for each different sum.
    GeneralizedTotalizer,
    /// The dynamic polynomial watchdog (Paxian, Reimer and Becker 2018), RustSAT's own.
    DynamicPolyWatchdog,
    /// Clauses over bounds, long sums split into partial sums (Tamura, Taga, Kitagawa and Banbara
    /// 2009). Makes bounds of integers that have none.
    Order,
    /// The allowed combinations as a table; for small domains. Unit propagation removes every
    /// value that no combination has.
    Support,
}

named!(SumKind, "sum encoding", {
    Auto => "auto", Mdd => "mdd", Adder => "adder", GeneralizedTotalizer => "gte",
    DynamicPolyWatchdog => "dpw", Order => "order", Support => "support",
});

/// An encoding of positive tables. Negative ones are a clause for each row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// Support clauses for two integers, a literal for each row of more.
    Auto,
    /// For each two integers, support clauses of what the rows have in these two (Gent 2002), and
    /// a clause for each combination of values that these leave and no row has. No auxiliary
    /// literals.
    Support,
    /// A literal for each row (Bacchus 2007).
    Tuples,
    /// A decision diagram of the rows with common beginnings and endings merged, a literal for
    /// each node and edge (Abío, Gange, Mayer-Eichberger and Stuckey 2016).
    Mdd,
}

named!(TableKind, "table encoding", {
    Auto => "auto", Support => "support", Tuples => "tuples", Mdd => "mdd",
});

/// An encoding of "between so many and so many of these literals are true".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CardinalityKind {
    /// At-most-one and plain clauses where they suffice; else the totalizer, or the diagram when
    /// model counts are to be kept or a literal counts more than once.
    Auto,
    /// The diagram of [`SumKind::Mdd`] over the literals, which is a two-sided sequential
    /// counter (Sinz 2005).
    Diagram,
    /// Bailleux and Boufkhad 2003, RustSAT's own.
    Totalizer,
}

named!(CardinalityKind, "cardinality encoding", {
    Auto => "auto", Diagram => "diagram", Totalizer => "totalizer",
});
