//! Decision tables, evaluated for the values of their inputs (DMN 1.5, chapter 8).

use std::sync::Arc;

use super::evaluation::{CellFailure, ModelFault, TableReasons, TableTrace};
use super::model_frame::ModelFrame;
use crate::feel::{
    BuiltIn, CellTest, EvaluationError, FeelContext, FeelExpression, FeelValue,
    evaluate_expression, passes_test,
};

/// The hit policy of a table (DMN 1.5, section 8.2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablePolicy {
    /// At most one rule applies.
    Unique,
    /// The rules that apply agree.
    Any,
    /// The first rule that applies decides.
    First,
    /// The rule whose output comes first in the list of output values decides.
    Priority,
    /// All rules that apply, as a list or aggregated.
    Collect,
    /// All rules that apply, sorted by the list of output values.
    OutputOrder,
    /// All rules that apply, in their order.
    RuleOrder,
}

impl TablePolicy {
    /// Reads the attribute `hitPolicy`; the default is UNIQUE.
    #[must_use]
    pub fn from_attribute(text: Option<&str>) -> Option<Self> {
        Some(match text.unwrap_or("UNIQUE") {
            "UNIQUE" => TablePolicy::Unique,
            "ANY" => TablePolicy::Any,
            "FIRST" => TablePolicy::First,
            "PRIORITY" => TablePolicy::Priority,
            "COLLECT" => TablePolicy::Collect,
            "OUTPUT ORDER" => TablePolicy::OutputOrder,
            "RULE ORDER" => TablePolicy::RuleOrder,
            _ => return None,
        })
    }

    /// Whether an input without a rule is a fault, if there is no default output.
    #[must_use]
    pub fn needs_a_rule(self) -> bool {
        matches!(
            self,
            TablePolicy::Unique | TablePolicy::Any | TablePolicy::First | TablePolicy::Priority
        )
    }
}

/// The aggregation of the outputs by COLLECT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputAggregation {
    /// Their sum.
    Sum,
    /// The least.
    Minimum,
    /// The greatest.
    Maximum,
    /// The number of rules that apply.
    Count,
}

/// A decision table that is understood.
#[derive(Clone, Debug)]
pub(super) struct DecisionTable {
    pub(super) policy: TablePolicy,
    pub(super) aggregation: Option<OutputAggregation>,
    pub(super) inputs: Vec<TableInput>,
    pub(super) outputs: Vec<TableOutput>,
    pub(super) rules: Vec<TableRule>,
    /// The slot in which the tests find the value of their column.
    pub(super) cell_slot: usize,
}

/// A column of conditions.
#[derive(Clone, Debug)]
pub(super) struct TableInput {
    /// The expression, as in the file.
    pub text: String,
    pub value: FeelExpression,
    /// The values that the column allows, and their text.
    pub allowed: Option<(CellTest, String)>,
}

/// A column of results.
#[derive(Clone, Debug)]
pub(super) struct TableOutput {
    pub name: Arc<str>,
    /// The values in the order of their priority.
    pub order: Vec<FeelValue>,
    pub default: Option<FeelExpression>,
}

/// A rule.
#[derive(Clone, Debug)]
pub(super) struct TableRule {
    pub tests: Vec<CellTest>,
    /// The texts of the tests.
    pub cells: Vec<String>,
    /// The results; blank ones are null.
    pub outputs: Vec<Option<FeelExpression>>,
}

impl DecisionTable {
    /// Returns the names of the outputs, if the result is a context of them.
    pub(super) fn context_names(&self) -> Vec<&str> {
        let is_context = self.outputs.len() > 1 && self.policy.needs_a_rule();
        let names = self.outputs.iter().filter(|_| is_context);
        names.map(|output| &*output.name).collect()
    }

    /// Returns the result for the values in `context`, and records the rules that apply.
    pub(super) fn evaluate_table(
        &self,
        name: &str,
        frame: &mut ModelFrame<'_>,
    ) -> Result<FeelValue, EvaluationError> {
        let mut values = Vec::with_capacity(self.inputs.len());
        for input in &self.inputs {
            let value = evaluate_expression(&input.value, frame)?;
            if let Some((allowed, text)) = &input.allowed
                && value != FeelValue::Null
                && !self.passes_cell(allowed, &value, frame)?
            {
                let (table, column) = (name.to_owned(), input.text.clone());
                let (value, allowed) = (value.to_string(), text.clone());
                let fault = ModelFault::OutsideAllowed { table, column, value, allowed };
                frame.record.faults.push(fault);
                return Ok(FeelValue::Null);
            }
            values.push(value);
        }
        let (mut hits, mut failures) = (Vec::new(), Vec::new());
        for (index, rule) in self.rules.iter().enumerate() {
            let failure = self.first_failure(rule, &values, frame)?;
            if failure.is_none() {
                hits.push(index);
            }
            if frame.record.explains {
                let cell = |column: usize| CellFailure { column, cell: rule.cells[column].clone() };
                failures.push(failure.map(cell));
            }
            if failure.is_none() && self.policy == TablePolicy::First {
                break;
            }
        }
        let (value, used) = self.join_results(name, &hits, frame)?;
        let reasons = frame.record.explains.then(|| {
            let texts = self.inputs.iter().map(|input| input.text.clone());
            TableReasons { inputs: texts.zip(values).collect(), failures }
        });
        let rules = used.into_iter().map(|index| index + 1).collect();
        frame.record.tables.push(TableTrace { table: name.to_owned(), rules, reasons });
        Ok(value)
    }

    /// Returns the first column whose cell in a rule the input does not pass.
    fn first_failure(
        &self,
        rule: &TableRule,
        values: &[FeelValue],
        context: &mut dyn FeelContext,
    ) -> Result<Option<usize>, EvaluationError> {
        for (column, (test, value)) in rule.tests.iter().zip(values).enumerate() {
            if !self.passes_cell(test, value, context)? {
                return Ok(Some(column));
            }
        }
        Ok(None)
    }

    fn passes_cell(
        &self,
        test: &CellTest,
        value: &FeelValue,
        context: &mut dyn FeelContext,
    ) -> Result<bool, EvaluationError> {
        // Any expression of the cell may name the value as `?`; constants, the usual cells, do not.
        if !test.is_constant() {
            context.set_slot(self.cell_slot, value.clone());
        }
        passes_test(test, value, context)
    }

    /// Returns the result of the rules that apply, and those that it comes from.
    fn join_results(
        &self,
        name: &str,
        hits: &[usize],
        frame: &mut ModelFrame<'_>,
    ) -> Result<(FeelValue, Vec<usize>), EvaluationError> {
        if let Some(aggregation) = self.aggregation {
            return Ok((self.aggregate_hits(aggregation, hits, frame)?, hits.to_vec()));
        }
        if hits.is_empty() {
            return Ok((self.default_result(frame)?, Vec::new()));
        }
        let mut results = Vec::with_capacity(hits.len());
        for &hit in hits {
            results.push(self.rule_result(hit, frame)?);
        }
        let numbers = || hits.iter().map(|hit| hit + 1).collect();
        Ok(match self.policy {
            TablePolicy::Unique if hits.len() > 1 => {
                let (table, rules) = (name.to_owned(), numbers());
                frame.record.faults.push(ModelFault::SeveralRules { table, rules });
                (FeelValue::Null, hits.to_vec())
            }
            TablePolicy::Any if results.iter().any(|result| *result != results[0]) => {
                let (table, rules) = (name.to_owned(), numbers());
                frame.record.faults.push(ModelFault::OtherOutputs { table, rules });
                (FeelValue::Null, hits.to_vec())
            }
            TablePolicy::Unique | TablePolicy::Any | TablePolicy::First => {
                (results.swap_remove(0), hits.to_vec())
            }
            TablePolicy::Priority | TablePolicy::OutputOrder => {
                let mut order: Vec<usize> = (0..hits.len()).collect();
                // A stable sort leaves rules of one rank in their order.
                order.sort_by_cached_key(|&at| self.output_ranks(&results[at]));
                if self.policy == TablePolicy::Priority {
                    (results.swap_remove(order[0]), vec![hits[order[0]]])
                } else {
                    let list = order.iter().map(|&at| results[at].clone()).collect();
                    (list, order.iter().map(|&at| hits[at]).collect())
                }
            }
            TablePolicy::Collect | TablePolicy::RuleOrder => {
                (results.into_iter().collect(), hits.to_vec())
            }
        })
    }

    /// Returns the output of a rule: a value, or a context of several.
    fn rule_result(
        &self,
        rule: usize,
        context: &mut dyn FeelContext,
    ) -> Result<FeelValue, EvaluationError> {
        let cells = self.rules[rule].outputs.iter().map(Option::as_ref);
        self.output_value(cells, context)
    }

    fn output_value<'e>(
        &self,
        cells: impl Iterator<Item = Option<&'e FeelExpression>>,
        context: &mut dyn FeelContext,
    ) -> Result<FeelValue, EvaluationError> {
        let mut members = Vec::with_capacity(self.outputs.len());
        for (output, cell) in self.outputs.iter().zip(cells) {
            let value = match cell {
                Some(cell) => evaluate_expression(cell, context)?,
                None => FeelValue::Null,
            };
            members.push((output.name.clone(), value));
        }
        Ok(match members.len() {
            1 => members.swap_remove(0).1,
            _ => FeelValue::from_members(members),
        })
    }

    /// Returns the result if no rule applies.
    fn default_result(&self, context: &mut dyn FeelContext) -> Result<FeelValue, EvaluationError> {
        if self.outputs.iter().any(|output| output.default.is_some()) {
            return self
                .output_value(self.outputs.iter().map(|output| output.default.as_ref()), context);
        }
        Ok(match self.policy {
            policy if policy.needs_a_rule() => FeelValue::Null,
            _ => std::iter::empty().collect(),
        })
    }

    fn aggregate_hits(
        &self,
        aggregation: OutputAggregation,
        hits: &[usize],
        context: &mut dyn FeelContext,
    ) -> Result<FeelValue, EvaluationError> {
        if aggregation == OutputAggregation::Count {
            return Ok(FeelValue::from_number(Some(crate::feel::ExactDecimal::from_whole(
                hits.len() as i64,
            ))));
        }
        if hits.is_empty() {
            return self.default_result(context).map(|value| match value {
                // COLLECT alone gives an empty list; an aggregate of nothing is null.
                FeelValue::List(list) if list.is_empty() => FeelValue::Null,
                other => other,
            });
        }
        let mut values = Vec::with_capacity(hits.len());
        for &hit in hits {
            values.push(self.rule_result(hit, context)?);
        }
        let function = match aggregation {
            OutputAggregation::Sum => BuiltIn::Sum,
            OutputAggregation::Minimum => BuiltIn::Minimum,
            _ => BuiltIn::Maximum,
        };
        Ok(function.call_with(&values))
    }

    /// Returns the places of a result's outputs in the lists of output values, from the left; values
    /// that are not listed come last.
    fn output_ranks(&self, result: &FeelValue) -> Vec<usize> {
        let rank = |output: &TableOutput, value: &FeelValue| {
            output.order.iter().position(|other| other == value).unwrap_or(output.order.len())
        };
        match (&self.outputs[..], result) {
            ([only], value) => vec![rank(only, value)],
            (outputs, FeelValue::Context(members)) => {
                outputs.iter().zip(members.iter()).map(|(o, (_, value))| rank(o, value)).collect()
            }
            _ => Vec::new(),
        }
    }
}
