//! Writes expressions piece by piece, without recursion.

use parallax_model::ask::{Control, Refusal};
use parallax_model::flatten::{Node, SourceExpressions, Terms};
use parallax_model::{Model, VarId};

use super::nodes::Arithmetic;
use crate::minizinc::formula::Formula;
use crate::minizinc::{Minizinc, POLL_EVERY};

/// The depth of an expression beyond which it gets a name.
const DEEP: u32 = 12;

/// An expression as text.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Truth(Formula),
    Number(Arithmetic),
}

/// The texts of expressions so far.
pub(super) struct Pieces<'t> {
    pub(super) terms: &'t Terms,
    pub(super) texts: Vec<Option<Piece>>,
}

impl Minizinc {
    /// Writes a model by the expressions that it was read from, without the variables of
    /// flattening. `None` for a model without expressions, and for one that its constraints state
    /// better: with parts outside the expressions that need variables of flattening, or with
    /// operations that may be undefined.
    ///
    /// # Errors
    /// Returns the limit that `control` reached.
    pub fn of_expressions(model: &Model, control: &Control) -> Result<Option<Self>, Refusal> {
        let Some(expressions) = model.expressions() else { return Ok(None) };
        let terms = &*expressions.terms;
        let is_possible =
            |(place, truth): (usize, &bool)| !truth || model.domain(VarId::new(place)).is_boolean();
        if !expressions.truths.iter().enumerate().all(is_possible)
            || !expressions.is_separate(model)
        {
            return Ok(None);
        }
        let uses = count_uses(expressions);
        let mut reached = terms.nodes().iter().zip(&uses).filter(|(_, uses)| **uses > 0);
        if reached.any(|(&node, _)| may_be_undefined(terms, node)) {
            return Ok(None);
        }
        let mut written = Minizinc::empty(model, &expressions.open_truths(model), control);
        for (label, constraint) in expressions.others(model) {
            control.check()?;
            written.post_constraint(model, label, constraint)?;
        }
        let mut pieces = Pieces { terms, texts: vec![None; terms.nodes().len()] };
        let mut depths = vec![0u32; terms.nodes().len()];
        for (place, &node) in terms.nodes().iter().enumerate() {
            if place % POLL_EVERY == 0 {
                control.check()?;
            }
            let Some(&uses @ 1..) = uses.get(place) else { continue };
            let mut depth = 0;
            terms.each_part(node, &mut |part| depth = depth.max(depths[part] + 1));
            let mut piece = written.node(&mut pieces, node)?;
            let is_leaf = depth == 0;
            if !is_leaf && (uses > 1 || depth > DEEP) {
                piece = written.named(piece)?;
                depth = 0;
            }
            depths[place] = depth;
            pieces.texts[place] = Some(piece);
        }
        for (label, term) in &expressions.assertions {
            let formula = pieces.truth(term.place());
            written.post(label, &formula)?;
        }
        Ok(Some(written))
    }

    /// Gives an expression a name.
    pub(super) fn named(&mut self, piece: Piece) -> Result<Piece, Refusal> {
        let name = self.names.add("part");
        let (kind, text) = match &piece {
            Piece::Truth(formula) => ("bool", formula.to_string()),
            Piece::Number(number) => ("int", number.to_string()),
        };
        let item = format!("var {kind}: {name} = {text};");
        self.room(item.len())?;
        self.constraints.push(item);
        Ok(match piece {
            Piece::Truth(_) => Piece::Truth(Formula::atom(name)),
            Piece::Number(_) => Piece::Number(Arithmetic::atom(name)),
        })
    }
}

/// Returns how often each expression is used by those that the assertions reach, and by these.
fn count_uses(expressions: &SourceExpressions) -> Vec<u32> {
    let terms = &expressions.terms;
    let mut uses = vec![0u32; terms.nodes().len()];
    for (_, term) in &expressions.assertions {
        uses[term.place()] = uses[term.place()].saturating_add(1);
    }
    for (place, &node) in terms.nodes().iter().enumerate().rev() {
        if uses[place] > 0 {
            terms.each_part(node, &mut |part| uses[part] = uses[part].saturating_add(1));
        }
    }
    uses
}

/// Whether an operation may have no value, or one by other rules than MiniZinc's.
fn may_be_undefined(terms: &Terms, node: Node) -> bool {
    match node {
        Node::Div(_, divisor) | Node::Mod(_, divisor) => {
            !matches!(terms.of_int(divisor), Node::Number(number) if number != 0)
        }
        Node::Pow(_, _) => true,
        _ => false,
    }
}
