//! Terms as FlatZinc: asserted terms become constraints, terms within others are reified.

use parallax_encodings::Relation;
use parallax_encodings::smt::Term;
use parallax_model::ask::Refusal;

use super::sums::Sum;
use super::{Flatzinc, Globals, Int, Lit, MAX_NUMBER};

impl Flatzinc {
    /// Requires a term to hold.
    pub(super) fn assert(&mut self, term: &Term) -> Result<(), Refusal> {
        match term {
            Term::And(terms) => terms.iter().try_for_each(|term| self.assert(term)),
            Term::Or(terms) => {
                let lits = self.lits(terms)?;
                self.clause(&lits)
            }
            Term::Implies(when, then) => {
                let when = self.lit(when)?;
                if self.globals == Globals::Gecode
                    && let (Lit::Var(condition, true), Some(relation)) = (when, relation(then))
                {
                    let sum = self.difference(relation.1, relation.2)?;
                    return self.relate_if(condition, relation.0, &sum);
                }
                let lits = [when.negate(), self.lit(then)?];
                self.clause(&lits)
            }
            Term::Distinct(terms) => {
                let named = terms.iter().map(|term| self.sum(term)?.variable().ok_or_else(strange));
                let scope = named.collect::<Result<Vec<_>, _>>()?;
                self.all_different(&scope)
            }
            Term::Not(inner) => match relation(inner) {
                Some((relation, left, right)) => {
                    let sum = self.difference(left, right)?;
                    self.relate(opposite(relation), &sum)
                }
                None => {
                    let lit = self.lit(inner)?.negate();
                    self.clause(&[lit])
                }
            },
            term => match relation(term) {
                Some((relation, left, right)) => {
                    let sum = self.difference(left, right)?;
                    self.relate(relation, &sum)
                }
                None => {
                    let lit = self.lit(term)?;
                    self.clause(&[lit])
                }
            },
        }
    }

    fn lits(&mut self, terms: &[Term]) -> Result<Vec<Lit>, Refusal> {
        terms.iter().map(|term| self.lit(term)).collect()
    }

    /// Returns the truth value of a term.
    fn lit(&mut self, term: &Term) -> Result<Lit, Refusal> {
        match term {
            Term::Bool(value) => Ok(Lit::Const(*value)),
            Term::BoolVar(index) => Ok(Lit::Var(self.bool_places[*index], true)),
            Term::Not(inner) => Ok(self.lit(inner)?.negate()),
            Term::Or(terms) => {
                let lits = self.lits(terms)?;
                self.any(&lits)
            }
            Term::And(terms) => {
                let lits: Vec<Lit> = self.lits(terms)?.into_iter().map(Lit::negate).collect();
                Ok(self.any(&lits)?.negate())
            }
            Term::Implies(when, then) => {
                let lits = [self.lit(when)?.negate(), self.lit(then)?];
                self.any(&lits)
            }
            Term::Iff(left, right) => {
                let (left, right) = (self.lit(left)?, self.lit(right)?);
                self.choice(left, right, right.negate())
            }
            Term::Ite(when, then, otherwise) => {
                let (when, then) = (self.lit(when)?, self.lit(then)?);
                let otherwise = self.lit(otherwise)?;
                self.choice(when, then, otherwise)
            }
            Term::Distinct(terms) => {
                let mut equal = Vec::new();
                for difference in self.pairs(terms)? {
                    equal.push(self.related(Relation::Eq, &difference)?);
                }
                Ok(self.any(&equal)?.negate())
            }
            term => match relation(term) {
                Some((relation, left, right)) => {
                    let sum = self.difference(left, right)?;
                    self.related(relation, &sum)
                }
                None => Err(strange()),
            },
        }
    }

    /// Returns the truth value of "at least one of these holds".
    fn any(&mut self, lits: &[Lit]) -> Result<Lit, Refusal> {
        if lits.contains(&Lit::Const(true)) {
            return Ok(Lit::Const(true));
        }
        let lits: Vec<Lit> = lits.iter().copied().filter(|l| *l != Lit::Const(false)).collect();
        match lits[..] {
            [] => return Ok(Lit::Const(false)),
            [lit] => return Ok(lit),
            _ => {}
        }
        let any = Lit::Var(self.new_bool(), true);
        for lit in &lits {
            self.clause(&[lit.negate(), any])?;
        }
        self.clause(&[&lits[..], &[any.negate()]].concat())?;
        Ok(any)
    }

    /// Returns a truth value that equals `then` if `when` holds, else `otherwise`.
    fn choice(&mut self, when: Lit, then: Lit, otherwise: Lit) -> Result<Lit, Refusal> {
        let chosen = Lit::Var(self.new_bool(), true);
        for (condition, value) in [(when.negate(), then), (when, otherwise)] {
            self.clause(&[condition, value.negate(), chosen])?;
            self.clause(&[condition, value, chosen.negate()])?;
        }
        Ok(chosen)
    }

    /// Returns the differences of all pairs.
    fn pairs(&mut self, terms: &[Term]) -> Result<Vec<Sum>, Refusal> {
        let mut pairs = Vec::new();
        for (place, left) in terms.iter().enumerate() {
            for right in &terms[place + 1..] {
                pairs.push(self.difference(left, right)?);
            }
        }
        Ok(pairs)
    }

    fn difference(&mut self, left: &Term, right: &Term) -> Result<Sum, Refusal> {
        let right = self.sum(right)?.scaled(-1)?;
        self.sum(left)?.plus(&right)
    }

    /// Converts an integer term to a sum.
    fn sum(&mut self, term: &Term) -> Result<Sum, Refusal> {
        match term {
            Term::Int(number) => Sum::of([], *number),
            Term::IntVar(index) => Sum::of([(1, self.int_places[*index])], 0),
            Term::Add(terms) => terms.iter().try_fold(Sum::default(), |sum, term| {
                let more = self.sum(term)?;
                sum.plus(&more)
            }),
            Term::Mul(terms) => {
                let one = Sum::of([], 1)?;
                terms.iter().try_fold(one, |product, term| {
                    let factor = self.sum(term)?;
                    self.product(&product, &factor)
                })
            }
            Term::Ite(when, then, otherwise) => {
                let when = self.lit(when)?;
                let (then, otherwise) = (self.sum(then)?, self.sum(otherwise)?);
                match (then.number(), otherwise.number()) {
                    (Some(then), Some(otherwise)) => self.chosen(when, then, otherwise),
                    _ => Err(strange()),
                }
            }
            _ => Err(strange()),
        }
    }

    /// Returns a sum that equals `then` if `when` holds, else `otherwise`.
    pub(super) fn chosen(&mut self, when: Lit, then: i64, otherwise: i64) -> Result<Sum, Refusal> {
        let (variable, sign) = match when {
            Lit::Const(value) => return Sum::of([], if value { then } else { otherwise }),
            Lit::Var(variable, sign) => (variable, sign),
        };
        let (yes, no) = if sign { (then, otherwise) } else { (otherwise, then) };
        let number = self.new_int(0, 1)?;
        self.post(format!("bool2int(b{variable},x{number})"))?;
        Sum::of([(yes.saturating_sub(no), number)], no)
    }

    fn product(&mut self, left: &Sum, right: &Sum) -> Result<Sum, Refusal> {
        match (left.number(), right.number()) {
            (Some(factor), _) => return right.scaled(factor),
            (_, Some(factor)) => return left.scaled(factor),
            _ => {}
        }
        let (a, b) = (self.named(left)?, self.named(right)?);
        let ends = [self.ints[a].low, self.ints[a].high]
            .map(|x| [self.ints[b].low, self.ints[b].high].map(|y| i128::from(x) * i128::from(y)));
        let ends = ends.concat();
        let (low, high) = (ends.iter().min().copied(), ends.iter().max().copied());
        let product = self.new_int(low.unwrap_or(0), high.unwrap_or(0))?;
        self.post(format!("int_times(x{a},x{b},x{product})"))?;
        Sum::of([(1, product)], 0)
    }

    /// Returns a variable that equals a sum.
    pub(super) fn named(&mut self, sum: &Sum) -> Result<usize, Refusal> {
        if let Some(variable) = sum.variable() {
            return Ok(variable);
        }
        sum.check_constant()?;
        let (low, high) = sum.bounds(&self.ints);
        let number = self.new_int(low, high)?;
        self.post(sum.equal_to(&format!("x{number}")))?;
        Ok(number)
    }

    /// Makes an integer with these bounds.
    pub(super) fn new_int(&mut self, low: i128, high: i128) -> Result<usize, Refusal> {
        let most = i128::from(MAX_NUMBER);
        if low < -most || high > most {
            let why = format!("a product beyond {MAX_NUMBER}, too large for FlatZinc");
            return Err(Refusal::Unsupported(why));
        }
        let domain = format!("{low}..{high}");
        self.ints.push(Int { low: low as i64, high: high as i64, domain });
        Ok(self.ints.len() - 1)
    }
}

/// Splits a relation between two integers.
fn relation(term: &Term) -> Option<(Relation, &Term, &Term)> {
    match term {
        Term::Eq(a, b) => Some((Relation::Eq, a, b)),
        Term::Le(a, b) => Some((Relation::Le, a, b)),
        Term::Lt(a, b) => Some((Relation::Lt, a, b)),
        Term::Ge(a, b) => Some((Relation::Ge, a, b)),
        Term::Gt(a, b) => Some((Relation::Gt, a, b)),
        _ => None,
    }
}

fn opposite(relation: Relation) -> Relation {
    match relation {
        Relation::Eq => Relation::Ne,
        Relation::Ne => Relation::Eq,
        Relation::Le => Relation::Gt,
        Relation::Lt => Relation::Ge,
        Relation::Ge => Relation::Lt,
        Relation::Gt => Relation::Le,
    }
}

/// Refuses a term that models do not produce: bit-vectors, choices other than of numbers.
fn strange() -> Refusal {
    Refusal::Unsupported("a term that has no form in FlatZinc".into())
}
