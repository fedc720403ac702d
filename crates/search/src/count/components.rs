//! The search of component counting: multiplies components, adds values.

use parallax_model::engine_api::{
    Control, CountingMethod, EffortCounters, SolutionCount, StopReason,
};
use parallax_model::{Model, Value, VarId};
use parallax_propagation::store::ChangeReason;

use super::cache::{CachedCount, ComponentCache};
use super::count_certificate::CertifiedCount;
use super::divide::{ComponentDivider, CountComponent};
use super::key::KeyWriter;
use super::key_budget::ShapeKeyTrial;
use super::lookup::{ComponentKeys, LookedUp};
use super::names::ComponentNames;
use super::order::{ComponentVariableOrder, choose_variable};
use super::shape::ShapeKeyWriter;
use super::width::narrow_order;
use super::{ComponentCountOptions, ComponentKeyKind};
use crate::SearchState;
use crate::effort::SearchEffort;
use crate::session::PropagationStop;

/// A number of solutions, how it was counted, and the effort.
#[derive(Clone, Debug)]
pub struct CountResult {
    /// The number; `None` if the search gave up because the cache did not help.
    pub number: Option<SolutionCount>,
    /// The method.
    pub counting: CountingMethod,
    /// The effort of components and the cache: `components`, `lookups`, of these by `shapes`,
    /// `hits`, `kept`, `dropped`.
    pub counters: EffortCounters,
}

impl CountResult {
    /// Returns the count of a model that propagation refutes.
    pub(super) fn zero_count() -> Self {
        let number = Some(SolutionCount::zero());
        CountResult {
            number,
            counting: CountingMethod::Enumeration,
            counters: EffortCounters::new(),
        }
    }
}

/// A node whose children are not all counted yet.
enum CountFrame {
    /// The values of a variable of a component, one after the other.
    Values {
        variable: VarId,
        part: CountComponent,
        last: Option<Value>,
        sum: SolutionCount,
        /// Whether one solution suffices, because no shown variable is open.
        exists: bool,
        /// Its shape in the cache, if its count is kept.
        keyed: Option<Box<ComponentKeys>>,
        /// The worth and the effort when it was opened.
        begun: (u64, u64),
    },
    /// Components, one after the other; those from `next` on are not counted yet.
    Parts {
        next: usize,
        product: SolutionCount,
        /// The worth when the last one was begun.
        begun: u64,
    },
}

/// The next step of the search.
pub(super) enum CountStep {
    Enter(CountComponent),
    Advance,
    Return(SolutionCount),
}

/// The number of steps of [`ShapeKeyWriter`] that take as long as one step of the search.
const SHAPE_STEPS: u64 = 64;

#[derive(Default)]
pub(super) struct CountEffort {
    nodes: u64,
    components: u64,
    pub(super) lookups: u64,
    pub(super) hits: u64,
    /// The nodes that cache hits and products saved.
    pub(super) saved: u64,
    /// Whether counts were multiplied.
    multiplied: bool,
}

impl CountEffort {
    /// Returns the nodes that an enumeration needs for the same result.
    fn enumeration_nodes(&self) -> u64 {
        self.nodes.saturating_add(self.saved)
    }
}

/// The nodes of a search by components.
pub(super) struct ComponentSearch<'a> {
    pub(super) search: &'a mut SearchState,
    pub(super) model: &'a Model,
    pub(super) links: &'a mut ComponentDivider,
    order: ComponentVariableOrder,
    /// The rank of each variable, if they are decided in a fixed order.
    ranks: Option<Vec<u32>>,
    pub(super) keys: KeyWriter,
    pub(super) cache: ComponentCache,
    pub(super) control: &'a Control,
    frames: Vec<CountFrame>,
    /// The components of the open [`CountFrame::Parts`].
    parts: Vec<CountComponent>,
    pub(super) shapes: ShapeKeyWriter,
    pub(super) trial: ShapeKeyTrial,
    /// The bytes of the keys of open frames.
    pub(super) in_progress: usize,
    pub(super) tally: CountEffort,
    /// The number of nodes after which the walk may give up.
    pub(super) patience: u64,
    /// The number of nodes after which it does.
    pub(super) max_nodes: u64,
    /// The parts that a certificate needs, if the search writes one.
    pub(super) certified: Option<Box<CertifiedCount>>,
    /// Whether the last key is by shape.
    pub(super) by_shape: bool,
}

impl<'a> ComponentSearch<'a> {
    /// Prepares the walk of a search whose root is propagated.
    pub(super) fn new(
        search: &'a mut SearchState,
        model: &'a Model,
        links: &'a mut ComponentDivider,
        plan: &ComponentCountOptions,
        control: &'a Control,
    ) -> Self {
        let certified = search.certifier.is_some();
        links.certified = certified;
        // A fixed order is computed once, on the root component: its bound on the nodes holds for
        // the whole count.
        let ranks = (plan.order == ComponentVariableOrder::Auto)
            .then(|| narrow_order(links.whole_component(), links, model, &mut search.store))
            .flatten();
        // With a narrow order, keys by names meet again often enough, and shapes would cost more
        // than they save. A certificate is shorter with shapes all the same.
        let keys = match plan.keys {
            ComponentKeyKind::Auto if ranks.is_some() && !certified => ComponentKeyKind::Names,
            keys => keys,
        };
        ComponentSearch {
            keys: KeyWriter::new(&search.store, model),
            search,
            model,
            links,
            order: plan.order,
            ranks,
            cache: ComponentCache::new(plan.cache),
            control,
            frames: Vec::new(),
            parts: Vec::new(),
            shapes: ShapeKeyWriter::new(certified),
            trial: ShapeKeyTrial::new(keys),
            in_progress: 0,
            tally: CountEffort::default(),
            patience: u64::MAX,
            max_nodes: u64::MAX,
            certified: certified.then(Default::default),
            by_shape: false,
        }
    }

    pub(super) fn count_solutions(&mut self) -> Result<Option<SolutionCount>, StopReason> {
        // An explicit stack of frames instead of recursion: a count may be as deep as the model has
        // variables.
        let mut next = self.fall_apart(self.links.whole_component());
        loop {
            next = match next {
                CountStep::Enter(part) => {
                    self.control.check_stop()?;
                    if self.gives_up() {
                        return Ok(None);
                    }
                    self.enter_component(part)?
                }
                CountStep::Advance => self.advance_frame()?,
                CountStep::Return(count) if self.frames.is_empty() => return Ok(Some(count)),
                CountStep::Return(count) => self.take_count(count),
            };
        }
    }

    /// Whether there were too many nodes, or multiplication and lookups have saved fewer nodes than
    /// the search has visited. Undecided while components are open: the savings of a component are
    /// known only at its end.
    fn gives_up(&mut self) -> bool {
        if self.tally.nodes >= self.max_nodes {
            return true;
        }
        let is_part = |frame: &CountFrame| matches!(frame, CountFrame::Parts { .. });
        if self.tally.nodes < self.patience || self.frames.iter().any(is_part) {
            return false;
        }
        // The next check waits until the nodes have doubled, so that a search that begins to save
        // late is not judged too often.
        self.patience = self.patience.saturating_mul(2);
        self.tally.saved < self.tally.nodes
    }

    /// Divides a part whose domains have changed into components.
    fn fall_apart(&mut self, part: CountComponent) -> CountStep {
        let free = self.links.divide_component(part, self.model, &self.search.store);
        self.search.store.account_steps(self.links.component_variables(part).len());
        self.tally.multiplied |= free > 1;
        // An enumeration would visit each choice of the free variables; here they cost one
        // multiplication.
        let spared = u64::try_from(&free).unwrap_or(u64::MAX).saturating_sub(1);
        self.tally.saved = self.tally.saved.saturating_add(spared);
        let is_split = self.certify_division(part);
        match self.links.found.as_slice() {
            [] => CountStep::Return(free),
            // A single component without a factor needs no frame.
            [one] if free == 1 && !is_split => CountStep::Enter(*one),
            several => {
                self.tally.components += several.len() as u64;
                self.tally.multiplied |= several.len() > 1;
                let next = self.parts.len();
                // A component without solutions makes the product zero and ends the frame, and
                // small ones are refuted most cheaply.
                // Taken from the end: the smallest component comes first.
                self.parts.extend(several.iter().rev());
                let begun = self.tally.enumeration_nodes();
                self.frames.push(CountFrame::Parts { next, product: free, begun });
                CountStep::Advance
            }
        }
    }

    /// Looks a component up, or opens its first node.
    fn enter_component(&mut self, part: CountComponent) -> Result<CountStep, StopReason> {
        if self.is_hidden(part) {
            return self.certify_witness(part).map(CountStep::Return);
        }
        let keyed = match self.look_up(part) {
            LookedUp::Counted(count) => return Ok(CountStep::Return(count)),
            LookedUp::New(keyed) => keyed,
        };
        let store = &self.search.store;
        let chosen = choose_variable(
            self.order,
            self.ranks.as_deref(),
            part,
            self.links,
            store,
            &self.search.guide,
        );
        let Some((variable, shown)) = chosen else {
            return Ok(CountStep::Return(SolutionCount::one()));
        };
        // The difference to these totals at the end of the frame is the worth of its cache entry.
        let begun = (self.tally.enumeration_nodes(), self.total_effort());
        self.tally.nodes += 1;
        self.search.work.nodes += 1;
        let sum = SolutionCount::zero();
        let (last, exists) = (None, !shown);
        self.frames.push(CountFrame::Values { variable, part, last, sum, exists, keyed, begun });
        Ok(CountStep::Advance)
    }

    /// Returns the effort so far, in the steps of [`ShapeKeyWriter`].
    fn total_effort(&self) -> u64 {
        let search =
            SearchEffort::from_search(self.search).elementary_steps().saturating_mul(SHAPE_STEPS);
        search.saturating_add(self.trial.cost)
    }

    fn advance_frame(&mut self) -> Result<CountStep, StopReason> {
        match self.frames.last_mut() {
            Some(CountFrame::Parts { next, product, begun }) => {
                // The parts of this frame are the end of the shared stack, from `next` on.
                if self.parts.len() > *next
                    && let Some(part) = self.parts.pop()
                {
                    *begun = self.tally.enumeration_nodes();
                    self.certify_part(part);
                    return Ok(CountStep::Enter(part));
                }
                let product = std::mem::take(product);
                self.frames.pop();
                Ok(CountStep::Return(product))
            }
            Some(CountFrame::Values { variable, part, last, sum, .. }) => {
                let (variable, part) = (*variable, *part);
                loop {
                    let store = &self.search.store;
                    // The level of the last value is undone, so the domain is the one that the
                    // frame was opened with. Values need no `x != v`: each is fixed in turn.
                    let value = match *last {
                        None => Some(store.min(variable)),
                        Some(last) => {
                            last.checked_add(1).and_then(|from| store.at_least(variable, from))
                        }
                    };
                    let Some(value) = value else {
                        let sum = std::mem::take(sum);
                        return Ok(self.close_frame(sum));
                    };
                    *last = Some(value);
                    // A value that propagation refutes counts 0, and the loop tries the next.
                    if commit_value(self.search, variable, value, self.control)? {
                        return Ok(self.fall_apart(part));
                    }
                }
            }
            None => Ok(CountStep::Return(SolutionCount::one())),
        }
    }

    /// Adds the count of a child to the innermost frame.
    fn take_count(&mut self, count: SolutionCount) -> CountStep {
        match self.frames.last_mut() {
            Some(CountFrame::Parts { next, product, begun }) => {
                // An enumeration repeats the work on it for each choice of the other components.
                let times = u64::try_from(&*product).unwrap_or(u64::MAX).saturating_sub(1);
                let again = (self.tally.enumeration_nodes() - *begun).saturating_mul(times);
                self.tally.saved = self.tally.saved.saturating_add(again);
                *product *= &count;
                let (is_zero, next) = (product.is_zero(), *next);
                let is_last = is_zero || self.parts.len() == next;
                self.certify_end_of_part(is_last);
                if !is_zero {
                    return CountStep::Advance;
                }
                // The components not yet counted cannot change a product of zero.
                self.parts.truncate(next);
                self.frames.pop();
                CountStep::Return(SolutionCount::zero())
            }
            Some(CountFrame::Values { sum, exists, variable, last, .. }) => {
                self.search.store.undo_level();
                // After the level is undone the domain is whole again; its maximum was tried last,
                // and the certificate has no decision on it.
                let is_last = *last == Some(self.search.store.max(*variable));
                if let Some(certifier) = self.search.certifier.as_mut().filter(|_| !is_last) {
                    certifier.log_return();
                }
                // Only hidden variables are open, so all solutions below are one; the remaining
                // values are not tried.
                if *exists && !count.is_zero() {
                    return self.close_frame(SolutionCount::one());
                }
                *sum += &count;
                CountStep::Advance
            }
            None => CountStep::Return(count),
        }
    }

    /// Closes the innermost frame, of values, and caches its count.
    fn close_frame(&mut self, count: SolutionCount) -> CountStep {
        if let Some(CountFrame::Values { keyed: Some(keyed), begun, .. }) = self.frames.pop() {
            self.in_progress -= keyed.key_bytes();
            let ComponentKeys { own, by_names, problem } = *keyed;
            let worth = self.tally.enumeration_nodes() - begun.0;
            let effort = self.total_effort() - begun.1;
            // With a certificate, one count has two entries. A hit by names needs no renaming,
            // which makes the certificate shorter.
            if let (Some(by_names), Some(problem)) = (by_names, &problem) {
                let problem = Some(Box::new((problem.0, ComponentNames::default())));
                let entry = CachedCount { count: count.clone(), worth, effort, problem };
                self.cache.insert_entry(by_names, entry);
            }
            self.cache
                .insert_entry(own, CachedCount { count: count.clone(), worth, effort, problem });
        }
        CountStep::Return(count)
    }

    pub(super) fn count_result(&self, number: Option<SolutionCount>) -> CountResult {
        let ComponentSearch { tally, cache, .. } = self;
        let counting = match tally {
            CountEffort { hits: 1.., .. } => CountingMethod::Cache,
            CountEffort { multiplied: true, .. } => CountingMethod::Parts,
            _ => CountingMethod::Enumeration,
        };
        let mut counters = EffortCounters::new();
        counters.add_amount("components", tally.components);
        counters.add_amount("lookups", tally.lookups);
        counters.add_amount("shapes", self.trial.shapes);
        counters.add_amount("hits", tally.hits);
        counters.add_amount("kept", cache.kept);
        counters.add_amount("dropped", cache.dropped);
        CountResult { number, counting, counters }
    }
}

/// Decides on a value. On a conflict, undoes the decision and returns false. A certificate has no
/// decision on the last value: the others are refuted or counted.
pub(super) fn commit_value(
    search: &mut SearchState,
    variable: VarId,
    value: Value,
    control: &Control,
) -> Result<bool, StopReason> {
    search.work.enumerations += 1;
    search.work.assignments += 1;
    let is_last = value == search.store.max(variable);
    if let Some(certifier) = search.certifier.as_mut().filter(|_| !is_last) {
        certifier.log_decision(variable, value, true);
    }
    search.store.open_level();
    // The level of the givens is not a decision.
    search.work.depth = search.work.depth.max(search.store.depth() as u64 - 1);
    search.store.set_reason(ChangeReason::Decision);
    let fixed = search.store.fix_value(variable, value).map_err(|_| PropagationStop::Conflict);
    match fixed.and_then(|()| search.propagate(control)) {
        Ok(()) => Ok(true),
        Err(PropagationStop::Stopped(stop)) => Err(stop),
        Err(PropagationStop::Conflict) => {
            search.work.backtracks += 1;
            search.store.undo_level();
            if let Some(certifier) = search.certifier.as_mut().filter(|_| !is_last) {
                certifier.log_return();
            }
            Ok(false)
        }
    }
}
