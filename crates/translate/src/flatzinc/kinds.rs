//! The kinds of constraints that FlatZinc, or the solver that reads it, has.

use std::collections::BTreeSet;
use std::fmt::Display;

use parallax_encodings::{ArithmeticRelation, AtomOp};
use parallax_model::engine_api::PreparationError;
use parallax_model::{
    Constraint, Element, Extremum, GlobalCardinality, Inverse, Lexicographic, Reify, Table, Value,
    VarId,
};

use super::sums::FlatzincSum;
use super::{FlatzincGlobals, FlatzincLiteral, FlatzincTranslation, MAX_NUMBER};
use crate::{GLOBAL_REFUSAL, encoding_atom};

impl FlatzincTranslation {
    /// Posts a constraint of FlatZinc; returns false if the kind has no counterpart there.
    pub(super) fn post_native(
        &mut self,
        constraint: &Constraint,
    ) -> Result<bool, PreparationError> {
        match constraint {
            Constraint::AllDifferent(c) => {
                self.all_different(&variable_places(&c.scope)).map(|()| true)
            }
            Constraint::Element(c) => self.post_element(c),
            Constraint::Extremum(c) => self.post_extremum(c),
            Constraint::Reify(c) => self.post_reify(c).map(|()| true),
            Constraint::Table(c) => self.post_table(c),
            Constraint::GlobalCardinality(c) => self.post_cardinality(c),
            Constraint::Inverse(c) => self.post_inverse(c),
            Constraint::Lexicographic(c) => self.post_lexicographic(c),
            Constraint::Global(_) => Err(PreparationError::Unsupported(GLOBAL_REFUSAL.into())),
            _ => Ok(false),
        }
    }

    /// Requires that all of these differ.
    pub(super) fn all_different(&mut self, scope: &[usize]) -> Result<(), PreparationError> {
        if !are_distinct(scope) {
            return self.post_clause(&[]);
        }
        if self.globals == FlatzincGlobals::Gecode && scope.len() > 2 {
            return self.post_constraint(format!("all_different_int({})", variable_array(scope)));
        }
        for (i, &one) in scope.iter().enumerate() {
            for &other in &scope[i + 1..] {
                // Without a global constraint, or for two variables, each pair differs.
                let difference = FlatzincSum::from_terms([(1, one), (-1, other)], 0)?;
                self.post_relation(ArithmeticRelation::Ne, &difference)?;
            }
        }
        Ok(())
    }

    fn post_element(&mut self, c: &Element) -> Result<bool, PreparationError> {
        if c.array.is_empty() {
            return Ok(false);
        }
        // Arrays begin with 1.
        let index = FlatzincSum::from_terms([(1, c.index.index())], 1 - i64::from(c.first))?;
        let index = self.sum_variable(&index)?;
        let (array, result) = (variable_array(&variable_places(&c.array)), c.result.index());
        self.post_constraint(format!("array_var_int_element(x{index},{array},x{result})"))?;
        Ok(true)
    }

    fn post_extremum(&mut self, c: &Extremum) -> Result<bool, PreparationError> {
        if c.scope.is_empty() {
            return Ok(false);
        }
        let which = if c.max { "maximum" } else { "minimum" };
        let (result, scope) = (c.result.index(), variable_array(&variable_places(&c.scope)));
        self.post_constraint(format!("array_int_{which}(x{result},{scope})"))?;
        Ok(true)
    }

    fn post_reify(&mut self, c: &Reify) -> Result<(), PreparationError> {
        let (op, value) = encoding_atom(&c.atom);
        let relation = match op {
            AtomOp::Eq => ArithmeticRelation::Eq,
            AtomOp::Ne => ArithmeticRelation::Ne,
            AtomOp::Le => ArithmeticRelation::Le,
            AtomOp::Ge => ArithmeticRelation::Ge,
        };
        let sum = FlatzincSum::from_terms([(1, c.atom.variable.index())], -i64::from(value))?;
        let truth = c.truth.index();
        match self.relation_literal(relation, &sum)? {
            FlatzincLiteral::Var(variable, true) => {
                self.post_constraint(format!("bool2int(b{variable},x{truth})"))
            }
            lit => {
                let chosen = self.choice_sum(lit, -1, 0)?;
                self.post_relation(
                    ArithmeticRelation::Eq,
                    &chosen.add_sum(&FlatzincSum::from_terms([(1, truth)], 0)?)?,
                )
            }
        }
    }

    /// Posts the allowed tuples as a table, or by the number of one of them.
    fn post_table(&mut self, c: &Table) -> Result<bool, PreparationError> {
        if c.forbidden || c.scope.is_empty() {
            return Ok(false);
        }
        // A row that occurs twice has one number here, so that a solution is found once.
        let scope = variable_places(&c.scope);
        let ends: Vec<[i64; 2]> =
            scope.iter().map(|&x| [self.ints[x].low, self.ints[x].high]).collect();
        // Rows beyond the bounds of a variable are left out: they are in no solution, and may have
        // numbers that solvers do not read.
        let fits =
            |value: &Value, ends: &[i64; 2]| (ends[0]..=ends[1]).contains(&i64::from(*value));
        let possible =
            |row: &&Vec<Value>| row.iter().zip(&ends).all(|(value, ends)| fits(value, ends));
        let rows: BTreeSet<&Vec<Value>> = c.tuples.iter().filter(possible).collect();
        if rows.is_empty() {
            return self.post_clause(&[]).map(|()| true);
        }
        if self.globals == FlatzincGlobals::Gecode && are_distinct(&scope) {
            let cells: Vec<&Value> = rows.into_iter().flatten().collect();
            let (scope, cells) = (variable_array(&scope), number_array(cells));
            self.post_constraint(format!("gecode_table_int({scope},{cells})"))?;
            return Ok(true);
        }
        // The rows differ, so the values determine the number of their row, and a solution is found
        // once.
        let row = self.new_int(1, rows.len() as i128)?;
        for (column, variable) in scope.into_iter().enumerate() {
            let column = number_array(rows.iter().map(|row| row[column]));
            self.post_constraint(format!("array_int_element(x{row},{column},x{variable})"))?;
        }
        Ok(true)
    }

    fn post_cardinality(&mut self, c: &GlobalCardinality) -> Result<bool, PreparationError> {
        let scope = variable_places(&c.scope);
        if self.globals != FlatzincGlobals::Gecode
            || !are_distinct(&scope)
            || scope.is_empty()
            || c.occurrences.is_empty()
            || c.occurrences.iter().any(|o| !fits_flatzinc_int(o.value))
        {
            return Ok(false);
        }
        let most = scope.len();
        if c.occurrences.iter().any(|o| o.min > o.max || o.min as usize > most) {
            return self.post_clause(&[]).map(|()| true);
        }
        let values = number_array(c.occurrences.iter().map(|o| o.value));
        let low = number_array(c.occurrences.iter().map(|o| o.min));
        // More occurrences than variables are impossible; a smaller number is one that Gecode
        // reads.
        let high = number_array(c.occurrences.iter().map(|o| (o.max as usize).min(most)));
        let closed = if c.closed { "_closed" } else { "" };
        let scope = variable_array(&scope);
        self.post_constraint(format!(
            "global_cardinality_low_up{closed}({scope},{values},{low},{high})"
        ))?;
        Ok(true)
    }

    fn post_inverse(&mut self, c: &Inverse) -> Result<bool, PreparationError> {
        let (left, right) = (variable_places(&c.left), variable_places(&c.right));
        // Gecode takes no negative indices.
        let fits = are_distinct(&[&left[..], &right[..]].concat())
            && left.len() == right.len()
            && c.first_left.min(c.first_right) >= 0
            && fits_flatzinc_int(c.first_left)
            && fits_flatzinc_int(c.first_right);
        if self.globals != FlatzincGlobals::Gecode || !fits || left.is_empty() {
            return Ok(false);
        }
        let (left, right) = (variable_array(&left), variable_array(&right));
        let (first_left, first_right) = (c.first_left, c.first_right);
        self.post_constraint(format!(
            "inverse_offsets({left},{first_right},{right},{first_left})"
        ))?;
        Ok(true)
    }

    fn post_lexicographic(&mut self, c: &Lexicographic) -> Result<bool, PreparationError> {
        let fits = c.left.len() == c.right.len() && !c.left.is_empty();
        if self.globals != FlatzincGlobals::Gecode || !fits {
            return Ok(false);
        }
        let order = if c.strict { "lt" } else { "lq" };
        let (left, right) =
            (variable_array(&variable_places(&c.left)), variable_array(&variable_places(&c.right)));
        self.post_constraint(format!("array_int_{order}({left},{right})"))?;
        Ok(true)
    }
}

fn variable_places(scope: &[VarId]) -> Vec<usize> {
    scope.iter().map(|v| v.index()).collect()
}

/// Whether no variable occurs twice; Gecode refuses some constraints if one does.
fn are_distinct(scope: &[usize]) -> bool {
    scope.iter().collect::<BTreeSet<_>>().len() == scope.len()
}

/// Whether solvers read a number.
fn fits_flatzinc_int(number: Value) -> bool {
    i64::from(number).abs() <= MAX_NUMBER
}

/// Writes an array of variables.
fn variable_array(scope: &[usize]) -> String {
    let names: Vec<String> = scope.iter().map(|place| format!("x{place}")).collect();
    format!("[{}]", names.join(","))
}

/// Writes an array of numbers.
fn number_array<N: Display>(numbers: impl IntoIterator<Item = N>) -> String {
    let texts: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    format!("[{}]", texts.join(","))
}
