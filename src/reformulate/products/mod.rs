//! Solutions as products, for any model.
//!
//! A search that branches on *classes* of values instead of values. Two values of a variable are
//! *interchangeable* at a node if every constraint on the variable holds for the same combinations
//! of values of its other variables, as their domains are there: neighbourhood
//! interchangeability (Freuder, AAAI 1991), computed anew at each node (dynamic bundling:
//! Choueiry and Davis, SARA 2002). The search decides on one value of a class, and the others stand
//! for the same solutions. So a leaf is a product of classes.
//!
//! *Why a product is right.* Let `x` be decided first, with the class `A`, and `y` later, with `B`.
//! Every constraint on `x` accepts the same combinations with all values of `A`, for all values
//! that its other variables had then; these include `B`. So what holds for the decided value of
//! `A` and each value of `B` holds for each of both. (The tests compare the products with all
//! assignments.)
//!
//! For counting, a node also falls apart (`links.rs`): variables that no open constraint links,
//! directly or through others, are counted separately, and the counts are multiplied.
//!
//! Hidden variables are decided after the shown ones and only asked for one completion, so that
//! distinct assignments of the shown variables are counted.

mod classes;
mod count;
mod label;
mod links;
mod list;
mod table;
#[cfg(test)]
mod tests;
mod trace;

use std::sync::Arc;

use crate::ask::{Control, Counters, Refusal, Stop};
use crate::model::{Given, Kind, Model, Value, VarId};
use crate::search::Walk;
use classes::Classes;
pub use count::Count;
use links::Links;
pub use list::Listed;
use table::TableIndex;
use trace::Recorder;

/// Which steps a search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Interchangeable values become one, with a weight.
    pub values: Values,
    /// Variables that nothing links are counted separately.
    pub parts: bool,
}

/// Where interchangeable values are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Nowhere: each value stands for itself.
    Single,
    /// In the whole model alone: the abstraction of Freuder and Sabin (1997), which solves the
    /// model of the classes and refines its solutions.
    Once,
    /// Anew at each node.
    Dynamic,
}

/// A model prepared for such searches.
pub struct Products {
    model: Arc<Model>,
    walk: Walk,
    /// The constraints on each variable.
    on: Vec<Vec<u32>>,
    /// The tables, for the labels of their values.
    tables: Vec<Option<TableIndex>>,
    steps: Steps,
    /// With [`Values::Once`]: the class of each value of each variable, in the model itself.
    once: Vec<Vec<(Value, u32)>>,
    classes: Classes,
    links: Links,
    /// What bundling spared: values that stand for others.
    merged: u64,
    /// How often a node fell apart.
    splits: u64,
    recorder: Option<Box<Recorder>>,
}

impl Products {
    /// Prepares a model.
    ///
    /// # Errors
    /// If domains are too large for bit sets, or `control` says stop.
    pub fn of(model: &Arc<Model>, steps: Steps, control: &Control) -> Result<Self, Refusal> {
        let walk = Walk::new(model, control)?;
        let mut on = vec![Vec::new(); model.variables().len()];
        let mut tables = Vec::with_capacity(model.constraints().len());
        for (place, posted) in model.constraints().iter().enumerate() {
            control.check()?;
            posted.constraint.each_variable(&mut |v| {
                let list: &mut Vec<u32> = &mut on[v.index()];
                if list.last() != Some(&(place as u32)) {
                    list.push(place as u32);
                }
            });
            tables.push(TableIndex::of(&posted.constraint, model));
        }
        let mut products = Products {
            model: model.clone(),
            walk,
            on,
            tables,
            steps,
            once: Vec::new(),
            classes: Classes::default(),
            links: Links::of(model),
            merged: 0,
            splits: 0,
            recorder: None,
        };
        if steps.values == Values::Once && products.start(&[], control)? {
            products.find_once(control)?;
        }
        Ok(products)
    }

    /// Starts a question; returns whether propagation finds no conflict.
    fn start(&mut self, givens: &[Given], control: &Control) -> Result<bool, Stop> {
        (self.merged, self.splits) = (0, 0);
        self.walk.start(givens, control)
    }

    /// Finds the classes of the whole model.
    fn find_once(&mut self, control: &Control) -> Result<(), Stop> {
        for v in (0..self.model.variables().len()).map(VarId::new) {
            control.check()?;
            self.find_classes(v);
            self.once.push(self.classes.labelled().collect());
        }
        Ok(())
    }

    /// Divides the domain of a variable into classes, as they are now.
    fn find_classes(&mut self, v: VarId) {
        let store = self.walk.store();
        self.classes.start(store.values(v));
        for &place in &self.on[v.index()] {
            if self.classes.are_single() {
                break;
            }
            let place = place as usize;
            let constraint = &self.model.constraints()[place].constraint;
            let table = self.tables[place].as_ref();
            self.classes.refine(|values, labels| {
                label::labels(constraint, table, &self.model, store, v, values, labels);
            });
        }
    }

    /// Divides the domain of a variable by the chosen steps; each class has its values, of which
    /// the first represents it.
    fn divide(&mut self, v: VarId) -> Vec<Vec<Value>> {
        match self.steps.values {
            Values::Single => self.walk.store().values(v).map(|value| vec![value]).collect(),
            Values::Dynamic => {
                self.find_classes(v);
                self.classes.lists()
            }
            Values::Once => {
                let known = &self.once[v.index()];
                let class = |value: Value| {
                    let place = known.binary_search_by_key(&value, |&(value, _)| value);
                    place.map_or(u32::MAX, |place| known[place].1)
                };
                self.classes.start(self.walk.store().values(v));
                self.classes.refine(|values, labels| {
                    labels.extend(values.iter().map(|&v| label::Label::Is(class(v).into())));
                });
                self.classes.lists()
            }
        }
    }

    /// The open variable to decide next among some: the smallest domain, then the most
    /// constraints, then the first; shown ones before hidden ones.
    fn choose(&self, among: &[VarId]) -> Option<(VarId, bool)> {
        let store = self.walk.store();
        let open = among.iter().copied().filter(|&v| !store.is_fixed(v));
        let rank = |v: VarId| {
            let hidden = !self.is_shown(v);
            (hidden, store.size(v), usize::MAX - self.on[v.index()].len(), v.index())
        };
        let best = open.min_by_key(|&v| rank(v))?;
        Some((best, self.is_shown(best)))
    }

    fn is_shown(&self, v: VarId) -> bool {
        self.model.variables()[v.index()].shown
    }

    /// The effort of the last question.
    #[must_use]
    pub fn counters(&self) -> Counters {
        let mut counters = self.walk.counters();
        counters.add("merged values", self.merged);
        counters.add("splits", self.splits);
        counters
    }
}
