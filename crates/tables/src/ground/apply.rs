//! The values of functions and relations at their arguments.

use parallax_model::Relation;

use super::{Bound, Grounder, Num, Truth};
use crate::build_error::CompileError;
use crate::expr::Expr;
use crate::glossary::SymbolId;
use parallax_model::decimal::Decimal;

impl Grounder<'_> {
    /// Returns the value of a function at its arguments.
    pub(super) fn apply(
        &mut self,
        symbol: SymbolId,
        arguments: &[Num],
        defined: &mut Vec<Truth>,
    ) -> Result<Num, CompileError> {
        let block = self.layout.block(symbol);
        let Some((place, term)) = first_term(arguments) else {
            let zero = Num::Known(Decimal::integer(0));
            let Some(variable) = self.place(symbol, arguments) else {
                defined.push(Truth::Known(false));
                return Ok(zero);
            };
            let (digits, none) = (block.digits, block.none);
            return Ok(match (self.layout.facts.get(&variable), none) {
                (Some(fact), Some(none)) if *fact == none => {
                    defined.push(Truth::Known(false));
                    zero
                }
                (Some(&units), _) => Num::Known(Decimal { units, digits }),
                (None, none) => {
                    let term = Num::Term(self.variable(variable), digits);
                    if let Some(units) = none {
                        let none = Num::Known(Decimal { units, digits });
                        defined.push(self.compare(term, Relation::Ne, none)?);
                    }
                    term
                }
            });
        };
        let (digits, values) = (block.digits, block.arguments[place].clone());
        let argument_digits = self.argument_digits(symbol, place);
        let (mut arguments, mut cases, mut total) = (arguments.to_vec(), Vec::new(), None);
        for units in values.into_iter().rev() {
            let value = Num::Known(Decimal { units, digits: argument_digits });
            let here = self.compare(term, Relation::Eq, value)?;
            arguments[place] = value;
            let mut needed = vec![here];
            let found = self.apply(symbol, &arguments, &mut needed)?;
            cases.push(self.and(&needed));
            let found = self.term(found, digits)?;
            total = Some(match (total, here) {
                (Some(rest), Truth::Term(here)) => self.terms.select(here, found, rest),
                _ => found,
            });
        }
        let any = self.or(&cases);
        defined.push(any);
        Ok(total.map_or(Num::Known(Decimal::integer(0)), |total| Num::Term(total, digits)))
    }

    /// Returns the truth value of an expression.
    ///
    /// # Errors
    /// Returns an error for numbers that are too large.
    pub fn truth(&mut self, expr: &Expr, bound: &Bound<'_>) -> Result<Truth, CompileError> {
        let Expr::Apply(symbol, arguments) = expr else {
            return Err(CompileError::NotTruth);
        };
        let mut defined = Vec::new();
        let arguments = self.nums(arguments, bound, &mut defined)?;
        let holds = self.holds(*symbol, &arguments)?;
        defined.push(holds);
        Ok(self.and(&defined))
    }

    fn holds(&mut self, symbol: SymbolId, arguments: &[Num]) -> Result<Truth, CompileError> {
        let Some((place, term)) = first_term(arguments) else {
            let Some(variable) = self.place(symbol, arguments) else {
                return Ok(Truth::Known(false));
            };
            return Ok(match self.layout.facts.get(&variable) {
                Some(&fact) => Truth::Known(fact == 1),
                None => Truth::Term(self.flag(variable)),
            });
        };
        let values = self.layout.block(symbol).arguments[place].clone();
        let digits = self.argument_digits(symbol, place);
        let (mut arguments, mut cases) = (arguments.to_vec(), Vec::new());
        for units in values {
            let value = Num::Known(Decimal { units, digits });
            let here = self.compare(term, Relation::Eq, value)?;
            arguments[place] = value;
            let inner = self.holds(symbol, &arguments)?;
            cases.push(self.and(&[here, inner]));
        }
        Ok(self.or(&cases))
    }

    fn argument_digits(&self, symbol: SymbolId, place: usize) -> u32 {
        self.glossary.digits(self.glossary.symbol(symbol).arguments[place])
    }

    /// Returns the variable of a symbol at known arguments; `None` if one is outside its type.
    #[must_use]
    pub fn place(&self, symbol: SymbolId, arguments: &[Num]) -> Option<usize> {
        let units = |(place, num): (usize, &Num)| match num {
            Num::Known(number) => {
                let digits = self.argument_digits(symbol, place);
                // A number with more decimal places than the type's is none of its values.
                (number.digits <= digits || number.units == 0).then(|| number.at(digits)).flatten()
            }
            Num::Term(..) => None,
        };
        let units: Option<Vec<i64>> = arguments.iter().enumerate().map(units).collect();
        self.layout.block(symbol).place(&units?)
    }
}

/// The first argument that is not known.
fn first_term(arguments: &[Num]) -> Option<(usize, Num)> {
    let is_term = |num: &Num| matches!(num, Num::Term(..));
    let place = arguments.iter().position(is_term)?;
    Some((place, arguments[place]))
}
