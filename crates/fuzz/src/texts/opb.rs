//! Random pseudo-Boolean problems.

use std::fmt::Write;

use parallax_formats::inputs::InputForm;
use parallax_model::instance::PuzzleSolution;
use rand::Rng;
use rand::seq::IndexedRandom;

use super::draw::{Drawn, Features, LARGE, MOST, Meaning, SMALL, number};

/// Coefficients, each with a variable and whether the variable is negated.
type Sum = Vec<(i64, usize, bool)>;

/// A problem; the relation of a constraint is an index into [`SIGNS`].
struct Problem {
    variables: usize,
    has_header: bool,
    objective: Option<Sum>,
    constraints: Vec<(Sum, usize, i64)>,
}

const SIGNS: [&str; 3] = [">=", "=", "<="];

/// Draws a problem with its solutions.
pub(super) fn draw(rng: &mut impl Rng) -> Drawn {
    let wild = rng.random_bool(0.3);
    let problem = Problem::draw(rng, wild);
    Drawn {
        form: InputForm::Opb,
        text: problem.text(rng),
        features: problem.features(),
        optimise: problem.objective.is_some(),
        meaning: Some(problem.meaning()),
    }
}

/// Draws a sum. Literals are drawn repeatedly, so some occur twice.
fn sum(rng: &mut impl Rng, variables: usize, wild: bool) -> Sum {
    let terms = rng.random_range(0..6);
    let term = |_| (number(rng, wild), rng.random_range(0..variables), rng.random_bool(0.3));
    (0..terms).map(term).collect()
}

/// Draws white space as files have it between words.
fn blank(rng: &mut impl Rng) -> &'static str {
    ["\n", "\t", "  ", "\r\n", "\n* between\n"].choose(rng).unwrap_or(&" ")
}

fn write_sum(rng: &mut impl Rng, text: &mut String, sum: &Sum) {
    for &(coefficient, variable, negated) in sum {
        let plus = if coefficient >= 0 && rng.random_bool(0.7) { "+" } else { "" };
        let not = if negated { "~" } else { "" };
        let _ = write!(text, "{plus}{coefficient}{}{not}x{} ", blank(rng), variable + 1);
    }
}

/// Returns the value of a sum of at most five 64-bit numbers, which 128 bits hold.
fn value(sum: &Sum, terms: &PuzzleSolution) -> i128 {
    let is_one = |variable: usize, negated: bool| (terms[variable] == 1) != negated;
    sum.iter().filter(|term| is_one(term.1, term.2)).map(|term| i128::from(term.0)).sum()
}

impl Problem {
    fn draw(rng: &mut impl Rng, wild: bool) -> Self {
        let variables = rng.random_range(1..7);
        let objective = rng.random_bool(0.4).then(|| sum(rng, variables, wild));
        let count = rng.random_range(usize::from(objective.is_none())..5);
        let constraints = (0..count)
            .map(|_| (sum(rng, variables, wild), rng.random_range(0..3), number(rng, wild)))
            .collect();
        let has_header = rng.random_bool(0.7);
        let mut problem = Problem { variables, has_header, objective, constraints };
        if !has_header {
            // Without a header, the last variable mentioned decides how many there are.
            problem.variables = problem.sums().flatten().map(|term| term.1 + 1).max().unwrap_or(0);
        }
        problem
    }

    fn sums(&self) -> impl Iterator<Item = &Sum> {
        self.objective.iter().chain(self.constraints.iter().map(|(sum, ..)| sum))
    }

    fn features(&self) -> Features {
        let mut features = Features::from([if self.has_header { "header" } else { "no header" }]);
        let bounds = self.constraints.iter().map(|(.., bound)| *bound);
        let mut numbers = self.sums().flatten().map(|term| term.0).chain(bounds);
        let is_small = numbers.all(|number| (-MOST..=MOST).contains(&number));
        features.insert(if is_small { SMALL } else { LARGE });
        features.extend(self.objective.iter().map(|_| "objective"));
        features.extend(self.constraints.iter().map(|(_, sign, _)| SIGNS[*sign]));
        for sum in self.sums() {
            let twice = |i: usize| sum[..i].iter().any(|before| before.1 == sum[i].1);
            let found = [
                ("empty sum", sum.is_empty()),
                ("negated literal", sum.iter().any(|term| term.2)),
                ("variable twice", (0..sum.len()).any(twice)),
            ];
            features.extend(found.iter().filter(|(_, has)| *has).map(|(name, _)| *name));
        }
        features
    }

    fn meaning(&self) -> Meaning {
        let bits = 0..1u32 << self.variables;
        let values = |bits: u32| (0..self.variables).map(|i| (bits >> i & 1) as i32).collect();
        let rules: Vec<(PuzzleSolution, bool)> = bits
            .map(values)
            .map(|terms: PuzzleSolution| (terms.clone(), self.holds(&terms)))
            .collect();
        let holding = rules.iter().filter(|(_, holds)| *holds);
        let mut solutions: Vec<PuzzleSolution> = holding.map(|(terms, _)| terms.clone()).collect();
        let cost = |terms: &PuzzleSolution| self.objective.as_ref().map(|sum| value(sum, terms));
        let best = solutions.iter().filter_map(cost).min();
        solutions.retain(|terms| cost(terms) == best);
        solutions.sort();
        Meaning { solutions, best, rules, too_large: false }
    }

    fn holds(&self, terms: &PuzzleSolution) -> bool {
        self.constraints.iter().all(|(sum, sign, bound)| {
            let (value, bound) = (value(sum, terms), i128::from(*bound));
            [value >= bound, value == bound, value <= bound][*sign]
        })
    }

    fn text(&self, rng: &mut impl Rng) -> String {
        let mut text = if self.has_header {
            let (variables, constraints) = (self.variables, self.constraints.len());
            format!("* #variable= {variables} #constraint= {constraints}\n")
        } else {
            String::new()
        };
        if let Some(sum) = &self.objective {
            text += "min: ";
            write_sum(rng, &mut text, sum);
            text += ";\n";
        }
        for (sum, sign, bound) in &self.constraints {
            write_sum(rng, &mut text, sum);
            let end = if rng.random_bool(0.5) { " ;" } else { ";" };
            let _ = write!(text, "{} {bound}{end}{}", SIGNS[*sign], blank(rng));
        }
        text
    }
}
