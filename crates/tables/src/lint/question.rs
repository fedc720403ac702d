//! Questions about the rules of a table, as conditions on the values of its variables.

use parallax_model::Relation;

use crate::build_error::CompileError;
use crate::compile::applies;
use crate::expr::{Expr, Quantified};
use crate::ground::{Bound, Grounder, Truth};
use crate::layout::listed;
use crate::table::{Head, Output, Policy, Table};

/// A question about the rules of a table, by their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Do both rules apply to one input? With `true`: and differ in an output?
    Both(usize, usize, bool),
    /// Do the rule and one before it apply to one input, and, with `true`, differ in an output?
    Meets(usize, bool),
    /// Does no rule apply to an input?
    Gap,
    /// Does the rule apply to some input, whatever other tables state?
    Possible(usize),
    /// Does the rule apply to an input?
    Applies(usize),
    /// Does the rule decide an input, because no rule before it applies?
    Decides(usize),
}

impl Question {
    /// Returns the condition that some input of the table answers the question with yes.
    pub(super) fn condition(
        self,
        grounder: &mut Grounder<'_>,
        table: &Table,
    ) -> Result<Truth, CompileError> {
        let places = self.variables(table);
        let mut lists = Vec::with_capacity(places.len());
        for place in &places {
            lists.push(listed(grounder.glossary, table.variables[place.0].kind)?);
        }
        let mut values = vec![0; table.variables.len()];
        let mut found = Vec::new();
        let mut counter = vec![0usize; places.len()];
        loop {
            grounder.step()?;
            for ((place, list), &at) in places.iter().zip(&lists).zip(&counter) {
                values[place.0] = list[at];
            }
            let here = self.at(grounder, table, &values)?;
            if here != Truth::Known(false) {
                found.push(here);
            }
            // Advances to the next combination; the last variable changes fastest.
            let Some(place) = (0..counter.len()).rev().find(|&i| counter[i] + 1 < lists[i].len())
            else {
                return Ok(grounder.or(&found));
            };
            counter[place] += 1;
            counter[place + 1..].fill(0);
        }
    }

    /// The condition for these values of the table's variables.
    fn at(
        self,
        grounder: &mut Grounder<'_>,
        table: &Table,
        values: &[i64],
    ) -> Result<Truth, CompileError> {
        let bound = Bound { variables: &table.variables, values };
        let mut parts = Vec::new();
        let mut add = |grounder: &mut Grounder<'_>, place: usize, wanted: bool| {
            let truth = applies(grounder, table, &table.rules[place], &bound)?;
            parts.push(if wanted { truth } else { grounder.not(truth) });
            Ok::<bool, CompileError>(parts.last() != Some(&Truth::Known(false)))
        };
        let places: Vec<(usize, bool)> = match self {
            Question::Both(a, b, _) => vec![(a, true), (b, true)],
            Question::Gap => (0..table.rules.len()).map(|place| (place, false)).collect(),
            Question::Possible(place) | Question::Applies(place) | Question::Meets(place, _) => {
                vec![(place, true)]
            }
            Question::Decides(place) => {
                (0..place).map(|earlier| (earlier, false)).chain([(place, true)]).collect()
            }
        };
        for (place, wanted) in places {
            if !add(grounder, place, wanted)? {
                return Ok(Truth::Known(false));
            }
        }
        match self {
            Question::Both(a, b, true) => parts.push(differ(grounder, table, (a, b), &bound)?),
            Question::Meets(place, must_differ) => {
                let mut any = Vec::new();
                for earlier in 0..place {
                    let applies = applies(grounder, table, &table.rules[earlier], &bound)?;
                    let other = if must_differ {
                        differ(grounder, table, (earlier, place), &bound)?
                    } else {
                        Truth::Known(true)
                    };
                    any.push(grounder.and(&[applies, other]));
                }
                parts.push(grounder.or(&any));
            }
            _ => {}
        }
        Ok(grounder.and(&parts))
    }

    /// Returns the outputs and the variables that the question's rules mention.
    pub(super) fn variables(self, table: &Table) -> Vec<Quantified> {
        let mut found: Vec<Quantified> = Vec::new();
        let mut add = |expr: &Expr| {
            if let Expr::Variable(place) = expr
                && !found.contains(place)
            {
                found.push(*place);
            }
        };
        for (place, rule) in table.rules.iter().enumerate() {
            let is_about = match self {
                Question::Both(a, b, _) => place == a || place == b,
                Question::Gap => true,
                Question::Possible(only) | Question::Applies(only) => place == only,
                Question::Decides(last) | Question::Meets(last, _) => place <= last,
            };
            for (head, test) in table.inputs.iter().zip(&rule.inputs) {
                if is_about && !test.is_any() {
                    head.expr().each(&mut add);
                    test.each(&mut add);
                }
            }
            for output in rule.outputs.iter().filter(|_| is_about) {
                if let Output::Value(value) = output {
                    value.each(&mut add);
                }
            }
        }
        table.outputs.iter().for_each(|head| head.expr().each(&mut add));
        found.sort_unstable();
        found
    }
}

/// Returns the condition that two rules give some output different values.
fn differ(
    grounder: &mut Grounder<'_>,
    table: &Table,
    (a, b): (usize, usize),
    bound: &Bound<'_>,
) -> Result<Truth, CompileError> {
    let mut found = Vec::new();
    let (a, b) = (&table.rules[a], &table.rules[b]);
    for (column, head) in table.outputs.iter().enumerate() {
        if matches!(head, Head::Variable(_)) {
            continue;
        }
        match (&a.outputs[column], &b.outputs[column]) {
            (Output::Value(a), Output::Value(b)) => {
                let (mut needs_a, mut needs_b) = (Vec::new(), Vec::new());
                let a = grounder.num(a, bound, &mut needs_a)?;
                let b = grounder.num(b, bound, &mut needs_b)?;
                let (has_a, has_b) = (grounder.and(&needs_a), grounder.and(&needs_b));
                let values = grounder.compare(a, Relation::Ne, b)?;
                found.push(grounder.and(&[has_a, has_b, values]));
                // A rule whose output has no value disagrees with one that gives a value.
                let same = grounder.iff(has_a, has_b);
                found.push(grounder.not(same));
            }
            (Output::Truth(a), Output::Truth(b)) => found.push(Truth::Known(a != b)),
            _ => {}
        }
    }
    Ok(grounder.or(&found))
}

/// Whether the rules of a table may overlap only where they agree.
pub(super) fn must_differ(policy: Policy) -> bool {
    policy == Policy::Any
}
