//! Random cases: one operator at its edges, or a few of them together.
//!
//! A case depends only on the seed, its number and the language, so runs can be cut into slices
//! and continued.

mod arguments;
mod numbers;
mod root;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::case::{Case, Expr, Objective, Variable};
use crate::judge::{Truth, judge};
use crate::language::Language;
use crate::operator::{Operator, Sort};

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
    /// The operator at the root of its first constraint.
    pub about: Operator,
    /// The truth about it.
    pub truth: Truth,
}

/// Maximum number of drafts of one case.
const DRAFTS: usize = 60;

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
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        for _ in 0..DRAFTS {
            let about = self.operators[rng.random_range(0..self.operators.len())];
            let mut drawer = Drawer::new(&mut rng, language, &self.operators);
            drawer.root(about);
            if drawer.chance(0.2) {
                let other = self.operators[drawer.below(self.operators.len())];
                drawer.root(other);
            }
            if drawer.chance(0.08) {
                drawer.objective();
            }
            let mut case = drawer.case;
            case.id = number;
            if language.write(&case).is_err() {
                continue;
            }
            if let Ok(truth) = judge(&case, language.semantics()) {
                return Some(Drawn { case, about, truth });
            }
        }
        None
    }
}

/// A case in the making.
struct Drawer<'a> {
    rng: &'a mut ChaCha8Rng,
    language: &'a dyn Language,
    operators: &'a [Operator],
    case: Case,
    /// Number of assignments that further variables may multiply.
    room: u128,
    /// Number of levels that an expression may still have.
    depth: u32,
    /// The range from which small integers are taken.
    range: (i64, i64),
}

impl<'a> Drawer<'a> {
    fn new(rng: &'a mut ChaCha8Rng, language: &'a dyn Language, operators: &'a [Operator]) -> Self {
        let depth =
            if language.nests() && rng.random_bool(0.3) { rng.random_range(1..=2) } else { 0 };
        let case = Case { id: 0, variables: Vec::new(), constraints: Vec::new(), objective: None };
        Drawer { rng, language, operators, case, room: 1500, depth, range: (-2, 4) }
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.rng.random_bool(probability)
    }

    /// Returns a number below a positive bound.
    fn below(&mut self, bound: usize) -> usize {
        self.rng.random_range(0..bound)
    }

    /// Adds a variable.
    fn variable(&mut self, sort: Sort, values: Vec<i64>) -> Expr {
        let letter = if sort == Sort::Bool { 'b' } else { 'x' };
        let name = format!("{letter}{}", self.case.variables.len());
        self.room /= (values.len() as u128).max(1);
        self.case.variables.push(Variable { name, sort, values });
        Expr::Var(self.case.variables.len() - 1)
    }

    /// Returns a variable of a sort that the case has.
    fn known(&mut self, sort: Sort) -> Option<Expr> {
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
    fn objective(&mut self) {
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
