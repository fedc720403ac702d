//! The search of component counting: multiplies components, adds values.

use parallax_model::ask::{Control, Count, Counters, Counting, Stop};
use parallax_model::{Model, Value, VarId};
use parallax_propagation::store::Reason;

use super::cache::{Cache, Entry};
use super::certified::CertifiedCount;
use super::divide::{Component, Links};
use super::key::KeyWriter;
use super::key_budget::Trial;
use super::lookup::{Keyed, LookedUp};
use super::names::Names;
use super::order::{Order, choose};
use super::shape::Shapes;
use super::width::narrow_order;
use super::{Keys, Plan};
use crate::Search;
use crate::effort::SearchEffort;
use crate::session::PropagationStop;

/// A number of solutions, how it was counted, and the effort.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The number; `None` if the search gave up because the cache did not help.
    pub number: Option<Count>,
    /// The method.
    pub counting: Counting,
    /// The effort of components and the cache: `components`, `lookups`, of these by `shapes`,
    /// `hits`, `kept`, `dropped`.
    pub counters: Counters,
}

impl Counted {
    /// Returns the count of a model that propagation refutes.
    pub(super) fn none() -> Self {
        let number = Some(Count::zero());
        Counted { number, counting: Counting::Enumeration, counters: Counters::new() }
    }
}

/// A node whose children are not all counted yet.
enum Frame {
    /// The values of a variable of a component, one after the other.
    Values {
        variable: VarId,
        part: Component,
        last: Option<Value>,
        sum: Count,
        /// Whether one solution suffices, because no shown variable is open.
        exists: bool,
        /// Its shape in the cache, if its count is kept.
        keyed: Option<Box<Keyed>>,
        /// The worth and the effort when it was opened.
        begun: (u64, u64),
    },
    /// Components, one after the other; those from `next` on are not counted yet.
    Parts {
        next: usize,
        product: Count,
        /// The worth when the last one was begun.
        begun: u64,
    },
}

/// The next step of the search.
pub(super) enum Next {
    Enter(Component),
    Advance,
    Return(Count),
}

/// The number of steps of [`Shapes`] that take as long as one step of the search.
const SHAPE_STEPS: u64 = 64;

#[derive(Default)]
pub(super) struct Tally {
    nodes: u64,
    components: u64,
    pub(super) lookups: u64,
    pub(super) hits: u64,
    /// The nodes that cache hits and products saved.
    pub(super) saved: u64,
    /// Whether counts were multiplied.
    multiplied: bool,
}

impl Tally {
    /// Returns the nodes that an enumeration needs for the same result.
    fn worth(&self) -> u64 {
        self.nodes.saturating_add(self.saved)
    }
}

/// The nodes of a search by components.
pub(super) struct Walk<'a> {
    pub(super) search: &'a mut Search,
    pub(super) model: &'a Model,
    pub(super) links: &'a mut Links,
    order: Order,
    /// The rank of each variable, if they are decided in a fixed order.
    ranks: Option<Vec<u32>>,
    pub(super) keys: KeyWriter,
    pub(super) cache: Cache,
    pub(super) control: &'a Control,
    frames: Vec<Frame>,
    /// The components of the open [`Frame::Parts`].
    parts: Vec<Component>,
    pub(super) shapes: Shapes,
    pub(super) trial: Trial,
    /// The bytes of the keys of open frames.
    pub(super) in_progress: usize,
    pub(super) tally: Tally,
    /// The number of nodes after which the walk may give up.
    pub(super) patience: u64,
    /// The number of nodes after which it does.
    pub(super) most: u64,
    /// The parts that a certificate needs, if the search writes one.
    pub(super) certified: Option<Box<CertifiedCount>>,
    /// Whether the last key is by shape.
    pub(super) by_shape: bool,
}

impl<'a> Walk<'a> {
    /// Prepares the walk of a search whose root is propagated.
    pub(super) fn new(
        search: &'a mut Search,
        model: &'a Model,
        links: &'a mut Links,
        plan: &Plan,
        control: &'a Control,
    ) -> Self {
        let certified = search.certifier.is_some();
        links.certified = certified;
        let ranks = (plan.order == Order::Auto)
            .then(|| narrow_order(links.whole(), links, model, &mut search.store))
            .flatten();
        // The names of a narrow order already meet again; shapes would cost more than they save,
        // but for a certificate, which is shorter with them.
        let keys = match plan.keys {
            Keys::Auto if ranks.is_some() && !certified => Keys::Names,
            keys => keys,
        };
        Walk {
            keys: KeyWriter::of(&search.store, model),
            search,
            model,
            links,
            order: plan.order,
            ranks,
            cache: Cache::new(plan.cache),
            control,
            frames: Vec::new(),
            parts: Vec::new(),
            shapes: Shapes::new(certified),
            trial: Trial::new(keys),
            in_progress: 0,
            tally: Tally::default(),
            patience: u64::MAX,
            most: u64::MAX,
            certified: certified.then(Default::default),
            by_shape: false,
        }
    }

    pub(super) fn run(&mut self) -> Result<Option<Count>, Stop> {
        let mut next = self.fall_apart(self.links.whole());
        loop {
            next = match next {
                Next::Enter(part) => {
                    self.control.check()?;
                    if self.gives_up() {
                        return Ok(None);
                    }
                    self.enter(part)?
                }
                Next::Advance => self.advance()?,
                Next::Return(count) if self.frames.is_empty() => return Ok(Some(count)),
                Next::Return(count) => self.take(count),
            };
        }
    }

    /// Whether there were too many nodes, or multiplication and lookups have saved fewer nodes than the search has visited.
    /// Undecided while components are open: the savings of a component are known only at its end.
    fn gives_up(&mut self) -> bool {
        if self.tally.nodes >= self.most {
            return true;
        }
        let is_part = |frame: &Frame| matches!(frame, Frame::Parts { .. });
        if self.tally.nodes < self.patience || self.frames.iter().any(is_part) {
            return false;
        }
        self.patience = self.patience.saturating_mul(2);
        self.tally.saved < self.tally.nodes
    }

    /// Divides a part whose domains have changed into components.
    fn fall_apart(&mut self, part: Component) -> Next {
        let free = self.links.divide(part, self.model, &self.search.store);
        self.search.store.account(self.links.variables(part).len());
        self.tally.multiplied |= free > 1;
        let spared = u64::try_from(&free).unwrap_or(u64::MAX).saturating_sub(1);
        self.tally.saved = self.tally.saved.saturating_add(spared);
        let is_split = self.certify_division(part);
        match self.links.found.as_slice() {
            [] => Next::Return(free),
            [one] if free == 1 && !is_split => Next::Enter(*one),
            several => {
                self.tally.components += several.len() as u64;
                self.tally.multiplied |= several.len() > 1;
                let next = self.parts.len();
                // Taken from the end: the smallest component comes first.
                self.parts.extend(several.iter().rev());
                let begun = self.tally.worth();
                self.frames.push(Frame::Parts { next, product: free, begun });
                Next::Advance
            }
        }
    }

    /// Looks a component up, or opens its first node.
    fn enter(&mut self, part: Component) -> Result<Next, Stop> {
        if self.is_hidden(part) {
            return self.certify_witness(part).map(Next::Return);
        }
        let keyed = match self.look_up(part) {
            LookedUp::Counted(count) => return Ok(Next::Return(count)),
            LookedUp::New(keyed) => keyed,
        };
        let store = &self.search.store;
        let chosen =
            choose(self.order, self.ranks.as_deref(), part, self.links, store, &self.search.guide);
        let Some((variable, shown)) = chosen else {
            return Ok(Next::Return(Count::one()));
        };
        let begun = (self.tally.worth(), self.effort());
        self.tally.nodes += 1;
        self.search.work.nodes += 1;
        let sum = Count::zero();
        let (last, exists) = (None, !shown);
        self.frames.push(Frame::Values { variable, part, last, sum, exists, keyed, begun });
        Ok(Next::Advance)
    }

    /// Returns the effort so far, in the steps of [`Shapes`].
    fn effort(&self) -> u64 {
        let search = SearchEffort::of(self.search).steps().saturating_mul(SHAPE_STEPS);
        search.saturating_add(self.trial.cost)
    }

    fn advance(&mut self) -> Result<Next, Stop> {
        match self.frames.last_mut() {
            Some(Frame::Parts { next, product, begun }) => {
                if self.parts.len() > *next
                    && let Some(part) = self.parts.pop()
                {
                    *begun = self.tally.worth();
                    self.certify_part(part);
                    return Ok(Next::Enter(part));
                }
                let product = std::mem::take(product);
                self.frames.pop();
                Ok(Next::Return(product))
            }
            Some(Frame::Values { variable, part, last, sum, .. }) => {
                let (variable, part) = (*variable, *part);
                loop {
                    let store = &self.search.store;
                    let value = match *last {
                        None => Some(store.min(variable)),
                        Some(last) => {
                            last.checked_add(1).and_then(|from| store.at_least(variable, from))
                        }
                    };
                    let Some(value) = value else {
                        let sum = std::mem::take(sum);
                        return Ok(self.close(sum));
                    };
                    *last = Some(value);
                    if commit(self.search, variable, value, self.control)? {
                        return Ok(self.fall_apart(part));
                    }
                }
            }
            None => Ok(Next::Return(Count::one())),
        }
    }

    /// Adds the count of a child to the innermost frame.
    fn take(&mut self, count: Count) -> Next {
        match self.frames.last_mut() {
            Some(Frame::Parts { next, product, begun }) => {
                // An enumeration repeats the work on it for each choice of the other components.
                let times = u64::try_from(&*product).unwrap_or(u64::MAX).saturating_sub(1);
                let again = (self.tally.worth() - *begun).saturating_mul(times);
                self.tally.saved = self.tally.saved.saturating_add(again);
                *product *= &count;
                let (is_zero, next) = (product.is_zero(), *next);
                let is_last = is_zero || self.parts.len() == next;
                self.certify_end_of_part(is_last);
                if !is_zero {
                    return Next::Advance;
                }
                self.parts.truncate(next);
                self.frames.pop();
                Next::Return(Count::zero())
            }
            Some(Frame::Values { sum, exists, variable, last, .. }) => {
                self.search.store.undo_level();
                let is_last = *last == Some(self.search.store.max(*variable));
                if let Some(certifier) = self.search.certifier.as_mut().filter(|_| !is_last) {
                    certifier.retreats();
                }
                if *exists && !count.is_zero() {
                    return self.close(Count::one());
                }
                *sum += &count;
                Next::Advance
            }
            None => Next::Return(count),
        }
    }

    /// Closes the innermost frame, of values, and caches its count.
    fn close(&mut self, count: Count) -> Next {
        if let Some(Frame::Values { keyed: Some(keyed), begun, .. }) = self.frames.pop() {
            self.in_progress -= keyed.bytes();
            let Keyed { own, by_names, problem } = *keyed;
            let worth = self.tally.worth() - begun.0;
            let effort = self.effort() - begun.1;
            if let (Some(by_names), Some(problem)) = (by_names, &problem) {
                let problem = Some(Box::new((problem.0, Names::default())));
                let entry = Entry { count: count.clone(), worth, effort, problem };
                self.cache.insert(by_names, entry);
            }
            self.cache.insert(own, Entry { count: count.clone(), worth, effort, problem });
        }
        Next::Return(count)
    }

    pub(super) fn counted(&self, number: Option<Count>) -> Counted {
        let Walk { tally, cache, .. } = self;
        let counting = match tally {
            Tally { hits: 1.., .. } => Counting::Cache,
            Tally { multiplied: true, .. } => Counting::Parts,
            _ => Counting::Enumeration,
        };
        let mut counters = Counters::new();
        counters.add("components", tally.components);
        counters.add("lookups", tally.lookups);
        counters.add("shapes", self.trial.shapes);
        counters.add("hits", tally.hits);
        counters.add("kept", cache.kept);
        counters.add("dropped", cache.dropped);
        Counted { number, counting, counters }
    }
}

/// Decides on a value. On a conflict, undoes the decision and returns false. A certificate has no
/// decision on the last value: the others are refuted or counted.
pub(super) fn commit(
    search: &mut Search,
    variable: VarId,
    value: Value,
    control: &Control,
) -> Result<bool, Stop> {
    search.work.enumerations += 1;
    search.work.assignments += 1;
    let is_last = value == search.store.max(variable);
    if let Some(certifier) = search.certifier.as_mut().filter(|_| !is_last) {
        certifier.commits(variable, value, true);
    }
    search.store.open_level();
    search.work.depth = search.work.depth.max(search.store.depth() as u64 - 1);
    search.store.because(Reason::Decision);
    let fixed = search.store.fix(variable, value).map_err(|_| PropagationStop::Conflict);
    match fixed.and_then(|()| search.propagate(control)) {
        Ok(()) => Ok(true),
        Err(PropagationStop::Stopped(stop)) => Err(stop),
        Err(PropagationStop::Conflict) => {
            search.work.backtracks += 1;
            search.store.undo_level();
            if let Some(certifier) = search.certifier.as_mut().filter(|_| !is_last) {
                certifier.retreats();
            }
            Ok(false)
        }
    }
}
