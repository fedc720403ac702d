//! The general strategy: subproblems from the agenda, branched on until no
//! relation is left.

use super::super::agenda::Agenda;
use super::branch::{Sorted, keep};
use super::choose::{Choice, Way, choose, has_values};
use super::node::{Kept, Node, choices};
use super::options::Options;
use super::part::Part;
use super::plans::Plans;
use super::problem::Problem;
use super::tell;
use crate::ask::{Control, Counters, Stop, Trace};

/// How many small nodes are kept to be used again.
const SPARE: usize = 1024;

/// The most that open nodes may take, in bytes, if no formula may take less.
const OPEN: usize = 1 << 30;

/// How many bytes of children are made between two looks at the clock.
const BYTES_BETWEEN_LOOKS: usize = 1 << 20;

/// How many relations of subproblems are looked at between two looks at the
/// clock.
const BETWEEN_LOOKS: u64 = 256;

/// Reformulation of a problem: an iterator of parts whose solutions are
/// disjoint and together all.
pub struct Strategy<'a> {
    problem: &'a Problem,
    options: Options,
    control: Control,
    agenda: Agenda<Node>,
    plans: &'a mut Plans,
    children: Vec<Node>,
    /// Taken out while it is worked on.
    choice: Option<Box<Choice>>,
    other: Box<Choice>,
    sorted: Sorted,
    /// Set when mere boxes are to be counted and not given out.
    counts: bool,
    counted: u128,
    /// What the open nodes take, in bytes, and what the children since the
    /// last look at the clock do.
    open_bytes: usize,
    made_bytes: usize,
    /// Why no more children are made.
    stop: Option<Stop>,
    branched: u64,
    leaves: u64,
    dead_ends: u64,
    pub(super) trace: Option<Trace>,
}

impl<'a> Strategy<'a> {
    /// Begins with the whole problem. `plans` are remembered from one run on
    /// the problem to the next.
    pub fn new(
        problem: &'a Problem,
        plans: &'a mut Plans,
        options: Options,
        control: &Control,
    ) -> Self {
        let mut strategy = Strategy {
            problem,
            options,
            control: control.clone(),
            agenda: Agenda::new(options.order),
            plans,
            children: Vec::new(),
            choice: Some(Box::default()),
            other: Box::default(),
            sorted: Sorted::default(),
            counts: false,
            counted: 0,
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

    /// The same, writing a trace of at most so many steps.
    pub fn traced(
        problem: &'a Problem,
        plans: &'a mut Plans,
        options: Options,
        most: usize,
        control: &Control,
    ) -> Self {
        let mut strategy = Strategy::new(problem, plans, options, control);
        let mut trace = Trace::with_limit(most);
        let root = Node::root(problem);
        trace.add(tell::step(problem, &root, None, String::new()));
        if strategy.dead_ends > 0 {
            trace.prune(0, "the domains alone, or consistency, leave no solution");
        }
        strategy.trace = Some(trace);
        strategy
    }

    fn open(&mut self, mut root: Node) {
        let all = root.enforced(self.problem);
        let consistent =
            all.is_empty() || self.plans.enforce(self.problem, &mut root, &all, &self.control);
        match consistent && root.size(self.problem) > 0 {
            false => self.dead_ends += 1,
            true => {
                self.open_bytes = root.bytes();
                self.agenda.add(&mut vec![root], |_| 0);
            }
        }
    }

    /// From now on boxes are counted ([`counted`](Strategy::counted)) and not
    /// given out, where that is cheaper.
    pub fn count_boxes(&mut self) {
        self.counts = true;
    }

    /// The solutions of the boxes that were not given out; `None` beyond what
    /// 128 bits hold.
    pub fn counted(&self) -> Option<u128> {
        (self.counted < u128::MAX).then_some(self.counted)
    }

    /// What was done so far, to be told and changed.
    pub fn trace(&mut self) -> Option<&mut Trace> {
        self.trace.as_mut()
    }

    /// The effort so far.
    pub fn counters(&self) -> Counters {
        let mut counters = Counters::new();
        counters.add("subproblems", self.branched);
        counters.add("leaves", self.leaves);
        counters.add("dead ends", self.dead_ends);
        counters
    }

    /// Takes a part back whose room can be used again.
    pub fn done(&mut self, part: Part<'a>) {
        self.spare(part.node);
    }

    /// Branches on a relation of a node.
    fn branch(&mut self, parent: &Node) {
        self.branched += 1;
        let problem = self.problem;
        let mut choice = self.choice.take().unwrap_or_default();
        let room = [&mut choice, &mut self.other];
        choose(problem, parent, self.plans, self.options.split, &self.control, room);
        if let Some(trace) = &mut self.trace {
            tell::branched(trace, problem, parent, &choice, self.options.split);
        }
        // Where the best is kept although all are consistent, nothing pays.
        let pays = problem.is_pure() || choice.ways.iter().any(|way| way.split);
        if !pays && choice.children() > 0 {
            self.choice = Some(choice);
            self.keep_all(parent);
            return;
        }
        if self.counts && self.count(parent, &choice) {
            self.choice = Some(choice);
            return;
        }
        if choice.ways.iter().any(|way| way.split) {
            self.sorted.fill(problem, parent, &choice);
        }
        for (part, way) in choice.ways.iter().enumerate() {
            match way.split {
                true => self.split(parent, &choice, part),
                false => self.keep(parent, &choice, part),
            }
        }
        if self.children.is_empty() {
            self.dead_ends += 1;
            if let Some(trace) = &mut self.trace {
                trace.prune(parent.step, "no branch is left");
            }
        }
        self.choice = Some(choice);
        self.agenda.add(&mut self.children, |node| node.size(problem));
    }

    /// Counts the boxes of a node's last relation without making them, where
    /// all of them are leaves and the number is known; tells whether it did.
    fn count(&mut self, parent: &Node, choice: &Choice) -> bool {
        let last = parent.pending.len() == 1 && parent.kept.is_empty();
        let known = |way: &Way| way.split && way.sum < u64::MAX;
        if !last || !self.problem.counts_boxes() || !choice.ways.iter().all(known) {
            return false;
        }
        let sum = choice.ways.iter().map(|way| u128::from(way.sum)).sum::<u128>();
        let base = others(self.problem, parent, choice);
        self.counted = self.counted.saturating_add(base.saturating_mul(sum));
        self.leaves += choice.children();
        self.dead_ends += u64::from(choice.children() == 0);
        true
    }

    /// Makes the children of the boxes of a part.
    fn split(&mut self, parent: &Node, choice: &Choice, part: usize) {
        let problem = self.problem;
        let Some(boxes) = choice.boxes(part) else { return };
        for pieces in boxes.iter() {
            if self.stop.is_some() {
                return;
            }
            if !has_values(problem, parent, &choice.look, pieces) {
                if let Some(trace) = &mut self.trace {
                    tell::too_few(trace, problem, parent, choice, pieces);
                }
                continue;
            }
            let mut child = self.fresh();
            self.sorted.child(parent, choice, pieces, &mut child);
            let name = self.trace.is_some().then(|| tell::branch(problem, choice, pieces));
            let again = self.options.again && !(parent.kept.is_empty() && problem.is_pure());
            let all = if again { child.enforced(problem) } else { Vec::new() };
            let consistent =
                all.is_empty() || self.plans.enforce(problem, &mut child, &all, &self.control);
            self.add(parent, child, consistent, name);
        }
    }

    /// Makes the child in which a part is kept.
    fn keep(&mut self, parent: &Node, choice: &Choice, part: usize) {
        let mut child = self.fresh();
        keep(parent, choice, part as u32, &mut child);
        let kept = match self.options.again {
            true => child.enforced(self.problem),
            false => child.kept.last().copied().into_iter().collect(),
        };
        let consistent = self.plans.enforce(self.problem, &mut child, &kept, &self.control);
        let name = self.trace.is_some().then(|| tell::kept(self.problem, choice, part));
        self.add(parent, child, consistent, name);
    }

    /// Makes the one child in which all pending relations are kept.
    fn keep_all(&mut self, parent: &Node) {
        let mut child = parent.clone();
        child.depth += 1;
        self.finish(&mut child);
        self.add(parent, child, true, Some("the other relations (kept)".to_owned()));
        self.agenda.add(&mut self.children, |node| node.size(self.problem));
    }

    fn add(&mut self, parent: &Node, mut child: Node, consistent: bool, name: Option<String>) {
        if let (Some(trace), Some(name)) = (&mut self.trace, name) {
            match consistent {
                true => {
                    let step = tell::step(self.problem, &child, Some(parent.step), name);
                    child.step = trace.add(step);
                }
                false => trace.absent(parent.step, &[(name, "consistency leaves a domain empty")]),
            }
        }
        match consistent {
            true => self.push(child),
            false => self.spare(child),
        }
    }

    /// Adds a child, and looks at its size and at times at the clock.
    fn push(&mut self, child: Node) {
        let bytes = child.bytes();
        self.open_bytes += bytes;
        self.made_bytes += bytes;
        if self.open_bytes > OPEN.min(self.control.formula_bytes()) {
            self.stop = Some(Stop::Memory);
        } else if self.made_bytes > BYTES_BETWEEN_LOOKS {
            self.made_bytes = 0;
            self.stop = self.control.stopped();
        }
        self.children.push(child);
    }

    /// Keeps a small node for later, unless there are many.
    fn spare(&mut self, node: Node) {
        if self.plans.spare.len() < SPARE && node.is_small() {
            self.plans.spare.push(node);
        }
    }

    fn fresh(&mut self) -> Node {
        let mut node = self.plans.spare.pop().unwrap_or_default();
        node.clear();
        node
    }

    /// Keeps what is still pending where no further step is allowed.
    fn finish(&self, node: &mut Node) {
        let whole = |relation| Kept { relation, part: Kept::WHOLE };
        node.kept.extend(node.pending.drain(..).map(whole));
    }
}

/// The number of choices from the blocks that do not take part.
fn others(problem: &Problem, parent: &Node, choice: &Choice) -> u128 {
    if choice.look.blocks.len() == parent.blocks.len() {
        return 1;
    }
    let blocks = parent.blocks.iter().enumerate();
    let aside = blocks.filter(|(i, _)| !choice.look.blocks.contains(i));
    let of = |(_, block): (usize, &super::node::Block)| {
        let ordered = problem.groups[block.group as usize].ordered;
        choices(parent.domain(block).len() as u64, block.count, ordered)
    };
    aside.map(of).fold(1, u128::saturating_mul)
}

impl<'a> Iterator for Strategy<'a> {
    type Item = Result<Part<'a>, Stop>;

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
                return Some(Ok(Part::new(self.problem, node)));
            }
            // With constraints left, a node is dear enough to look at each.
            let nodes = BETWEEN_LOOKS / self.problem.relations.len() as u64;
            let look = !self.problem.is_pure() || self.branched.is_multiple_of(nodes.max(1));
            if look && let Some(stop) = self.control.stopped() {
                return Some(Err(stop));
            }
            self.branch(&node);
            self.spare(node);
        }
        None
    }
}
