//! The script of a model by the expressions that it was read from.
//!
//! An expression that is used more than once, or that is deep, gets a name, so that the script is
//! as long as the expressions and terms stay shallow.

use std::collections::HashMap;

use parallax_encodings::smt::{SmtScript, SmtTerm};
use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::flatten::{
    BoolExpression, DagNode, ExpressionDag, IntExpression, OperandList, TermRanges,
};
use parallax_model::{Domain, MAX_VALUE, Model};

use super::super::encoding_relation;
use super::SmtLowering;
use crate::expression_uses::{MAX_UNNAMED_DEPTH, count_uses};

/// The bytes of an operand of a term, as an estimate.
const OPERAND_BYTES: usize = 48;

/// Nodes between two checks of the clock.
const POLL_EVERY: usize = 1 << 12;

/// Writes a model by its expressions, without the variables of flattening: variable `i` of the
/// model is integer `i`, and a truth value is 1 or 0. `None` for a model without expressions, and
/// for one that [`write_script`](super::write_script) states better: with parts outside the
/// expressions that need variables of flattening, or with divisions or powers.
///
/// # Errors
/// Returns the limit that `control` reached.
pub fn script_by_expressions(
    model: &Model,
    control: &Control,
) -> Result<Option<SmtScript>, PreparationError> {
    let Some(expressions) = model.source_expressions() else { return Ok(None) };
    let uses = count_uses(expressions, operand_copies);
    let mut reached =
        expressions.terms.all_nodes().iter().zip(&uses).filter(|(_, uses)| **uses > 0);
    let is_other = |node: DagNode| {
        matches!(node, DagNode::Div(_, _) | DagNode::Mod(_, _) | DagNode::Pow(_, _))
    };
    if reached.any(|(&node, _)| is_other(node)) || !expressions.is_separate(model) {
        return Ok(None);
    }
    let script = super::declare_variables(model, expressions.truths.len());
    let mut lowering = SmtLowering { script, model, classes: HashMap::new() };
    let others = expressions
        .other_constraints(model)
        .map(|(_, constraint)| super::kinds::estimate_bytes(constraint));
    // The size is estimated before the first term is made, since the terms are what takes the
    // memory.
    let bytes = others.fold(0, u128::saturating_add);
    if bytes > control.formula_bytes() as u128 {
        return Err(StopReason::Memory.into());
    }
    for (label, constraint) in expressions.other_constraints(model) {
        control.check_stop()?;
        let term = lowering.constraint_term(constraint)?;
        lowering.script.assert_term(label, term);
    }
    let terms = &*expressions.terms;
    let mut writer = TermWriter {
        terms,
        ranges: TermRanges::of_model(terms, model),
        script: lowering.script,
        written: vec![None; terms.all_nodes().len()],
        remaining_bytes: control.formula_bytes().saturating_sub(bytes as usize),
        has_large: false,
    };
    writer.write_nodes(&uses, control)?;
    // Integers of a script have values of a model, so a named number beyond them has no variable.
    if writer.has_large {
        return Ok(None);
    }
    for (label, term) in &expressions.assertions {
        let term = writer.truth(*term);
        writer.script.assert_term(label.as_str(), term);
    }
    let mut script = writer.script;
    if !script.assertions.iter().all(|(_, term)| term.is_linear()) {
        script.logic = "QF_NIA".into();
    }
    Ok(Some(script))
}

/// Returns how often the term of an expression contains each of its operands; 2 for several times.
fn operand_copies(node: DagNode) -> u32 {
    match node {
        DagNode::AllEqual(_) | DagNode::AllAlike(_) | DagNode::Odd(_) | DagNode::Member(_, _) => 2,
        DagNode::Min(_) | DagNode::Max(_) | DagNode::Abs(_) => 2,
        _ => 1,
    }
}

/// Writes expressions as terms, without recursion.
struct TermWriter<'t> {
    terms: &'t ExpressionDag,
    ranges: TermRanges<'t>,
    script: SmtScript,
    /// The term of each expression so far.
    written: Vec<Option<SmtTerm>>,
    /// The bytes that terms may still take.
    remaining_bytes: usize,
    /// Whether an expression has values that no variable of a model has.
    has_large: bool,
}

impl TermWriter<'_> {
    /// Writes all expressions that assertions reach.
    fn write_nodes(&mut self, uses: &[u32], control: &Control) -> Result<(), PreparationError> {
        let mut depths = vec![0u32; uses.len()];
        for (place, (&node, &uses)) in self.terms.all_nodes().iter().zip(uses).enumerate() {
            if place % POLL_EVERY == 0 {
                control.check_stop()?;
            }
            if uses == 0 {
                continue;
            }
            let (mut depth, mut operands) = (0, 1);
            self.terms.each_part(node, &mut |part| {
                depth = depth.max(depths[part] + 1);
                operands += 1;
            });
            self.spend(operands)?;
            let mut term = self.node(place, node)?;
            let is_leaf = depth == 0;
            if !is_leaf && (uses > 1 || depth > MAX_UNNAMED_DEPTH) {
                term = if is_truth(node) {
                    self.name_truth(term)
                } else {
                    self.name_number(place, term)
                };
                depth = 0;
            }
            depths[place] = depth;
            self.written[place] = Some(term);
        }
        Ok(())
    }

    fn spend(&mut self, operands: usize) -> Result<(), PreparationError> {
        let bytes = operands.saturating_mul(OPERAND_BYTES);
        self.remaining_bytes = self.remaining_bytes.checked_sub(bytes).ok_or(StopReason::Memory)?;
        Ok(())
    }

    /// Gives a truth value a name, unless it is one.
    fn name_truth(&mut self, term: SmtTerm) -> SmtTerm {
        if matches!(term, SmtTerm::BoolVar(_) | SmtTerm::Bool(_)) {
            return term;
        }
        let name = format!("part {}", self.script.bools.len() + 1);
        let named = SmtTerm::BoolVar(self.script.declare_bool(name, ""));
        self.script.assert_term("parts", named.clone().iff_term(term));
        named
    }

    /// Gives the number of a node a name, unless it is one.
    fn name_number(&mut self, place: usize, term: SmtTerm) -> SmtTerm {
        if matches!(term, SmtTerm::IntVar(_) | SmtTerm::Int(_)) {
            return term;
        }
        let named = self.add_number(place);
        self.script.assert_term("parts", named.clone().equals_term(term));
        named
    }

    /// Declares the number of a node, within its range.
    fn add_number(&mut self, place: usize) -> SmtTerm {
        let name = format!("number {}", self.script.ints.len() + 1);
        let (low, high) = self.ranges.range_at(place);
        let most = i128::from(MAX_VALUE);
        // The range is clamped for the declaration; the caller then drops the script.
        self.has_large |= low < -most || high > most;
        let run = (low.clamp(-most, most) as i32, high.clamp(-most, most) as i32);
        SmtTerm::IntVar(self.script.int_in(name, "", vec![run], "ranges of parts"))
    }

    fn written_term(&self, place: usize) -> SmtTerm {
        self.written[place].clone().expect("operands precede the nodes that use them")
    }

    fn truth(&self, part: BoolExpression) -> SmtTerm {
        self.written_term(part.node_index())
    }

    fn number(&self, part: IntExpression) -> SmtTerm {
        self.written_term(part.node_index())
    }

    fn truths(&self, list: OperandList) -> Vec<SmtTerm> {
        self.terms.bool_operands(list).map(|part| self.truth(part)).collect()
    }

    fn numbers(&self, list: OperandList) -> Vec<SmtTerm> {
        self.terms.int_operands(list).map(|part| self.number(part)).collect()
    }

    /// Returns the term of a node whose operands have theirs.
    fn node(&mut self, place: usize, node: DagNode) -> Result<SmtTerm, PreparationError> {
        Ok(match node {
            DagNode::Truth(value) => SmtTerm::Bool(value),
            DagNode::Flag(variable) => {
                SmtTerm::IntVar(variable as usize).equals_term(SmtTerm::Int(1))
            }
            DagNode::Not(part) => self.truth(part).negate_term(),
            DagNode::And(list) => SmtTerm::conjoin_all(self.truths(list)),
            DagNode::Or(list) => SmtTerm::disjoin_all(self.truths(list)),
            DagNode::Iff(a, b) => self.truth(a).iff_term(self.truth(b)),
            DagNode::Choose(when, then, other) => {
                self.truth(when).if_then_else(self.truth(then), self.truth(other))
            }
            DagNode::Compare(a, comparison, b) => {
                self.number(a).relate_to(encoding_relation(comparison), self.number(b))
            }
            DagNode::Distinct(list) => SmtTerm::all_distinct(self.numbers(list)),
            DagNode::AllEqual(list) => {
                let numbers = self.numbers(list);
                SmtTerm::conjoin_all(
                    numbers.windows(2).map(|pair| pair[0].clone().equals_term(pair[1].clone())),
                )
            }
            DagNode::AllAlike(list) => {
                let parts = self.truths(list);
                SmtTerm::conjoin_all(
                    parts.windows(2).map(|pair| pair[0].clone().iff_term(pair[1].clone())),
                )
            }
            DagNode::Odd(list) => self.odd_term(list),
            DagNode::Member(part, set) => {
                let set = self.terms.constant_set(set);
                self.spend(set.intervals().count())?;
                member_term(&self.number(part), set)
            }
            DagNode::Number(number) => SmtTerm::Int(number),
            DagNode::Variable(variable) => SmtTerm::IntVar(variable as usize),
            DagNode::Add(list) => SmtTerm::add_all(self.numbers(list)),
            DagNode::Scale(factor, part) => self.number(part).times_factor(factor),
            DagNode::Select(when, then, other) => {
                self.truth(when).if_then_else(self.number(then), self.number(other))
            }
            DagNode::Mul(a, b) => self.number(a).multiply_by(self.number(b)),
            DagNode::Min(list) => {
                self.extremum(place, list, parallax_encodings::ArithmeticRelation::Le)
            }
            DagNode::Max(list) => {
                self.extremum(place, list, parallax_encodings::ArithmeticRelation::Ge)
            }
            DagNode::Abs(part) => {
                let part = self.number(part);
                let is_natural = part
                    .clone()
                    .relate_to(parallax_encodings::ArithmeticRelation::Ge, SmtTerm::Int(0));
                is_natural.if_then_else(part.clone(), part.times_factor(-1))
            }
            DagNode::NumberOf(part) => {
                self.truth(part).if_then_else(SmtTerm::Int(1), SmtTerm::Int(0))
            }
            DagNode::Div(_, _) | DagNode::Mod(_, _) | DagNode::Pow(_, _) => {
                return Err(PreparationError::Unsupported(
                    "divisions and powers have no term".into(),
                ));
            }
        })
    }

    /// Returns "the number of these that hold is odd": a name for each operand that joins the ones
    /// before it.
    fn odd_term(&mut self, list: OperandList) -> SmtTerm {
        let mut odd = SmtTerm::Bool(false);
        for part in self.truths(list) {
            // Exclusive or, named at each step so that the term stays shallow.
            let next = odd.iff_term(part).negate_term();
            odd = self.name_truth(next);
        }
        odd
    }

    /// Returns a new number that is at most, or at least, each operand, and equals one.
    fn extremum(
        &mut self,
        place: usize,
        list: OperandList,
        bound: parallax_encodings::ArithmeticRelation,
    ) -> SmtTerm {
        let numbers = self.numbers(list);
        if let [only] = &numbers[..] {
            return only.clone();
        }
        let extremum = self.add_number(place);
        let bounds = numbers.iter().map(|number| extremum.clone().relate_to(bound, number.clone()));
        let bounds = SmtTerm::conjoin_all(bounds.collect::<Vec<_>>());
        self.script.assert_term("parts", bounds);
        let equal = numbers.into_iter().map(|number| extremum.clone().equals_term(number));
        let equal = SmtTerm::disjoin_all(equal.collect::<Vec<_>>());
        self.script.assert_term("parts", equal);
        extremum
    }
}

/// Returns whether a node is a truth value.
fn is_truth(node: DagNode) -> bool {
    match node {
        DagNode::Truth(_)
        | DagNode::Flag(_)
        | DagNode::Not(_)
        | DagNode::And(_)
        | DagNode::Or(_)
        | DagNode::Iff(_, _)
        | DagNode::Choose(_, _, _)
        | DagNode::Compare(_, _, _)
        | DagNode::Distinct(_)
        | DagNode::AllEqual(_)
        | DagNode::AllAlike(_)
        | DagNode::Odd(_)
        | DagNode::Member(_, _) => true,
        DagNode::Number(_)
        | DagNode::Variable(_)
        | DagNode::Add(_)
        | DagNode::Scale(_, _)
        | DagNode::Select(_, _, _)
        | DagNode::Mul(_, _)
        | DagNode::Div(_, _)
        | DagNode::Mod(_, _)
        | DagNode::Min(_)
        | DagNode::Max(_)
        | DagNode::Abs(_)
        | DagNode::Pow(_, _)
        | DagNode::NumberOf(_) => false,
    }
}

/// Returns "the number is in the set", by the set's runs of values.
fn member_term(number: &SmtTerm, set: &Domain) -> SmtTerm {
    use parallax_encodings::ArithmeticRelation::{Eq, Ge, Le};
    let within = |(low, high): (i32, i32)| {
        let compare =
            |relation, value: i32| number.clone().relate_to(relation, SmtTerm::Int(value.into()));
        if low == high {
            compare(Eq, low)
        } else {
            SmtTerm::conjoin_all([compare(Ge, low), compare(Le, high)])
        }
    };
    SmtTerm::disjoin_all(set.intervals().map(within))
}
