//! Random expressions: the meaning of their scripts, against the value of each expression.

use std::collections::BTreeSet;

use parallax_encodings::smt::{SmtScript, SmtTerm};
use parallax_model::Value;
use parallax_model::engine_api::Control;

use super::script_by_expressions;
use crate::random_expressions::draw_by_expressions;

/// The values of the variables of a script.
struct ScriptValues {
    ints: Vec<i64>,
    bools: Vec<bool>,
}

impl ScriptValues {
    /// Returns whether the script holds for these values of the model's variables; the others have
    /// definitions.
    fn satisfy(script: &SmtScript, model: &[Value]) -> bool {
        let mut ints: Vec<i64> = model.iter().map(|&value| value.into()).collect();
        ints.resize(script.ints.len(), 0);
        let mut values = ScriptValues { ints, bools: vec![false; script.bools.len()] };
        // The bounds of an extremum, whose value comes next.
        let mut bounds = None;
        // Definitions come first: the range of a number is asserted before its value is known.
        let parts = script.assertions.iter().filter(|(label, _)| label == "parts");
        for (_, term) in parts {
            match term {
                SmtTerm::Iff(name, term) => {
                    let SmtTerm::BoolVar(name) = **name else { panic!("a name of a truth value") };
                    values.bools[name] = values.truth(term);
                }
                SmtTerm::Eq(name, term) => values.define(name, term),
                SmtTerm::Or(choices) => {
                    let bounds = bounds.take().expect("bounds precede the values");
                    let is_one = choices.iter().any(|choice| {
                        let SmtTerm::Eq(name, term) = choice else { panic!("a value") };
                        values.define(name, term);
                        values.truth(bounds)
                    });
                    assert!(is_one, "an extremum has a value");
                }
                term => bounds = Some(term),
            }
        }
        script.assertions.iter().all(|(label, term)| label == "parts" || values.truth(term))
    }

    fn define(&mut self, name: &SmtTerm, term: &SmtTerm) {
        let SmtTerm::IntVar(name) = *name else { panic!("a name of a number") };
        self.ints[name] = self.number(term);
    }

    fn truth(&self, term: &SmtTerm) -> bool {
        match term {
            SmtTerm::Bool(value) => *value,
            SmtTerm::BoolVar(variable) => self.bools[*variable],
            SmtTerm::Not(a) => !self.truth(a),
            SmtTerm::And(parts) => parts.iter().all(|part| self.truth(part)),
            SmtTerm::Or(parts) => parts.iter().any(|part| self.truth(part)),
            SmtTerm::Implies(a, b) => !self.truth(a) || self.truth(b),
            SmtTerm::Iff(a, b) => self.truth(a) == self.truth(b),
            SmtTerm::Ite(when, a, b) => self.truth(if self.truth(when) { a } else { b }),
            SmtTerm::Eq(a, b) => self.number(a) == self.number(b),
            SmtTerm::Le(a, b) => self.number(a) <= self.number(b),
            SmtTerm::Lt(a, b) => self.number(a) < self.number(b),
            SmtTerm::Ge(a, b) => self.number(a) >= self.number(b),
            SmtTerm::Gt(a, b) => self.number(a) > self.number(b),
            SmtTerm::Distinct(parts) => {
                let numbers: BTreeSet<i64> = parts.iter().map(|part| self.number(part)).collect();
                numbers.len() == parts.len()
            }
            other => panic!("no truth value: {other:?}"),
        }
    }

    fn number(&self, term: &SmtTerm) -> i64 {
        match term {
            SmtTerm::Int(number) => *number,
            SmtTerm::IntVar(variable) => self.ints[*variable],
            SmtTerm::Ite(when, a, b) => self.number(if self.truth(when) { a } else { b }),
            SmtTerm::Add(parts) => parts.iter().map(|part| self.number(part)).sum(),
            SmtTerm::Mul(parts) => parts.iter().map(|part| self.number(part)).product(),
            other => panic!("no number: {other:?}"),
        }
    }
}

#[test]
fn scripts_of_expressions_mean_the_same() {
    let (mut satisfiable, mut named, mut extremums) = (0, 0, 0);
    for seed in 0..400 {
        let (model, expected) = draw_by_expressions(seed, false);
        let script = script_by_expressions(&model, &Control::unlimited()).expect("no limit");
        let script = script.expect("there are no divisions");
        let mut all: Vec<Vec<Value>> = vec![Vec::new()];
        for variable in model.variables() {
            let values = variable.domain.to_vec();
            let longer = |one: Vec<Value>| {
                values.iter().map(|&value| [&one[..], &[value]].concat()).collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all.retain(|values| ScriptValues::satisfy(&script, values));
        let found: BTreeSet<Vec<Value>> = all.into_iter().collect();
        assert_eq!(found, expected, "seed {seed}\n{script}");
        satisfiable += usize::from(!found.is_empty());
        named += script.bools.len();
        extremums += script.ints.len() - model.variables().len();
    }
    assert!(satisfiable > 100, "{satisfiable} satisfiable");
    assert!(named > 100 && extremums > 100, "{named} names, {extremums} numbers");
}

#[test]
fn models_without_expressions_and_with_divisions_have_none() {
    let model = parallax_model::Model::new("none");
    let script = script_by_expressions(&model, &Control::unlimited()).expect("no limit");
    assert!(script.is_none());
    let scripts = (0..50).filter(|&seed| {
        let (model, _) = draw_by_expressions(seed, true);
        script_by_expressions(&model, &Control::unlimited()).expect("no limit").is_some()
    });
    let scripts = scripts.count();
    assert!((1..50).contains(&scripts), "{scripts} of 50 have no division");
}
