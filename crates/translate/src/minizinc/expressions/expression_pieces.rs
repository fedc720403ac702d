//! Writes expressions piece by piece, without recursion.

use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::flatten::{DagNode, ExpressionDag};
use parallax_model::{Model, VarId};

use super::nodes::ArithmeticText;
use crate::expression_uses::{MAX_UNNAMED_DEPTH, count_uses};
use crate::minizinc::formula::MinizincFormula;
use crate::minizinc::{MinizincTranslation, POLL_EVERY};

/// An expression as text.
#[derive(Clone, Debug)]
pub(super) enum ExpressionText {
    Truth(MinizincFormula),
    Number(ArithmeticText),
}

/// The texts of expressions so far.
pub(super) struct ExpressionTexts<'t> {
    pub(super) terms: &'t ExpressionDag,
    pub(super) texts: Vec<Option<ExpressionText>>,
}

impl MinizincTranslation {
    /// Writes a model by the expressions that it was read from, without the variables of
    /// flattening. `None` for a model without expressions, and for one that its constraints state
    /// better: with parts outside the expressions that need variables of flattening, or with
    /// operations that may be undefined.
    ///
    /// # Errors
    /// Returns the limit that `control` reached.
    pub fn of_expressions(
        model: &Model,
        control: &Control,
    ) -> Result<Option<Self>, PreparationError> {
        let Some(expressions) = model.source_expressions() else { return Ok(None) };
        let terms = &*expressions.terms;
        let is_possible =
            |(place, truth): (usize, &bool)| !truth || model.domain(VarId::new(place)).is_boolean();
        if !expressions.truths.iter().enumerate().all(is_possible)
            || !expressions.is_separate(model)
        {
            return Ok(None);
        }
        // How often each expression is used decides whether it gets a name, so the uses are counted
        // before anything is written.
        let uses = count_uses(expressions, |_| 1);
        let mut reached = terms.all_nodes().iter().zip(&uses).filter(|(_, uses)| **uses > 0);
        if reached.any(|(&node, _)| may_be_undefined(terms, node)) {
            return Ok(None);
        }
        let mut written =
            MinizincTranslation::with_variables(model, &expressions.open_truths(model), control);
        for (label, constraint) in expressions.other_constraints(model) {
            control.check_stop()?;
            written.post_constraint(model, label, constraint)?;
        }
        // Operands have smaller indices than the expressions that use them, so one pass in order
        // finds every operand written.
        let mut pieces = ExpressionTexts { terms, texts: vec![None; terms.all_nodes().len()] };
        let mut depths = vec![0u32; terms.all_nodes().len()];
        for (place, &node) in terms.all_nodes().iter().enumerate() {
            if place % POLL_EVERY == 0 {
                control.check_stop()?;
            }
            // No assertion reaches it.
            let Some(&uses @ 1..) = uses.get(place) else { continue };
            let mut depth = 0;
            terms.each_part(node, &mut |part| depth = depth.max(depths[part] + 1));
            let mut piece = written.node_text(&mut pieces, node)?;
            let is_leaf = depth == 0;
            // A name keeps the text as short as the expressions, although shared ones would be
            // copied, and no deeper than MiniZinc reads.
            if !is_leaf && (uses > 1 || depth > MAX_UNNAMED_DEPTH) {
                piece = written.name_expression(piece)?;
                depth = 0;
            }
            depths[place] = depth;
            pieces.texts[place] = Some(piece);
        }
        for (label, term) in &expressions.assertions {
            let formula = pieces.take_truth(term.node_index());
            written.post_formula(label, &formula)?;
        }
        Ok(Some(written))
    }

    /// Gives an expression a name.
    pub(super) fn name_expression(
        &mut self,
        piece: ExpressionText,
    ) -> Result<ExpressionText, PreparationError> {
        let name = self.names.add_identifier("part");
        let (kind, text) = match &piece {
            ExpressionText::Truth(formula) => ("bool", formula.to_string()),
            ExpressionText::Number(number) => ("int", number.to_string()),
        };
        let item = format!("var {kind}: {name} = {text};");
        self.reserve_bytes(item.len())?;
        self.constraints.push(item);
        Ok(match piece {
            ExpressionText::Truth(_) => ExpressionText::Truth(MinizincFormula::from_atom(name)),
            ExpressionText::Number(_) => ExpressionText::Number(ArithmeticText::from_atom(name)),
        })
    }
}

/// Whether an operation may have no value, or one by other rules than MiniZinc's.
fn may_be_undefined(terms: &ExpressionDag, node: DagNode) -> bool {
    match node {
        DagNode::Div(_, divisor) | DagNode::Mod(_, divisor) => {
            !matches!(terms.of_int(divisor), DagNode::Number(number) if number != 0)
        }
        DagNode::Pow(_, _) => true,
        _ => false,
    }
}
