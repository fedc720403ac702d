//! The enumeration of products, step by step.

use std::sync::Arc;

use parallax_model::engine_api::{Control, EffortCounters, PreparationError, StopReason};
use parallax_model::{Given, Kind, Model, Value, VarId};
use parallax_search::DecisionWalk;

use super::classes::ValueClasses;
use super::dependencies;
use super::label;
use super::links::VariableLinks;
use super::table::TableIndex;
use super::trace::ProductTraceRecorder;
use crate::implied::{DualVariable, ExtendedModel, ImpliedOptions};

/// The steps that a search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProductOptions {
    /// Represents interchangeable values by one of them, with a weight.
    pub values: ValueMerging,
    /// Whether variables that nothing links are counted separately.
    pub parts: bool,
    /// Whether variables that others determine are decided last.
    pub determined: bool,
    /// Implied constraints that are added to the model.
    pub implied: ImpliedOptions,
    /// Whether the search stops looking for interchangeable values, and for parts, after
    /// [`MAX_FRUITLESS_NODES`] nodes without any.
    pub gives_up: bool,
}

/// Nodes without a hit before a step is disabled.
pub const MAX_FRUITLESS_NODES: u64 = 256;

impl ProductOptions {
    /// No step: only the search.
    pub const NONE: ProductOptions = ProductOptions {
        values: ValueMerging::Single,
        parts: false,
        determined: false,
        implied: ImpliedOptions::NONE,
        gives_up: false,
    };
}

/// The extent of the search for interchangeable values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueMerging {
    /// No search: each value represents itself.
    Single,
    /// In the whole model alone: the abstraction of Freuder and Sabin (1997), which solves the
    /// model of the classes and refines its solutions.
    Once,
    /// Again at each node.
    Dynamic,
}

/// A model prepared for searches of products.
pub struct ProductSearch {
    pub(super) model: Arc<Model>,
    /// The model with its implied constraints.
    pub(super) extended: Arc<Model>,
    /// The domains of the extended model.
    pub(super) walk: DecisionWalk,
    /// The dual variables, and the variables of each permutation by place.
    pub(super) duals: Vec<DualVariable>,
    permutations: Vec<Vec<VarId>>,
    /// Whether other variables determine a variable; empty without that step.
    pub(super) determined: Vec<bool>,
    /// The constraints on each variable.
    pub(super) constraints_on: Vec<Vec<u32>>,
    /// By constraint: the index of its table, built when the labels of its values are first needed;
    /// `None` inside if it has none.
    pub(super) tables: Vec<Option<Option<TableIndex>>>,
    pub(super) steps: ProductOptions,
    /// With [`ValueMerging::Once`]: the class of each value of each variable, in the model
    /// itself.
    pub(super) root_classes: Vec<Vec<(Value, u32)>>,
    pub(super) classes: ValueClasses,
    pub(super) links: VariableLinks,
    /// The number of values that others represent.
    pub(super) merged: u64,
    /// The number of nodes that were divided.
    pub(super) splits: u64,
    /// The number of nodes examined for interchangeable values, and for parts.
    pub(super) examined_nodes: [u64; 2],
    pub(super) recorder: Option<Box<ProductTraceRecorder>>,
    /// Marks of variables, reused from node to node.
    pub(super) among: Vec<bool>,
}

impl ProductSearch {
    /// Prepares a model.
    ///
    /// # Errors
    /// Returns an error if domains are too large for bit sets, or `control` is stopped.
    pub fn from_model(
        model: &Arc<Model>,
        steps: ProductOptions,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let extended = ExtendedModel::from_model(model, steps.implied, control)?;
        let walk = DecisionWalk::new(&extended.model, control)?;
        let determined = if steps.determined {
            dependencies::determined_variables(model, control)?
        } else {
            Vec::new()
        };
        let mut on = vec![Vec::new(); model.variables().len()];
        for (index, posted) in model.constraints().iter().enumerate() {
            control.check_stop()?;
            posted.constraint.each_variable(&mut |v| {
                let list: &mut Vec<u32> = &mut on[v.index()];
                // The occurrences of a variable in one constraint come together, so the last entry
                // shows them all.
                if list.last() != Some(&(index as u32)) {
                    list.push(index as u32);
                }
            });
        }
        let mut products = ProductSearch {
            model: model.clone(),
            walk,
            duals: duals_to_decide(model, &extended),
            permutations: extended.permutations,
            extended: extended.model,
            determined,
            constraints_on: on,
            tables: std::iter::repeat_with(|| None).take(model.constraints().len()).collect(),
            steps,
            root_classes: Vec::new(),
            classes: ValueClasses::default(),
            links: VariableLinks::from_model(model),
            merged: 0,
            splits: 0,
            examined_nodes: [0; 2],
            recorder: None,
            among: Vec::new(),
        };
        if steps.values == ValueMerging::Once && products.start_question(&[], control)? {
            products.find_once(control)?;
        }
        Ok(products)
    }

    /// Starts a question; returns false if propagation finds a conflict.
    pub(super) fn start_question(
        &mut self,
        givens: &[Given],
        control: &Control,
    ) -> Result<bool, StopReason> {
        (self.merged, self.splits, self.examined_nodes) = (0, 0, [0; 2]);
        self.walk.start_question(givens, control)
    }

    /// Finds the classes of the whole model.
    fn find_once(&mut self, control: &Control) -> Result<(), StopReason> {
        for v in (0..self.model.variables().len()).map(VarId::new) {
            control.check_stop()?;
            self.find_classes(v);
            self.root_classes.push(self.classes.classed_values().collect());
        }
        Ok(())
    }

    /// Divides the current domain of a variable into classes.
    fn find_classes(&mut self, v: VarId) {
        let store = self.walk.store();
        self.classes.start_values(store.values(v));
        for &posted in &self.constraints_on[v.index()] {
            // No constraint can refine classes of one value.
            if self.classes.are_single() {
                break;
            }
            let posted = posted as usize;
            let constraint = &self.model.constraints()[posted].constraint;
            let index = || TableIndex::from_constraint(constraint, &self.model);
            let table = self.tables[posted].get_or_insert_with(index).as_ref();
            self.classes.refine_classes(|values, labels| {
                label::append_labels(constraint, table, &self.model, store, v, values, labels);
            });
        }
    }

    /// Divides the domain of a variable by the enabled steps; the first value of each class
    /// represents it.
    pub(super) fn divide_domain(&mut self, v: VarId) -> Vec<Vec<Value>> {
        if v.index() >= self.model.variables().len() || self.has_no_values() {
            return self.walk.store().values(v).map(|value| vec![value]).collect();
        }
        match self.steps.values {
            ValueMerging::Single => self.walk.store().values(v).map(|value| vec![value]).collect(),
            ValueMerging::Dynamic => {
                self.examined_nodes[0] += 1;
                self.find_classes(v);
                self.classes.class_lists()
            }
            ValueMerging::Once => {
                let known = &self.root_classes[v.index()];
                let class = |value: Value| {
                    let entry = known.binary_search_by_key(&value, |&(value, _)| value);
                    entry.map_or(u32::MAX, |entry| known[entry].1)
                };
                self.classes.start_values(self.walk.store().values(v));
                // The classes of the whole model, restricted to the values that remain here.
                self.classes.refine_classes(|values, labels| {
                    labels.extend(values.iter().map(|&v| label::ValueLabel::Is(class(v).into())));
                });
                self.classes.class_lists()
            }
        }
    }

    /// Whether the search gave up looking for interchangeable values.
    pub(super) fn has_no_values(&self) -> bool {
        self.steps.gives_up && self.merged == 0 && self.examined_nodes[0] >= MAX_FRUITLESS_NODES
    }

    /// Whether the search gave up looking for parts.
    pub(super) fn has_no_parts(&self) -> bool {
        self.steps.gives_up && self.splits == 0 && self.examined_nodes[1] >= MAX_FRUITLESS_NODES
    }

    /// Returns the open variable to decide next among some, and whether its values distinguish
    /// solutions: shown variables before hidden ones, determined ones last; then the smallest
    /// domain by the weight of failed constraints, the first on a tie. A dual variable with a
    /// smaller domain goes first.
    pub(super) fn choose_variable(&mut self, among: &[VarId]) -> Option<(VarId, bool)> {
        let store = self.walk.store();
        let mut best: Option<((bool, bool), f64, VarId)> = None;
        for &v in among.iter().filter(|&&v| !store.is_fixed(v)) {
            let hidden = !self.model.variables()[v.index()].shown;
            let determined = self.determined.get(v.index()).copied().unwrap_or(false);
            let (kind, score) = ((hidden, determined), self.walk.variable_score(v));
            // `false` is below `true`, so shown comes before hidden, and undetermined before
            // determined.
            let is_better = best.is_none_or(|(of_best, least, _)| {
                kind < of_best || (kind == of_best && score > least)
            });
            if is_better {
                best = Some((kind, score, v));
            }
        }
        let ((hidden, _), _, v) = best?;
        if hidden {
            return Some((v, false));
        }
        let size = store.domain_size(v);
        Some((self.smaller_dual(among, size).unwrap_or(v), true))
    }

    /// Returns the dual variable with the smallest domain below `size` whose places are among some
    /// variables.
    fn smaller_dual(&mut self, among: &[VarId], size: u32) -> Option<VarId> {
        if self.duals.is_empty() || size <= 2 {
            return None;
        }
        self.among.clear();
        self.among.resize(self.model.variables().len(), false);
        among.iter().for_each(|v| self.among[v.index()] = true);
        let store = self.walk.store();
        let open = self.duals.iter().filter(|dual| {
            let position = usize::try_from(store.min(dual.variable)).unwrap_or(0);
            // All variables that can take the value share it, so they are in one part, and one of
            // them tells whether that is this part.
            let taker = self.permutations[dual.permutation][position];
            !store.is_fixed(dual.variable)
                && store.domain_size(dual.variable) < size
                && self.among[taker.index()]
        });
        open.map(|dual| dual.variable).min_by_key(|&v| (store.domain_size(v), v))
    }

    /// Returns the effort of the last question.
    #[must_use]
    pub fn counters(&self) -> EffortCounters {
        let mut counters = self.walk.counters();
        counters.add_amount("merged values", self.merged);
        counters.add_amount("splits", self.splits);
        counters
    }
}

/// Returns the dual variables that a search may decide on: those of permutations of shown
/// variables, so that each choice represents different solutions.
fn duals_to_decide(model: &Model, extended: &ExtendedModel) -> Vec<DualVariable> {
    let is_shown = |v: &VarId| model.variables()[v.index()].shown;
    let may = |dual: &&DualVariable| extended.permutations[dual.permutation].iter().all(is_shown);
    extended.duals.iter().filter(may).cloned().collect()
}
