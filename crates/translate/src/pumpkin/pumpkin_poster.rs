//! Posts a model, or reports what Pumpkin cannot represent.

use std::collections::HashMap;

use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{
    AtomicConstraint, ComparisonOperator, DimensionId, Domain, Model, Value, VarId,
};
use pumpkin_core::options::SolverOptions;
use pumpkin_core::predicates::Predicate;
use pumpkin_core::proof::ConstraintTag;
use pumpkin_core::rand::SeedableRng;
use pumpkin_core::rand::rngs::SmallRng;
use pumpkin_core::variables::{DomainId, Literal};
use pumpkin_core::{Solver, predicate};

/// The largest domain to post.
const MAX_DOMAIN: u64 = 1 << 20;

/// Maximum number of holes of a domain that Pumpkin removes one by one.
const MAX_HOLES: u64 = 1 << 12;

/// Pumpkin computes with 32 bits: no value, sum or product may exceed this in magnitude.
const MAX_NUMBER: i64 = 1 << 29;

/// Maximum number of numbers and predicates in all posted constraints: Pumpkin keeps several
/// hundred bytes for each.
const MAX_POSTED: usize = 5_000_000;

/// A model inside Pumpkin.
pub struct PumpkinModel {
    /// The solver.
    pub solver: Solver,
    /// The model's variables.
    pub variables: Vec<DomainId>,
    /// Whether the constraints contradict each other at the root.
    pub contradictory: bool,
}

/// Posts a model.
///
/// # Errors
/// If numbers or domains are too large, or `control` stops it.
pub fn post_model(
    model: &Model,
    seed: u64,
    control: &Control,
) -> Result<PumpkinModel, PreparationError> {
    let options = SolverOptions {
        random_generator: SmallRng::seed_from_u64(seed),
        ..SolverOptions::default()
    };
    let mut poster = PumpkinPoster {
        solver: Solver::with_options(options),
        model,
        variables: Vec::new(),
        classes: HashMap::new(),
        condition: None,
        posted: 0,
        control,
    };
    let contradictory = match poster.post_constraints() {
        Ok(()) => poster.solver.is_inconsistent(),
        Err(PostingError::Contradiction) => true,
        Err(PostingError::Refused(refusal)) => return Err(refusal),
    };
    Ok(PumpkinModel { solver: poster.solver, variables: poster.variables, contradictory })
}

impl PumpkinModel {
    /// Returns the predicate that a variable has a value.
    #[must_use]
    pub fn equals_predicate(&self, variable: VarId, value: Value) -> Predicate {
        let variable = self.variables[variable.index()];
        predicate!(variable == value)
    }
}

/// The reason why posting ended early.
pub(super) enum PostingError {
    /// The model has no solution; Pumpkin accepts nothing more.
    Contradiction,
    Refused(PreparationError),
}

impl From<StopReason> for PostingError {
    fn from(stop: StopReason) -> Self {
        PostingError::Refused(stop.into())
    }
}

/// The state of a posting in progress.
pub(super) struct PumpkinPoster<'m> {
    pub(super) solver: Solver,
    pub(super) model: &'m Model,
    pub(super) variables: Vec<DomainId>,
    /// The class integer of a variable in a dimension.
    pub(super) classes: HashMap<(VarId, DimensionId), DomainId>,
    /// The literal under which constraints are posted, if any.
    pub(super) condition: Option<Literal>,
    /// The numbers and predicates posted so far.
    posted: usize,
    control: &'m Control,
}

impl PumpkinPoster<'_> {
    pub(super) fn post_constraints(&mut self) -> Result<(), PostingError> {
        for variable in self.model.variables() {
            let made = self.make_integer(&variable.domain, &variable.name)?;
            // In the order of the model, so that its variables index this list.
            self.variables.push(made);
        }
        for posted in self.model.constraints() {
            self.control.check_stop()?;
            self.post_constraint(&posted.constraint)?;
        }
        Ok(())
    }

    pub(super) fn make_integer(
        &mut self,
        domain: &Domain,
        name: &str,
    ) -> Result<DomainId, PostingError> {
        self.check_consistent()?;
        let (Some(low), Some(high)) = (domain.min(), domain.max()) else {
            return Err(PostingError::Contradiction);
        };
        if domain.len() > MAX_DOMAIN {
            return refuse_posting(format!(
                "the domain of '{name}' has more than {MAX_DOMAIN} values"
            ));
        }
        check_magnitude(i64::from(low).abs().max(i64::from(high).abs()))?;
        // Not negative: the domain lies between its ends.
        let holes = u64::from(low.abs_diff(high)) + 1 - domain.len();
        Ok(match holes {
            0 => self.solver.new_bounded_integer(low, high),
            1..=MAX_HOLES => self.solver.new_sparse_integer(domain.to_vec()),
            _ => self.with_gaps(domain, low, high)?,
        })
    }

    /// Makes an integer with a clause for each gap between its runs: Pumpkin would remove the
    /// holes of a sparse integer value by value.
    fn with_gaps(
        &mut self,
        domain: &Domain,
        low: Value,
        high: Value,
    ) -> Result<DomainId, PostingError> {
        let integer = self.solver.new_bounded_integer(low, high);
        let runs: Vec<(Value, Value)> = domain.intervals().collect();
        for pair in runs.windows(2) {
            let (last, first) = (pair[0].1, pair[1].0);
            self.add_clause(vec![predicate!(integer <= last), predicate!(integer >= first)])?;
        }
        Ok(integer)
    }

    /// Fails if the model is already contradictory, or a limit is reached.
    pub(super) fn check_consistent(&self) -> Result<(), PostingError> {
        self.control.check_stop()?;
        if self.solver.is_inconsistent() { Err(PostingError::Contradiction) } else { Ok(()) }
    }

    /// Counts posted numbers.
    pub(super) fn count_posted(&mut self, numbers: usize) -> Result<(), PostingError> {
        self.posted = self.posted.saturating_add(numbers.saturating_add(1));
        if self.posted <= MAX_POSTED {
            Ok(())
        } else {
            refuse_posting(format!("more than {MAX_POSTED} numbers in what Pumpkin would hold"))
        }
    }

    pub(super) fn next_tag(&mut self) -> ConstraintTag {
        self.solver.new_constraint_tag()
    }

    pub(super) fn pumpkin_variable(&self, variable: VarId) -> DomainId {
        self.variables[variable.index()]
    }

    pub(super) fn pumpkin_scope(&self, scope: &[VarId]) -> Vec<DomainId> {
        scope.iter().map(|&variable| self.pumpkin_variable(variable)).collect()
    }

    /// Returns the largest absolute value of a variable.
    pub(super) fn largest_magnitude(&self, variable: DomainId) -> i64 {
        let [low, high] = [self.solver.lower_bound(&variable), self.solver.upper_bound(&variable)];
        i64::from(low).abs().max(i64::from(high).abs())
    }

    /// Clamps a value to just outside the bounds of a variable: comparisons with it have the
    /// same result, and its neighbours are numbers that Pumpkin can hold.
    pub(super) fn clamp_value(&self, variable: DomainId, value: Value) -> Value {
        let [low, high] = [self.solver.lower_bound(&variable), self.solver.upper_bound(&variable)];
        value.clamp(low - 1, high + 1)
    }

    pub(super) fn atom_predicate(&self, atom: &AtomicConstraint) -> Predicate {
        let variable = self.pumpkin_variable(atom.variable);
        let value = self.clamp_value(variable, atom.value);
        match atom.relation {
            ComparisonOperator::Eq => predicate!(variable == value),
            ComparisonOperator::Ne => predicate!(variable != value),
            ComparisonOperator::Le => predicate!(variable <= value),
            ComparisonOperator::Ge => predicate!(variable >= value),
            ComparisonOperator::Lt => !predicate!(variable >= value),
            ComparisonOperator::Gt => !predicate!(variable <= value),
        }
    }
}

/// Fails if a number is too large.
pub(super) fn check_magnitude(number: i64) -> Result<(), PostingError> {
    if number <= MAX_NUMBER {
        Ok(())
    } else {
        refuse_posting(format!("a number is beyond {MAX_NUMBER}, which Pumpkin cannot hold"))
    }
}

fn refuse_posting<T>(why: String) -> Result<T, PostingError> {
    Err(PostingError::Refused(PreparationError::Unsupported(why)))
}
