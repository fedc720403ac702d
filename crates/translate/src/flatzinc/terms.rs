//! Terms as FlatZinc: asserted terms become constraints, terms within others are reified.

use parallax_encodings::ArithmeticRelation;
use parallax_encodings::smt::SmtTerm;
use parallax_model::engine_api::PreparationError;

use super::sums::FlatzincSum;
use super::{FlatzincGlobals, FlatzincInteger, FlatzincLiteral, FlatzincTranslation, MAX_NUMBER};

impl FlatzincTranslation {
    /// Requires a term to hold.
    pub(super) fn assert_term(&mut self, term: &SmtTerm) -> Result<(), PreparationError> {
        match term {
            SmtTerm::And(terms) => terms.iter().try_for_each(|term| self.assert_term(term)),
            SmtTerm::Or(terms) => {
                let lits = self.term_literals(terms)?;
                self.post_clause(&lits)
            }
            SmtTerm::Implies(when, then) => {
                let when = self.term_literal(when)?;
                // Gecode has half-reified relations, which save the truth value of the consequence.
                if self.globals == FlatzincGlobals::Gecode
                    && let (FlatzincLiteral::Var(condition, true), Some(relation)) =
                        (when, split_relation(then))
                {
                    let sum = self.difference_sum(relation.1, relation.2)?;
                    return self.relate_if(condition, relation.0, &sum);
                }
                let lits = [when.negate_literal(), self.term_literal(then)?];
                self.post_clause(&lits)
            }
            SmtTerm::Distinct(terms) => {
                let named = terms
                    .iter()
                    .map(|term| self.term_sum(term)?.single_variable().ok_or_else(refuse_term));
                let scope = named.collect::<Result<Vec<_>, _>>()?;
                self.all_different(&scope)
            }
            SmtTerm::Not(inner) => match split_relation(inner) {
                Some((relation, left, right)) => {
                    let sum = self.difference_sum(left, right)?;
                    self.post_relation(opposite_relation(relation), &sum)
                }
                None => {
                    let lit = self.term_literal(inner)?.negate_literal();
                    self.post_clause(&[lit])
                }
            },
            term => match split_relation(term) {
                Some((relation, left, right)) => {
                    let sum = self.difference_sum(left, right)?;
                    self.post_relation(relation, &sum)
                }
                None => {
                    let lit = self.term_literal(term)?;
                    self.post_clause(&[lit])
                }
            },
        }
    }

    fn term_literals(
        &mut self,
        terms: &[SmtTerm],
    ) -> Result<Vec<FlatzincLiteral>, PreparationError> {
        terms.iter().map(|term| self.term_literal(term)).collect()
    }

    /// Returns the truth value of a term.
    fn term_literal(&mut self, term: &SmtTerm) -> Result<FlatzincLiteral, PreparationError> {
        match term {
            SmtTerm::Bool(value) => Ok(FlatzincLiteral::Const(*value)),
            SmtTerm::BoolVar(index) => Ok(FlatzincLiteral::Var(self.bool_places[*index], true)),
            SmtTerm::Not(inner) => Ok(self.term_literal(inner)?.negate_literal()),
            SmtTerm::Or(terms) => {
                let lits = self.term_literals(terms)?;
                self.any_literal(&lits)
            }
            SmtTerm::And(terms) => {
                let lits: Vec<FlatzincLiteral> = self
                    .term_literals(terms)?
                    .into_iter()
                    .map(FlatzincLiteral::negate_literal)
                    .collect();
                Ok(self.any_literal(&lits)?.negate_literal())
            }
            SmtTerm::Implies(when, then) => {
                let lits = [self.term_literal(when)?.negate_literal(), self.term_literal(then)?];
                self.any_literal(&lits)
            }
            SmtTerm::Iff(left, right) => {
                let (left, right) = (self.term_literal(left)?, self.term_literal(right)?);
                self.choice_literal(left, right, right.negate_literal())
            }
            SmtTerm::Ite(when, then, otherwise) => {
                let (when, then) = (self.term_literal(when)?, self.term_literal(then)?);
                let otherwise = self.term_literal(otherwise)?;
                self.choice_literal(when, then, otherwise)
            }
            SmtTerm::Distinct(terms) => {
                let mut equal = Vec::new();
                for difference in self.pair_differences(terms)? {
                    equal.push(self.relation_literal(ArithmeticRelation::Eq, &difference)?);
                }
                Ok(self.any_literal(&equal)?.negate_literal())
            }
            term => match split_relation(term) {
                Some((relation, left, right)) => {
                    let sum = self.difference_sum(left, right)?;
                    self.relation_literal(relation, &sum)
                }
                None => Err(refuse_term()),
            },
        }
    }

    /// Returns the truth value of "at least one of these holds".
    fn any_literal(
        &mut self,
        lits: &[FlatzincLiteral],
    ) -> Result<FlatzincLiteral, PreparationError> {
        if lits.contains(&FlatzincLiteral::Const(true)) {
            return Ok(FlatzincLiteral::Const(true));
        }
        let lits: Vec<FlatzincLiteral> =
            lits.iter().copied().filter(|l| *l != FlatzincLiteral::Const(false)).collect();
        match lits[..] {
            [] => return Ok(FlatzincLiteral::Const(false)),
            [lit] => return Ok(lit),
            _ => {}
        }
        // Defined in both directions, so that each solution is found once.
        let any = FlatzincLiteral::Var(self.new_bool(), true);
        for lit in &lits {
            self.post_clause(&[lit.negate_literal(), any])?;
        }
        self.post_clause(&[&lits[..], &[any.negate_literal()]].concat())?;
        Ok(any)
    }

    /// Returns a truth value that equals `then` if `when` holds, else `otherwise`.
    fn choice_literal(
        &mut self,
        when: FlatzincLiteral,
        then: FlatzincLiteral,
        otherwise: FlatzincLiteral,
    ) -> Result<FlatzincLiteral, PreparationError> {
        // Under either condition, the new value equals the chosen one, so it is determined.
        let chosen = FlatzincLiteral::Var(self.new_bool(), true);
        for (condition, value) in [(when.negate_literal(), then), (when, otherwise)] {
            self.post_clause(&[condition, value.negate_literal(), chosen])?;
            self.post_clause(&[condition, value, chosen.negate_literal()])?;
        }
        Ok(chosen)
    }

    /// Returns the differences of all pairs.
    fn pair_differences(
        &mut self,
        terms: &[SmtTerm],
    ) -> Result<Vec<FlatzincSum>, PreparationError> {
        let mut pairs = Vec::new();
        for (place, left) in terms.iter().enumerate() {
            for right in &terms[place + 1..] {
                pairs.push(self.difference_sum(left, right)?);
            }
        }
        Ok(pairs)
    }

    fn difference_sum(
        &mut self,
        left: &SmtTerm,
        right: &SmtTerm,
    ) -> Result<FlatzincSum, PreparationError> {
        let right = self.term_sum(right)?.scale_sum(-1)?;
        self.term_sum(left)?.add_sum(&right)
    }

    /// Converts an integer term to a sum.
    fn term_sum(&mut self, term: &SmtTerm) -> Result<FlatzincSum, PreparationError> {
        match term {
            SmtTerm::Int(number) => FlatzincSum::from_terms([], *number),
            SmtTerm::IntVar(index) => FlatzincSum::from_terms([(1, self.int_places[*index])], 0),
            SmtTerm::Add(terms) => terms.iter().try_fold(FlatzincSum::default(), |sum, term| {
                let more = self.term_sum(term)?;
                sum.add_sum(&more)
            }),
            SmtTerm::Mul(terms) => {
                let one = FlatzincSum::from_terms([], 1)?;
                terms.iter().try_fold(one, |product, term| {
                    let factor = self.term_sum(term)?;
                    self.product_sum(&product, &factor)
                })
            }
            SmtTerm::Ite(when, then, otherwise) => {
                let when = self.term_literal(when)?;
                let (then, otherwise) = (self.term_sum(then)?, self.term_sum(otherwise)?);
                match (then.constant_value(), otherwise.constant_value()) {
                    (Some(then), Some(otherwise)) => self.choice_sum(when, then, otherwise),
                    _ => Err(refuse_term()),
                }
            }
            _ => Err(refuse_term()),
        }
    }

    /// Returns a sum that equals `then` if `when` holds, else `otherwise`.
    pub(super) fn choice_sum(
        &mut self,
        when: FlatzincLiteral,
        then: i64,
        otherwise: i64,
    ) -> Result<FlatzincSum, PreparationError> {
        let (variable, sign) = match when {
            FlatzincLiteral::Const(value) => {
                return FlatzincSum::from_terms([], if value { then } else { otherwise });
            }
            FlatzincLiteral::Var(variable, sign) => (variable, sign),
        };
        // `no + (yes - no) * number`, where the number is the truth value as 0 or 1.
        let (yes, no) = if sign { (then, otherwise) } else { (otherwise, then) };
        let number = self.new_int(0, 1)?;
        self.post_constraint(format!("bool2int(b{variable},x{number})"))?;
        FlatzincSum::from_terms([(yes.saturating_sub(no), number)], no)
    }

    fn product_sum(
        &mut self,
        left: &FlatzincSum,
        right: &FlatzincSum,
    ) -> Result<FlatzincSum, PreparationError> {
        match (left.constant_value(), right.constant_value()) {
            (Some(factor), _) => return right.scale_sum(factor),
            (_, Some(factor)) => return left.scale_sum(factor),
            _ => {}
        }
        let (a, b) = (self.sum_variable(left)?, self.sum_variable(right)?);
        // A product takes its extremes at the corners of the box of its factors.
        let ends = [self.ints[a].low, self.ints[a].high]
            .map(|x| [self.ints[b].low, self.ints[b].high].map(|y| i128::from(x) * i128::from(y)));
        let ends = ends.concat();
        let (low, high) = (ends.iter().min().copied(), ends.iter().max().copied());
        let product = self.new_int(low.unwrap_or(0), high.unwrap_or(0))?;
        self.post_constraint(format!("int_times(x{a},x{b},x{product})"))?;
        FlatzincSum::from_terms([(1, product)], 0)
    }

    /// Returns a variable that equals a sum.
    pub(super) fn sum_variable(&mut self, sum: &FlatzincSum) -> Result<usize, PreparationError> {
        if let Some(variable) = sum.single_variable() {
            return Ok(variable);
        }
        sum.check_constant()?;
        let (low, high) = sum.sum_bounds(&self.ints);
        let number = self.new_int(low, high)?;
        self.post_constraint(sum.equal_to(&format!("x{number}")))?;
        Ok(number)
    }

    /// Makes an integer with these bounds.
    pub(super) fn new_int(&mut self, low: i128, high: i128) -> Result<usize, PreparationError> {
        let most = i128::from(MAX_NUMBER);
        if low < -most || high > most {
            let why = format!("a product beyond {MAX_NUMBER}, too large for FlatZinc");
            return Err(PreparationError::Unsupported(why));
        }
        let domain = format!("{low}..{high}");
        self.ints.push(FlatzincInteger { low: low as i64, high: high as i64, domain });
        Ok(self.ints.len() - 1)
    }
}

/// Splits a relation between two integers.
fn split_relation(term: &SmtTerm) -> Option<(ArithmeticRelation, &SmtTerm, &SmtTerm)> {
    match term {
        SmtTerm::Eq(a, b) => Some((ArithmeticRelation::Eq, a, b)),
        SmtTerm::Le(a, b) => Some((ArithmeticRelation::Le, a, b)),
        SmtTerm::Lt(a, b) => Some((ArithmeticRelation::Lt, a, b)),
        SmtTerm::Ge(a, b) => Some((ArithmeticRelation::Ge, a, b)),
        SmtTerm::Gt(a, b) => Some((ArithmeticRelation::Gt, a, b)),
        _ => None,
    }
}

fn opposite_relation(relation: ArithmeticRelation) -> ArithmeticRelation {
    match relation {
        ArithmeticRelation::Eq => ArithmeticRelation::Ne,
        ArithmeticRelation::Ne => ArithmeticRelation::Eq,
        ArithmeticRelation::Le => ArithmeticRelation::Gt,
        ArithmeticRelation::Lt => ArithmeticRelation::Ge,
        ArithmeticRelation::Ge => ArithmeticRelation::Lt,
        ArithmeticRelation::Gt => ArithmeticRelation::Le,
    }
}

/// Refuses a term that models do not produce: bit-vectors, choices other than of numbers.
fn refuse_term() -> PreparationError {
    PreparationError::Unsupported("a term that has no form in FlatZinc".into())
}
