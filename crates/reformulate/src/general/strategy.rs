//! The general strategy: takes subproblems from the agenda and branches on them until no relation
//! is pending.

use parallax_model::ask::{Control, Count, Counters, Stop, Trace};

use super::super::agenda::Agenda;
use super::branch::{Sorted, keep};
use super::cache::BoxCache;
use super::candidate::{Candidate, Chooser};
use super::cost::{BranchCost, RelationView};
use super::decomposition::Decomposition;
use super::leaf::Leaf;
use super::node::{Kept, Node, choices};
use super::options::Options;
use super::trace;

/// Maximum number of small nodes kept for reuse.
const SPARE: usize = 1024;

/// Maximum memory of open nodes, in bytes, unless the allowance for a formula is smaller.
const OPEN: usize = 1 << 30;

/// Bytes of new children between two checks of the clock.
const BYTES_BETWEEN_POLLS: usize = 1 << 20;

/// Relations of subproblems considered between two checks of the clock.
const RELATIONS_BETWEEN_POLLS: u64 = 256;

/// Reformulation of a problem: an iterator of leaves whose solutions are disjoint and together
/// all solutions.
pub struct Strategy<'a> {
    problem: &'a Decomposition,
    options: Options,
    control: Control,
    agenda: Agenda<Node>,
    cache: &'a mut BoxCache,
    children: Vec<Node>,
    /// `None` while it is in use.
    candidate: Option<Box<Candidate>>,
    other: Box<Candidate>,
    sorted: Sorted,
    /// Whether to count pure boxes instead of returning them.
    counts: bool,
    counted: Option<Count>,
    /// The bytes of the open nodes, and of the children created since the last check of the clock.
    open_bytes: usize,
    made_bytes: usize,
    /// The reason why no more children are created.
    stop: Option<Stop>,
    branched: u64,
    leaves: u64,
    dead_ends: u64,
    pub(super) trace: Option<Trace>,
}

impl<'a> Strategy<'a> {
    /// Starts with the whole problem. The cache is shared between runs on the problem.
    pub fn new(
        problem: &'a Decomposition,
        cache: &'a mut BoxCache,
        options: Options,
        control: &Control,
    ) -> Self {
        let mut strategy = Strategy {
            problem,
            options,
            control: control.clone(),
            agenda: Agenda::new(options.order),
            cache,
            children: Vec::new(),
            candidate: Some(Box::default()),
            other: Box::default(),
            sorted: Sorted::default(),
            counts: false,
            counted: Some(Count::zero()),
            open_bytes: 0,
            made_bytes: 0,
            stop: None,
            branched: 0,
            leaves: 0,
            dead_ends: 0,
            trace: None,
        };
        strategy.open(Node::root(problem));
        strategy
    }

    /// Creates the strategy like [`new`](Strategy::new), with a trace of at most `most` steps.
    pub fn traced(
        problem: &'a Decomposition,
        cache: &'a mut BoxCache,
        options: Options,
        most: usize,
        control: &Control,
    ) -> Self {
        let mut strategy = Strategy::new(problem, cache, options, control);
        let mut trace = Trace::with_limit(most);
        let root = Node::root(problem);
        trace.add(trace::step(problem, &root, None, String::new()));
        if strategy.dead_ends > 0 {
            trace.prune(0, "the domains alone, or consistency, leave no solution");
        }
        strategy.trace = Some(trace);
        strategy
    }

    fn open(&mut self, mut root: Node) {
        let all = root.enforced(self.problem);
        let consistent =
            all.is_empty() || self.cache.enforce(self.problem, &mut root, &all, &self.control);
        if consistent && root.size(self.problem) > 0 {
            self.open_bytes = root.bytes();
            self.agenda.add(&mut vec![root], |_| 0);
        } else {
            self.dead_ends += 1;
        }
    }

    /// Makes the strategy count boxes ([`counted`](Strategy::counted)) from now on, instead of
    /// returning them, if that is cheaper.
    pub fn count_boxes(&mut self) {
        self.counts = true;
    }

    /// Returns the number of solutions of the boxes that were not returned; `None` if one of them
    /// has more than 2^128 - 1 solutions.
    #[must_use]
    pub fn counted(&self) -> Option<&Count> {
        self.counted.as_ref()
    }

    /// Returns the trace so far, if one is recorded.
    pub fn trace(&mut self) -> Option<&mut Trace> {
        self.trace.as_mut()
    }

    /// Returns the effort so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        let mut counters = Counters::new();
        counters.add("subproblems", self.branched);
        counters.add("leaves", self.leaves);
        counters.add("dead ends", self.dead_ends);
        counters
    }

    /// Recycles the buffers of a finished leaf.
    pub fn done(&mut self, leaf: Leaf<'a>) {
        self.spare(leaf.node);
    }

    /// Branches on a relation of the node.
    fn branch(&mut self, parent: &Node) {
        self.branched += 1;
        let problem = self.problem;
        let mut candidate = self.candidate.take().unwrap_or_default();
        let chooser =
            Chooser { problem, node: parent, split: self.options.split, control: &self.control };
        chooser.choose(self.cache, [&mut candidate, &mut self.other]);
        if let Some(trace) = &mut self.trace {
            trace::branched(trace, problem, parent, &candidate, self.options.split);
        }
        // If the best candidate is kept although all relations are consistent, no split pays.
        let pays = problem.leaves_are_boxes() || candidate.costs.iter().any(|cost| cost.split);
        if !pays && candidate.children() > 0 {
            self.candidate = Some(candidate);
            self.keep_all(parent);
            return;
        }
        if self.counts && self.count(parent, &candidate) {
            self.candidate = Some(candidate);
            return;
        }
        if candidate.costs.iter().any(|cost| cost.split) {
            self.sorted.fill(problem, parent, &candidate);
        }
        for (alternative, cost) in candidate.costs.iter().enumerate() {
            if cost.split {
                self.split(parent, &candidate, alternative);
            } else {
                self.keep(parent, &candidate, alternative);
            }
        }
        if self.children.is_empty() {
            self.dead_ends += 1;
            if let Some(trace) = &mut self.trace {
                trace.prune(parent.step, "no branch is left");
            }
        }
        self.candidate = Some(candidate);
        self.agenda.add(&mut self.children, |node| node.size(problem));
    }

    /// Counts the boxes of a node's last relation without creating them, if all of them are leaves
    /// and the number is known; returns whether it did.
    fn count(&mut self, parent: &Node, candidate: &Candidate) -> bool {
        let last = parent.pending.len() == 1 && parent.kept.is_empty();
        let known = |cost: &BranchCost| cost.split && cost.remaining < u64::MAX;
        if !last || !self.problem.counts_boxes() || !candidate.costs.iter().all(known) {
            return false;
        }
        let sum = candidate.costs.iter().map(|cost| u128::from(cost.remaining)).sum::<u128>();
        let base = others(self.problem, parent, candidate);
        let more = (base < u128::MAX).then(|| &Count::from(base) * &Count::from(sum));
        self.counted = self.counted.take().and_then(|counted| Some(counted + more?));
        self.leaves += candidate.children();
        self.dead_ends += u64::from(candidate.children() == 0);
        true
    }

    /// Creates a child for each box of an alternative.
    fn split(&mut self, parent: &Node, candidate: &Candidate, alternative: usize) {
        let problem = self.problem;
        let Some(boxes) = candidate.boxes(alternative) else { return };
        let view = RelationView { problem, node: parent, table: &candidate.table };
        for factors in boxes.iter() {
            if self.stop.is_some() {
                return;
            }
            if !view.has_values(factors) {
                if let Some(trace) = &mut self.trace {
                    trace::too_few(trace, problem, parent, candidate, factors);
                }
                continue;
            }
            let mut child = self.fresh();
            self.sorted.child(parent, candidate, factors, &mut child);
            let name = self.trace.is_some().then(|| trace::branch(problem, candidate, factors));
            let again =
                self.options.again && !(parent.kept.is_empty() && problem.leaves_are_boxes());
            let all = if again { child.enforced(problem) } else { Vec::new() };
            let consistent =
                all.is_empty() || self.cache.enforce(problem, &mut child, &all, &self.control);
            self.add(parent, child, consistent, name);
        }
    }

    /// Creates the child in which an alternative is kept.
    fn keep(&mut self, parent: &Node, candidate: &Candidate, alternative: usize) {
        let mut child = self.fresh();
        keep(parent, candidate, alternative as u32, &mut child);
        let kept = if self.options.again {
            child.enforced(self.problem)
        } else {
            child.kept.last().copied().into_iter().collect()
        };
        let consistent = self.cache.enforce(self.problem, &mut child, &kept, &self.control);
        let name = self.trace.is_some().then(|| trace::kept(self.problem, candidate, alternative));
        self.add(parent, child, consistent, name);
    }

    /// Creates the single child in which all pending relations are kept.
    fn keep_all(&mut self, parent: &Node) {
        let mut child = parent.clone();
        child.depth += 1;
        self.finish(&mut child);
        self.add(parent, child, true, Some("the other relations (kept)".to_owned()));
        self.agenda.add(&mut self.children, |node| node.size(self.problem));
    }

    fn add(&mut self, parent: &Node, mut child: Node, consistent: bool, name: Option<String>) {
        if let (Some(trace), Some(name)) = (&mut self.trace, name) {
            if consistent {
                let step = trace::step(self.problem, &child, Some(parent.step), name);
                child.step = trace.add(step);
            } else {
                trace.absent(parent.step, &[(name, "consistency leaves a domain empty")]);
            }
        }
        if consistent { self.push(child) } else { self.spare(child) }
    }

    /// Adds a child; checks the memory, and the clock every [`BYTES_BETWEEN_POLLS`].
    fn push(&mut self, child: Node) {
        let bytes = child.bytes();
        self.open_bytes += bytes;
        self.made_bytes += bytes;
        if self.open_bytes > OPEN.min(self.control.formula_bytes()) {
            self.stop = Some(Stop::Memory);
        } else if self.made_bytes > BYTES_BETWEEN_POLLS {
            self.made_bytes = 0;
            self.stop = self.control.stopped();
        }
        self.children.push(child);
    }

    /// Keeps a small node for reuse, unless there are many already.
    fn spare(&mut self, node: Node) {
        if self.cache.spare.len() < SPARE && node.is_small() {
            self.cache.spare.push(node);
        }
    }

    fn fresh(&mut self) -> Node {
        let mut node = self.cache.spare.pop().unwrap_or_default();
        node.clear();
        node
    }

    /// Keeps all pending relations, when no further step is allowed.
    fn finish(&self, node: &mut Node) {
        let all = |relation| Kept { relation, alternative: Kept::ALL };
        node.kept.extend(node.pending.drain(..).map(all));
    }
}

/// Returns the number of choices from the blocks outside the relation.
fn others(problem: &Decomposition, parent: &Node, candidate: &Candidate) -> u128 {
    if candidate.table.blocks.len() == parent.blocks.len() {
        return 1;
    }
    let blocks = parent.blocks.iter().enumerate();
    let aside = blocks.filter(|(i, _)| !candidate.table.blocks.contains(i));
    let of = |(_, block): (usize, &super::node::Block)| {
        let ordered = problem.groups[block.group as usize].ordered;
        choices(parent.domain(block).len() as u64, block.count, ordered)
    };
    aside.map(of).fold(1, u128::saturating_mul)
}

impl<'a> Iterator for Strategy<'a> {
    type Item = Result<Leaf<'a>, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(mut node) = self.agenda.take() {
            if let Some(stop) = self.stop {
                return Some(Err(stop));
            }
            self.open_bytes = self.open_bytes.saturating_sub(node.bytes());
            if node.depth >= self.options.steps {
                self.finish(&mut node);
            }
            if node.pending.is_empty() {
                self.leaves += 1;
                return Some(Ok(Leaf::new(self.problem, node)));
            }
            // A node whose leaves are searched costs enough to check the clock at each.
            let nodes = RELATIONS_BETWEEN_POLLS / self.problem.relations.len() as u64;
            let check =
                !self.problem.leaves_are_boxes() || self.branched.is_multiple_of(nodes.max(1));
            if check && let Some(stop) = self.control.stopped() {
                return Some(Err(stop));
            }
            self.branch(&node);
            self.spare(node);
        }
        None
    }
}
