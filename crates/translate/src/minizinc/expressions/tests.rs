//! Random expressions: the solutions that MiniZinc finds, against the value of each expression.

use std::collections::BTreeSet;

use parallax_model::Value;
use parallax_model::engine_api::Control;

use crate::minizinc::MinizincTranslation;
use crate::minizinc::tests::{printed, seeds};
use crate::random_expressions::draw_by_expressions;

#[test]
fn expressions_mean_the_same_in_minizinc() {
    let (mut satisfiable, mut named) = (0, 0);
    for seed in seeds(10) {
        let (model, expected) = draw_by_expressions(seed, true);
        let written =
            MinizincTranslation::of_expressions(&model, &Control::unlimited()).expect("no limit");
        let written = written.expect("all operations are defined");
        let Some(out) = printed(&written, true) else { return };
        let solutions = out.split("----------\n").filter(|part| part.contains(" = "));
        let value = |line: &str| line.split_once(" = ").and_then(|(_, value)| value.parse().ok());
        let found: BTreeSet<Vec<Value>> =
            solutions.map(|part| part.lines().filter_map(value).collect()).collect();
        assert_eq!(found, expected, "seed {seed}\n{model}");
        satisfiable += usize::from(!found.is_empty());
        named += usize::from(written.constraints.iter().any(|item| item.contains(": part")));
    }
    assert!(satisfiable > 3 && named > 0, "{satisfiable} satisfiable, {named} with names");
}
