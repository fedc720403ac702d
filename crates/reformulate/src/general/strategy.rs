//! The general strategy: takes subproblems from the agenda and branches on them until no relation
//! is pending.

use parallax_model::engine_api::{Control, EffortCounters, SolutionCount, SolverTrace, StopReason};

use super::super::agenda::SubproblemAgenda;
use super::branch::{ClassSortedValues, keep_alternative};
use super::cache::BoxCache;
use super::candidate::{RelationCandidate, RelationChooser};
use super::cost::{BranchCost, RelationView};
use super::decomposition::ModelDecomposition;
use super::leaf::DecompositionLeaf;
use super::node::{DecompositionNode, KeptRelation, count_choices};
use super::options::DecompositionOptions;
use super::trace;

/// Maximum number of small nodes kept for reuse.
const MAX_SPARE_NODES: usize = 1024;

/// Maximum memory of open nodes, in bytes, unless the allowance for a formula is smaller.
const MAX_OPEN_BYTES: usize = 1 << 30;

/// Bytes of new children between two checks of the clock.
const BYTES_BETWEEN_POLLS: usize = 1 << 20;

/// Relations of subproblems considered between two checks of the clock.
const RELATIONS_BETWEEN_POLLS: u64 = 256;

/// Reformulation of a problem: an iterator of leaves whose solutions are disjoint and together
/// all solutions.
pub struct DecompositionStrategy<'a> {
    problem: &'a ModelDecomposition,
    options: DecompositionOptions,
    control: Control,
    agenda: SubproblemAgenda<DecompositionNode>,
    cache: &'a mut BoxCache,
    children: Vec<DecompositionNode>,
    /// `None` while it is in use.
    candidate: Option<Box<RelationCandidate>>,
    other: Box<RelationCandidate>,
    sorted: ClassSortedValues,
    /// Whether to count pure boxes instead of returning them.
    counts: bool,
    counted: Option<SolutionCount>,
    /// The bytes of the open nodes, and of the children created since the last check of the clock.
    open_bytes: usize,
    made_bytes: usize,
    /// The reason why no more children are created.
    stop: Option<StopReason>,
    branched: u64,
    leaves: u64,
    dead_ends: u64,
    pub(super) trace: Option<SolverTrace>,
}

impl<'a> DecompositionStrategy<'a> {
    /// Starts with the whole problem. The cache is shared between runs on the problem.
    pub fn new(
        problem: &'a ModelDecomposition,
        cache: &'a mut BoxCache,
        options: DecompositionOptions,
        control: &Control,
    ) -> Self {
        let mut strategy = DecompositionStrategy {
            problem,
            options,
            control: control.clone(),
            agenda: SubproblemAgenda::new(options.order),
            cache,
            children: Vec::new(),
            candidate: Some(Box::default()),
            other: Box::default(),
            sorted: ClassSortedValues::default(),
            counts: false,
            counted: Some(SolutionCount::zero()),
            open_bytes: 0,
            made_bytes: 0,
            stop: None,
            branched: 0,
            leaves: 0,
            dead_ends: 0,
            trace: None,
        };
        strategy.open_root(DecompositionNode::from_problem(problem));
        strategy
    }

    /// Creates the strategy like [`new`](DecompositionStrategy::new), with a trace of at most
    /// `max_steps` steps.
    pub fn with_trace(
        problem: &'a ModelDecomposition,
        cache: &'a mut BoxCache,
        options: DecompositionOptions,
        max_steps: usize,
        control: &Control,
    ) -> Self {
        let mut strategy = DecompositionStrategy::new(problem, cache, options, control);
        let mut trace = SolverTrace::with_limit(max_steps);
        let root = DecompositionNode::from_problem(problem);
        trace.add_step(trace::describe_step(problem, &root, None, String::new()));
        if strategy.dead_ends > 0 {
            trace.record_failure(0, "the domains alone, or consistency, leave no solution");
        }
        strategy.trace = Some(trace);
        strategy
    }

    fn open_root(&mut self, mut root: DecompositionNode) {
        let all = root.enforced_relations(self.problem);
        let consistent = all.is_empty()
            || self.cache.enforce_relations(self.problem, &mut root, &all, &self.control);
        if consistent && root.choice_count(self.problem) > 0 {
            self.open_bytes = root.memory_bytes();
            self.agenda.add_children(&mut vec![root], |_| 0);
        } else {
            self.dead_ends += 1;
        }
    }

    /// Makes the strategy count boxes ([`counted`](DecompositionStrategy::counted_solutions)) from
    /// now on, instead of returning them, if that is cheaper.
    pub fn count_boxes(&mut self) {
        self.counts = true;
    }

    /// Returns the number of solutions of the boxes that were not returned; `None` if one of them
    /// has more than 2^128 - 1 solutions.
    #[must_use]
    pub fn counted_solutions(&self) -> Option<&SolutionCount> {
        self.counted.as_ref()
    }

    /// Returns the trace so far, if one is recorded.
    pub fn trace(&mut self) -> Option<&mut SolverTrace> {
        self.trace.as_mut()
    }

    /// Returns the effort so far.
    #[must_use]
    pub fn counters(&self) -> EffortCounters {
        let mut counters = EffortCounters::new();
        counters.add_amount("subproblems", self.branched);
        counters.add_amount("leaves", self.leaves);
        counters.add_amount("dead ends", self.dead_ends);
        counters
    }

    /// Recycles the buffers of a finished leaf.
    pub fn recycle_leaf(&mut self, leaf: DecompositionLeaf<'a>) {
        self.spare_node(leaf.node);
    }

    /// Branches on a relation of the node.
    fn branch_node(&mut self, parent: &DecompositionNode) {
        self.branched += 1;
        let problem = self.problem;
        // The candidate leaves the strategy while the children are made, for which that is
        // borrowed, and returns with its buffers on every way out.
        let mut candidate = self.candidate.take().unwrap_or_default();
        let chooser = RelationChooser {
            problem,
            node: parent,
            split: self.options.split,
            control: &self.control,
        };
        chooser.choose_candidate(self.cache, [&mut candidate, &mut self.other]);
        if let Some(trace) = &mut self.trace {
            trace::record_branching(trace, problem, parent, &candidate, self.options.split);
        }
        // If the best candidate is kept although all relations are consistent, no split pays.
        let pays = problem.leaves_are_boxes() || candidate.costs.iter().any(|cost| cost.split);
        if !pays && candidate.child_count() > 0 {
            self.candidate = Some(candidate);
            self.keep_all(parent);
            return;
        }
        if self.counts && self.count_leaf_boxes(parent, &candidate) {
            self.candidate = Some(candidate);
            return;
        }
        if candidate.costs.iter().any(|cost| cost.split) {
            self.sorted.sort_domains(problem, parent, &candidate);
        }
        for (alternative, cost) in candidate.costs.iter().enumerate() {
            if cost.split {
                self.split_alternative(parent, &candidate, alternative);
            } else {
                self.keep_alternative(parent, &candidate, alternative);
            }
        }
        if self.children.is_empty() {
            self.dead_ends += 1;
            if let Some(trace) = &mut self.trace {
                trace.record_failure(parent.step, "no branch is left");
            }
        }
        self.candidate = Some(candidate);
        self.agenda.add_children(&mut self.children, |node| node.choice_count(problem));
    }

    /// Counts the boxes of a node's last relation without creating them, if all of them are leaves
    /// and the number is known; returns whether it did.
    fn count_leaf_boxes(
        &mut self,
        parent: &DecompositionNode,
        candidate: &RelationCandidate,
    ) -> bool {
        // Every child would be a leaf that is a box; the costs already have the number of its
        // combinations.
        let last = parent.pending.len() == 1 && parent.kept.is_empty();
        let known = |cost: &BranchCost| cost.split && cost.remaining < u64::MAX;
        if !last || !self.problem.counts_boxes() || !candidate.costs.iter().all(known) {
            return false;
        }
        let sum = candidate.costs.iter().map(|cost| u128::from(cost.remaining)).sum::<u128>();
        let base = other_choices(self.problem, parent, candidate);
        let more =
            (base < u128::MAX).then(|| &SolutionCount::from(base) * &SolutionCount::from(sum));
        self.counted = self.counted.take().and_then(|counted| Some(counted + more?));
        self.leaves += candidate.child_count();
        self.dead_ends += u64::from(candidate.child_count() == 0);
        true
    }

    /// Creates a child for each box of an alternative.
    fn split_alternative(
        &mut self,
        parent: &DecompositionNode,
        candidate: &RelationCandidate,
        alternative: usize,
    ) {
        let problem = self.problem;
        let Some(boxes) = candidate.alternative_boxes(alternative) else { return };
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
            let mut child = self.fresh_node();
            self.sorted.fill_child(parent, candidate, factors, &mut child);
            let name =
                self.trace.is_some().then(|| trace::branch_name(problem, candidate, factors));
            // Without kept relations, and if leaves are boxes, there is nothing to enforce.
            let again =
                self.options.again && !(parent.kept.is_empty() && problem.leaves_are_boxes());
            let all = if again { child.enforced_relations(problem) } else { Vec::new() };
            let consistent = all.is_empty()
                || self.cache.enforce_relations(problem, &mut child, &all, &self.control);
            self.add_child(parent, child, consistent, name);
        }
    }

    /// Creates the child in which an alternative is kept.
    fn keep_alternative(
        &mut self,
        parent: &DecompositionNode,
        candidate: &RelationCandidate,
        alternative: usize,
    ) {
        let mut child = self.fresh_node();
        keep_alternative(parent, candidate, alternative as u32, &mut child);
        let kept = if self.options.again {
            child.enforced_relations(self.problem)
        } else {
            child.kept.last().copied().into_iter().collect()
        };
        let consistent =
            self.cache.enforce_relations(self.problem, &mut child, &kept, &self.control);
        let name =
            self.trace.is_some().then(|| trace::kept_name(self.problem, candidate, alternative));
        self.add_child(parent, child, consistent, name);
    }

    /// Creates the single child in which all pending relations are kept.
    fn keep_all(&mut self, parent: &DecompositionNode) {
        let mut child = parent.clone();
        child.depth += 1;
        self.keep_pending(&mut child);
        self.add_child(parent, child, true, Some("the other relations (kept)".to_owned()));
        self.agenda.add_children(&mut self.children, |node| node.choice_count(self.problem));
    }

    fn add_child(
        &mut self,
        parent: &DecompositionNode,
        mut child: DecompositionNode,
        consistent: bool,
        name: Option<String>,
    ) {
        if let (Some(trace), Some(name)) = (&mut self.trace, name) {
            if consistent {
                let step = trace::describe_step(self.problem, &child, Some(parent.step), name);
                child.step = trace.add_step(step);
            } else {
                trace.record_omitted(parent.step, &[(name, "consistency leaves a domain empty")]);
            }
        }
        if consistent { self.push_child(child) } else { self.spare_node(child) }
    }

    /// Adds a child; checks the memory, and the clock every [`BYTES_BETWEEN_POLLS`].
    fn push_child(&mut self, child: DecompositionNode) {
        let bytes = child.memory_bytes();
        self.open_bytes += bytes;
        self.made_bytes += bytes;
        if self.open_bytes > MAX_OPEN_BYTES.min(self.control.formula_bytes()) {
            self.stop = Some(StopReason::Memory);
        } else if self.made_bytes > BYTES_BETWEEN_POLLS {
            self.made_bytes = 0;
            self.stop = self.control.stop_reason();
        }
        self.children.push(child);
    }

    /// Keeps a small node for reuse, unless there are many already.
    fn spare_node(&mut self, node: DecompositionNode) {
        if self.cache.spare.len() < MAX_SPARE_NODES && node.is_small() {
            self.cache.spare.push(node);
        }
    }

    fn fresh_node(&mut self) -> DecompositionNode {
        let mut node = self.cache.spare.pop().unwrap_or_default();
        node.clear();
        node
    }

    /// Keeps all pending relations, when no further step is allowed.
    fn keep_pending(&self, node: &mut DecompositionNode) {
        let all = |relation| KeptRelation { relation, alternative: KeptRelation::ALL };
        node.kept.extend(node.pending.drain(..).map(all));
    }
}

/// Returns the number of choices from the blocks outside the relation.
fn other_choices(
    problem: &ModelDecomposition,
    parent: &DecompositionNode,
    candidate: &RelationCandidate,
) -> u128 {
    if candidate.table.blocks.len() == parent.blocks.len() {
        return 1;
    }
    let blocks = parent.blocks.iter().enumerate();
    let aside = blocks.filter(|(i, _)| !candidate.table.blocks.contains(i));
    let of = |(_, block): (usize, &super::node::VariableBlock)| {
        let ordered = problem.groups[block.group as usize].ordered;
        count_choices(parent.block_domain(block).len() as u64, block.count, ordered)
    };
    aside.map(of).fold(1, u128::saturating_mul)
}

impl<'a> Iterator for DecompositionStrategy<'a> {
    type Item = Result<DecompositionLeaf<'a>, StopReason>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(mut node) = self.agenda.take_next() {
            if let Some(stop) = self.stop {
                return Some(Err(stop));
            }
            // The children that the node will get are counted when they are pushed.
            self.open_bytes = self.open_bytes.saturating_sub(node.memory_bytes());
            if node.depth >= self.options.steps {
                self.keep_pending(&mut node);
            }
            if node.pending.is_empty() {
                self.leaves += 1;
                return Some(Ok(DecompositionLeaf::new(self.problem, node)));
            }
            // A node whose leaves are searched costs enough to check the clock at each.
            let nodes = RELATIONS_BETWEEN_POLLS / self.problem.relations.len() as u64;
            let check =
                !self.problem.leaves_are_boxes() || self.branched.is_multiple_of(nodes.max(1));
            if check && let Some(stop) = self.control.stop_reason() {
                return Some(Err(stop));
            }
            self.branch_node(&node);
            self.spare_node(node);
        }
        None
    }
}
