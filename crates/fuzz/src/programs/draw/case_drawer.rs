//! The drawer: one case from a seed.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::assumed_case;
use super::edge_case_kind::EdgeCaseKind;
use crate::programs::case::{CaseExpr, CaseObjective, CaseVariable, FuzzCase};
use crate::programs::judge::{CaseTruth, judge_case};
use crate::programs::language::CaseLanguage;
use crate::programs::operator::{Operator, Sort};
use crate::programs::prover::JudgedBy;

/// The choice of cases.
#[derive(Clone, Debug)]
pub struct CasePlan {
    /// The seed of all cases.
    pub seed: u64,
    /// The operators that cases are about.
    pub operators: Vec<Operator>,
}

/// A case, and the operator that it is about.
#[derive(Clone, Debug)]
pub struct DrawnCase {
    /// The case.
    pub case: FuzzCase,
    /// The operator that its first draft was made for.
    pub about: Operator,
    /// The truth about it.
    pub truth: CaseTruth,
    /// The judge of the case.
    pub judged: JudgedBy,
}

/// Maximum number of drafts of one case about its operator.
pub(super) const MAX_DRAFTS: usize = 80;

/// Probability of a clause of literals.
const CLAUSE_PROBABILITY: f64 = 0.2;

/// Probability of an objective.
const OBJECTIVE_PROBABILITY: f64 = 0.05;

/// Probability that a draft without solutions is kept.
const EMPTY_DRAFT_PROBABILITY: f64 = 0.3;

/// The stream of random numbers for the orders of operators; cases have smaller numbers.
const OPERATOR_ORDER_STREAM: u64 = 1 << 63;

impl CasePlan {
    /// Makes a plan over all operators of a language.
    #[must_use]
    pub fn for_language(seed: u64, language: &dyn CaseLanguage) -> Self {
        let known =
            Operator::ALL.iter().copied().filter(|operator| language.has_operator(*operator));
        CasePlan { seed, operators: known.collect() }
    }

    /// Draws the case with a number; `None` if no draft can be written and judged.
    #[must_use]
    pub fn draw_case(&self, number: u64, language: &dyn CaseLanguage) -> Option<DrawnCase> {
        if self.operators.is_empty() {
            return None;
        }
        if language.supports_assumptions()
            && let Some(drawn) = assumed_case::draw_assumed_case(self, number, language)
        {
            return Some(drawn);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        let turn = self.case_operator(number);
        (0..MAX_DRAFTS).find_map(|_| self.draft_case(number, turn, &mut rng, language))
    }

    /// Returns the operator of a case: each comes once in as many cases as there are operators, in
    /// another order each time.
    pub(super) fn case_operator(&self, number: u64) -> Operator {
        let count = self.operators.len() as u64;
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        // Every `count` cases share one permutation, which depends on their block alone, so any
        // case finds its operator without those before it.
        rng.set_stream(OPERATOR_ORDER_STREAM | (number / count));
        let mut order = self.operators.clone();
        order.shuffle(&mut rng);
        order[usize::try_from(number % count).unwrap_or(0)]
    }

    /// Makes a draft; `None` if it cannot be written or judged.
    pub(super) fn draft_case(
        &self,
        number: u64,
        about: Operator,
        rng: &mut ChaCha8Rng,
        language: &dyn CaseLanguage,
    ) -> Option<DrawnCase> {
        let mut drawer = CaseDrawer::new(rng, language, &self.operators);
        drawer.add_root_constraint(about);
        for probability in [0.25, 0.3] {
            if !drawer.draw_chance(probability) {
                break;
            }
            let other = self.operators[drawer.draw_index(self.operators.len())];
            drawer.add_root_constraint(other);
        }
        if drawer.draw_chance(CLAUSE_PROBABILITY) {
            drawer.add_clause();
        }
        if drawer.draw_chance(OBJECTIVE_PROBABILITY) {
            drawer.add_objective();
        }
        // Without solutions, a case shows less, and cannot share a question with others.
        let may_be_empty = drawer.draw_chance(EMPTY_DRAFT_PROBABILITY);
        let mut case = drawer.case;
        case.id = number;
        // The language refuses what it cannot spell, and the judge what has too many assignments or
        // no meaning. Such drafts are cheap, so they are drawn and dropped rather than avoided.
        language.write_case(&case).ok()?;
        let truth = judge_case(&case, language.undefined_semantics()).ok()?;
        if truth.solutions.is_empty() && !may_be_empty {
            return None;
        }
        Some(DrawnCase { case, about, truth, judged: JudgedBy::Enumeration })
    }
}

/// A case in the making.
pub(super) struct CaseDrawer<'a> {
    pub(super) rng: &'a mut ChaCha8Rng,
    pub(super) language: &'a dyn CaseLanguage,
    pub(super) operators: &'a [Operator],
    pub(super) case: FuzzCase,
    /// Number of assignments that further variables may multiply.
    pub(super) room: u128,
    /// Number of levels that an expression may still have.
    pub(super) depth: u32,
    /// The range from which small integers are taken.
    pub(super) range: (i64, i64),
    pub(super) manner: EdgeCaseKind,
    /// Expressions that the manner may repeat.
    pub(super) terms: Vec<CaseExpr>,
}

impl<'a> CaseDrawer<'a> {
    pub(super) fn new(
        rng: &'a mut ChaCha8Rng,
        language: &'a dyn CaseLanguage,
        operators: &'a [Operator],
    ) -> Self {
        let depth = if language.nests_expressions() && rng.random_bool(0.3) {
            rng.random_range(1..=2)
        } else {
            0
        };
        let (variables, constraints) = (Vec::new(), Vec::new());
        let case = FuzzCase { id: 0, variables, constraints, objective: None, assume: false };
        // One manner for the whole case: rare values meet each other often enough only if they are
        // concentrated in few cases.
        let manner = EdgeCaseKind::choose_kind(rng, language.names_terms());
        let (depth, range, terms) = (manner.depth.unwrap_or(depth), manner.range, Vec::new());
        CaseDrawer { rng, language, operators, case, room: 1500, depth, range, manner, terms }
    }

    pub(super) fn draw_chance(&mut self, probability: f64) -> bool {
        self.rng.random_bool(probability)
    }

    /// Returns a number below a positive bound.
    pub(super) fn draw_index(&mut self, bound: usize) -> usize {
        self.rng.random_range(0..bound)
    }

    /// Adds a variable.
    pub(super) fn add_variable(&mut self, sort: Sort, values: Vec<i64>) -> CaseExpr {
        let letter = if sort == Sort::Bool { 'b' } else { 'x' };
        let name = format!("{letter}{}", self.case.variables.len());
        // Keeps the product of all domains far below the bound on enumeration.
        self.room /= (values.len() as u128).max(1);
        self.case.variables.push(CaseVariable { name, sort, values });
        CaseExpr::Var(self.case.variables.len() - 1)
    }

    /// Returns a variable of a sort that the case has.
    pub(super) fn known_variable(&mut self, sort: Sort) -> Option<CaseExpr> {
        let variables = self.case.variables.iter().enumerate();
        let fitting: Vec<usize> =
            variables.filter(|(_, variable)| variable.sort == sort).map(|(at, _)| at).collect();
        if fitting.is_empty() {
            return None;
        }
        let which = self.draw_index(fitting.len());
        Some(CaseExpr::Var(fitting[which]))
    }

    /// Gives the case an objective.
    pub(super) fn add_objective(&mut self) {
        let value = if self.language.nests_expressions() && self.draw_chance(0.5) {
            self.depth = 1;
            self.draw_int()
        } else {
            match self.known_variable(Sort::Int) {
                Some(variable) => variable,
                None => return,
            }
        };
        let maximize = self.draw_chance(0.5);
        self.case.objective = Some(CaseObjective { maximize, value });
    }
}
