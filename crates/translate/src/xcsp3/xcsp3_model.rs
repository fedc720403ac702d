//! The XCSP3 of a model.

use std::collections::HashMap;
use std::fmt::Write as _;

use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{
    DimensionId, Domain, Given, Kind, LinearTerm, Model, Objective, ObjectiveSense, Value, VarId,
};

/// A model in XCSP3, with the constraints of a question.
pub struct Xcsp3Translation {
    /// The name of each variable of the model.
    pub(super) names: Vec<String>,
    /// The domain of each variable: those of the model come first.
    pub(super) domains: Vec<Domain>,
    pub(super) shown: Vec<usize>,
    pub(super) objective: Option<Objective>,
    /// The constraints, as elements.
    pub(super) constraints: Vec<String>,
    /// The class variables, by variable and dimension.
    pub(super) classes: HashMap<(VarId, DimensionId), usize>,
    pub(super) question: Xcsp3Question,
    bytes: usize,
    pub(super) most: usize,
}

/// The constraints of a question.
#[derive(Default)]
pub(super) struct Xcsp3Question {
    pub(super) givens: Vec<Given>,
    /// The shown parts of solutions that are forbidden.
    pub(super) forbidden: Vec<Vec<Value>>,
    /// The greatest cost.
    pub(super) bound: Option<i64>,
}

/// Maximum number of values of a variable that are written as a list of classes.
const MAX_LISTED: u64 = 1 << 20;

/// Constraints between two checks of the clock.
const POLL_EVERY: usize = 64;

impl Xcsp3Translation {
    /// Translates a model in its plain or its global form.
    ///
    /// # Errors
    /// Returns unsupported for a constraint that XCSP3-core does not have, or the limit that
    /// `control` reached.
    pub fn from_model(model: &Model, control: &Control) -> Result<Self, PreparationError> {
        let mut written = Xcsp3Translation {
            names: model.variables().iter().map(|v| v.name.to_string()).collect(),
            domains: model.variables().iter().map(|v| v.domain.clone()).collect(),
            shown: model.shown().iter().map(|v| v.index()).collect(),
            objective: model.objective().cloned(),
            constraints: Vec::new(),
            classes: HashMap::new(),
            question: Xcsp3Question::default(),
            bytes: 0,
            most: control.formula_bytes(),
        };
        for (place, posted) in model.constraints().iter().enumerate() {
            if place % POLL_EVERY == 0 {
                control.check_stop()?;
            }
            written.write_constraint(model, &posted.constraint).map_err(|why| match why {
                PreparationError::Unsupported(why) => PreparationError::Unsupported(format!(
                    "XCSP3 has no form for '{}': {why}",
                    posted.constraint.description(model)
                )),
                other => other,
            })?;
        }
        Ok(written)
    }

    /// Starts a question: forgets the last one.
    pub fn start_question(&mut self, givens: &[Given]) {
        self.question = Xcsp3Question { givens: givens.to_vec(), ..Xcsp3Question::default() };
    }

    /// Forbids the shown part of a solution.
    pub fn forbid_solution(&mut self, values: &[Value]) {
        let part = self.shown.iter().map(|&place| values[place]).collect();
        self.question.forbidden.push(part);
    }

    /// Requires a cost of at most this number. The cost is the objective, negated if it is
    /// maximised.
    pub fn demand_cost(&mut self, bound: i64) {
        self.question.bound = Some(bound);
    }

    /// Returns the number of variables of the model.
    #[must_use]
    pub fn variable_count(&self) -> usize {
        self.names.len()
    }

    /// Returns the numbers of variables and of constraints that are written.
    #[must_use]
    pub fn sizes(&self) -> [usize; 2] {
        [self.domains.len(), self.constraints.len()]
    }

    /// Returns the least value of a variable, for one whose value does not matter; `None` if it has
    /// none.
    #[must_use]
    pub fn least_value(&self, place: usize) -> Option<Value> {
        self.domains.get(place).and_then(Domain::min)
    }

    pub(super) fn add_element(&mut self, text: String) -> Result<(), PreparationError> {
        self.bytes = self.bytes.saturating_add(text.len());
        if self.bytes > self.most {
            return Err(StopReason::Memory.into());
        }
        self.constraints.push(text);
        Ok(())
    }

    /// Adds a variable.
    pub(super) fn add_hidden(&mut self, domain: Domain) -> usize {
        self.domains.push(domain);
        self.domains.len() - 1
    }

    /// Writes a constraint that nothing satisfies.
    pub(super) fn write_contradiction(&mut self) -> Result<(), PreparationError> {
        if self.domains.is_empty() {
            self.add_hidden(Domain::boolean());
        }
        self.add_element("<intension> lt(x0,x0) </intension>".into())
    }

    /// Returns the variable of the class of another, with the constraint that ties them.
    pub(super) fn value_class_variable(
        &mut self,
        model: &Model,
        of: VarId,
        dimension: DimensionId,
    ) -> Result<usize, PreparationError> {
        if let Some(&known) = self.classes.get(&(of, dimension)) {
            return Ok(known);
        }
        let domain = model.domain(of);
        if domain.len() > MAX_LISTED {
            return Err(PreparationError::Unsupported("too many values with classes".into()));
        }
        let class = |value: Value| model.dimension(dimension).class_of_value(value);
        // Values without a class have no row, so the table forbids them.
        let rows: Vec<Vec<Value>> = domain
            .iter()
            .filter_map(|value| Some(vec![value, Value::try_from(class(value)?).ok()?]))
            .collect();
        let classes = Domain::from_values(rows.iter().map(|row| row[1]));
        if rows.is_empty() {
            self.write_contradiction()?;
        }
        let variable = self.add_hidden(if rows.is_empty() { Domain::boolean() } else { classes });
        if !rows.is_empty() {
            self.write_table(&[of.index(), variable], &rows, false)?;
        }
        self.classes.insert((of, dimension), variable);
        Ok(variable)
    }
}

/// Returns the names of these variables, separated by blanks.
pub(super) fn join_names(places: impl IntoIterator<Item = usize>) -> String {
    let mut text = String::new();
    for place in places {
        let _ = write!(text, "x{place} ");
    }
    text
}

/// Returns numbers separated by blanks.
pub(super) fn join_numbers<N: std::fmt::Display>(list: impl IntoIterator<Item = N>) -> String {
    let mut text = String::new();
    for number in list {
        let _ = write!(text, "{number} ");
    }
    text
}

pub(super) fn variable_places(scope: &[VarId]) -> impl Iterator<Item = usize> {
    scope.iter().map(|v| v.index())
}

/// Returns the terms as coefficients of variables, each variable once.
pub(super) fn merge_terms(terms: &[LinearTerm]) -> Result<Vec<(i64, usize)>, PreparationError> {
    let mut all: Vec<(i64, usize)> = Vec::with_capacity(terms.len());
    let mut sorted: Vec<&LinearTerm> = terms.iter().collect();
    sorted.sort_by_key(|term| term.variable);
    for term in sorted {
        match all.last_mut() {
            Some((coefficient, place)) if *place == term.variable.index() => {
                let sum = coefficient.checked_add(term.coefficient);
                *coefficient = sum.ok_or_else(|| {
                    PreparationError::Unsupported("a coefficient is too large".into())
                })?;
            }
            _ => all.push((term.coefficient, term.variable.index())),
        }
    }
    all.retain(|&(coefficient, _)| coefficient != 0);
    Ok(all)
}

/// Returns the word of the sense.
pub(super) fn sense_text(objective: &Objective) -> &'static str {
    match objective.sense {
        ObjectiveSense::Minimize => "minimize",
        ObjectiveSense::Maximize => "maximize",
    }
}
