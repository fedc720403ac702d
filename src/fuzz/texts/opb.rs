//! Random pseudo-Boolean problems.

use std::fmt::Write;

use rand::Rng;

use super::Drawn;
use super::draw::number;
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
    // Literals are drawn again and again, so some stand in a sum twice.
    let terms = |rng: &mut _| -> Terms01 {
        let rng: &mut _ = rng;
        (0..Rng::random_range(rng, 0..6))
            .map(|_| {
                let variable = Rng::random_range(rng, 0..variables);
                (number(rng, wild), variable, Rng::random_bool(rng, 0.3))
            })
            .collect()
    };
    let objective = rng.random_bool(0.4).then(|| terms(&mut *rng));
    let count = rng.random_range(usize::from(objective.is_none())..5);
    let constraints =
        (0..count).map(|_| (terms(&mut *rng), rng.random_range(0..3), number(rng, wild))).collect();
    let problem = Problem { variables, objective, constraints };
    let mut all: Vec<Terms> = (0..1u32 << variables)
        .map(|bits| (0..variables).map(|i| (bits >> i & 1) as i32).collect())
        .collect();
    all.sort();
    let mut solutions = all.clone();
    solutions.retain(|terms| problem.holds(terms));
    let value = |terms: &Terms| problem.objective.as_ref().map(|sum| value(sum, terms));
    let best = solutions.iter().filter_map(value).min();
    let optimise = problem.objective.is_some();
    if optimise {
        // Rules know nothing of objectives, so only the best can be looked at.
        solutions.retain(|terms| value(terms) == best);
        all.clone_from(&solutions);
    }
    let text = problem.text(rng);
    Drawn { form: Form::Opb, text, solutions, best, others: all, optimise, tame: !wild }
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
        let blank = |rng: &mut _| [" ", "\n", "\t", "  "][Rng::random_range(rng, 0..4)];
        let write = |rng: &mut _, text: &mut String, sum: &Terms01| {
            for &(coefficient, variable, negated) in sum {
                let not = if negated { "~" } else { "" };
                let blank = blank(&mut *rng);
                let _ = write!(text, "{coefficient:+}{blank}{not}x{} ", variable + 1);
            }
        };
        if let Some(sum) = &self.objective {
            text += "min: ";
            write(&mut *rng, &mut text, sum);
            text += ";\n";
        }
        for (sum, sign, bound) in &self.constraints {
            write(&mut *rng, &mut text, sum);
            let _ = write!(text, "{} {bound} ;{}", SIGNS[*sign], blank(&mut *rng));
        }
        text
    }
}
