//! Sums of integers, and the relations that FlatZinc has between them and 0.

use parallax_encodings::ArithmeticRelation;
use parallax_model::engine_api::PreparationError;

use super::{FlatzincInteger, FlatzincLiteral, FlatzincTranslation, MAX_NUMBER};

/// `sum of coefficient * variable + constant`; each variable once, ascending, no coefficient 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct FlatzincSum {
    terms: Vec<(i64, usize)>,
    constant: i64,
}

pub(super) fn too_large() -> PreparationError {
    PreparationError::Unsupported(format!("a number beyond {MAX_NUMBER}, too large for FlatZinc"))
}

fn narrow_number(number: i128) -> Result<i64, PreparationError> {
    let number = i64::try_from(number).map_err(|_| too_large())?;
    if number.abs() > MAX_NUMBER { Err(too_large()) } else { Ok(number) }
}

impl FlatzincSum {
    /// Makes the sum of these terms, of which several may have the same variable.
    pub(super) fn from_terms(
        terms: impl IntoIterator<Item = (i64, usize)>,
        constant: i64,
    ) -> Result<Self, PreparationError> {
        let mut terms: Vec<(i64, usize)> = terms.into_iter().collect();
        terms.sort_unstable_by_key(|(_, variable)| *variable);
        // 128 bits hold every sum of 64-bit coefficients; the check for size comes after merging.
        let mut merged: Vec<(i128, usize)> = Vec::with_capacity(terms.len());
        for (coefficient, variable) in terms {
            match merged.last_mut() {
                Some((sum, last)) if *last == variable => *sum += i128::from(coefficient),
                _ => merged.push((coefficient.into(), variable)),
            }
        }
        merged.retain(|(coefficient, _)| *coefficient != 0);
        let small = |(coefficient, variable)| {
            Ok::<_, PreparationError>((narrow_number(coefficient)?, variable))
        };
        Ok(FlatzincSum {
            terms: merged.into_iter().map(small).collect::<Result<_, _>>()?,
            constant,
        })
    }

    /// Returns the sum of this and another.
    pub(super) fn add_sum(&self, other: &FlatzincSum) -> Result<Self, PreparationError> {
        let terms = self.terms.iter().chain(&other.terms).copied();
        let constant = self.constant.checked_add(other.constant).ok_or_else(too_large)?;
        FlatzincSum::from_terms(terms, constant)
    }

    /// Returns the sum times `factor`.
    pub(super) fn scale_sum(&self, factor: i64) -> Result<Self, PreparationError> {
        let by = |number: i64| number.checked_mul(factor).ok_or_else(too_large);
        let terms: Vec<(i64, usize)> = self
            .terms
            .iter()
            .map(|&(c, v)| Ok((by(c)?, v)))
            .collect::<Result<_, PreparationError>>()?;
        FlatzincSum::from_terms(terms, by(self.constant)?)
    }

    /// Returns the sum plus a number; an error if `by` is `None` or the result does not fit.
    pub(super) fn shift_sum(&self, by: Option<i64>) -> Result<Self, PreparationError> {
        let constant = by.and_then(|by| self.constant.checked_add(by)).ok_or_else(too_large)?;
        Ok(FlatzincSum { constant, ..self.clone() })
    }

    /// Returns the value of a sum without variables.
    pub(super) fn constant_value(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns the variable of a sum that is one variable.
    pub(super) fn single_variable(&self) -> Option<usize> {
        match self.terms[..] {
            [(1, variable)] if self.constant == 0 => Some(variable),
            _ => None,
        }
    }

    /// Returns the least and the greatest value.
    pub(super) fn sum_bounds(&self, ints: &[FlatzincInteger]) -> (i128, i128) {
        let constant = i128::from(self.constant);
        self.terms.iter().fold((constant, constant), |(low, high), &(coefficient, variable)| {
            let FlatzincInteger { low: least, high: most, .. } = ints[variable];
            let ends = [least, most].map(|end| i128::from(end) * i128::from(coefficient));
            (low + ends[0].min(ends[1]), high + ends[0].max(ends[1]))
        })
    }

    /// Refuses a sum whose value may be too large for FlatZinc solvers.
    pub(super) fn check_bounds(&self, ints: &[FlatzincInteger]) -> Result<(), PreparationError> {
        let (low, high) = self.sum_bounds(ints);
        let most = i128::from(MAX_NUMBER);
        if low < -most || high > most { Err(too_large()) } else { Ok(()) }
    }

    /// Refuses a sum whose constant is too large for FlatZinc solvers.
    pub(super) fn check_constant(&self) -> Result<(), PreparationError> {
        narrow_number(self.constant.into()).map(|_| ())
    }

    /// Returns the lists of coefficients and variables.
    fn argument_lists(&self) -> (String, String) {
        let coefficients: Vec<String> = self.terms.iter().map(|(c, _)| c.to_string()).collect();
        let variables: Vec<String> = self.terms.iter().map(|(_, v)| format!("x{v}")).collect();
        (coefficients.join(","), variables.join(","))
    }

    /// Returns the shortest form of a linear constraint: `int_le(x1,5)` rather than
    /// `int_lin_le([1],[x1],5)`. The constant of the sum is part of `bound`.
    fn linear_builtin(&self, name: &'static str, bound: i64) -> (&'static str, String) {
        let short = match name {
            "int_lin_eq" => "int_eq",
            "int_lin_ne" => "int_ne",
            _ => "int_le",
        };
        match self.terms[..] {
            [(1, x)] => (short, format!("x{x},{bound}")),
            [(-1, x)] if short == "int_le" => (short, format!("{},x{x}", -bound)),
            [(-1, x)] => (short, format!("x{x},{}", -bound)),
            [(1, x), (-1, y)] | [(-1, y), (1, x)] if bound == 0 => (short, format!("x{x},x{y}")),
            _ => {
                let (coefficients, variables) = self.argument_lists();
                (name, format!("[{coefficients}],[{variables}],{bound}"))
            }
        }
    }

    /// Returns the constraint that the sum has the value of another variable.
    pub(super) fn equal_to(&self, name: &str) -> String {
        let (coefficients, variables) = self.argument_lists();
        let comma = if self.terms.is_empty() { "" } else { "," };
        let constant = -i128::from(self.constant);
        format!("int_lin_eq([{coefficients}{comma}-1],[{variables}{comma}{name}],{constant})")
    }
}

impl FlatzincTranslation {
    /// Requires `sum relation 0`.
    pub(super) fn post_relation(
        &mut self,
        relation: ArithmeticRelation,
        sum: &FlatzincSum,
    ) -> Result<(), PreparationError> {
        match self.reduce_linear(relation, sum)? {
            Ok(truth) => self.post_clause(&[FlatzincLiteral::Const(truth)]),
            Err((name, arguments)) => self.post_constraint(format!("{name}({arguments})")),
        }
    }

    /// Requires `sum relation 0` if a truth value is true, which the relation does not decide.
    pub(super) fn relate_if(
        &mut self,
        condition: usize,
        relation: ArithmeticRelation,
        sum: &FlatzincSum,
    ) -> Result<(), PreparationError> {
        match self.reduce_linear(relation, sum)? {
            Ok(truth) => self.post_clause(&[
                FlatzincLiteral::Var(condition, false),
                FlatzincLiteral::Const(truth),
            ]),
            Err((name, arguments)) => {
                self.post_constraint(format!("{name}_imp({arguments},b{condition})"))
            }
        }
    }

    /// Returns the truth value of `sum relation 0`.
    pub(super) fn relation_literal(
        &mut self,
        relation: ArithmeticRelation,
        sum: &FlatzincSum,
    ) -> Result<FlatzincLiteral, PreparationError> {
        // Through the equality, so that both relations share one truth value.
        if relation == ArithmeticRelation::Ne {
            return Ok(self.relation_literal(ArithmeticRelation::Eq, sum)?.negate_literal());
        }
        let key = (relation, sum.clone());
        if let Some(&lit) = self.known.get(&key) {
            return Ok(lit);
        }
        let lit = match self.reduce_linear(relation, sum)? {
            Ok(truth) => FlatzincLiteral::Const(truth),
            Err((name, arguments)) => {
                let truth = self.new_bool();
                self.post_constraint(format!("{name}_reif({arguments},b{truth})"))?;
                FlatzincLiteral::Var(truth, true)
            }
        };
        self.known.insert(key, lit);
        Ok(lit)
    }

    /// Returns the builtin of `sum relation 0` and its arguments, or the truth value, if the
    /// domains decide it.
    fn reduce_linear(
        &self,
        relation: ArithmeticRelation,
        sum: &FlatzincSum,
    ) -> Result<Result<bool, (&'static str, String)>, PreparationError> {
        let (name, sum, bound) = match relation {
            ArithmeticRelation::Eq => ("int_lin_eq", sum.clone(), 0),
            ArithmeticRelation::Ne => ("int_lin_ne", sum.clone(), 0),
            ArithmeticRelation::Le => ("int_lin_le", sum.clone(), 0),
            // Whole numbers: less than 0 is at most -1.
            ArithmeticRelation::Lt => ("int_lin_le", sum.clone(), -1),
            ArithmeticRelation::Ge => ("int_lin_le", sum.scale_sum(-1)?, 0),
            ArithmeticRelation::Gt => ("int_lin_le", sum.scale_sum(-1)?, -1),
        };
        // `terms + constant <= bound`, and the builtin has no constant.
        let bound = bound - i128::from(sum.constant);
        let (low, high) = sum.sum_bounds(&self.ints);
        let (low, high) = (low - i128::from(sum.constant), high - i128::from(sum.constant));
        let never = bound < low || bound > high;
        match name {
            "int_lin_le" if high <= bound => return Ok(Ok(true)),
            "int_lin_le" if low > bound => return Ok(Ok(false)),
            "int_lin_eq" if never || low == high => return Ok(Ok(!never)),
            "int_lin_ne" if never || low == high => return Ok(Ok(never)),
            _ => {}
        }
        let bound = narrow_number(bound)?;
        Ok(Err(sum.linear_builtin(name, bound)))
    }
}
