//! Questions about the rules of a table, as conditions on the values of its variables.

use parallax_model::ComparisonOperator;

use crate::build_error::CompileError;
use crate::compile::rule_condition;
use crate::expr::{QuantifiedVariable, TableExpression};
use crate::ground::{GroundTruth, TableGrounder, VariableBindings};
use crate::layout::type_values;
use crate::table::{ColumnHeader, HitPolicy, OutputCell, RuleTable};

/// A question about the rules of a table, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LintQuestion {
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

impl LintQuestion {
    /// Returns the condition that some input of the table answers the question with yes.
    pub(super) fn question_condition(
        self,
        grounder: &mut TableGrounder<'_>,
        table: &RuleTable,
    ) -> Result<GroundTruth, CompileError> {
        let places = self.mentioned_variables(table);
        let mut lists = Vec::with_capacity(places.len());
        for variable in &places {
            lists.push(type_values(grounder.glossary, table.variables[variable.0].kind)?);
        }
        let mut values = vec![0; table.variables.len()];
        let mut found = Vec::new();
        let mut counter = vec![0usize; places.len()];
        loop {
            grounder.count_binding()?;
            for ((variable, list), &at) in places.iter().zip(&lists).zip(&counter) {
                values[variable.0] = list[at];
            }
            let condition = self.condition_at(grounder, table, &values)?;
            if condition != GroundTruth::Known(false) {
                found.push(condition);
            }
            // Advances to the next combination; the last variable changes fastest.
            let Some(index) = (0..counter.len()).rev().find(|&i| counter[i] + 1 < lists[i].len())
            else {
                return Ok(grounder.disjoin_truths(&found));
            };
            counter[index] += 1;
            counter[index + 1..].fill(0);
        }
    }

    /// The condition for these values of the table's variables.
    fn condition_at(
        self,
        grounder: &mut TableGrounder<'_>,
        table: &RuleTable,
        values: &[i64],
    ) -> Result<GroundTruth, CompileError> {
        let bound = VariableBindings { variables: &table.variables, values };
        let mut parts = Vec::new();
        // Returns false for a part that is known to be false, so that the others need not be
        // grounded.
        let mut add = |grounder: &mut TableGrounder<'_>, place: usize, wanted: bool| {
            let truth = rule_condition(grounder, table, &table.rules[place], &bound)?;
            parts.push(if wanted { truth } else { grounder.negate_truth(truth) });
            Ok::<bool, CompileError>(parts.last() != Some(&GroundTruth::Known(false)))
        };
        // The rules that must apply or must not, by the question.
        let places: Vec<(usize, bool)> = match self {
            LintQuestion::Both(a, b, _) => vec![(a, true), (b, true)],
            LintQuestion::Gap => (0..table.rules.len()).map(|place| (place, false)).collect(),
            LintQuestion::Possible(place)
            | LintQuestion::Applies(place)
            | LintQuestion::Meets(place, _) => {
                vec![(place, true)]
            }
            LintQuestion::Decides(place) => {
                (0..place).map(|earlier| (earlier, false)).chain([(place, true)]).collect()
            }
        };
        for (place, wanted) in places {
            if !add(grounder, place, wanted)? {
                return Ok(GroundTruth::Known(false));
            }
        }
        // Conditions beyond single rules: the outputs of two rules differ, or one of several rules
        // applies.
        match self {
            LintQuestion::Both(a, b, true) => {
                parts.push(outputs_differ(grounder, table, (a, b), &bound)?);
            }
            LintQuestion::Meets(place, must_differ) => {
                let mut any = Vec::new();
                for earlier in 0..place {
                    let applies = rule_condition(grounder, table, &table.rules[earlier], &bound)?;
                    let other = if must_differ {
                        outputs_differ(grounder, table, (earlier, place), &bound)?
                    } else {
                        GroundTruth::Known(true)
                    };
                    any.push(grounder.conjoin_truths(&[applies, other]));
                }
                parts.push(grounder.disjoin_truths(&any));
            }
            _ => {}
        }
        Ok(grounder.conjoin_truths(&parts))
    }

    /// Returns the outputs and the variables that the question's rules mention.
    pub(super) fn mentioned_variables(self, table: &RuleTable) -> Vec<QuantifiedVariable> {
        let mut found: Vec<QuantifiedVariable> = Vec::new();
        let mut add = |expr: &TableExpression| {
            if let TableExpression::Variable(place) = expr
                && !found.contains(place)
            {
                found.push(*place);
            }
        };
        for (place, rule) in table.rules.iter().enumerate() {
            let is_about = match self {
                LintQuestion::Both(a, b, _) => place == a || place == b,
                LintQuestion::Gap => true,
                LintQuestion::Possible(only) | LintQuestion::Applies(only) => place == only,
                LintQuestion::Decides(last) | LintQuestion::Meets(last, _) => place <= last,
            };
            for (head, test) in table.inputs.iter().zip(&rule.inputs) {
                if is_about && !test.is_any() {
                    head.column_expression().visit_parts(&mut add);
                    test.visit_expressions(&mut add);
                }
            }
            for output in rule.outputs.iter().filter(|_| is_about) {
                if let OutputCell::Value(value) = output {
                    value.visit_parts(&mut add);
                }
            }
        }
        table.outputs.iter().for_each(|head| head.column_expression().visit_parts(&mut add));
        found.sort_unstable();
        found
    }
}

/// Returns the condition that two rules give some output different values.
fn outputs_differ(
    grounder: &mut TableGrounder<'_>,
    table: &RuleTable,
    (a, b): (usize, usize),
    bound: &VariableBindings<'_>,
) -> Result<GroundTruth, CompileError> {
    let mut found = Vec::new();
    let (a, b) = (&table.rules[a], &table.rules[b]);
    for (column, head) in table.outputs.iter().enumerate() {
        if matches!(head, ColumnHeader::Variable(_)) {
            continue;
        }
        match (&a.outputs[column], &b.outputs[column]) {
            // Two values differ if both exist and are unequal, or if only one exists.
            (OutputCell::Value(a), OutputCell::Value(b)) => {
                let (mut needs_a, mut needs_b) = (Vec::new(), Vec::new());
                let a = grounder.ground_number(a, bound, &mut needs_a)?;
                let b = grounder.ground_number(b, bound, &mut needs_b)?;
                let (has_a, has_b) =
                    (grounder.conjoin_truths(&needs_a), grounder.conjoin_truths(&needs_b));
                let values = grounder.compare_numbers(a, ComparisonOperator::Ne, b)?;
                found.push(grounder.conjoin_truths(&[has_a, has_b, values]));
                // A rule whose output has no value disagrees with one that gives a value.
                let same = grounder.equate_truths(has_a, has_b);
                found.push(grounder.negate_truth(same));
            }
            (OutputCell::Truth(a), OutputCell::Truth(b)) => found.push(GroundTruth::Known(a != b)),
            _ => {}
        }
    }
    Ok(grounder.disjoin_truths(&found))
}

/// Whether the rules of a table may overlap only where they agree.
pub(super) fn must_differ(policy: HitPolicy) -> bool {
    policy == HitPolicy::Any
}
