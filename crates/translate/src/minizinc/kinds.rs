//! The core kinds.

use std::collections::{BTreeSet, HashMap};

use parallax_model::engine_api::PreparationError;
use parallax_model::{
    AllDifferent, Constraint, Domain, Element, Extremum, GlobalCardinality, Inverse, Lexicographic,
    Model, Table, Value, VarId,
};

use super::formula::MinizincFormula;
use super::{MinizincTranslation, terms};

/// The context of a constraint: alone, or within another, where its truth value counts. For truth
/// values, the libraries of solvers lack some predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConstraintContext {
    Alone,
    Within,
}

/// Maximum number of expressions whose pairs are written one by one.
const FEW_PAIRED: usize = 4;

impl MinizincTranslation {
    /// Returns the formula of a constraint.
    pub(super) fn constraint_formula(
        &mut self,
        model: &Model,
        constraint: &Constraint,
    ) -> Result<MinizincFormula, PreparationError> {
        match constraint {
            Constraint::Implies(c) => {
                let condition = self.equals_formula(c.condition, 1);
                Ok(condition.implies_formula(&self.kind_formula(
                    model,
                    &c.then,
                    ConstraintContext::Within,
                )?))
            }
            Constraint::Global(c) => self.global_formula(c),
            _ => self.kind_formula(model, constraint, ConstraintContext::Alone),
        }
    }

    fn kind_formula(
        &mut self,
        model: &Model,
        constraint: &Constraint,
        context: ConstraintContext,
    ) -> Result<MinizincFormula, PreparationError> {
        match constraint {
            Constraint::AllDifferent(c) => Ok(self.all_different(c, context)),
            Constraint::GlobalCardinality(c) => self.cardinality_formula(c, context),
            Constraint::Linear(c) => {
                let operator = terms::operator_text(c.relation);
                Ok(MinizincFormula::from_atom(format!(
                    "{} {operator} {}",
                    self.sum_text(&c.terms)?,
                    c.constant
                )))
            }
            Constraint::Compare(c) => {
                let [left, right] = [c.left, c.right].map(|v| self.integer_text(v));
                let offset = match c.offset {
                    0 => String::new(),
                    offset if offset < 0 => format!(" - {}", offset.unsigned_abs()),
                    offset => format!(" + {offset}"),
                };
                let operator = terms::operator_text(c.relation);
                Ok(MinizincFormula::from_atom(format!("{left} {operator} {right}{offset}")))
            }
            Constraint::Table(c) => Ok(self.model_table(c, context)),
            Constraint::Element(c) => Ok(self.element_formula(c)),
            Constraint::Lexicographic(c) => Ok(self.lexicographic_formula(c)),
            Constraint::Extremum(c) => Ok(self.extremum_formula(c)),
            Constraint::Product(c) => {
                let [left, right, result] =
                    [c.left, c.right, c.result].map(|v| self.integer_text(v));
                Ok(MinizincFormula::from_atom(format!("{left} * {right} = {result}")))
            }
            Constraint::Inverse(c) => Ok(self.inverse_formula(c, context)),
            Constraint::Clause(c) => {
                Ok(MinizincFormula::disjoin_all(c.atoms.iter().map(|atom| self.atom_formula(atom))))
            }
            Constraint::Dimension(c) => self.dimension_formula(model, c, context),
            Constraint::Reify(c) => {
                let atom = self.atom_formula(&c.atom);
                let own = &self.variables[c.truth.index()];
                Ok(if own.truth {
                    MinizincFormula::from_atom(own.identifier.clone()).iff_formula(&atom)
                } else {
                    MinizincFormula::from_atom(format!("{} = bool2int({atom})", own.identifier))
                })
            }
            Constraint::Implies(_) | Constraint::Global(_) => {
                self.constraint_formula(model, constraint)
            }
        }
    }

    fn all_different(&mut self, c: &AllDifferent, context: ConstraintContext) -> MinizincFormula {
        if terms::has_repeats(&c.scope) {
            return MinizincFormula::from_truth(false);
        }
        let names = c.scope.iter().map(|&v| self.integer_text(v)).collect();
        self.all_different_formula(names, context)
    }

    /// Returns the formula that no two expressions are equal.
    pub(super) fn all_different_formula(
        &mut self,
        expressions: Vec<String>,
        context: ConstraintContext,
    ) -> MinizincFormula {
        match expressions.len() {
            0 | 1 => MinizincFormula::from_truth(true),
            2..=FEW_PAIRED if context == ConstraintContext::Within => {
                let pairs = expressions.iter().enumerate().flat_map(|(i, one)| {
                    expressions[..i]
                        .iter()
                        .map(move |other| MinizincFormula::from_atom(format!("{other} != {one}")))
                });
                MinizincFormula::conjoin_all(pairs)
            }
            _ if context == ConstraintContext::Within => MinizincFormula::let_formula(
                &[format!("array[int] of var int: v_ = {}", terms::array_text(expressions))],
                "forall(i_, j_ in index_set(v_) where i_ < j_)(v_[i_] != v_[j_])",
            ),
            2 => MinizincFormula::from_atom(expressions.join(" != ")),
            _ => self.call_predicate("all_different", &terms::array_text(expressions)),
        }
    }

    fn cardinality_formula(
        &mut self,
        c: &GlobalCardinality,
        context: ConstraintContext,
    ) -> Result<MinizincFormula, PreparationError> {
        let size = c.scope.len() as u64;
        let bounds = c.occurrences.iter().map(|o| (o.value, o.min, u64::from(o.max).min(size)));
        let bounds: Vec<(Value, u32, u64)> = bounds.collect();
        if bounds.iter().any(|&(_, min, max)| u64::from(min) > max) {
            return Ok(MinizincFormula::from_truth(false));
        }
        let list = self.variable_array(&c.scope);
        // Within another constraint, or with a variable twice, the counts are spelled out as sums.
        let is_called = context == ConstraintContext::Alone && !terms::has_repeats(&c.scope);
        if is_called && !c.scope.is_empty() && !bounds.is_empty() {
            let values = terms::array_text(bounds.iter().map(|bound| bound.0));
            let [low, high] = [
                terms::array_text(bounds.iter().map(|bound| bound.1)),
                terms::array_text(bounds.iter().map(|bound| bound.2)),
            ];
            let is_exact = low == high;
            let file = match (is_exact, c.closed) {
                (true, false) => "global_cardinality",
                (true, true) => "global_cardinality_closed",
                (false, false) => "global_cardinality_low_up",
                (false, true) => "global_cardinality_low_up_closed",
            };
            let counts = if is_exact { low } else { format!("{low}, {high}") };
            return Ok(self.call_predicate(file, &format!("{list}, {values}, {counts}")));
        }
        let mut parts = Vec::new();
        for &(value, min, max) in &bounds {
            // Bounds of 0 and the number of variables exclude nothing.
            if min == 0 && max == size {
                continue;
            }
            self.reserve_bytes(list.len())?;
            let count = format!("sum(v_ in {list})(bool2int(v_ = {value}))");
            let is_exact = u64::from(min) == max;
            let text = if is_exact {
                format!("{count} = {min}")
            } else {
                format!("{count} in {min}..{max}")
            };
            parts.push(MinizincFormula::from_atom(text));
        }
        if c.closed {
            let values = Domain::from_values(bounds.iter().map(|bound| bound.0));
            for &variable in &c.scope {
                parts.push(self.membership_formula(variable, &values)?);
            }
        }
        Ok(MinizincFormula::conjoin_all(parts))
    }

    fn model_table(&mut self, c: &Table, context: ConstraintContext) -> MinizincFormula {
        let names: Vec<String> = c.scope.iter().map(|&v| self.integer_text(v)).collect();
        // A variable that has two columns keeps the first: rows in which they differ are those of
        // no assignment.
        let mut seen = HashMap::new();
        let first = |(place, &variable)| *seen.entry(variable).or_insert(place);
        let firsts: Vec<usize> = c.scope.iter().enumerate().map(first).collect();
        let columns: Vec<usize> = (0..c.scope.len()).filter(|&i| firsts[i] == i).collect();
        let is_possible =
            |row: &&Vec<Value>| firsts.iter().enumerate().all(|(i, &j)| row.get(i) == row.get(j));
        let rows: BTreeSet<Vec<Value>> = c
            .tuples
            .iter()
            .filter(is_possible)
            .map(|row| columns.iter().filter_map(|&i| row.get(i).copied()).collect())
            .collect();
        let names: Vec<String> = columns.into_iter().map(|i| names[i].clone()).collect();
        self.table_formula(&names, rows.into_iter().collect(), c.forbidden, context)
    }

    /// Returns the formula that expressions form one of the rows, or none of them.
    pub(super) fn table_formula(
        &mut self,
        names: &[String],
        rows: Vec<Vec<Value>>,
        forbidden: bool,
        context: ConstraintContext,
    ) -> MinizincFormula {
        if rows.is_empty() || names.is_empty() {
            return MinizincFormula::from_truth(rows.is_empty() == forbidden);
        }
        let cells = |row: &[Value], operator: &str| -> Vec<MinizincFormula> {
            let cell =
                |(name, value)| MinizincFormula::from_atom(format!("{name} {operator} {value}"));
            names.iter().zip(row).map(cell).collect()
        };
        if forbidden {
            return MinizincFormula::conjoin_all(
                rows.iter().map(|row| MinizincFormula::disjoin_all(cells(row, "!="))),
            );
        }
        if context == ConstraintContext::Within {
            return MinizincFormula::disjoin_all(
                rows.iter().map(|row| MinizincFormula::conjoin_all(cells(row, "="))),
            );
        }
        if let [name] = names {
            let values = terms::join_with_commas(rows.into_iter().flatten());
            return MinizincFormula::from_atom(format!("{name} in {{{values}}}"));
        }
        let arguments = format!("{}, {}", terms::array_text(names), terms::row_array(rows));
        self.call_predicate("table", &arguments)
    }

    fn element_formula(&self, c: &Element) -> MinizincFormula {
        if c.array.is_empty() {
            return MinizincFormula::from_truth(false);
        }
        let array =
            terms::array_from(c.first.into(), c.array.len(), &self.variable_array(&c.array));
        MinizincFormula::from_atom(format!(
            "{array}[{}] = {}",
            self.integer_text(c.index),
            self.integer_text(c.result)
        ))
    }

    fn lexicographic_formula(&mut self, c: &Lexicographic) -> MinizincFormula {
        if c.left.is_empty() {
            return MinizincFormula::from_truth(!c.strict);
        }
        let arguments =
            format!("{}, {}", self.variable_array(&c.left), self.variable_array(&c.right));
        self.call_predicate(if c.strict { "lex_less" } else { "lex_lesseq" }, &arguments)
    }

    fn extremum_formula(&self, c: &Extremum) -> MinizincFormula {
        if c.scope.is_empty() {
            return MinizincFormula::from_truth(false);
        }
        let which = if c.max { "max" } else { "min" };
        MinizincFormula::from_atom(format!(
            "{} = {which}({})",
            self.integer_text(c.result),
            self.variable_array(&c.scope)
        ))
    }

    fn inverse_formula(&mut self, c: &Inverse, context: ConstraintContext) -> MinizincFormula {
        if c.left.is_empty() {
            return MinizincFormula::from_truth(true);
        }
        let sides = [(c.first_left, &c.left), (c.first_right, &c.right)];
        let [left, right] = sides.map(|(first, side)| {
            terms::array_from(first.into(), side.len(), &self.variable_array(side))
        });
        let both: Vec<VarId> = c.left.iter().chain(&c.right).copied().collect();
        // Gecode's predicate takes no negative places.
        let is_called = c.first_left.min(c.first_right) >= 0 && !terms::has_repeats(&both);
        if context == ConstraintContext::Alone && is_called {
            return self.call_predicate("inverse", &format!("{left}, {right}"));
        }
        let [from, to] = sides.map(|(first, side)| terms::place_range(first.into(), side.len()));
        MinizincFormula::let_formula(
            &[
                format!("array[{from}] of var int: l_ = {left}"),
                format!("array[{to}] of var int: r_ = {right}"),
            ],
            &format!(
                "forall(i_ in {from})(l_[i_] in {to}) /\\ forall(j_ in {to})(r_[j_] in {from}) /\\ \
                 forall(i_ in {from}, j_ in {to})(l_[i_] = j_ <-> r_[j_] = i_)"
            ),
        )
    }
}
