//! The drawer: one case from a seed.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::assumed;
use super::manner::Manner;
use crate::programs::case::{Case, Expr, Objective, Variable};
use crate::programs::judge::{Truth, judge};
use crate::programs::language::Language;
use crate::programs::operator::{Operator, Sort};
use crate::programs::prover::JudgedBy;

/// The choice of cases.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of all cases.
    pub seed: u64,
    /// The operators that cases are about.
    pub operators: Vec<Operator>,
}

/// A case, and the operator that it is about.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The case.
    pub case: Case,
    /// The operator that its first draft was made for.
    pub about: Operator,
    /// The truth about it.
    pub truth: Truth,
    /// The judge who found it.
    pub judged: JudgedBy,
}

/// Maximum number of drafts of one case about its operator.
pub(super) const DRAFTS: usize = 80;

/// Probability of a clause of literals.
const CLAUSE: f64 = 0.2;

/// Probability of an objective.
const OBJECTIVE: f64 = 0.05;

/// Probability that a draft without solutions is kept.
const EMPTY: f64 = 0.3;

/// The stream of random numbers for the orders of operators; cases have smaller numbers.
const TURNS: u64 = 1 << 63;

impl Plan {
    /// Makes a plan over all operators of a language.
    #[must_use]
    pub fn of(seed: u64, language: &dyn Language) -> Self {
        let known = Operator::ALL.iter().copied().filter(|operator| language.has(*operator));
        Plan { seed, operators: known.collect() }
    }

    /// Draws the case with a number; `None` if no draft can be written and judged.
    #[must_use]
    pub fn draw(&self, number: u64, language: &dyn Language) -> Option<Drawn> {
        if self.operators.is_empty() {
            return None;
        }
        if language.assumes()
            && let Some(drawn) = assumed::draw(self, number, language)
        {
            return Some(drawn);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        let turn = self.about(number);
        (0..DRAFTS).find_map(|_| self.draft(number, turn, &mut rng, language))
    }

    /// Returns the operator of a case: each comes once in as many cases as there are operators, in
    /// another order each time.
    pub(super) fn about(&self, number: u64) -> Operator {
        let count = self.operators.len() as u64;
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(TURNS | (number / count));
        let mut order = self.operators.clone();
        order.shuffle(&mut rng);
        order[usize::try_from(number % count).unwrap_or(0)]
    }

    /// Makes a draft; `None` if it cannot be written or judged.
    pub(super) fn draft(
        &self,
        number: u64,
        about: Operator,
        rng: &mut ChaCha8Rng,
        language: &dyn Language,
    ) -> Option<Drawn> {
        let mut drawer = Drawer::new(rng, language, &self.operators);
        drawer.root(about);
        for probability in [0.25, 0.3] {
            if !drawer.chance(probability) {
                break;
            }
            let other = self.operators[drawer.below(self.operators.len())];
            drawer.root(other);
        }
        if drawer.chance(CLAUSE) {
            drawer.clause();
        }
        if drawer.chance(OBJECTIVE) {
            drawer.objective();
        }
        // Without solutions, a case shows less, and cannot share a question with others.
        let may_be_empty = drawer.chance(EMPTY);
        let mut case = drawer.case;
        case.id = number;
        language.write(&case).ok()?;
        let truth = judge(&case, language.semantics()).ok()?;
        if truth.solutions.is_empty() && !may_be_empty {
            return None;
        }
        Some(Drawn { case, about, truth, judged: JudgedBy::Enumeration })
    }
}

/// A case in the making.
pub(super) struct Drawer<'a> {
    pub(super) rng: &'a mut ChaCha8Rng,
    pub(super) language: &'a dyn Language,
    pub(super) operators: &'a [Operator],
    pub(super) case: Case,
    /// Number of assignments that further variables may multiply.
    pub(super) room: u128,
    /// Number of levels that an expression may still have.
    pub(super) depth: u32,
    /// The range from which small integers are taken.
    pub(super) range: (i64, i64),
    pub(super) manner: Manner,
    /// Expressions that the manner may repeat.
    pub(super) terms: Vec<Expr>,
}

impl<'a> Drawer<'a> {
    pub(super) fn new(
        rng: &'a mut ChaCha8Rng,
        language: &'a dyn Language,
        operators: &'a [Operator],
    ) -> Self {
        let depth =
            if language.nests() && rng.random_bool(0.3) { rng.random_range(1..=2) } else { 0 };
        let (variables, constraints) = (Vec::new(), Vec::new());
        let case = Case { id: 0, variables, constraints, objective: None, assume: false };
        let manner = Manner::choose(rng, language.names_terms());
        let (depth, range, terms) = (manner.depth.unwrap_or(depth), manner.range, Vec::new());
        Drawer { rng, language, operators, case, room: 1500, depth, range, manner, terms }
    }

    pub(super) fn chance(&mut self, probability: f64) -> bool {
        self.rng.random_bool(probability)
    }

    /// Returns a number below a positive bound.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.rng.random_range(0..bound)
    }

    /// Adds a variable.
    pub(super) fn variable(&mut self, sort: Sort, values: Vec<i64>) -> Expr {
        let letter = if sort == Sort::Bool { 'b' } else { 'x' };
        let name = format!("{letter}{}", self.case.variables.len());
        self.room /= (values.len() as u128).max(1);
        self.case.variables.push(Variable { name, sort, values });
        Expr::Var(self.case.variables.len() - 1)
    }

    /// Returns a variable of a sort that the case has.
    pub(super) fn known(&mut self, sort: Sort) -> Option<Expr> {
        let variables = self.case.variables.iter().enumerate();
        let fitting: Vec<usize> =
            variables.filter(|(_, variable)| variable.sort == sort).map(|(at, _)| at).collect();
        if fitting.is_empty() {
            return None;
        }
        let which = self.below(fitting.len());
        Some(Expr::Var(fitting[which]))
    }

    /// Gives the case an objective.
    pub(super) fn objective(&mut self) {
        let value = if self.language.nests() && self.chance(0.5) {
            self.depth = 1;
            self.int()
        } else {
            match self.known(Sort::Int) {
                Some(variable) => variable,
                None => return,
            }
        };
        let maximize = self.chance(0.5);
        self.case.objective = Some(Objective { maximize, value });
    }
}
