//! Builds the model of a script: variables with the bounds that assertions state, then the
//! variables and constraints of flattening.

use parallax_instance::InputError;
use parallax_model::flatten::{
    BoolExpression, ExpressionFlattener, IntExpression, SourceExpressions, VariableBounds,
    find_bounds, weakest_bounds,
};
use parallax_model::{Domain, MAX_VALUE, Model};

use super::divisors;
use super::lexer::SmtlibLexer;
use super::script::SmtlibScript;
use super::script_error::{ScriptError, SmtlibSymbolError};

impl SmtlibScript {
    /// The model: the declared variables with their bounds, then the variables
    /// and constraints of flattening.
    pub(super) fn build_model(
        &self,
        lexer: &SmtlibLexer<'_>,
        places: &[usize],
        divisors: &[(usize, IntExpression)],
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<Model, InputError> {
        let bounds = find_bounds(&self.terms, &self.asserted_terms(), self.variables.len());
        // A stop makes flattening fail; `check` then returns the reason of the stop instead.
        let model = self.bounded_model(&bounds, &|| check().is_err()).or_else(|fault| {
            check()?;
            Err(match fault {
                ScriptError::Symbol(symbol, fault) => {
                    lexer.error_at(places[symbol], fault.to_string())
                }
                ScriptError::Assertion(line, fault) => {
                    lexer.error_at(0, fault.to_string()).at_position(line, 1)
                }
            })
        })?;
        divisors::refuse_zero(lexer, &self.terms, &model, divisors)?;
        Ok(model)
    }

    /// Returns the model in which each integer has the widest range that a single assertion allows,
    /// so that only the constraints of the other assertions exclude values in it. `None` if these
    /// ranges are too wide.
    pub(super) fn explainable_model(&self, stop: &dyn Fn() -> bool) -> Option<Model> {
        let number = self.variables.len();
        let mut wide = weakest_bounds(&self.terms, &self.asserted_terms(), number);
        let exact = find_bounds(&self.terms, &self.asserted_terms(), number);
        // A bound that only several assertions together imply, or that exceeds the values of
        // models, falls back to the exact one.
        for (wide, exact) in wide.iter_mut().zip(exact) {
            let fits = |bound: &i128| bound.unsigned_abs() <= MAX_VALUE as u128;
            wide.low = wide.low.filter(fits).or(exact.low);
            wide.high = wide.high.filter(fits).or(exact.high);
            // If the bounds exclude each other, the constraints of their assertions make the model
            // unsatisfiable.
            if wide.low > wide.high {
                std::mem::swap(&mut wide.low, &mut wide.high);
            }
        }
        // In a wider range a divisor might be 0.
        if !divisors::exclude_zero(&self.terms, &wide) {
            return None;
        }
        self.bounded_model(&wide, stop).ok()
    }

    fn asserted_terms(&self) -> Vec<BoolExpression> {
        self.assertions.iter().map(|&(_, term)| term).collect()
    }

    /// Builds the model with these bounds of the variables.
    fn bounded_model(
        &self,
        bounds: &[VariableBounds],
        stop: &dyn Fn() -> bool,
    ) -> Result<Model, ScriptError> {
        let label = |index: usize| format!("assertion of line {}", self.assertions[index].0);
        let all: Vec<(usize, String)> =
            (0..self.assertions.len()).map(|index| (index, label(index))).collect();
        self.labelled_model(bounds, &all, stop)
    }

    /// Builds the model with these bounds of the variables, of assertions by their indices, each
    /// with the label of its constraints.
    pub(super) fn labelled_model(
        &self,
        bounds: &[VariableBounds],
        assertions: &[(usize, String)],
        stop: &dyn Fn() -> bool,
    ) -> Result<Model, ScriptError> {
        let mut model = Model::new("smt2");
        for (index, ((name, is_bool), bounds)) in self.variables.iter().zip(bounds).enumerate() {
            let domain =
                if *is_bool { Ok(Domain::boolean()) } else { bounded_domain(name, *bounds) };
            let added = domain.and_then(|domain| {
                // No other symbol contains a bar.
                let name = if name.is_empty() { "||" } else { name };
                Ok(model.add_shown(name, domain)?)
            });
            added.map_err(|fault| ScriptError::Symbol(index, fault))?;
        }
        let mut flattener = ExpressionFlattener::new(&mut model, &self.terms).with_stop(stop);
        for (index, label) in assertions {
            let (line, term) = self.assertions[*index];
            // An assertion that may be left out hides nothing of the others.
            let asserted = if label.starts_with(super::unsat_core::NAMED_LABEL_PREFIX) {
                flattener.assert_apart(label, term)
            } else {
                flattener.assert_expression(label, term)
            };
            asserted.map_err(|fault| ScriptError::Assertion(line, fault))?;
        }
        // The flattener is done, so the model holds the constraints of the assertions and nothing
        // else.
        let constraints = 0..model.constraints().len();
        let asserted = assertions.iter();
        model.keep_expressions(SourceExpressions {
            terms: self.terms.clone(),
            truths: self.variables.iter().map(|(_, is_bool)| *is_bool).collect(),
            assertions: asserted
                .map(|(index, label)| (label.into(), self.assertions[*index].1))
                .collect(),
            constraints,
        });
        Ok(model)
    }
}

/// Returns the domain of an integer: every value that its bounds allow.
fn bounded_domain(name: &str, bounds: VariableBounds) -> Result<Domain, SmtlibSymbolError> {
    let (Some(low), Some(high)) = (bounds.low, bounds.high) else {
        let missing = match (bounds.low, bounds.high) {
            (Some(_), None) => "upper bound",
            (None, Some(_)) => "lower bound",
            _ => "bounds",
        };
        return Err(SmtlibSymbolError::Unbounded { name: name.to_owned(), missing });
    };
    if low > high {
        return Ok(Domain::from_values([]));
    }
    let max_value = i128::from(MAX_VALUE);
    if low < -max_value || high > max_value {
        return Err(SmtlibSymbolError::LargeValue { name: name.to_owned(), low, high });
    }
    // Both ends are within MAX_VALUE here.
    Ok(Domain::from_range(low as i32, high as i32))
}
