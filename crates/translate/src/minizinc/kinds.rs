//! The core kinds.

use std::collections::{BTreeSet, HashMap};

use parallax_model::ask::Refusal;
use parallax_model::{
    AllDifferent, Constraint, Domain, Element, Extremum, GlobalCardinality, Inverse, Lexicographic,
    Model, Table, Value, VarId,
};

use super::formula::Formula;
use super::{Minizinc, terms};

/// The place of a constraint: alone, or within another, where its truth counts. For truths the
/// libraries of solvers lack some predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    Alone,
    Within,
}

/// The number of expressions up to which their pairs are written one by one.
const FEW_PAIRED: usize = 4;

impl Minizinc {
    /// Returns the formula of a constraint.
    pub(super) fn constraint(
        &mut self,
        model: &Model,
        constraint: &Constraint,
    ) -> Result<Formula, Refusal> {
        match constraint {
            Constraint::Implies(c) => {
                let condition = self.equals(c.condition, 1);
                Ok(condition.implies(&self.kind(model, &c.then, Stands::Within)?))
            }
            Constraint::Global(c) => self.global(c),
            _ => self.kind(model, constraint, Stands::Alone),
        }
    }

    fn kind(
        &mut self,
        model: &Model,
        constraint: &Constraint,
        stands: Stands,
    ) -> Result<Formula, Refusal> {
        match constraint {
            Constraint::AllDifferent(c) => Ok(self.all_different(c, stands)),
            Constraint::GlobalCardinality(c) => self.cardinality(c, stands),
            Constraint::Linear(c) => {
                let operator = terms::operator(c.relation);
                Ok(Formula::atom(format!("{} {operator} {}", self.sum(&c.terms)?, c.constant)))
            }
            Constraint::Compare(c) => {
                let [left, right] = [c.left, c.right].map(|v| self.int(v));
                let offset = match c.offset {
                    0 => String::new(),
                    offset if offset < 0 => format!(" - {}", offset.unsigned_abs()),
                    offset => format!(" + {offset}"),
                };
                let operator = terms::operator(c.relation);
                Ok(Formula::atom(format!("{left} {operator} {right}{offset}")))
            }
            Constraint::Table(c) => Ok(self.model_table(c, stands)),
            Constraint::Element(c) => Ok(self.element(c)),
            Constraint::Lexicographic(c) => Ok(self.lexicographic(c)),
            Constraint::Extremum(c) => Ok(self.extremum(c)),
            Constraint::Product(c) => {
                let [left, right, result] = [c.left, c.right, c.result].map(|v| self.int(v));
                Ok(Formula::atom(format!("{left} * {right} = {result}")))
            }
            Constraint::Inverse(c) => Ok(self.inverse(c, stands)),
            Constraint::Clause(c) => Ok(Formula::any(c.atoms.iter().map(|atom| self.atom(atom)))),
            Constraint::Dimension(c) => self.dimension(model, c, stands),
            Constraint::Reify(c) => {
                let atom = self.atom(&c.atom);
                let own = &self.variables[c.truth.index()];
                Ok(if own.truth {
                    Formula::atom(own.identifier.clone()).iff(&atom)
                } else {
                    Formula::atom(format!("{} = bool2int({atom})", own.identifier))
                })
            }
            Constraint::Implies(_) | Constraint::Global(_) => self.constraint(model, constraint),
        }
    }

    fn all_different(&mut self, c: &AllDifferent, stands: Stands) -> Formula {
        if terms::repeats(&c.scope) {
            return Formula::constant(false);
        }
        let names = c.scope.iter().map(|&v| self.int(v)).collect();
        self.different(names, stands)
    }

    /// Returns the formula that no two expressions are equal.
    pub(super) fn different(&mut self, expressions: Vec<String>, stands: Stands) -> Formula {
        match expressions.len() {
            0 | 1 => Formula::constant(true),
            2..=FEW_PAIRED if stands == Stands::Within => {
                let pairs = expressions.iter().enumerate().flat_map(|(i, one)| {
                    expressions[..i]
                        .iter()
                        .map(move |other| Formula::atom(format!("{other} != {one}")))
                });
                Formula::all(pairs)
            }
            _ if stands == Stands::Within => Formula::with(
                &[format!("array[int] of var int: v_ = {}", terms::array(expressions))],
                "forall(i_, j_ in index_set(v_) where i_ < j_)(v_[i_] != v_[j_])",
            ),
            2 => Formula::atom(expressions.join(" != ")),
            _ => self.call("all_different", &terms::array(expressions)),
        }
    }

    fn cardinality(&mut self, c: &GlobalCardinality, stands: Stands) -> Result<Formula, Refusal> {
        let size = c.scope.len() as u64;
        let bounds = c.occurrences.iter().map(|o| (o.value, o.min, u64::from(o.max).min(size)));
        let bounds: Vec<(Value, u32, u64)> = bounds.collect();
        if bounds.iter().any(|&(_, min, max)| u64::from(min) > max) {
            return Ok(Formula::constant(false));
        }
        let list = self.list(&c.scope);
        let is_called = stands == Stands::Alone && !terms::repeats(&c.scope);
        if is_called && !c.scope.is_empty() && !bounds.is_empty() {
            let values = terms::array(bounds.iter().map(|bound| bound.0));
            let [low, high] = [
                terms::array(bounds.iter().map(|bound| bound.1)),
                terms::array(bounds.iter().map(|bound| bound.2)),
            ];
            let is_exact = low == high;
            let file = match (is_exact, c.closed) {
                (true, false) => "global_cardinality",
                (true, true) => "global_cardinality_closed",
                (false, false) => "global_cardinality_low_up",
                (false, true) => "global_cardinality_low_up_closed",
            };
            let counts = if is_exact { low } else { format!("{low}, {high}") };
            return Ok(self.call(file, &format!("{list}, {values}, {counts}")));
        }
        let mut parts = Vec::new();
        for &(value, min, max) in &bounds {
            if min == 0 && max == size {
                continue;
            }
            self.room(list.len())?;
            let count = format!("sum(v_ in {list})(bool2int(v_ = {value}))");
            let is_exact = u64::from(min) == max;
            let text = if is_exact {
                format!("{count} = {min}")
            } else {
                format!("{count} in {min}..{max}")
            };
            parts.push(Formula::atom(text));
        }
        if c.closed {
            let values = Domain::of(bounds.iter().map(|bound| bound.0));
            for &variable in &c.scope {
                parts.push(self.within(variable, &values)?);
            }
        }
        Ok(Formula::all(parts))
    }

    fn model_table(&mut self, c: &Table, stands: Stands) -> Formula {
        let names: Vec<String> = c.scope.iter().map(|&v| self.int(v)).collect();
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
        self.table(&names, rows.into_iter().collect(), c.forbidden, stands)
    }

    /// Returns the formula that expressions form one of the rows, or none of them.
    pub(super) fn table(
        &mut self,
        names: &[String],
        rows: Vec<Vec<Value>>,
        forbidden: bool,
        stands: Stands,
    ) -> Formula {
        if rows.is_empty() || names.is_empty() {
            return Formula::constant(rows.is_empty() == forbidden);
        }
        let cells = |row: &[Value], operator: &str| -> Vec<Formula> {
            let cell = |(name, value)| Formula::atom(format!("{name} {operator} {value}"));
            names.iter().zip(row).map(cell).collect()
        };
        if forbidden {
            return Formula::all(rows.iter().map(|row| Formula::any(cells(row, "!="))));
        }
        if stands == Stands::Within {
            return Formula::any(rows.iter().map(|row| Formula::all(cells(row, "="))));
        }
        if let [name] = names {
            let values = terms::commas(rows.into_iter().flatten());
            return Formula::atom(format!("{name} in {{{values}}}"));
        }
        let arguments = format!("{}, {}", terms::array(names), terms::rows(rows));
        self.call("table", &arguments)
    }

    fn element(&self, c: &Element) -> Formula {
        if c.array.is_empty() {
            return Formula::constant(false);
        }
        let array = terms::array_from(c.first.into(), c.array.len(), &self.list(&c.array));
        Formula::atom(format!("{array}[{}] = {}", self.int(c.index), self.int(c.result)))
    }

    fn lexicographic(&mut self, c: &Lexicographic) -> Formula {
        if c.left.is_empty() {
            return Formula::constant(!c.strict);
        }
        let arguments = format!("{}, {}", self.list(&c.left), self.list(&c.right));
        self.call(if c.strict { "lex_less" } else { "lex_lesseq" }, &arguments)
    }

    fn extremum(&self, c: &Extremum) -> Formula {
        if c.scope.is_empty() {
            return Formula::constant(false);
        }
        let which = if c.max { "max" } else { "min" };
        Formula::atom(format!("{} = {which}({})", self.int(c.result), self.list(&c.scope)))
    }

    fn inverse(&mut self, c: &Inverse, stands: Stands) -> Formula {
        if c.left.is_empty() {
            return Formula::constant(true);
        }
        let sides = [(c.first_left, &c.left), (c.first_right, &c.right)];
        let [left, right] = sides
            .map(|(first, side)| terms::array_from(first.into(), side.len(), &self.list(side)));
        let both: Vec<VarId> = c.left.iter().chain(&c.right).copied().collect();
        // Gecode's predicate takes no negative places.
        let is_called = c.first_left.min(c.first_right) >= 0 && !terms::repeats(&both);
        if stands == Stands::Alone && is_called {
            return self.call("inverse", &format!("{left}, {right}"));
        }
        let [from, to] = sides.map(|(first, side)| terms::places(first.into(), side.len()));
        Formula::with(
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
