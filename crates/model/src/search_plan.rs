//! A plan of the search that comes with a model: the annotations of a MiniZinc model.

use super::{Model, ModelError, Value, VarId, named};

/// A plan for a search: which variables it decides first, and which values it tries first.
///
/// It is a hint, without meaning of its own: the solutions do not depend on it. Native search
/// follows it unless the user names heuristics; other engines ignore it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchPlan {
    /// The steps, one after the other: the unfixed variables of the first step come before those of
    /// the second. Variables of no step come last, by the default heuristics.
    pub steps: Vec<SearchStep>,
    /// The restart schedule; `None` leaves it to the engine.
    pub restarts: Option<PlannedRestarts>,
    /// Values to try first, at most one for a variable: a later one replaces an earlier one. A
    /// value that is not in the domain of its variable is passed over.
    pub first_values: Vec<(VarId, Value)>,
}

/// One step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchStep {
    /// The variables. Their order breaks ties. One that occurs twice counts at its first place.
    pub variables: Vec<VarId>,
    /// The choice of the variable to decide next, among the unfixed ones.
    pub variable: VariableChoice,
    /// The choice of its value.
    pub value: ValueChoice,
}

/// A choice of the next variable of a step. Ties go to the first variable of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VariableChoice {
    /// The first variable of the list.
    #[default]
    InputOrder,
    /// The smallest domain (Haralick and Elliott 1980).
    FirstFail,
    /// The largest domain.
    AntiFirstFail,
    /// The smallest quotient of domain size and weight of failed constraints (Boussemart, Hemery,
    /// Lecoutre and Saïs 2004).
    DomWDeg,
    /// The largest impact on the other domains (Refalo 2004); engines may estimate it.
    Impact,
    /// The smallest domain, on a tie the largest number of constraints (Brélaz 1979).
    MostConstrained,
    /// The largest number of constraints.
    Occurrence,
    /// The largest difference between the two least values of the domain.
    MaxRegret,
    /// The variable whose domain has the smallest minimum.
    Smallest,
    /// The variable whose domain has the largest maximum.
    Largest,
}

named!(VariableChoice, "choice of variables", {
    InputOrder => "input_order",
    FirstFail => "first_fail",
    AntiFirstFail => "anti_first_fail",
    DomWDeg => "dom_w_deg",
    Impact => "impact",
    MostConstrained => "most_constrained",
    Occurrence => "occurrence",
    MaxRegret => "max_regret",
    Smallest => "smallest",
    Largest => "largest",
});

/// A choice of the decision on a variable, by its current domain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ValueChoice {
    /// The smallest value first.
    #[default]
    Min,
    /// The greatest value first.
    Max,
    /// The median first, the lower one of two.
    Median,
    /// The value nearest to the mean of the bounds first, the lower one of two.
    Middle,
    /// A random value first.
    Random,
    /// The lower half first: `x <= m`, then `x > m`, with `m` the mean of the bounds, rounded down.
    Split,
    /// The upper half first: `x > m`, then `x <= m`, with `m` the mean of the bounds, rounded down.
    ReverseSplit,
    /// The first run of consecutive values first, then the others; as
    /// [`Split`](ValueChoice::Split) if there is one run only.
    Interval,
    /// First without the least value: `x != v`, then `x = v`.
    OutMin,
    /// First without the greatest value.
    OutMax,
    /// First without the median, the lower one of two.
    OutMedian,
    /// First without a random value.
    OutRandom,
}

named!(ValueChoice, "choice of values", {
    Min => "min",
    Max => "max",
    Median => "median",
    Middle => "middle",
    Random => "random",
    Split => "split",
    ReverseSplit => "reverse_split",
    Interval => "interval",
    OutMin => "out_min",
    OutMax => "out_max",
    OutMedian => "out_median",
    OutRandom => "out_random",
});

/// A restart schedule of a plan: the number of failures that end each run.
#[derive(Clone, Copy, Debug)]
pub enum PlannedRestarts {
    /// The unit times 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair and Zuckerman 1993).
    Luby(u64),
    /// The second number, multiplied by the first each time (Walsh 1999).
    Geometric(f64, u64),
    /// The unit times 1, 2, 3, ...
    Linear(u64),
    /// Always this number.
    Constant(u64),
}

/// A fault in a search plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the text of a variant says what its fields are")]
pub enum PlanError {
    /// It names a variable that does not exist.
    #[error("there is no variable number {number}")]
    NoVariable { number: usize },
    /// It restarts at once.
    #[error("restarts after 0 failures; expected at least 1")]
    NoFailures,
    /// It restarts after more failures than fit.
    #[error("restarts after {unit} failures; expected at most {}", i64::MAX)]
    ManyFailures { unit: u64 },
    /// Its restarts become shorter; the factor as a decimal.
    #[error("restarts with the factor {factor}; expected at least 1")]
    SmallFactor { factor: String },
}

impl PlannedRestarts {
    /// Returns its parts as values that compare exactly.
    fn comparison_key(self) -> (u8, u64, u64) {
        match self {
            PlannedRestarts::Luby(unit) => (0, 0, unit),
            // The bits of a float, because NaN must equal itself for `Eq`.
            PlannedRestarts::Geometric(factor, unit) => (1, factor.to_bits(), unit),
            PlannedRestarts::Linear(unit) => (2, 0, unit),
            PlannedRestarts::Constant(unit) => (3, 0, unit),
        }
    }

    fn check_restarts(self) -> Result<(), PlanError> {
        // The key has the unit of every schedule in its last place.
        let (_, _, unit) = self.comparison_key();
        if unit == 0 {
            return Err(PlanError::NoFailures);
        }
        if unit > i64::MAX as u64 {
            return Err(PlanError::ManyFailures { unit });
        }
        match self {
            PlannedRestarts::Geometric(factor, _) if !factor.is_finite() || factor < 1.0 => {
                Err(PlanError::SmallFactor { factor: factor.to_string() })
            }
            _ => Ok(()),
        }
    }
}

impl PartialEq for PlannedRestarts {
    fn eq(&self, other: &Self) -> bool {
        self.comparison_key() == other.comparison_key()
    }
}

impl Eq for PlannedRestarts {}

impl SearchPlan {
    /// Whether the plan is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == SearchPlan::default()
    }

    /// Returns the variables that the plan names, in order, with repetitions.
    pub fn planned_variables(&self) -> impl Iterator<Item = VarId> + '_ {
        let of_steps = self.steps.iter().flat_map(|step| step.variables.iter().copied());
        of_steps.chain(self.first_values.iter().map(|&(variable, _)| variable))
    }

    /// Checks that the plan applies to `model`.
    ///
    /// # Errors
    /// Returns an error if it names a variable that does not exist, restarts after 0 failures
    /// or more than 2^63 - 1, or restarts with a factor below 1.
    pub fn check_plan(&self, model: &Model) -> Result<(), PlanError> {
        let missing = |v: &VarId| v.index() >= model.variables().len();
        if let Some(v) = self.planned_variables().find(missing) {
            return Err(PlanError::NoVariable { number: v.index() });
        }
        self.restarts.map_or(Ok(()), PlannedRestarts::check_restarts)
    }
}

impl Model {
    /// Sets the plan of the search. An empty one removes it.
    ///
    /// # Errors
    /// Returns the errors of [`check_plan`](SearchPlan::check_plan).
    pub fn set_search_plan(&mut self, plan: SearchPlan) -> Result<(), ModelError> {
        plan.check_plan(self)?;
        self.search = (!plan.is_empty()).then(|| plan.into());
        Ok(())
    }

    /// Returns this model with a plan of the search. The model keeps the plan it had if this one is
    /// not valid for it; [`set_search_plan`](Model::set_search_plan) returns the reason.
    #[must_use]
    pub fn with_search_plan(mut self, plan: SearchPlan) -> Self {
        // A plan is a hint, so that the model is right without it.
        let _ = self.set_search_plan(plan);
        self
    }

    /// Returns this model without a plan of the search.
    #[must_use]
    pub fn without_search_plan(self) -> Self {
        Model { search: None, ..self }
    }

    /// Returns the plan of the search, if the model has one. Models made from this one keep it if
    /// their variables are the same ones in the same order, and more after them.
    #[must_use]
    #[inline]
    pub fn search_plan(&self) -> Option<&SearchPlan> {
        self.search.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Domain, Given, NumberedCuts};

    fn model() -> (Model, SearchPlan) {
        let mut model = Model::new("planned");
        let [x, y] =
            ["x", "y"].map(|name| model.add_shown(name, Domain::from_range(1, 4)).unwrap());
        let plan = SearchPlan {
            steps: vec![SearchStep {
                variables: vec![y, x],
                variable: VariableChoice::InputOrder,
                value: ValueChoice::Split,
            }],
            restarts: Some(PlannedRestarts::Geometric(1.5, 100)),
            first_values: vec![(x, 3)],
        };
        (model, plan)
    }

    #[test]
    fn a_model_keeps_its_plan_where_its_variables_stay() {
        let (model, plan) = model();
        assert_eq!(model.search_plan(), None);
        let planned = model.clone().with_search_plan(plan.clone());
        assert_ne!(planned, model);
        let given = Given { variable: VarId::new(0), value: 2 };
        for kept in [
            planned.restrict_givens(&[given]),
            planned.restrict_givens(&[given]).narrow_domains().into_owned(),
            planned.intersect_domains(&[(VarId::new(1), Domain::from_values([1]))]),
            planned.with_domains([Domain::from_values([1])]),
            planned.without_value(VarId::new(0), 1),
            planned.with_constraints(&[]),
            (*std::sync::Arc::new(planned.clone())).clone(),
        ] {
            assert_eq!(kept.search_plan(), Some(&plan));
        }
        assert_eq!(planned.extract_constraints(&[]).0.search_plan(), None);
        for (kind, NumberedCuts { name, number }) in planned.list_cuts().into_iter().enumerate() {
            let cut = (number > 0).then(|| planned.apply_cuts(kind, 0..1).unwrap());
            let kept = cut.is_none_or(|cut| cut.search_plan() == Some(&plan));
            assert_eq!(kept, name != "unused variables", "{name}");
        }
        assert_eq!(planned.without_search_plan(), model);
    }

    #[test]
    fn faulty_plans_are_refused() {
        let (mut model, plan) = model();
        let mut refused = |plan: SearchPlan, expected: &str| {
            let fault = model.set_search_plan(plan.clone()).unwrap_err().to_string();
            assert!(fault.contains(expected), "{fault}");
            assert_eq!(model.clone().with_search_plan(plan), model);
        };
        let first_values = vec![(VarId::new(2), 1)];
        refused(SearchPlan { first_values, ..plan.clone() }, "no variable number 2");
        let step = SearchStep { variables: vec![VarId::new(9)], ..plan.steps[0].clone() };
        refused(SearchPlan { steps: vec![step], ..plan.clone() }, "no variable number 9");
        for (restarts, expected) in [
            (PlannedRestarts::Luby(0), "after 0 failures"),
            (PlannedRestarts::Linear(u64::MAX), "expected at most"),
            (PlannedRestarts::Geometric(0.5, 1), "factor 0.5"),
            (PlannedRestarts::Geometric(f64::NAN, 1), "factor NaN"),
            (PlannedRestarts::Geometric(f64::INFINITY, 1), "factor inf"),
        ] {
            refused(SearchPlan { restarts: Some(restarts), ..plan.clone() }, expected);
        }
        model.set_search_plan(SearchPlan::default()).unwrap();
        assert_eq!(model.search_plan(), None);
    }
}
