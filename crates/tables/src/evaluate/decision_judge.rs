//! Judges solutions of a file of DMN by its decisions, as DMN defines them: a second meaning that
//! shares neither the parsed cells nor the compiled model with the tables of cDMN.

use parallax_dmn::decisions::DecisionModel;
use parallax_dmn::feel::{ExactDecimal, FeelValue, ScaleKind};
use parallax_instance::BrokenRuleError;
use parallax_model::Value;

use crate::glossary::{SymbolId, TablesGlossary, ValueSort};
use crate::layout::SymbolLayout;

/// The decisions of a file, and what the symbols of its tables are in them.
pub struct DecisionJudge {
    model: DecisionModel,
    /// The input of each symbol that is one.
    inputs: Vec<(SymbolId, usize)>,
    /// The decision and the output of each symbol that is a result; no output for a single one.
    results: Vec<(SymbolId, usize, Option<String>)>,
}

impl DecisionJudge {
    /// Matches the decisions of a file with the symbols of its tables. Returns `None` if a decision is
    /// not understood, or a symbol is neither an input nor a result.
    #[must_use]
    pub fn match_symbols(model: DecisionModel, glossary: &TablesGlossary) -> Option<Self> {
        let (mut inputs, mut results) = (Vec::new(), Vec::new());
        for (index, symbol) in glossary.symbols.iter().enumerate() {
            let id = SymbolId(index);
            if let Some((decision, output)) = model.find_result(&symbol.name) {
                results.push((id, decision, output));
            } else {
                inputs.push((id, model.input_index(&symbol.name)?));
            }
        }
        let decided: Vec<usize> = results.iter().map(|(_, decision, _)| *decision).collect();
        model.plan_evaluation(&decided).ok()?;
        Some(DecisionJudge { model, inputs, results })
    }

    /// Evaluates all decisions for the inputs of a solution, and compares the results.
    ///
    /// # Errors
    /// Returns the first table that the solution breaks, or the first result that differs.
    pub(crate) fn judge_solution(
        &self,
        glossary: &TablesGlossary,
        layout: &SymbolLayout,
        values: &[Value],
    ) -> Result<(), BrokenRuleError> {
        let value = |id| symbol_value(glossary, layout, values, id);
        let mut given = vec![FeelValue::Null; self.model.inputs().len()];
        for &(id, input) in &self.inputs {
            given[input] = value(id);
        }
        let asked: Vec<usize> = self.results.iter().map(|(_, decision, _)| *decision).collect();
        // `match_symbols` has planned all of them.
        let Ok(plan) = self.model.plan_evaluation(&asked) else { return Ok(()) };
        let name = |decision: usize| self.model.decisions()[decision].name.clone();
        let found = plan
            .evaluate_inputs(&given)
            .map_err(|error| BrokenRuleError::new(error.decision, error.error.to_string()))?;
        if let Some(fault) = found.faults.first() {
            return Err(BrokenRuleError::new("decisions", fault.to_string()));
        }
        for ((id, decision, output), result) in self.results.iter().zip(&found.values) {
            let result = match output {
                Some(output) => result.member_value(output),
                None => result.clone(),
            };
            let expected = value(*id);
            if result.equals_value(&expected) != Some(true) {
                let rule = format!("gives {result} and not {expected}");
                return Err(BrokenRuleError::new(name(*decision), rule));
            }
        }
        Ok(())
    }
}

/// Returns the value of a symbol without arguments; null if it has none.
fn symbol_value(
    glossary: &TablesGlossary,
    layout: &SymbolLayout,
    values: &[Value],
    id: SymbolId,
) -> FeelValue {
    let block = layout.symbol_block(id);
    let units = i64::from(values[block.first]);
    if block.none == Some(units) {
        return FeelValue::Null;
    }
    match (glossary.symbol_sort(id), glossary.find_symbol(id).result) {
        (ValueSort::Truth, _) => FeelValue::Truth(units == 1),
        (ValueSort::Name(_), Some(kind)) => {
            FeelValue::from_text(&glossary.value_text(kind, units, block.digits))
        }
        _ => {
            let number = ExactDecimal::from_parts(units.into(), block.digits as i32);
            number.map_or(FeelValue::Null, |number| FeelValue::Point(ScaleKind::Number, number))
        }
    }
}
