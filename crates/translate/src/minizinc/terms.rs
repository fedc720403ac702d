//! Variables, numbers, sums, sets, arrays and strings as MiniZinc writes them.

use std::collections::HashSet;
use std::fmt::Display;

use parallax_model::engine_api::PreparationError;
use parallax_model::{
    AtomicConstraint, ComparisonOperator, ConstraintOperand, Domain, LinearTerm, Value, VarId,
};

use super::formula::MinizincFormula;
use super::{MAX_LISTED, MinizincTranslation};

/// Maximum number of terms of a sum that is written with `+`.
const FEW_TERMS: usize = 12;

/// Maximum number of values of a set with gaps that is written as a list, and, for larger sets,
/// maximum number of ranges of a union.
const FEW_VALUES: u64 = 24;
const FEW_RANGES: usize = 100;

/// Returns the operator of a relation.
pub(super) fn operator_text(relation: ComparisonOperator) -> &'static str {
    match relation {
        ComparisonOperator::Eq => "=",
        ComparisonOperator::Ne => "!=",
        ComparisonOperator::Le => "<=",
        ComparisonOperator::Lt => "<",
        ComparisonOperator::Ge => ">=",
        ComparisonOperator::Gt => ">",
    }
}

/// Returns a list of items, separated by commas.
pub(super) fn join_with_commas<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let texts: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    texts.join(", ")
}

/// Returns an array.
pub(super) fn array_text<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    format!("[{}]", join_with_commas(items))
}

/// Returns an array whose indices begin with `first`.
pub(super) fn array_from(first: i64, length: usize, list: &str) -> String {
    match first {
        1 => list.to_owned(),
        _ => format!("array1d({}, {list})", place_range(first, length)),
    }
}

/// Returns the range of the indices of an array.
pub(super) fn place_range(first: i64, length: usize) -> String {
    format!("{first}..{}", first.saturating_add_unsigned(length as u64).saturating_sub(1))
}

/// Returns rows as a two-dimensional array. There is at least one.
pub(super) fn row_array<T: Display>(rows: impl IntoIterator<Item = Vec<T>>) -> String {
    let rows: Vec<String> = rows.into_iter().map(join_with_commas).collect();
    format!("[| {} |]", rows.join(" | "))
}

/// Returns a set as a range, a list, or a union of ranges.
///
/// # Errors
/// Returns unsupported for a set with too many gaps and values.
pub(super) fn set_text(domain: &Domain) -> Result<String, PreparationError> {
    let ranges: Vec<(Value, Value)> = domain.intervals().collect();
    match &ranges[..] {
        [] => Ok("{}".into()),
        [(low, high)] => Ok(format!("{low}..{high}")),
        _ if domain.len() <= FEW_VALUES => Ok(format!("{{{}}}", join_with_commas(domain.iter()))),
        _ if ranges.len() <= FEW_RANGES => {
            let ranges: Vec<String> =
                ranges.iter().map(|(low, high)| format!("{low}..{high}")).collect();
            Ok(ranges.join(" union "))
        }
        _ if domain.len() <= MAX_LISTED => Ok(format!("{{{}}}", join_with_commas(domain.iter()))),
        _ => {
            let why = format!("a set with more than {MAX_LISTED} values and {FEW_RANGES} ranges");
            Err(PreparationError::Unsupported(why))
        }
    }
}

/// Returns a text on one line.
pub(super) fn single_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Returns a string literal.
pub(super) fn string_literal(text: &str) -> String {
    format!("\"{}\"", single_line(text).replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns the literal of a label. It reaches FlatZinc, whose readers know no escapes.
pub(super) fn label_literal(text: &str) -> String {
    format!("\"{}\"", single_line(text).replace('\\', "/").replace('"', "'"))
}

/// Returns whether a variable occurs twice.
pub(super) fn has_repeats(scope: &[VarId]) -> bool {
    let mut seen = HashSet::with_capacity(scope.len());
    !scope.iter().all(|variable| seen.insert(variable))
}

impl MinizincTranslation {
    /// Returns a variable as an integer.
    pub(super) fn integer_text(&self, variable: VarId) -> String {
        let Some(own) = self.variables.get(variable.index()) else { return "false".into() };
        if own.truth { format!("bool2int({})", own.identifier) } else { own.identifier.clone() }
    }

    /// Returns an array of variables.
    pub(super) fn variable_array(&self, scope: &[VarId]) -> String {
        array_text(scope.iter().map(|&variable| self.integer_text(variable)))
    }

    /// Returns an array of numbers and variables.
    pub(super) fn operand_array(&self, list: &[ConstraintOperand]) -> String {
        array_text(list.iter().map(|&one| self.operand_text(one)))
    }

    pub(super) fn operand_text(&self, operand: ConstraintOperand) -> String {
        match operand {
            ConstraintOperand::Number(number) => number.to_string(),
            ConstraintOperand::Variable(variable) => self.integer_text(variable),
        }
    }

    /// Returns a comparison of a variable with a number.
    pub(super) fn atom_formula(&self, atom: &AtomicConstraint) -> MinizincFormula {
        let own = &self.variables[atom.variable.index()];
        if !own.truth {
            let operator = operator_text(atom.relation);
            return MinizincFormula::from_atom(format!(
                "{} {operator} {}",
                own.identifier, atom.value
            ));
        }
        // A truth value satisfies the comparison as true, as false, always, or never.
        match [0, 1].map(|value| atom.relation.holds_between(value, atom.value.into())) {
            [false, true] => MinizincFormula::from_atom(own.identifier.clone()),
            [true, false] => MinizincFormula::from_atom(format!("not {}", own.identifier)),
            [both, _] => MinizincFormula::from_truth(both),
        }
    }

    /// Returns the formula that a variable has a value.
    pub(super) fn equals_formula(&self, variable: VarId, value: Value) -> MinizincFormula {
        self.atom_formula(&AtomicConstraint { variable, relation: ComparisonOperator::Eq, value })
    }

    /// Returns the formula that a variable is in a set, or `true` if its domain is.
    pub(super) fn membership_formula(
        &self,
        variable: VarId,
        values: &Domain,
    ) -> Result<MinizincFormula, PreparationError> {
        let domain = self.variable_domain(variable);
        if domain.intervals().all(|(low, high)| covers_range(values, low, high)) {
            return Ok(MinizincFormula::from_truth(true));
        }
        Ok(MinizincFormula::from_atom(format!(
            "{} in {}",
            self.integer_text(variable),
            set_text(values)?
        )))
    }

    /// Returns a weighted sum, `0` without terms.
    ///
    /// # Errors
    /// Returns unsupported if a coefficient is too large.
    pub(super) fn sum_text(&self, terms: &[LinearTerm]) -> Result<String, PreparationError> {
        let terms = merge_terms(terms)?;
        match terms.len() {
            0 => Ok("0".into()),
            1..=FEW_TERMS => {
                let mut text = String::new();
                for &(coefficient, variable) in &terms {
                    let (sign, first) = (coefficient < 0, text.is_empty());
                    text.push_str(match (first, sign) {
                        (true, false) => "",
                        (true, true) => "-",
                        (false, false) => " + ",
                        (false, true) => " - ",
                    });
                    text.push_str(&self.term_text(coefficient.unsigned_abs(), variable));
                }
                Ok(text)
            }
            _ => Ok(format!(
                "sum({})",
                array_text(terms.iter().map(|&(coefficient, variable)| {
                    let sign = if coefficient < 0 { "-" } else { "" };
                    format!("{sign}{}", self.term_text(coefficient.unsigned_abs(), variable))
                }))
            )),
        }
    }

    fn term_text(&self, coefficient: u64, variable: VarId) -> String {
        match coefficient {
            1 => self.integer_text(variable),
            _ => format!("{coefficient}*{}", self.integer_text(variable)),
        }
    }
}

/// Whether a set contains a range.
fn covers_range(set: &Domain, low: Value, high: Value) -> bool {
    set.intervals().any(|(from, to)| from <= low && high <= to)
}

/// Returns the terms in their order, each variable once, without coefficients 0.
fn merge_terms(terms: &[LinearTerm]) -> Result<Vec<(i64, VarId)>, PreparationError> {
    let mut places = std::collections::HashMap::new();
    let mut all: Vec<(i64, VarId)> = Vec::with_capacity(terms.len());
    for term in terms {
        let place = *places.entry(term.variable).or_insert(all.len());
        match all.get_mut(place) {
            None => all.push((term.coefficient, term.variable)),
            Some((coefficient, _)) => {
                let sum = coefficient.checked_add(term.coefficient);
                *coefficient = sum.ok_or_else(|| {
                    PreparationError::Unsupported("a coefficient is too large".into())
                })?;
            }
        }
    }
    all.retain(|&(coefficient, _)| coefficient != 0);
    Ok(all)
}
