//! A model decomposed for the strategy.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{
    ClassRelation, Constraint, DimensionId, DimensionRelation, Domain, Model, Value, VarId,
};

use super::relation;
use super::symmetry::{InterchangeGroup, find_groups};

/// Maximum number of values of all domains together.
const MAX_TOTAL_VALUES: u64 = 2_000_000;

/// Maximum number of pairs of a variable and a class in one relation.
const MAX_CLASS_PAIRS: usize = 1 << 24;

/// Marks a value without a class.
pub(super) const NO_CLASS: u32 = u32::MAX;

/// A model with dimensions, decomposed: groups of interchangeable variables, one-dimensional
/// relations to branch on, and the other constraints.
pub struct ModelDecomposition {
    pub(super) model: Arc<Model>,
    /// The variables of the relations, in groups; other variables keep their domains.
    pub(super) groups: Vec<InterchangeGroup>,
    pub(super) relations: Vec<OneDimensional>,
    /// The indices of the constraints that the leaves enforce.
    pub(super) rest: Vec<usize>,
    /// All values of the groups, ascending; subproblems refer to them by index.
    pub(super) values: Vec<Value>,
    /// The domain of each group, without values that a relation forbids because they have no
    /// class.
    pub(super) domains: Vec<Vec<u32>>,
    /// The variables without a group.
    pub(super) ungrouped: Vec<VarId>,
}

/// A relation between the classes of some variables in one dimension.
pub(super) struct OneDimensional {
    pub(super) dimension: DimensionId,
    pub(super) scope: Vec<VarId>,
    /// The mutually exclusive relations of which exactly one holds whenever the relation does.
    pub(super) alternatives: Vec<ClassRelation>,
    /// The groups of the scope, and the positions of their variables in it.
    pub(super) groups: Vec<(usize, Vec<usize>)>,
    /// Equal for relations that differ only in their dimension, as long as their classes agree.
    pub(super) kind: u32,
    /// For each of the groups, the classes in its domain; relations in one dimension share
    /// these lists.
    pub(super) present: Vec<Arc<[u32]>>,
    /// The class of each value, by index.
    pub(super) class: Arc<[u32]>,
    /// The number of classes of the dimension.
    pub(super) classes: usize,
}

/// Returns the relations to branch on: those between different shown variables. With hidden
/// variables, two subproblems could have one solution in common.
fn branchable_relations(model: &Model) -> Vec<(usize, &DimensionRelation)> {
    let constraints = model.constraints().iter().enumerate();
    let relations = constraints.filter_map(|(index, posted)| match &posted.constraint {
        Constraint::Dimension(c) => Some((index, c)),
        _ => None,
    });
    let fits = |c: &DimensionRelation| {
        let shown = c.scope.iter().all(|v| model.variables()[v.index()].shown);
        // A variable that is named twice would be in two places of a box, and take two values.
        let mut seen = HashSet::new();
        shown && !c.scope.is_empty() && c.scope.iter().all(|v| seen.insert(v))
    };
    relations.filter(|(_, c)| fits(c)).collect()
}

/// Whether a model has a relation to branch on.
#[must_use]
pub fn has_dimensions(model: &Model) -> bool {
    !branchable_relations(model).is_empty()
}

/// Refuses a model without a relation to branch on, or whose domains or classes are too large to
/// list. `variables` are those of the relations.
fn check_model(
    model: &Model,
    relations: &[(usize, &DimensionRelation)],
    variables: &[VarId],
) -> Result<(), PreparationError> {
    if relations.is_empty() {
        let why = "the model has no relation between classes of values in a dimension; \
                   engines that need none: native, brute, sat:..., smt:..., cp:pumpkin";
        return Err(PreparationError::Unsupported(why.into()));
    }
    let total: u64 = variables.iter().map(|&v| model.domain(v).len()).sum();
    if total > MAX_TOTAL_VALUES {
        let why = format!(
            "{total} values in the domains; reformulation lists at most {MAX_TOTAL_VALUES}"
        );
        return Err(PreparationError::Unsupported(why));
    }
    for (_, c) in relations {
        let dimension = model.dimension(c.dimension);
        let (scope, classes) = (c.scope.len(), dimension.class_names().len());
        if scope.saturating_mul(classes) > MAX_CLASS_PAIRS {
            let why = format!(
                "a relation of {scope} variables in '{}', which has {classes} classes; \
                 reformulation takes at most {MAX_CLASS_PAIRS} pairs of these",
                dimension.name()
            );
            return Err(PreparationError::Unsupported(why));
        }
    }
    Ok(())
}

impl ModelDecomposition {
    /// Decomposes a model.
    ///
    /// # Errors
    /// Returns an error if there is no relation in a dimension, the domains or the classes of a
    /// relation are too large to list, or `control` is stopped.
    pub fn from_model(model: &Arc<Model>, control: &Control) -> Result<Self, PreparationError> {
        let relations = branchable_relations(model);
        let mut variables: Vec<VarId> =
            relations.iter().flat_map(|(_, c)| c.scope.iter().copied()).collect();
        variables.sort_unstable();
        variables.dedup();
        check_model(model, &relations, &variables)?;
        let scopes: Vec<&[VarId]> = relations.iter().map(|(_, c)| &c.scope[..]).collect();
        let found = find_groups(model, &variables, &scopes, control)?;
        let taken: HashSet<usize> =
            relations.iter().map(|&(index, _)| index).chain(found.absorbed).collect();
        let rest = (0..model.constraints().len()).filter(|index| !taken.contains(index)).collect();
        let domains: Vec<Domain> =
            found.groups.iter().map(|group| model.domain(group.variables[0]).clone()).collect();
        // Values are numbered once for all domains, so that classes and domains are lists of small
        // numbers.
        let mut values: Vec<Value> = domains.iter().flat_map(Domain::iter).collect();
        values.sort_unstable();
        values.dedup();
        let index_of: HashMap<Value, u32> =
            values.iter().enumerate().map(|(i, &value)| (value, i as u32)).collect();
        let mut relations = one_dimensional(model, relations, &values, &found.groups, control)?;
        let mut listed: Vec<Vec<u32>> = domains
            .iter()
            .map(|domain| domain.iter().map(|value| index_of[&value]).collect())
            .collect();
        forbid_classless(&mut listed, &relations, control)?;
        // The domains are final only now. The present classes follow from them, and the kinds from
        // these.
        let mut present: HashMap<(DimensionId, usize), Arc<[u32]>> = HashMap::new();
        for relation in &mut relations {
            control.check_stop()?;
            relation.find_present(&listed, &mut present);
        }
        set_kinds(&mut relations, control)?;
        let all = (0..model.variables().len()).map(VarId::new);
        let ungrouped = all.filter(|v| variables.binary_search(v).is_err()).collect();
        let model = model.clone();
        Ok(ModelDecomposition {
            model,
            groups: found.groups,
            relations,
            rest,
            values,
            domains: listed,
            ungrouped,
        })
    }

    /// Whether a subproblem without kept relations is a box: every choice from its domains is a
    /// solution.
    pub(super) fn leaves_are_boxes(&self) -> bool {
        self.rest.is_empty() && self.ungrouped.is_empty()
    }

    /// Whether each choice from the blocks of such a box is exactly one solution: no block
    /// represents several arrangements.
    pub(super) fn counts_boxes(&self) -> bool {
        let single = |group: &InterchangeGroup| group.ordered || group.variables.len() == 1;
        self.leaves_are_boxes() && self.groups.iter().all(single)
    }

    /// Returns the name of a relation's dimension.
    pub(super) fn dimension_of(&self, relation: usize) -> &str {
        self.model.dimension(self.relations[relation].dimension).name()
    }

    /// Whether the name of a relation's dimension is ambiguous, because other relations share the
    /// dimension.
    pub(super) fn is_shared(&self, relation: usize) -> bool {
        let dimension = self.relations[relation].dimension;
        self.relations.iter().filter(|r| r.dimension == dimension).count() > 1
    }
}

impl OneDimensional {
    fn from_relation(model: &Model, c: &DimensionRelation, class: Arc<[u32]>) -> Self {
        OneDimensional {
            dimension: c.dimension,
            scope: c.scope.clone(),
            alternatives: relation::relation_alternatives(&c.relation, c.scope.len()),
            groups: Vec::new(),
            kind: 0,
            present: Vec::new(),
            class,
            classes: model.dimension(c.dimension).class_names().len(),
        }
    }

    /// Finds the groups of the scope, and the positions of their variables in it.
    fn place_groups(&mut self, groups: &[InterchangeGroup], group_of: &HashMap<VarId, usize>) {
        let at: HashMap<VarId, usize> =
            self.scope.iter().enumerate().map(|(position, &v)| (v, position)).collect();
        let touched: BTreeSet<usize> = self.scope.iter().map(|v| group_of[v]).collect();
        let positions = |group: usize| groups[group].variables.iter().map(|v| at[v]).collect();
        self.groups = touched.into_iter().map(|group| (group, positions(group))).collect();
    }

    /// Finds the classes of the domains. `known` caches them by dimension and group.
    fn find_present(
        &mut self,
        domains: &[Vec<u32>],
        known: &mut HashMap<(DimensionId, usize), Arc<[u32]>>,
    ) {
        let class = &self.class;
        let classes = |&(group, _): &(usize, Vec<usize>)| {
            let known = known.entry((self.dimension, group)).or_insert_with(|| {
                let mut classes: Vec<u32> =
                    domains[group].iter().map(|&value| class[value as usize]).collect();
                classes.sort_unstable();
                classes.dedup();
                classes.into()
            });
            known.clone()
        };
        self.present = self.groups.iter().map(classes).collect();
    }
}

/// Returns the relations with their groups and the classes of the values.
fn one_dimensional(
    model: &Model,
    relations: Vec<(usize, &DimensionRelation)>,
    values: &[Value],
    groups: &[InterchangeGroup],
    control: &Control,
) -> Result<Vec<OneDimensional>, StopReason> {
    // Relations in one dimension share its classes.
    let mut classes: HashMap<DimensionId, Arc<[u32]>> = HashMap::new();
    let group_of: HashMap<VarId, usize> = groups
        .iter()
        .enumerate()
        .flat_map(|(i, group)| group.variables.iter().map(move |&v| (v, i)))
        .collect();
    let mut decomposed = Vec::with_capacity(relations.len());
    for (_, c) in relations {
        control.check_stop()?;
        let class = classes.entry(c.dimension).or_insert_with(|| {
            let dimension = model.dimension(c.dimension);
            values
                .iter()
                .map(|&value| dimension.class_of_value(value).unwrap_or(NO_CLASS))
                .collect()
        });
        let mut relation = OneDimensional::from_relation(model, c, class.clone());
        relation.place_groups(groups, &group_of);
        decomposed.push(relation);
    }
    Ok(decomposed)
}

/// Removes values without a class in a dimension, which its relations forbid: once for each group
/// that a relation in the dimension touches.
fn forbid_classless(
    domains: &mut [Vec<u32>],
    relations: &[OneDimensional],
    control: &Control,
) -> Result<(), StopReason> {
    let mut touched = HashSet::new();
    for relation in relations {
        control.check_stop()?;
        for &(group, _) in &relation.groups {
            if touched.insert((relation.dimension, group)) {
                domains[group].retain(|&value| relation.class[value as usize] != NO_CLASS);
            }
        }
    }
    Ok(())
}

/// Finds relations that are equal between the same classes of the same groups, and gives them the
/// kind of the first.
fn set_kinds(relations: &mut [OneDimensional], control: &Control) -> Result<(), StopReason> {
    let mut kinds = Vec::with_capacity(relations.len());
    let mut first: HashMap<_, Vec<usize>> = HashMap::new();
    for (i, relation) in relations.iter().enumerate() {
        control.check_stop()?;
        // Relations in different dimensions that are alike between the same classes share their
        // listings.
        let alike = first.entry((&relation.groups, &relation.present)).or_default();
        let same =
            alike.iter().copied().find(|&j| relations[j].alternatives == relation.alternatives);
        if same.is_none() {
            alike.push(i);
        }
        kinds.push(same.unwrap_or(i) as u32);
    }
    for (relation, kind) in relations.iter_mut().zip(kinds) {
        relation.kind = kind;
    }
    Ok(())
}
