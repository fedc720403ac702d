//! The definition of a model, constraint by constraint.

use std::collections::HashMap;
use std::fmt::Write as _;

use parallax_certificates::{Atom, CheckerModel, Constraint, Relation, Value, Variable};
use parallax_model::engine_api::{Control, StopReason};

use crate::proofs::veripb::symbols::{DefinitionLiteral, DefinitionSymbol, DefinitionTruth};

/// The reason why there is no definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VeripbDefinitionError {
    /// A variable has too many values.
    #[error("the pseudo-Boolean definition is too large: variable {variable} has {values} values")]
    Values {
        /// The number of the variable.
        variable: Variable,
        /// The number of its values.
        values: usize,
    },
    /// A product has too many pairs of factors.
    #[error(
        "the pseudo-Boolean definition is too large: constraint {constraint} has {pairs} pairs of \
         factors"
    )]
    Pairs {
        /// The number of the constraint.
        constraint: usize,
        /// The number of pairs.
        pairs: usize,
    },
    /// The text has too many bytes.
    #[error("the pseudo-Boolean definition is too large: more than {0} bytes")]
    Bytes(usize),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Maximum number of bytes of a definition; tests have less memory.
pub(super) const MAX_DEFINITION_BYTES: usize = if cfg!(test) { 1 << 24 } else { 1 << 30 };

/// Maximum number of values of a variable: each has a literal.
const MOST_VALUES: usize = 1 << 16;

/// The number of a line, from 1, as VeriPB counts.
pub(in crate::proofs::veripb) type Id = u64;

/// A definition, and the numbers of the lines that proofs add up.
pub struct PseudoBooleanDefinition<'m> {
    pub(in crate::proofs::veripb) model: &'m CheckerModel,
    pub(in crate::proofs::veripb) text: String,
    pub(in crate::proofs::veripb) lines: Id,
    /// The variables that have literals for bounds.
    ordered: Vec<bool>,
    pub(in crate::proofs::veripb) hidden: usize,
    /// For each variable, the line "it has a value"; the next line is "it has no two values".
    pub(in crate::proofs::veripb) value_lines: Vec<Id>,
    /// For a constraint and a value or class, the line of its maximum number of occurrences.
    pub(in crate::proofs::veripb) max_lines: HashMap<(usize, Value), Id>,
    /// For a constraint and a value or class, the line of its minimum number of occurrences.
    pub(in crate::proofs::veripb) min_lines: HashMap<(usize, Value), Id>,
    /// For a constraint and the place of a variable, its classes and their literals.
    pub(in crate::proofs::veripb) classes: HashMap<(usize, usize), Vec<(usize, DefinitionLiteral)>>,
    /// For a constraint and the place of a variable, the line "it has a class".
    pub(in crate::proofs::veripb) some_class: HashMap<(usize, usize), Id>,
    /// For a constraint "all classes equal or all different": the literal of "all equal".
    pub(in crate::proofs::veripb) all_equal: HashMap<usize, DefinitionLiteral>,
    /// For an inverse and a pair of places: `left[i] = j` implies `right[j] = i`.
    pub(in crate::proofs::veripb) inverse_lines: HashMap<(usize, usize, usize), Id>,
    /// The pairs of factors of a product, if they are too many.
    pub(super) pairs: Option<usize>,
}

impl<'m> PseudoBooleanDefinition<'m> {
    /// Defines a model, without its objective.
    ///
    /// # Errors
    /// If the definition is too large, or a limit is reached.
    pub fn new(model: &'m CheckerModel, control: &Control) -> Result<Self, VeripbDefinitionError> {
        let mut definition = PseudoBooleanDefinition {
            model,
            text: String::new(),
            lines: 0,
            ordered: vec![false; model.variables.len()],
            hidden: 0,
            value_lines: Vec::new(),
            max_lines: HashMap::new(),
            min_lines: HashMap::new(),
            classes: HashMap::new(),
            some_class: HashMap::new(),
            all_equal: HashMap::new(),
            inverse_lines: HashMap::new(),
            pairs: None,
        };
        for variable in 0..model.variables.len() {
            control.check_stop().map_err(VeripbDefinitionError::Stopped)?;
            let values = definition.domain_values(variable).len();
            if values > MOST_VALUES {
                return Err(VeripbDefinitionError::Values { variable, values });
            }
            definition.define_domain(variable);
            definition.check_size()?;
        }
        for (number, constraint) in model.constraints.iter().enumerate() {
            control.check_stop().map_err(VeripbDefinitionError::Stopped)?;
            let _ = writeln!(definition.text, "* constraint {number}");
            definition.define_constraint(&mut Vec::new(), number, constraint);
            if let Some(pairs) = definition.pairs {
                return Err(VeripbDefinitionError::Pairs { constraint: number, pairs });
            }
            definition.check_size()?;
        }
        for &(_, variable) in model.objective.iter().flat_map(|objective| &objective.terms.0) {
            definition.define_order(variable);
            definition.check_size()?;
        }
        Ok(definition)
    }

    /// Fails if the text is too large; [`append_sum`](Self::append_sum) drops lines beyond that.
    fn check_size(&self) -> Result<(), VeripbDefinitionError> {
        let fits = self.text.len() <= MAX_DEFINITION_BYTES;
        fits.then_some(()).ok_or(VeripbDefinitionError::Bytes(MAX_DEFINITION_BYTES))
    }

    /// Writes the definition as OPB. With its objective, it is for other programs; without, proofs
    /// of contradictions can refer to it.
    #[must_use]
    pub fn write_opb(&self, objective: bool) -> String {
        let mut head =
            format!("* #variable= {} #constraint= {}\n", self.variable_count(), self.lines);
        for (number, variable) in self.model.variables.iter().enumerate() {
            let name: String =
                variable.name.chars().filter(|character| !character.is_control()).collect();
            let hidden = if variable.shown { "" } else { " (hidden)" };
            let _ = writeln!(head, "* {number} is {name}{hidden}");
        }
        if let (true, Some(goal)) = (objective, &self.model.objective) {
            let sign = if goal.minimize { 1 } else { -1 };
            let terms = goal.terms.0.iter().map(|&(factor, v)| (sign * i128::from(factor), v));
            let (terms, constant) = self.weigh_bounds(terms);
            let sign = if goal.minimize { "" } else { "minus " };
            let _ = writeln!(head, "* the objective is {sign}the sum plus {constant}");
            head.push_str("min:");
            terms.iter().for_each(|(factor, lit)| {
                let _ = write!(head, " {factor} {lit}");
            });
            head.push_str(" ;\n");
        }
        head.push_str(&self.text);
        head
    }

    pub(super) fn variable_count(&self) -> usize {
        let sizes = self.model.variables.iter().zip(&self.ordered);
        let size = |(variable, &ordered): (&parallax_certificates::CheckerVariable, &bool)| {
            variable.domain.len()
                + if ordered { variable.domain.len().saturating_sub(1) } else { 0 }
        };
        sizes.map(size).sum::<usize>() + self.hidden
    }

    pub(super) fn domain_values(&self, variable: Variable) -> &'m [Value] {
        &self.model.variables[variable].domain
    }

    /// Appends "the sum is at least `least` if all guards are true"; `None` if that always holds.
    pub(super) fn append_sum(
        &mut self,
        guards: &[DefinitionLiteral],
        terms: &[(i128, DefinitionLiteral)],
        least: i128,
    ) -> Option<Id> {
        let lowest: i128 = terms.iter().map(|term| term.0.min(0)).sum();
        if least <= lowest || self.text.len() > MAX_DEFINITION_BYTES {
            return None;
        }
        for &(factor, lit) in terms {
            let _ = write!(self.text, "{factor} {lit} ");
        }
        for &guard in guards {
            // The terms alone reach `lowest`, so a false guard with this coefficient satisfies the
            // line.
            let _ = write!(self.text, "{} {} ", least - lowest, !guard);
        }
        let _ = writeln!(self.text, ">= {least} ;");
        self.lines += 1;
        Some(self.lines)
    }

    /// Appends a clause that holds if all guards are true.
    pub(super) fn append_clause(
        &mut self,
        guards: &[DefinitionLiteral],
        truths: impl IntoIterator<Item = DefinitionTruth>,
    ) -> Option<Id> {
        let mut terms = Vec::new();
        for truth in truths {
            match truth {
                DefinitionTruth::Known(true) => return None,
                DefinitionTruth::Known(false) => {}
                DefinitionTruth::Open(lit) => terms.push((1, lit)),
            }
        }
        self.append_sum(guards, &terms, 1)
    }

    /// Appends a contradiction if all guards are true.
    pub(super) fn append_contradiction(&mut self, guards: &[DefinitionLiteral]) {
        self.append_clause(guards, []);
    }

    pub(super) fn new_hidden(&mut self) -> DefinitionLiteral {
        self.hidden += 1;
        DefinitionSymbol::Hidden(self.hidden).into()
    }

    /// Defines one literal for each value, exactly one of which is true.
    fn define_domain(&mut self, variable: Variable) {
        let values = self.domain_values(variable);
        let is = |&value: &Value| DefinitionLiteral::from(DefinitionSymbol::Is(variable, value));
        let terms: Vec<(i128, DefinitionLiteral)> =
            values.iter().map(|value| (1, is(value))).collect();
        // The next line has this number, and the one after it is "no two values".
        self.value_lines.push(self.lines + 1);
        self.append_sum(&[], &terms, 1);
        // With a single value the second line always holds, but the numbers of lines rely on it.
        for value in values {
            let _ = write!(self.text, "-1 {} ", is(value));
        }
        self.text.push_str(">= -1 ;\n");
        self.lines += 1;
    }

    /// Whether a variable has literals for bounds.
    pub(in crate::proofs::veripb) fn is_ordered(&self, variable: Variable) -> bool {
        self.ordered[variable]
    }

    /// Gives a variable literals for bounds.
    pub(in crate::proofs::veripb) fn define_order(&mut self, variable: Variable) {
        if std::mem::replace(&mut self.ordered[variable], true) {
            return;
        }
        let values = self.domain_values(variable);
        for (index, &value) in values.iter().enumerate() {
            let bound = self.at_least(variable, value);
            let next = values
                .get(index + 1)
                .map_or(DefinitionTruth::Known(false), |&v| self.at_least(variable, v));
            let is = self.value_truth(variable, value);
            // A bound implies the one below it, and a value is reached if its bound is and the next
            // is not.
            self.append_clause(&[], [!next, bound]);
            self.append_clause(&[], [!is, bound]);
            self.append_clause(&[], [!is, !next]);
            self.append_clause(&[], [!bound, next, is]);
        }
    }

    /// Returns the truth value of "the variable has this value".
    pub(in crate::proofs::veripb) fn value_truth(
        &self,
        variable: Variable,
        value: Value,
    ) -> DefinitionTruth {
        match self.domain_values(variable).binary_search(&value) {
            Ok(_) => DefinitionTruth::Open(DefinitionSymbol::Is(variable, value).into()),
            Err(_) => DefinitionTruth::Known(false),
        }
    }

    /// Returns the truth value of "the variable, which [has an order](Self::define_order), has at
    /// least this value".
    pub(in crate::proofs::veripb) fn at_least(
        &self,
        variable: Variable,
        value: impl Into<i128>,
    ) -> DefinitionTruth {
        let (values, value) = (self.domain_values(variable), value.into());
        match values.partition_point(|&listed| i128::from(listed) < value) {
            0 => DefinitionTruth::Known(true),
            index => values.get(index).map_or(DefinitionTruth::Known(false), |&listed| {
                DefinitionTruth::Open(DefinitionSymbol::Least(variable, listed).into())
            }),
        }
    }

    /// Returns the truth value of an atom.
    fn atom_truth(&mut self, Atom { variable, relation, value }: &Atom) -> DefinitionTruth {
        let (variable, value) = (*variable, *value);
        if !matches!(relation, Relation::Eq | Relation::Ne) {
            self.define_order(variable);
        }
        let next = i128::from(value) + 1;
        match relation {
            Relation::Eq => self.value_truth(variable, value),
            Relation::Ne => !self.value_truth(variable, value),
            Relation::Ge => self.at_least(variable, value),
            Relation::Lt => !self.at_least(variable, value),
            Relation::Gt => self.at_least(variable, next),
            Relation::Le => !self.at_least(variable, next),
        }
    }

    /// Defines a constraint that holds if all guards are true.
    fn define_constraint(
        &mut self,
        guards: &mut Vec<DefinitionLiteral>,
        number: usize,
        constraint: &Constraint,
    ) {
        match constraint {
            Constraint::AllDifferent { scope } => self.all_different(guards, number, scope),
            Constraint::Cardinality { scope, occurrences, closed } => {
                self.define_cardinality(guards, number, scope, occurrences, *closed);
            }
            Constraint::Dimension { scope, dimension, relation } => {
                self.define_dimension(guards, number, scope, dimension, relation);
            }
            Constraint::Linear { terms, relation, constant } => {
                self.define_linear(guards, terms, *relation, *constant);
            }
            &Constraint::Product { left, right, result } => {
                self.define_product(guards, left, right, result);
            }
            &Constraint::Compare { left, relation, right, offset } => {
                self.define_compare(guards, left, relation, right, offset);
            }
            Constraint::Lexicographic { left, right, strict } => {
                self.define_lexicographic(guards, left, right, *strict);
            }
            Constraint::Extremum { result, scope, max } => {
                self.define_extremum(guards, *result, scope, *max);
            }
            Constraint::Table { scope, tuples, forbidden } => {
                self.define_table(guards, scope, tuples, *forbidden);
            }
            Constraint::Element { index, array, result, first } => {
                self.define_element(guards, *index, array, *result, *first);
            }
            Constraint::Inverse { left, right, first_left, first_right } => {
                self.define_inverse(guards, number, (left, *first_left), (right, *first_right));
            }
            Constraint::Clause { atoms } => {
                let truths: Vec<DefinitionTruth> =
                    atoms.iter().map(|atom| self.atom_truth(atom)).collect();
                self.append_clause(guards, truths);
            }
            Constraint::Regular { scope, automaton } => {
                self.define_regular(guards, scope, automaton);
            }
            Constraint::Reify { truth, atom } => self.define_reify(guards, *truth, atom),
            Constraint::Implies { condition, then } => {
                // A condition that cannot be 1 makes the constraint true.
                if let DefinitionTruth::Open(lit) = self.value_truth(*condition, 1) {
                    guards.push(lit);
                    self.define_constraint(guards, number, then);
                    guards.pop();
                }
            }
        }
    }

    fn define_reify(&mut self, guards: &[DefinitionLiteral], truth: Variable, atom: &Atom) {
        let atom = self.atom_truth(atom);
        let [yes, no] = [1, 0].map(|value| self.value_truth(truth, value));
        self.append_clause(guards, [!atom, yes]);
        self.append_clause(guards, [atom, no]);
        for &value in self.domain_values(truth).iter().filter(|value| !(0..=1).contains(*value)) {
            self.append_clause(guards, [!self.value_truth(truth, value)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use parallax_certificates::{CheckerVariable, Objective, Terms};

    use super::*;

    #[test]
    fn domains_and_orders_are_part_of_the_size() {
        let variable = |values: Value| CheckerVariable {
            name: "x".into(),
            domain: (0..values).collect(),
            shown: true,
        };
        let define = |number: usize, values: Value, is_objective: bool| {
            let terms = Terms((0..number).map(|variable| (1, variable)).collect());
            let model = CheckerModel {
                variables: vec![variable(values); number],
                constraints: Vec::new(),
                objective: is_objective.then_some(Objective { terms, minimize: true }),
            };
            PseudoBooleanDefinition::new(&model, &Control::unlimited()).map(|_| ()).err()
        };
        let refusal = Some(VeripbDefinitionError::Bytes(MAX_DEFINITION_BYTES));
        assert_eq!(define(20, 60_000, false), refusal);
        assert_eq!(define(4, 60_000, false), None);
        assert_eq!(define(4, 60_000, true), refusal);
    }
}
