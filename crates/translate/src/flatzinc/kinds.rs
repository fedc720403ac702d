//! The kinds of constraints that FlatZinc, or the solver behind it, has.

use std::collections::BTreeSet;
use std::fmt::Display;

use parallax_encodings::{AtomOp, Relation};
use parallax_model::ask::Refusal;
use parallax_model::{
    Constraint, Element, Extremum, GlobalCardinality, Inverse, Lexicographic, Reify, Table, Value,
    VarId,
};

use super::sums::Sum;
use super::{Flatzinc, Globals, Lit, MAX_NUMBER};
use crate::{GLOBAL, atom};

impl Flatzinc {
    /// Posts a constraint of FlatZinc; returns false if the kind has no counterpart there.
    pub(super) fn constraint(&mut self, constraint: &Constraint) -> Result<bool, Refusal> {
        match constraint {
            Constraint::AllDifferent(c) => self.all_different(&places(&c.scope)).map(|()| true),
            Constraint::Element(c) => self.element(c),
            Constraint::Extremum(c) => self.extremum(c),
            Constraint::Reify(c) => self.reify(c).map(|()| true),
            Constraint::Table(c) => self.table(c),
            Constraint::GlobalCardinality(c) => self.cardinality(c),
            Constraint::Inverse(c) => self.inverse(c),
            Constraint::Lexicographic(c) => self.lexicographic(c),
            Constraint::Global(_) => Err(Refusal::Unsupported(GLOBAL.into())),
            _ => Ok(false),
        }
    }

    /// Requires that all of these differ.
    pub(super) fn all_different(&mut self, scope: &[usize]) -> Result<(), Refusal> {
        if !are_distinct(scope) {
            return self.clause(&[]);
        }
        if self.globals == Globals::Gecode && scope.len() > 2 {
            return self.post(format!("all_different_int({})", list(scope)));
        }
        for (i, &one) in scope.iter().enumerate() {
            for &other in &scope[i + 1..] {
                let difference = Sum::of([(1, one), (-1, other)], 0)?;
                self.relate(Relation::Ne, &difference)?;
            }
        }
        Ok(())
    }

    fn element(&mut self, c: &Element) -> Result<bool, Refusal> {
        if c.array.is_empty() {
            return Ok(false);
        }
        // Arrays begin with 1.
        let index = Sum::of([(1, c.index.index())], 1 - i64::from(c.first))?;
        let index = self.named(&index)?;
        let (array, result) = (list(&places(&c.array)), c.result.index());
        self.post(format!("array_var_int_element(x{index},{array},x{result})"))?;
        Ok(true)
    }

    fn extremum(&mut self, c: &Extremum) -> Result<bool, Refusal> {
        if c.scope.is_empty() {
            return Ok(false);
        }
        let which = if c.max { "maximum" } else { "minimum" };
        let (result, scope) = (c.result.index(), list(&places(&c.scope)));
        self.post(format!("array_int_{which}(x{result},{scope})"))?;
        Ok(true)
    }

    fn reify(&mut self, c: &Reify) -> Result<(), Refusal> {
        let (op, value) = atom(&c.atom);
        let relation = match op {
            AtomOp::Eq => Relation::Eq,
            AtomOp::Ne => Relation::Ne,
            AtomOp::Le => Relation::Le,
            AtomOp::Ge => Relation::Ge,
        };
        let sum = Sum::of([(1, c.atom.variable.index())], -i64::from(value))?;
        let truth = c.truth.index();
        match self.related(relation, &sum)? {
            Lit::Var(variable, true) => self.post(format!("bool2int(b{variable},x{truth})")),
            lit => {
                let chosen = self.chosen(lit, -1, 0)?;
                self.relate(Relation::Eq, &chosen.plus(&Sum::of([(1, truth)], 0)?)?)
            }
        }
    }

    /// Posts the allowed tuples as a table, or by the number of one of them.
    fn table(&mut self, c: &Table) -> Result<bool, Refusal> {
        if c.forbidden || c.scope.is_empty() {
            return Ok(false);
        }
        // A row that occurs twice has one number here, so that a solution is found once.
        let scope = places(&c.scope);
        let ends: Vec<[i64; 2]> =
            scope.iter().map(|&x| [self.ints[x].low, self.ints[x].high]).collect();
        let fits =
            |value: &Value, ends: &[i64; 2]| (ends[0]..=ends[1]).contains(&i64::from(*value));
        let possible =
            |row: &&Vec<Value>| row.iter().zip(&ends).all(|(value, ends)| fits(value, ends));
        let rows: BTreeSet<&Vec<Value>> = c.tuples.iter().filter(possible).collect();
        if rows.is_empty() {
            return self.clause(&[]).map(|()| true);
        }
        if self.globals == Globals::Gecode && are_distinct(&scope) {
            let cells: Vec<&Value> = rows.into_iter().flatten().collect();
            let (scope, cells) = (list(&scope), numbers(cells));
            self.post(format!("gecode_table_int({scope},{cells})"))?;
            return Ok(true);
        }
        let row = self.new_int(1, rows.len() as i128)?;
        for (column, variable) in scope.into_iter().enumerate() {
            let column = numbers(rows.iter().map(|row| row[column]));
            self.post(format!("array_int_element(x{row},{column},x{variable})"))?;
        }
        Ok(true)
    }

    fn cardinality(&mut self, c: &GlobalCardinality) -> Result<bool, Refusal> {
        let scope = places(&c.scope);
        if self.globals != Globals::Gecode
            || !are_distinct(&scope)
            || scope.is_empty()
            || c.occurrences.is_empty()
            || c.occurrences.iter().any(|o| !is_small(o.value))
        {
            return Ok(false);
        }
        let most = scope.len();
        if c.occurrences.iter().any(|o| o.min > o.max || o.min as usize > most) {
            return self.clause(&[]).map(|()| true);
        }
        let values = numbers(c.occurrences.iter().map(|o| o.value));
        let low = numbers(c.occurrences.iter().map(|o| o.min));
        let high = numbers(c.occurrences.iter().map(|o| (o.max as usize).min(most)));
        let closed = if c.closed { "_closed" } else { "" };
        let scope = list(&scope);
        self.post(format!("global_cardinality_low_up{closed}({scope},{values},{low},{high})"))?;
        Ok(true)
    }

    fn inverse(&mut self, c: &Inverse) -> Result<bool, Refusal> {
        let (left, right) = (places(&c.left), places(&c.right));
        // Gecode takes no negative indices.
        let fits = are_distinct(&[&left[..], &right[..]].concat())
            && left.len() == right.len()
            && c.first_left.min(c.first_right) >= 0
            && is_small(c.first_left)
            && is_small(c.first_right);
        if self.globals != Globals::Gecode || !fits || left.is_empty() {
            return Ok(false);
        }
        let (left, right) = (list(&left), list(&right));
        let (first_left, first_right) = (c.first_left, c.first_right);
        self.post(format!("inverse_offsets({left},{first_right},{right},{first_left})"))?;
        Ok(true)
    }

    fn lexicographic(&mut self, c: &Lexicographic) -> Result<bool, Refusal> {
        let fits = c.left.len() == c.right.len() && !c.left.is_empty();
        if self.globals != Globals::Gecode || !fits {
            return Ok(false);
        }
        let order = if c.strict { "lt" } else { "lq" };
        let (left, right) = (list(&places(&c.left)), list(&places(&c.right)));
        self.post(format!("array_int_{order}({left},{right})"))?;
        Ok(true)
    }
}

fn places(scope: &[VarId]) -> Vec<usize> {
    scope.iter().map(|v| v.index()).collect()
}

/// Whether no variable occurs twice; Gecode refuses some constraints if one does.
fn are_distinct(scope: &[usize]) -> bool {
    scope.iter().collect::<BTreeSet<_>>().len() == scope.len()
}

/// Whether solvers read a number.
fn is_small(number: Value) -> bool {
    i64::from(number).abs() <= MAX_NUMBER
}

/// Writes an array of variables.
fn list(scope: &[usize]) -> String {
    let names: Vec<String> = scope.iter().map(|place| format!("x{place}")).collect();
    format!("[{}]", names.join(","))
}

/// Writes an array of numbers.
fn numbers<N: Display>(numbers: impl IntoIterator<Item = N>) -> String {
    let texts: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    format!("[{}]", texts.join(","))
}
