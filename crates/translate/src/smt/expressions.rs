//! The script of a model by the expressions that it was read from.
//!
//! An expression that is used more than once, or that is deep, gets a name, so that the script is
//! as long as the expressions and terms stay shallow.

use std::collections::HashMap;

use parallax_encodings::smt::{Script, Term};
use parallax_model::ask::{Control, Refusal, Stop};
use parallax_model::flatten::{Bool, Int, List, Node, SourceExpressions, TermRanges, Terms};
use parallax_model::{Domain, MAX_VALUE, Model};

use super::super::relation;
use super::Lowering;

/// The depth of a term beyond which it gets a name.
const DEEP: u32 = 12;

/// The bytes of an operand of a term, as an estimate.
const OPERAND_BYTES: usize = 48;

/// Nodes between two checks of the clock.
const POLL_EVERY: usize = 1 << 12;

/// Writes a model by its expressions, without the variables of flattening: variable `i` of the
/// model is integer `i`, and a truth value is 1 or 0. `None` for a model without expressions, and
/// for one that [`script`](super::script) states better: with parts outside the expressions that
/// need variables of flattening, or with divisions or powers.
///
/// # Errors
/// Returns the limit that `control` reached.
pub fn script_by_expressions(model: &Model, control: &Control) -> Result<Option<Script>, Refusal> {
    let Some(expressions) = model.expressions() else { return Ok(None) };
    let uses = count_uses(expressions);
    let mut reached = expressions.terms.nodes().iter().zip(&uses).filter(|(_, uses)| **uses > 0);
    let is_other = |node: Node| matches!(node, Node::Div(_, _) | Node::Mod(_, _) | Node::Pow(_, _));
    if reached.any(|(&node, _)| is_other(node)) || !expressions.is_separate(model) {
        return Ok(None);
    }
    let script = super::declare_variables(model, expressions.truths.len());
    let mut lowering = Lowering { script, model, classes: HashMap::new() };
    let others = expressions.others(model).map(|(_, constraint)| super::kinds::bytes(constraint));
    let bytes = others.fold(0, u128::saturating_add);
    if bytes > control.formula_bytes() as u128 {
        return Err(Stop::Memory.into());
    }
    for (label, constraint) in expressions.others(model) {
        control.check()?;
        let term = lowering.constraint(constraint)?;
        lowering.script.assert(label, term);
    }
    let terms = &*expressions.terms;
    let mut writer = TermWriter {
        terms,
        ranges: TermRanges::of_model(terms, model),
        script: lowering.script,
        written: vec![None; terms.nodes().len()],
        left: control.formula_bytes().saturating_sub(bytes as usize),
        has_large: false,
    };
    writer.write_nodes(&uses, control)?;
    if writer.has_large {
        return Ok(None);
    }
    for (label, term) in &expressions.assertions {
        let term = writer.truth(*term);
        writer.script.assert(label.as_str(), term);
    }
    let mut script = writer.script;
    if !script.assertions.iter().all(|(_, term)| term.is_linear()) {
        script.logic = "QF_NIA".into();
    }
    Ok(Some(script))
}

/// Returns how often the terms of other expressions and the assertions contain each expression; 0
/// for those that no assertion reaches.
fn count_uses(expressions: &SourceExpressions) -> Vec<u32> {
    let terms = &expressions.terms;
    let mut uses = vec![0u32; terms.nodes().len()];
    for (_, term) in &expressions.assertions {
        uses[term.place()] = uses[term.place()].saturating_add(1);
    }
    for (place, &node) in terms.nodes().iter().enumerate().rev() {
        if uses[place] > 0 {
            // Their terms contain operands several times.
            let copies = match node {
                Node::AllEqual(_) | Node::AllAlike(_) | Node::Odd(_) | Node::Member(_, _) => 2,
                Node::Min(_) | Node::Max(_) | Node::Abs(_) => 2,
                _ => 1,
            };
            terms.each_part(node, &mut |part| uses[part] = uses[part].saturating_add(copies));
        }
    }
    uses
}

/// Writes expressions as terms, without recursion.
struct TermWriter<'t> {
    terms: &'t Terms,
    ranges: TermRanges<'t>,
    script: Script,
    /// The term of each expression so far.
    written: Vec<Option<Term>>,
    /// The bytes that terms may still take.
    left: usize,
    /// Whether an expression has values that no variable of a model has.
    has_large: bool,
}

impl TermWriter<'_> {
    /// Writes all expressions that assertions reach.
    fn write_nodes(&mut self, uses: &[u32], control: &Control) -> Result<(), Refusal> {
        let mut depths = vec![0u32; uses.len()];
        for (place, (&node, &uses)) in self.terms.nodes().iter().zip(uses).enumerate() {
            if place % POLL_EVERY == 0 {
                control.check()?;
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
            if !is_leaf && (uses > 1 || depth > DEEP) {
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

    fn spend(&mut self, operands: usize) -> Result<(), Refusal> {
        let bytes = operands.saturating_mul(OPERAND_BYTES);
        self.left = self.left.checked_sub(bytes).ok_or(Stop::Memory)?;
        Ok(())
    }

    /// Gives a truth value a name, unless it is one.
    fn name_truth(&mut self, term: Term) -> Term {
        if matches!(term, Term::BoolVar(_) | Term::Bool(_)) {
            return term;
        }
        let name = format!("part {}", self.script.bools.len() + 1);
        let named = Term::BoolVar(self.script.bool(name, ""));
        self.script.assert("parts", named.clone().iff(term));
        named
    }

    /// Gives the number of a node a name, unless it is one.
    fn name_number(&mut self, place: usize, term: Term) -> Term {
        if matches!(term, Term::IntVar(_) | Term::Int(_)) {
            return term;
        }
        let named = self.add_number(place);
        self.script.assert("parts", named.clone().equals(term));
        named
    }

    /// Declares the number of a node, within its range.
    fn add_number(&mut self, place: usize) -> Term {
        let name = format!("number {}", self.script.ints.len() + 1);
        let (low, high) = self.ranges.range_at(place);
        let most = i128::from(MAX_VALUE);
        self.has_large |= low < -most || high > most;
        let run = (low.clamp(-most, most) as i32, high.clamp(-most, most) as i32);
        Term::IntVar(self.script.int_in(name, "", vec![run], "ranges of parts"))
    }

    fn written(&self, place: usize) -> Term {
        self.written[place].clone().expect("operands precede the nodes that use them")
    }

    fn truth(&self, part: Bool) -> Term {
        self.written(part.place())
    }

    fn number(&self, part: Int) -> Term {
        self.written(part.place())
    }

    fn truths(&self, list: List) -> Vec<Term> {
        self.terms.bools(list).map(|part| self.truth(part)).collect()
    }

    fn numbers(&self, list: List) -> Vec<Term> {
        self.terms.ints(list).map(|part| self.number(part)).collect()
    }

    /// Returns the term of a node whose operands have theirs.
    fn node(&mut self, place: usize, node: Node) -> Result<Term, Refusal> {
        Ok(match node {
            Node::Truth(value) => Term::Bool(value),
            Node::Flag(variable) => Term::IntVar(variable as usize).equals(Term::Int(1)),
            Node::Not(part) => self.truth(part).negate(),
            Node::And(list) => Term::and(self.truths(list)),
            Node::Or(list) => Term::or(self.truths(list)),
            Node::Iff(a, b) => self.truth(a).iff(self.truth(b)),
            Node::Choose(when, then, other) => {
                self.truth(when).ite(self.truth(then), self.truth(other))
            }
            Node::Compare(a, comparison, b) => {
                self.number(a).relate(relation(comparison), self.number(b))
            }
            Node::Distinct(list) => Term::distinct(self.numbers(list)),
            Node::AllEqual(list) => {
                let numbers = self.numbers(list);
                Term::and(numbers.windows(2).map(|pair| pair[0].clone().equals(pair[1].clone())))
            }
            Node::AllAlike(list) => {
                let parts = self.truths(list);
                Term::and(parts.windows(2).map(|pair| pair[0].clone().iff(pair[1].clone())))
            }
            Node::Odd(list) => self.odd(list),
            Node::Member(part, set) => {
                let set = self.terms.set(set);
                self.spend(set.intervals().count())?;
                member(&self.number(part), set)
            }
            Node::Number(number) => Term::Int(number),
            Node::Variable(variable) => Term::IntVar(variable as usize),
            Node::Add(list) => Term::sum(self.numbers(list)),
            Node::Scale(factor, part) => self.number(part).times(factor),
            Node::Select(when, then, other) => {
                self.truth(when).ite(self.number(then), self.number(other))
            }
            Node::Mul(a, b) => self.number(a).multiply(self.number(b)),
            Node::Min(list) => self.extremum(place, list, parallax_encodings::Relation::Le),
            Node::Max(list) => self.extremum(place, list, parallax_encodings::Relation::Ge),
            Node::Abs(part) => {
                let part = self.number(part);
                let is_natural =
                    part.clone().relate(parallax_encodings::Relation::Ge, Term::Int(0));
                is_natural.ite(part.clone(), part.times(-1))
            }
            Node::NumberOf(part) => self.truth(part).ite(Term::Int(1), Term::Int(0)),
            Node::Div(_, _) | Node::Mod(_, _) | Node::Pow(_, _) => {
                return Err(Refusal::Unsupported("divisions and powers have no term".into()));
            }
        })
    }

    /// Returns "the number of these that hold is odd": a name for each operand that joins the ones
    /// before it.
    fn odd(&mut self, list: List) -> Term {
        let mut odd = Term::Bool(false);
        for part in self.truths(list) {
            let next = odd.iff(part).negate();
            odd = self.name_truth(next);
        }
        odd
    }

    /// Returns a new number that is at most, or at least, each operand, and equals one.
    fn extremum(&mut self, place: usize, list: List, bound: parallax_encodings::Relation) -> Term {
        let numbers = self.numbers(list);
        if let [only] = &numbers[..] {
            return only.clone();
        }
        let extremum = self.add_number(place);
        let bounds = numbers.iter().map(|number| extremum.clone().relate(bound, number.clone()));
        let bounds = Term::and(bounds.collect::<Vec<_>>());
        self.script.assert("parts", bounds);
        let equal = numbers.into_iter().map(|number| extremum.clone().equals(number));
        let equal = Term::or(equal.collect::<Vec<_>>());
        self.script.assert("parts", equal);
        extremum
    }
}

/// Returns whether a node is a truth value.
fn is_truth(node: Node) -> bool {
    match node {
        Node::Truth(_)
        | Node::Flag(_)
        | Node::Not(_)
        | Node::And(_)
        | Node::Or(_)
        | Node::Iff(_, _)
        | Node::Choose(_, _, _)
        | Node::Compare(_, _, _)
        | Node::Distinct(_)
        | Node::AllEqual(_)
        | Node::AllAlike(_)
        | Node::Odd(_)
        | Node::Member(_, _) => true,
        Node::Number(_)
        | Node::Variable(_)
        | Node::Add(_)
        | Node::Scale(_, _)
        | Node::Select(_, _, _)
        | Node::Mul(_, _)
        | Node::Div(_, _)
        | Node::Mod(_, _)
        | Node::Min(_)
        | Node::Max(_)
        | Node::Abs(_)
        | Node::Pow(_, _)
        | Node::NumberOf(_) => false,
    }
}

/// Returns "the number is in the set", by the set's runs of values.
fn member(number: &Term, set: &Domain) -> Term {
    use parallax_encodings::Relation::{Eq, Ge, Le};
    let within = |(low, high): (i32, i32)| {
        let compare =
            |relation, value: i32| number.clone().relate(relation, Term::Int(value.into()));
        if low == high {
            compare(Eq, low)
        } else {
            Term::and([compare(Ge, low), compare(Le, high)])
        }
    };
    Term::or(set.intervals().map(within))
}
