//! Models: variables, constraints, an objective and a plan.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use compact_str::CompactString;

use crate::check::Given;
use crate::constraint::{Constraint, ConstraintError, Kind};
use crate::dimension::{DimensionId, ValueDimension};
use crate::domain::{Domain, MAX_VALUE};
use crate::flatten::SourceExpressions;
use crate::model_error::ModelError;
use crate::name_index::VariableNameIndex;
use crate::objective::Objective;
use crate::search_plan::SearchPlan;
use crate::value_names::ValueNames;

/// Identifies a variable of a model by its index in [`Model::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub(super) u32);

impl VarId {
    /// Returns the variable at this index.
    #[must_use]
    #[inline]
    pub fn new(index: usize) -> Self {
        VarId(u32::try_from(index).expect("a model has fewer than 2^32 variables"))
    }

    /// Returns the index in [`Model::variables`].
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable: its name, its domain, and whether it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name, unique within the model and not empty.
    pub name: CompactString,
    /// The values that it may take.
    pub domain: Domain,
    /// Whether it is one of the user's variables. Solutions are counted as distinct assignments
    /// of the shown variables; hidden ones are auxiliary.
    pub shown: bool,
}

/// A constraint with its label in errors, traces and exports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedConstraint {
    /// The label for people, for example `row 3`; may be empty.
    pub label: CompactString,
    /// The constraint.
    pub constraint: Constraint,
}

/// A finite-domain constraint satisfaction problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    pub(super) name: String,
    pub(super) variables: Vec<Variable>,
    pub(super) by_name: VariableNameIndex,
    pub(super) shown: Vec<VarId>,
    pub(super) value_names: BTreeMap<VarId, Arc<ValueNames>>,
    /// For variables that represent decimals: the number of digits after the point.
    pub(super) digits: BTreeMap<VarId, u32>,
    pub(super) dimensions: Vec<ValueDimension>,
    /// Shared by models that differ only in their domains.
    pub(super) constraints: Arc<Vec<PostedConstraint>>,
    pub(super) grid: Option<usize>,
    pub(super) objective: Option<Objective>,
    /// The expressions of some of the constraints, shared in the same way.
    pub(super) expressions: Option<Arc<SourceExpressions>>,
    /// A hint for the search, shared by models that differ only in their domains.
    pub(super) search: Option<Arc<SearchPlan>>,
}

impl Model {
    /// Creates a model without variables and constraints; its only solution is the empty one.
    #[inline]
    pub fn new(name: impl Into<String>) -> Self {
        Model { name: name.into(), ..Model::default() }
    }

    /// Adds a shown variable.
    ///
    /// # Errors
    /// Returns an error if the name is empty or taken, or a value is beyond [`MAX_VALUE`].
    pub fn add_shown(
        &mut self,
        name: impl Into<CompactString>,
        domain: Domain,
    ) -> Result<VarId, ModelError> {
        self.add_variable(name.into(), domain, true)
    }

    /// Adds a hidden (auxiliary) variable.
    ///
    /// # Errors
    /// Returns the errors of [`add_shown`](Model::add_shown).
    pub fn add_hidden(
        &mut self,
        name: impl Into<CompactString>,
        domain: Domain,
    ) -> Result<VarId, ModelError> {
        self.add_variable(name.into(), domain, false)
    }

    pub(super) fn add_variable(
        &mut self,
        name: CompactString,
        domain: Domain,
        shown: bool,
    ) -> Result<VarId, ModelError> {
        if name.is_empty() {
            return Err(ModelError::Unnamed);
        }
        // The values between the ends are smaller in magnitude than one of them.
        let extremes = [domain.min(), domain.max()];
        if let Some(value) =
            extremes.into_iter().flatten().find(|v| v.unsigned_abs() > MAX_VALUE as u32)
        {
            return Err(ModelError::LargeValue { name, value });
        }
        let id = VarId::new(self.variables.len());
        if !self.by_name.insert_name(id, &name, &self.variables) {
            return Err(ModelError::TwoVariables { name });
        }
        if shown {
            self.shown.push(id);
        }
        self.variables.push(Variable { name, domain, shown });
        Ok(id)
    }

    /// Adds a dimension of the values.
    ///
    /// # Errors
    /// Returns an error if a dimension of this name exists.
    pub fn add_dimension(&mut self, dimension: ValueDimension) -> Result<DimensionId, ModelError> {
        if self.find_dimension(dimension.name()).is_some() {
            return Err(ModelError::TwoDimensions { name: dimension.name().to_owned() });
        }
        self.dimensions.push(dimension);
        Ok(DimensionId(self.dimensions.len() as u32 - 1))
    }

    /// Adds a constraint; `label` identifies it for people.
    ///
    /// # Errors
    /// Returns an error if the constraint names variables or dimensions that do not exist, or is
    /// itself faulty ([`Kind::validate`]).
    pub fn post(
        &mut self,
        label: impl Into<CompactString>,
        constraint: Constraint,
    ) -> Result<(), ModelError> {
        let label = label.into();
        if let Err(fault) = self.check_constraint(&constraint) {
            return Err(ModelError::Constraint {
                number: self.constraints.len() + 1,
                label,
                fault,
            });
        }
        // Copies the list if another model shares it.
        Arc::make_mut(&mut self.constraints).push(PostedConstraint { label, constraint });
        Ok(())
    }

    pub(super) fn check_constraint(&self, constraint: &Constraint) -> Result<(), ConstraintError> {
        // Comes first, because the rest inspects the inner constraint.
        if let Constraint::Implies(implies) = constraint {
            implies.require_flat()?;
        }
        // The variables must exist before `validate` looks up their domains.
        let mut fault = None;
        constraint.each_variable(&mut |v| {
            if v.index() >= self.variables.len() {
                fault.get_or_insert(ConstraintError::NoVariable { number: v.index() });
            }
        });
        constraint.visit_dimensions(&mut |d| {
            if d.0 as usize >= self.dimensions.len() {
                fault.get_or_insert(ConstraintError::NoDimension { number: d.0 });
            }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        // The constraint itself checks that its classes exist.
        constraint.validate(self)
    }

    /// Declares that the first `order * order` variables are the cells of a square grid, row by
    /// row: a hint for heuristics, without meaning of its own.
    ///
    /// # Errors
    /// Returns an error if the order is 0 or there are fewer variables.
    pub fn set_grid(&mut self, order: usize) -> Result<(), ModelError> {
        let cells = order.saturating_mul(order);
        if order == 0 || cells > self.variables.len() {
            let variables = self.variables.len();
            return Err(ModelError::Grid { order, variables });
        }
        self.grid = Some(order);
        Ok(())
    }

    /// Sets the objective. It does not change which assignments are solutions.
    ///
    /// # Errors
    /// Returns an error if it names variables that do not exist or its sum could be too large.
    #[inline]
    pub fn set_objective(&mut self, objective: Objective) -> Result<(), ModelError> {
        objective.check_validity(self).map_err(ModelError::Objective)?;
        self.objective = Some(objective);
        Ok(())
    }

    /// Returns the objective, if the model has one.
    #[must_use]
    #[inline]
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// Returns the order of the square grid that the first variables form, if any.
    #[must_use]
    #[inline]
    pub fn grid_order(&self) -> Option<usize> {
        self.grid
    }

    /// Returns the name of the model, for people.
    #[must_use]
    #[inline]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns all variables, shown and hidden.
    #[must_use]
    #[inline]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Returns the shown variables in order.
    #[must_use]
    #[inline]
    pub fn shown(&self) -> &[VarId] {
        &self.shown
    }

    /// Returns all constraints.
    #[must_use]
    #[inline]
    pub fn constraints(&self) -> &[PostedConstraint] {
        &self.constraints
    }

    /// Returns all dimensions.
    #[must_use]
    #[inline]
    pub fn dimensions(&self) -> &[ValueDimension] {
        &self.dimensions
    }

    /// Returns a dimension of this model.
    #[must_use]
    #[inline]
    pub fn dimension(&self, id: DimensionId) -> &ValueDimension {
        &self.dimensions[id.0 as usize]
    }

    /// Returns the domain of a variable of this model.
    #[must_use]
    #[inline]
    pub fn domain(&self, id: VarId) -> &Domain {
        &self.variables[id.index()].domain
    }

    /// Returns the name of a variable of this model.
    #[must_use]
    #[inline]
    pub fn name_of(&self, id: VarId) -> &str {
        &self.variables[id.index()].name
    }

    /// Returns the names of these variables, separated by commas.
    #[must_use]
    #[inline]
    pub fn names_of(&self, ids: &[VarId]) -> String {
        let names: Vec<&str> = ids.iter().map(|&id| self.name_of(id)).collect();
        names.join(", ")
    }

    /// Returns the variable with this name.
    #[must_use]
    #[inline]
    pub fn find(&self, name: &str) -> Option<VarId> {
        self.by_name.find_variable(name, &self.variables)
    }

    /// Returns the dimension with this name.
    #[must_use]
    #[inline]
    pub fn find_dimension(&self, name: &str) -> Option<DimensionId> {
        let index = self.dimensions.iter().position(|d| d.name() == name)?;
        Some(DimensionId(index as u32))
    }

    /// Returns an error unless the domain of `id` contains only 0 and 1.
    pub(crate) fn require_boolean(&self, id: VarId) -> Result<(), ConstraintError> {
        if self.domain(id).is_boolean() {
            Ok(())
        } else {
            Err(ConstraintError::NotBoolean { variable: self.name_of(id).to_owned() })
        }
    }

    /// Returns this model with the domain of each given variable narrowed to its value (to the
    /// empty set if the value was not in the domain).
    #[must_use]
    pub fn restrict_givens(&self, givens: &[Given]) -> Model {
        let mut model = self.clone();
        for given in givens {
            let domain = &mut model.variables[given.variable.index()].domain;
            let kept = domain.contains(given.value).then_some(given.value);
            *domain = Domain::from_values(kept);
        }
        model
    }

    /// Returns a model whose variables have these domains, as far as they lie within their own.
    #[must_use]
    pub fn intersect_domains(&self, domains: &[(VarId, Domain)]) -> Model {
        let mut model = self.clone();
        for (variable, left) in domains {
            let domain = &mut model.variables[variable.index()].domain;
            *domain = Domain::from_values(domain.iter().filter(|&value| left.contains(value)));
        }
        model
    }

    /// Returns the number of assignments of all variables, or `None` if it exceeds `u128`.
    #[must_use]
    #[inline]
    pub fn assignment_count(&self) -> Option<u128> {
        self.variables
            .iter()
            .try_fold(1u128, |product, variable| product.checked_mul(variable.domain.len().into()))
    }
}

impl fmt::Display for VarId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "variable {}", self.0)
    }
}
