//! The values of functions and relations at their arguments.

use parallax_model::ComparisonOperator;

use super::{GroundNumber, GroundTruth, TableGrounder, VariableBindings};
use crate::build_error::CompileError;
use crate::expr::TableExpression;
use crate::glossary::SymbolId;
use parallax_model::decimal::DecimalNumber;

impl TableGrounder<'_> {
    /// Returns the value of a function at its arguments.
    pub(super) fn apply_symbol(
        &mut self,
        symbol: SymbolId,
        arguments: &[GroundNumber],
        defined: &mut Vec<GroundTruth>,
    ) -> Result<GroundNumber, CompileError> {
        let block = self.layout.symbol_block(symbol);
        // All arguments are known: the symbol has one variable there, whose value may be known.
        let Some((index, term)) = first_term(arguments) else {
            let zero = GroundNumber::Known(DecimalNumber::from_integer(0));
            // Outside its type, the function has no value. The 0 is arbitrary, since `defined` is
            // false.
            let Some(variable) = self.variable_index(symbol, arguments) else {
                defined.push(GroundTruth::Known(false));
                return Ok(zero);
            };
            let (digits, none) = (block.digits, block.none);
            return Ok(match (self.layout.facts.get(&variable), none) {
                (Some(fact), Some(none)) if *fact == none => {
                    defined.push(GroundTruth::Known(false));
                    zero
                }
                (Some(&units), _) => GroundNumber::Known(DecimalNumber { units, digits }),
                (None, none) => {
                    let term = GroundNumber::Term(self.variable_term(variable), digits);
                    if let Some(units) = none {
                        let none = GroundNumber::Known(DecimalNumber { units, digits });
                        defined.push(self.compare_numbers(term, ComparisonOperator::Ne, none)?);
                    }
                    term
                }
            });
        };
        let (digits, values) = (block.digits, block.arguments[index].clone());
        let argument_digits = self.argument_digits(symbol, index);
        // Distinguishes the values of the first open argument; the recursion does the same for the
        // others. The result is a chain of choices, and the value is missing in all other cases.
        let (mut arguments, mut cases, mut total) = (arguments.to_vec(), Vec::new(), None);
        for units in values.into_iter().rev() {
            let value = GroundNumber::Known(DecimalNumber { units, digits: argument_digits });
            let equal = self.compare_numbers(term, ComparisonOperator::Eq, value)?;
            arguments[index] = value;
            // A case holds if the argument has this value and the function has a value there.
            let mut needed = vec![equal];
            let found = self.apply_symbol(symbol, &arguments, &mut needed)?;
            cases.push(self.conjoin_truths(&needed));
            let found = self.scaled_term(found, digits)?;
            // The innermost case needs no test, because `any` requires that one of the cases holds.
            total = Some(match (total, equal) {
                (Some(rest), GroundTruth::Term(equal)) => {
                    self.terms.add_int_choice(equal, found, rest)
                }
                _ => found,
            });
        }
        let any = self.disjoin_truths(&cases);
        defined.push(any);
        Ok(total.map_or(GroundNumber::Known(DecimalNumber::from_integer(0)), |total| {
            GroundNumber::Term(total, digits)
        }))
    }

    /// Returns the truth value of an expression.
    ///
    /// # Errors
    /// Returns an error for numbers that are too large.
    pub fn expression_truth(
        &mut self,
        expr: &TableExpression,
        bound: &VariableBindings<'_>,
    ) -> Result<GroundTruth, CompileError> {
        let TableExpression::Apply(symbol, arguments) = expr else {
            return Err(CompileError::NotTruth);
        };
        let mut defined = Vec::new();
        // A relation is false at an argument without a value.
        let arguments = self.ground_numbers(arguments, bound, &mut defined)?;
        let holds = self.relation_truth(*symbol, &arguments)?;
        defined.push(holds);
        Ok(self.conjoin_truths(&defined))
    }

    fn relation_truth(
        &mut self,
        symbol: SymbolId,
        arguments: &[GroundNumber],
    ) -> Result<GroundTruth, CompileError> {
        // As in `apply_symbol`, but the cases are joined by "or", and there is no missing value.
        let Some((index, term)) = first_term(arguments) else {
            let Some(variable) = self.variable_index(symbol, arguments) else {
                return Ok(GroundTruth::Known(false));
            };
            return Ok(match self.layout.facts.get(&variable) {
                Some(&fact) => GroundTruth::Known(fact == 1),
                None => GroundTruth::Term(self.flag_term(variable)),
            });
        };
        let values = self.layout.symbol_block(symbol).arguments[index].clone();
        let digits = self.argument_digits(symbol, index);
        let (mut arguments, mut cases) = (arguments.to_vec(), Vec::new());
        for units in values {
            let value = GroundNumber::Known(DecimalNumber { units, digits });
            let equal = self.compare_numbers(term, ComparisonOperator::Eq, value)?;
            arguments[index] = value;
            let inner = self.relation_truth(symbol, &arguments)?;
            cases.push(self.conjoin_truths(&[equal, inner]));
        }
        Ok(self.disjoin_truths(&cases))
    }

    fn argument_digits(&self, symbol: SymbolId, index: usize) -> u32 {
        self.glossary.type_digits(self.glossary.find_symbol(symbol).arguments[index])
    }

    /// Returns the variable of a symbol at known arguments; `None` if one is outside its type.
    #[must_use]
    pub fn variable_index(&self, symbol: SymbolId, arguments: &[GroundNumber]) -> Option<usize> {
        let units = |(index, num): (usize, &GroundNumber)| match num {
            GroundNumber::Known(number) => {
                let digits = self.argument_digits(symbol, index);
                // A number with more decimal places than the type has is outside the type.
                (number.digits <= digits || number.units == 0)
                    .then(|| number.units_at(digits))
                    .flatten()
            }
            GroundNumber::Term(..) => None,
        };
        let units: Option<Vec<i64>> = arguments.iter().enumerate().map(units).collect();
        self.layout.symbol_block(symbol).variable_index(&units?)
    }
}

/// The first argument that is not known.
fn first_term(arguments: &[GroundNumber]) -> Option<(usize, GroundNumber)> {
    let is_term = |num: &GroundNumber| matches!(num, GroundNumber::Term(..));
    let index = arguments.iter().position(is_term)?;
    Some((index, arguments[index]))
}
