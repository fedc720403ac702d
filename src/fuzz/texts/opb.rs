//! Random pseudo-Boolean problems.

use std::fmt::Write;

use rand::Rng;
use rand::seq::IndexedRandom;

use super::draw::number;
use super::hold::Drawn;
use crate::inputs::Form;
use crate::instance::Terms;

/// Coefficients with a variable, and whether that is negated.
type Terms01 = Vec<(i64, usize, bool)>;

/// A problem: the comparisons are `>=`, `=` and `<=`.
struct Problem {
    variables: usize,
    objective: Option<Terms01>,
    constraints: Vec<(Terms01, usize, i64)>,
}

const SIGNS: [&str; 3] = [">=", "=", "<="];

/// A random problem with its solutions.
pub(super) fn draw(rng: &mut impl Rng) -> Drawn {
    let wild = rng.random_bool(0.3);
    let variables = rng.random_range(1..7);
    let objective = rng.random_bool(0.4).then(|| sum(rng, variables, wild));
    let count = rng.random_range(usize::from(objective.is_none())..5);
    let constraints = (0..count)
        .map(|_| (sum(rng, variables, wild), rng.random_range(0..3), number(rng, wild)))
        .collect();
    let problem = Problem { variables, objective, constraints };
    let mut all: Vec<Terms> = (0..1u32 << variables)
        .map(|bits| (0..variables).map(|i| (bits >> i & 1) as i32).collect())
        .collect();
    all.sort();
    let rules: Vec<(Terms, bool)> =
        all.into_iter().map(|terms| (terms.clone(), problem.holds(&terms))).collect();
    let mut solutions: Vec<Terms> =
        rules.iter().filter(|(_, holds)| *holds).map(|(terms, _)| terms.clone()).collect();
    let cost = |terms: &Terms| problem.objective.as_ref().map(|sum| value(sum, terms));
    let best = solutions.iter().filter_map(cost).min();
    solutions.retain(|terms| cost(terms) == best);
    Drawn {
        form: Form::Opb,
        text: problem.text(rng),
        solutions,
        best,
        rules,
        optimise: problem.objective.is_some(),
        too_large: false,
        tame: !wild,
    }
}

/// A random sum. Literals are drawn again and again, so some stand in it twice.
fn sum(rng: &mut impl Rng, variables: usize, wild: bool) -> Terms01 {
    let terms = rng.random_range(0..6);
    let term = |_| (number(rng, wild), rng.random_range(0..variables), rng.random_bool(0.3));
    (0..terms).map(term).collect()
}

/// White space, as files have it between words.
fn blank(rng: &mut impl Rng) -> &'static str {
    ["\n", "\t", "  ", "\r\n"].choose(rng).unwrap_or(&" ")
}

fn write_sum(rng: &mut impl Rng, text: &mut String, sum: &Terms01) {
    for &(coefficient, variable, negated) in sum {
        let not = if negated { "~" } else { "" };
        let _ = write!(text, "{coefficient:+}{}{not}x{} ", blank(rng), variable + 1);
    }
}

/// The value of a sum.
fn value(sum: &Terms01, terms: &Terms) -> i128 {
    let is_one = |variable: usize, negated: bool| (terms[variable] == 1) != negated;
    sum.iter().filter(|term| is_one(term.1, term.2)).map(|term| i128::from(term.0)).sum()
}

impl Problem {
    fn holds(&self, terms: &Terms) -> bool {
        self.constraints.iter().all(|(sum, sign, bound)| {
            let (value, bound) = (value(sum, terms), i128::from(*bound));
            [value >= bound, value == bound, value <= bound][*sign]
        })
    }

    fn text(&self, rng: &mut impl Rng) -> String {
        let (variables, constraints) = (self.variables, self.constraints.len());
        // Without a header the variables would be those that are mentioned.
        let mut text = format!("* #variable= {variables} #constraint= {constraints}\n");
        if let Some(sum) = &self.objective {
            text += "min: ";
            write_sum(rng, &mut text, sum);
            text += ";\n";
        }
        for (sum, sign, bound) in &self.constraints {
            write_sum(rng, &mut text, sum);
            let _ = write!(text, "{} {bound} ;{}", SIGNS[*sign], blank(rng));
        }
        text
    }
}
