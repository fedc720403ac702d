//! The list of operators, by families: each family has a file of definitions.

use super::{Argument, Sort};

macro_rules! operators {
    ($($family:ident { $(
        $(#[$about:meta])* $variant:ident $name:literal $sort:ident ($($argument:ident),*);
    )* })*) => {
        /// An operator.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Operator {
            $($($(#[$about])* $variant,)*)*
        }

        /// The file of definitions that an operator belongs to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Family {
            $($family,)*
        }

        impl Operator {
            /// All operators.
            pub const ALL: &[Operator] = &[$($(Operator::$variant),*),*];

            /// Returns its name in JSON and reports.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($(Operator::$variant => $name,)*)*
                }
            }

            /// Returns the sort of its value.
            #[must_use]
            pub fn sort(self) -> Sort {
                match self {
                    $($(Operator::$variant => Sort::$sort,)*)*
                }
            }

            /// Returns the sorts of its arguments.
            #[must_use]
            pub fn arguments(self) -> &'static [Argument] {
                match self {
                    $($(Operator::$variant => &[$(Argument::$argument),*],)*)*
                }
            }

            /// Returns the family that defines it.
            pub(crate) fn family(self) -> Family {
                match self {
                    $($(Operator::$variant)|* => Family::$family,)*
                }
            }
        }
    };
}

operators! {
    Arithmetic {
        /// `-x`.
        Neg "neg" Int (Int);
        /// `|x|`.
        Abs "abs" Int (Int);
        /// `x * x`.
        Sqr "sqr" Int (Int);
        /// `x + y`.
        Add "add" Int (Int, Int);
        /// `x - y`.
        Sub "sub" Int (Int, Int);
        /// `x * y`.
        Mul "mul" Int (Int, Int);
        /// The quotient, truncated towards 0; undefined if `y` is 0.
        Div "div" Int (Int, Int);
        /// The remainder, with the sign of `x`; undefined if `y` is 0.
        Mod "mod" Int (Int, Int);
        /// `x` to the power of `y`; for a negative `y`, 1 divided by the positive power, truncated
        /// towards 0, and undefined if `x` is 0. `0^0` is 1.
        Pow "pow" Int (Int, Int);
        /// `|x - y|`.
        Dist "dist" Int (Int, Int);
        /// The smallest item; undefined for the empty list.
        Minimum "minimum" Int (Ints);
        /// The largest item; undefined for the empty list.
        Maximum "maximum" Int (Ints);
        /// The sum of the items.
        Sum "sum" Int (Ints);
        /// The product of the items.
        Product "product" Int (Ints);
        /// 1 if true, else 0.
        Bool2Int "bool2int" Int (Bool);
        /// The quotient whose remainder is not negative; undefined if `y` is 0.
        EuclidDiv "euclid_div" Int (Int, Int);
        /// The remainder from 0 to `|y| - 1`; undefined if `y` is 0.
        EuclidMod "euclid_mod" Int (Int, Int);
        /// The sum of the products of the items of two lists.
        ScalarProduct "scalar_product" Int (Ints, Ints);
        /// `x = y`.
        Eq "eq" Bool (Int, Int);
        /// `x != y`.
        Ne "ne" Bool (Int, Int);
        /// `x < y`.
        Lt "lt" Bool (Int, Int);
        /// `x <= y`.
        Le "le" Bool (Int, Int);
        /// `x > y`.
        Gt "gt" Bool (Int, Int);
        /// `x >= y`.
        Ge "ge" Bool (Int, Int);
    }
    Condition {
        /// The second argument if the first is true, else the third.
        If "if" Int (Bool, Int, Int);
    }
    Logic {
        /// `x` is in the set.
        In "in" Bool (Int, Set);
        /// Not.
        Not "not" Bool (Bool);
        /// All items are true.
        And "and" Bool (Bools);
        /// An item is true.
        Or "or" Bool (Bools);
        /// An odd number of items is true.
        Xor "xor" Bool (Bools);
        /// Both are true or both are false.
        Iff "iff" Bool (Bool, Bool);
        /// The first is false or the second is true.
        Implies "implies" Bool (Bool, Bool);
        /// An item of the first list is true or one of the second is false.
        Clause "clause" Bool (Bools, Bools);
        /// `x < y` of truth values.
        BoolLt "bool_lt" Bool (Bool, Bool);
        /// The sum of coefficients times items equals the constant.
        LinEq "lin_eq" Bool (Consts, Ints, Const);
        /// The sum of coefficients times items differs from the constant.
        LinNe "lin_ne" Bool (Consts, Ints, Const);
        /// The sum of coefficients times items is at most the constant.
        LinLe "lin_le" Bool (Consts, Ints, Const);
        /// The sum of coefficients times true items equals an integer.
        BoolLinEq "bool_lin_eq" Bool (Consts, Bools, Int);
        /// The sum of coefficients times true items is at most the constant.
        BoolLinLe "bool_lin_le" Bool (Consts, Bools, Const);
    }
    Places {
        /// The item at an index; the first has the index of the first argument. Undefined outside.
        Element "element" Int (Const, Ints, Int);
        /// The item at a row and a column, both numbered from the first argument; undefined
        /// outside.
        ElementMatrix "element_matrix" Int (Const, Lists, Int, Int);
        /// The truth value at an index, the first of which is the first argument, equals the last
        /// one; undefined outside.
        BoolElement "bool_element" Bool (Const, Bools, Int, Bool);
        /// `x` is an item of the list.
        Member "member" Bool (Ints, Int);
        /// The index of the first largest item, from a base; undefined for the empty list.
        ArgMax "arg_max" Int (Const, Ints);
        /// The index of the first smallest item, from a base; undefined for the empty list.
        ArgMin "arg_min" Int (Const, Ints);
        /// A largest item, not only the first, has the index of the last argument; indices from a
        /// base.
        IsArgMax "is_arg_max" Bool (Const, Ints, Int);
        /// A smallest item, not only the first, has the index of the last argument; indices from a
        /// base.
        IsArgMin "is_arg_min" Bool (Const, Ints, Int);
        /// The first argument is the smallest item; false for the empty list.
        IsMinimum "is_minimum" Bool (Int, Ints);
        /// The first argument is the largest item; false for the empty list.
        IsMaximum "is_maximum" Bool (Int, Ints);
        /// Each item equals the constant at its place.
        Instantiation "instantiation" Bool (Ints, Consts);
    }
    Counting {
        /// All items differ.
        AllDifferent "all_different" Bool (Ints);
        /// All items differ that are not in the set.
        AllDifferentExcept "all_different_except" Bool (Ints, Set);
        /// All items are equal.
        AllEqual "all_equal" Bool (Ints);
        /// The number of items equal to the second argument.
        Count "count" Int (Ints, Int);
        /// The number of items equal to the second argument is the third.
        CountEq "count_eq" Bool (Ints, Int, Int);
        /// The number of items equal to the second argument differs from the third.
        CountNe "count_neq" Bool (Ints, Int, Int);
        /// The third argument is at most the number of items equal to the second.
        CountLe "count_leq" Bool (Ints, Int, Int);
        /// The third argument is less than the number of items equal to the second.
        CountLt "count_lt" Bool (Ints, Int, Int);
        /// The third argument is at least the number of items equal to the second.
        CountGe "count_geq" Bool (Ints, Int, Int);
        /// The third argument is greater than the number of items equal to the second.
        CountGt "count_gt" Bool (Ints, Int, Int);
        /// At least the first argument's number of items have the value of the last.
        AtLeast "at_least" Bool (Const, Ints, Const);
        /// At most the first argument's number of items have the value of the last.
        AtMost "at_most" Bool (Const, Ints, Const);
        /// Exactly the first argument's number of items have the value of the last.
        Exactly "exactly" Bool (Const, Ints, Const);
        /// The number of items in the set.
        Among "among" Int (Ints, Set);
        /// The number of different items.
        NValue "nvalue" Int (Ints);
        /// The number of different items that are not in the set.
        NValueExcept "nvalue_except" Int (Ints, Set);
        /// Each value of the cover occurs as often as the count at its place.
        Gcc "global_cardinality" Bool (Ints, Consts, Ints);
        /// As `global_cardinality`, and no other value occurs.
        GccClosed "global_cardinality_closed" Bool (Ints, Consts, Ints);
        /// Each value of the cover occurs between the bounds at its place.
        GccLowUp "global_cardinality_low_up" Bool (Ints, Consts, Consts, Consts);
        /// As `global_cardinality_low_up`, and no other value occurs.
        GccLowUpClosed "global_cardinality_low_up_closed" Bool (Ints, Consts, Consts, Consts);
    }
    Packing {
        /// In each bin the total weight of its items is at most the capacity (the first argument).
        BinPacking "bin_packing" Bool (Const, Ints, Consts);
        /// Bins are numbered from the first argument; the weight in each is at most its capacity,
        /// and no item has another bin.
        BinPackingCapa "bin_packing_capa" Bool (Const, Consts, Ints, Consts);
        /// Bins are numbered from the first argument; the weight in each equals its load, and no
        /// item has another bin.
        BinPackingLoad "bin_packing_load" Bool (Const, Ints, Ints, Consts);
        /// With weights, profits and amounts (not negative): the amounts have the total weight and
        /// the total profit of the last two arguments.
        Knapsack "knapsack" Bool (Consts, Consts, Ints, Int, Int);
        /// Arcs (from, to; nodes from 1) carry flows; at each node the outflow less the inflow is
        /// its balance.
        Flow "network_flow" Bool (Rows, Consts, Ints);
        /// As `network_flow`; the weights times the flows sum to the last argument.
        FlowCost "network_flow_cost" Bool (Rows, Consts, Consts, Ints, Int);
    }
    Successors {
        /// The successors, numbered from the first argument, form one cycle through all nodes, and
        /// no node is its own.
        Circuit "circuit" Bool (Const, Ints);
        /// The successors, numbered from the first argument, are a permutation, in which at most
        /// one cycle has more than one node; a node that succeeds itself is left out.
        SubCircuit "subcircuit" Bool (Const, Ints);
        /// As `subcircuit`, with at least two nodes in the cycle.
        SubCircuitSome "subcircuit_some" Bool (Const, Ints);
        /// The two lists, numbered from the bases, are inverse functions: bases and lists in turn.
        Inverse "inverse" Bool (Const, Ints, Const, Ints);
        /// The items, numbered from the first argument, are their own inverse function.
        SymmetricAllDifferent "symmetric_all_different" Bool (Const, Ints);
        /// Exactly one item is true, and its index, from a base, is the last argument.
        ChannelTruths "channel_truths" Bool (Const, Bools, Int);
    }
    Tasks {
        /// At every time the running tasks (starts, durations, demands) need at most the capacity.
        /// Durations and demands must not be negative.
        Cumulative "cumulative" Bool (Ints, Ints, Ints, Int);
        /// As `cumulative`, with the ends of the tasks after their durations: starts plus
        /// durations.
        CumulativeEnds "cumulative_ends" Bool (Ints, Ints, Ints, Ints, Int);
        /// No two tasks (starts, durations) overlap; a task of length 0 is free.
        Disjunctive "disjunctive" Bool (Ints, Ints);
        /// No two tasks overlap; a task of length 0 must not lie strictly inside another.
        DisjunctiveStrict "disjunctive_strict" Bool (Ints, Ints);
        /// Boxes (x, y, widths, heights) do not overlap; one with a side of length 0 must not lie
        /// strictly inside another.
        Diffn "diffn" Bool (Ints, Ints, Ints, Ints);
        /// Boxes do not overlap; one with a side of length 0 is free.
        DiffnNonstrict "diffn_nonstrict" Bool (Ints, Ints, Ints, Ints);
        /// Boxes (origins and lengths, a list for each) do not overlap; one with a side of length 0
        /// must not lie strictly inside another.
        DiffnK "diffn_k" Bool (Lists, Lists);
        /// As `diffn_k`, and a box with a side of length 0 is free.
        DiffnNonstrictK "diffn_nonstrict_k" Bool (Lists, Lists);
    }
    Order {
        /// The first list is lexicographically before the second; a prefix is before what it
        /// begins.
        LexLess "lex_less" Bool (Ints, Ints);
        /// The first list is before the second or equal to it.
        LexLessEq "lex_lesseq" Bool (Ints, Ints);
        /// As `lex_less`, of truth values.
        LexLessBool "lex_less_bool" Bool (Bools, Bools);
        /// As `lex_lesseq`, of truth values.
        LexLessEqBool "lex_lesseq_bool" Bool (Bools, Bools);
        /// Each item is at most the next.
        Increasing "increasing" Bool (Ints);
        /// Each item is less than the next.
        StrictlyIncreasing "strictly_increasing" Bool (Ints);
        /// Each item is at least the next.
        Decreasing "decreasing" Bool (Ints);
        /// Each item is greater than the next.
        StrictlyDecreasing "strictly_decreasing" Bool (Ints);
        /// Each item plus its length is before the next: `<`, `<=`, `>=` or `>` by the first
        /// argument (0 to 3). There is one length less than items.
        OrderedBy "ordered_by" Bool (Const, Ints, Ints);
        /// The second list is the first in ascending order.
        Sort "sort" Bool (Ints, Ints);
        /// The last list has the indices, from a base, of the items in ascending order; equal items
        /// keep their order.
        ArgSort "arg_sort" Bool (Const, Ints, Ints);
        /// The second value occurs only after the first.
        ValuePrecede "value_precede" Bool (Const, Const, Ints);
        /// Each value of the list occurs only after the value before it.
        ValuePrecedeChain "value_precede_chain" Bool (Consts, Ints);
        /// A positive value occurs only after all smaller positive ones.
        SeqPrecedeChain "seq_precede_chain" Bool (Ints);
        /// Every sequence of the given length sums to a value between the bounds: low, up, length.
        SlidingSum "sliding_sum" Bool (Const, Const, Const, Ints);
    }
    Grids {
        /// No two lists are equal.
        AllDifferentLists "all_different_lists" Bool (Lists);
        /// All items of each row differ, and all of each column.
        AllDifferentMatrix "all_different_matrix" Bool (Lists);
        /// The rows are in lexicographic order, and the columns; equal ones are allowed.
        Lex2 "lex2" Bool (Lists);
        /// The rows are in strict lexicographic order, and the columns.
        StrictLex2 "strict_lex2" Bool (Lists);
        /// Each list is lexicographically before the next or equal to it.
        LexChain "lex_chain_lesseq" Bool (Lists);
        /// Each list is lexicographically before the next.
        LexChainStrict "lex_chain_less" Bool (Lists);
    }
    Automaton {
        /// The items are a row of the table.
        Table "table" Bool (Rows, Ints);
        /// The truth values are a row of the table (of 0 and 1).
        TableBool "table_bool" Bool (Rows, Bools);
        /// The items match a row of the table, where the first argument matches every value.
        TableShort "table_short" Bool (Const, Rows, Ints);
        /// An automaton accepts the items: the number of states (from 1), that of symbols (from 1),
        /// for each state the next states by symbol (0: none), the first state, the final ones.
        Regular "regular" Bool (Const, Const, Rows, Const, Set, Ints);
        /// As `regular`, with transitions (state, symbol, state) of which several may fit.
        Nfa "regular_nfa" Bool (Const, Const, Rows, Const, Set, Ints);
        /// As `regular`; spelled as a layered graph.
        Mdd "mdd" Bool (Const, Const, Rows, Const, Set, Ints);
        /// As `regular`; the costs of the transitions (by state and symbol) sum to the last
        /// argument.
        CostRegular "cost_regular" Bool (Const, Const, Rows, Const, Set, Ints, Rows, Int);
    }
}
