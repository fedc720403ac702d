//! The names of operators, and the files of the library that have them.

use crate::programs::operator::Operator;

/// Returns the symbol of an operator between two operands.
pub(super) fn infix_symbol(operator: Operator) -> Option<&'static str> {
    use Operator as O;
    Some(match operator {
        O::Add => "+",
        O::Sub => "-",
        O::Mul => "*",
        O::Div => "div",
        O::Mod => "mod",
        O::Eq => "=",
        O::Ne => "!=",
        O::Lt | O::BoolLt => "<",
        O::Le => "<=",
        O::Gt => ">",
        O::Ge => ">=",
        O::Iff => "<->",
        O::Implies => "->",
        _ => return None,
    })
}

/// Returns the name of a function that takes the arguments as they are.
pub(super) fn function_name(operator: Operator) -> Option<&'static str> {
    use Operator as O;
    Some(match operator {
        O::Abs => "abs",
        O::Pow => "pow",
        O::Minimum => "min",
        O::Maximum => "max",
        O::Sum => "sum",
        O::Product => "product",
        O::Bool2Int => "bool2int",
        O::And => "forall",
        O::Or => "exists",
        O::Xor => "xorall",
        O::Clause => "clause",
        O::AllDifferent => "alldifferent",
        O::AllEqual => "all_equal",
        O::Count => "count",
        O::CountEq
        | O::CountNe
        | O::CountLe
        | O::CountLt
        | O::CountGe
        | O::CountGt
        | O::AtLeast
        | O::AtMost
        | O::Exactly
        | O::Sort => operator.name(),
        O::IsMinimum => "minimum",
        O::IsMaximum => "maximum",
        O::NValue => "nvalue",
        O::Member => "member",
        O::Gcc => "global_cardinality",
        O::GccClosed => "global_cardinality_closed",
        O::GccLowUp => "global_cardinality_low_up",
        O::GccLowUpClosed => "global_cardinality_low_up_closed",
        O::BinPacking => "bin_packing",
        O::Knapsack => "knapsack",
        O::Cumulative => "cumulative",
        O::Disjunctive => "disjunctive",
        O::DisjunctiveStrict => "disjunctive_strict",
        O::Diffn => "diffn",
        O::DiffnNonstrict => "diffn_nonstrict",
        O::LexLess | O::LexLessBool => "lex_less",
        O::LexLessEq | O::LexLessEqBool => "lex_lesseq",
        O::Increasing => "increasing",
        O::StrictlyIncreasing => "strictly_increasing",
        O::Decreasing => "decreasing",
        O::StrictlyDecreasing => "strictly_decreasing",
        O::ValuePrecede => "value_precede",
        O::ValuePrecedeChain => "value_precede_chain",
        O::SeqPrecedeChain => "seq_precede_chain",
        O::SlidingSum => "sliding_sum",
        _ => return None,
    })
}

/// Returns the file of the library that has a global; including all files at once conflicts with
/// the libraries of some solvers.
pub(super) fn library_file(operator: Operator) -> Option<&'static str> {
    use Operator as O;
    Some(match operator {
        O::AllDifferent => "alldifferent",
        O::AllDifferentExcept => "alldifferent_except",
        O::Among => "among",
        O::ArgMax => "arg_max",
        O::ArgMin => "arg_min",
        O::Circuit
        | O::SubCircuit
        | O::Inverse
        | O::BinPackingCapa
        | O::BinPackingLoad
        | O::SymmetricAllDifferent
        | O::DiffnK
        | O::DiffnNonstrictK
        | O::ArgSort
        | O::Lex2
        | O::StrictLex2
        | O::LexChain
        | O::LexChainStrict
        | O::Table
        | O::Regular
        | O::Nfa
        | O::Mdd
        | O::CostRegular => operator.name(),
        O::TableBool => "table",
        O::Flow | O::FlowCost => "network_flow",
        O::Minimum
        | O::Maximum
        | O::Abs
        | O::Pow
        | O::Sum
        | O::Product
        | O::Bool2Int
        | O::And
        | O::Or
        | O::Xor
        | O::Clause => return None,
        _ => return function_name(operator),
    })
}
