//! Depth-first search: no node is copied; the trail undoes each branch.

use parallax_model::ask::{Control, Ended, OnCandidate, Task};
use parallax_model::{Value, VarId};
use parallax_propagation::Decision;
use parallax_propagation::store::{Conflict, Reason};

use super::nogoods::Nogoods;
use super::parallel::Cutter;
use super::restarts::{Cutoffs, Schedule};
use super::session::{Aim, PropagationStop, Search};
use super::settings::Branching;

/// The elementary steps charged for a node, besides propagation.
const STEPS_OF_A_NODE: usize = 1 << 12;

/// The elementary steps charged for a commit, besides the words of a wide domain.
const STEPS_OF_A_COMMIT: usize = 1 << 7;

/// One walk through the tree below the givens of a question.
///
/// A *commit* is a step from a node to a child: `x = v`, or `x != v` in two-way branching. A search
/// plan may decide in another way: `x <= v`, and `x > v` on the other side. A *chain* is the commits
/// of one level: the `x = v` that opened it and the `x != v` that followed, each below the one
/// before.
pub(super) struct Tree<'a> {
    pub(super) search: &'a mut Search,
    task: Task,
    /// Set if the task is the best solution: branch and bound.
    aim: Option<Aim>,
    pub(super) control: &'a Control,
    on_candidate: OnCandidate<'a>,
    pub(super) frames: Vec<Frame>,
    /// The untried values of d-way nodes, the next ones last.
    pub(super) untried: Vec<Value>,
    pub(super) chain: Chain,
    pub(super) cutoffs: Cutoffs,
    values: Vec<Value>,
    /// The decisions above the first frame.
    pub(super) above: u64,
    /// Ends the walk when its budget is spent; the unexplored rest can then be read from it.
    pub(super) cutter: Option<Cutter>,
    /// The nogoods of earlier runs, if the search restarts.
    pub(super) nogoods: Option<Nogoods>,
    /// The failures after which the walk pauses, at a restart if there are any.
    pause_at: u64,
}

/// A tried decision with an open other side.
pub(super) struct Frame {
    pub(super) decision: Decision,
    pub(super) shown: bool,
    /// The start of the untried values of this node (d-way branching).
    pub(super) untried: usize,
    /// The chain that it belongs to.
    pub(super) chain: Chain,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Chain {
    /// Its number of commits.
    pub(super) commits: u64,
    /// The number of its first commits that have a solution below them.
    solved: u64,
}

/// In a search that writes a certificate, the failures after which a run no longer ends.
const LAST_RESTART: u64 = 50_000;

impl<'a> Tree<'a> {
    pub(super) fn new(
        search: &'a mut Search,
        task: Task,
        aim: Option<Aim>,
        control: &'a Control,
        on_candidate: OnCandidate<'a>,
    ) -> Self {
        Tree {
            values: vec![0; search.variables],
            cutoffs: match search.certifier {
                // Without a certificate, the later parts of a search do not restart.
                Some(_) => Cutoffs::new(search.restarts).ending_after(LAST_RESTART),
                None => Cutoffs::new(search.restarts),
            },
            nogoods: Nogoods::of(search),
            search,
            task,
            aim,
            control,
            on_candidate,
            frames: Vec::new(),
            untried: Vec::new(),
            chain: Chain::default(),
            above: 0,
            cutter: None,
            pause_at: u64::MAX,
        }
    }

    /// Reports solutions and counts them in `found`.
    pub(super) fn run(mut self, found: &mut u64) -> Ended {
        self.walk(found, true).unwrap_or(Ended::Enough)
    }

    /// Pauses the walk after this number of further failures.
    pub(super) fn pause_for(&mut self, failures: u64) {
        self.pause_at = self.search.work.backtracks.saturating_add(failures);
    }

    /// Continues as one run to the end, which does not follow conflicts: that belongs to restarts.
    pub(super) fn restart_no_more(&mut self) {
        self.cutoffs = Cutoffs::new(Schedule::default());
        let follows = self.search.settings.last_conflict;
        self.search.guide.follow_conflicts(follows);
    }

    /// Whether no decision is open: the domains are what remains of the whole tree.
    pub(super) fn is_at_root(&self) -> bool {
        self.frames.is_empty()
    }

    /// Accepts only solutions of less cost from now on.
    pub(super) fn improve_on(&mut self, cost: i64) {
        if let Some(aim) = &self.aim {
            aim.bound.lower(cost.saturating_sub(1));
            self.search.store.queue.push(aim.propagator);
        }
    }

    /// Resumes at the current node; if it is not `consistent`, it fails at once. Returns `None`
    /// when the budget of the cutter is spent: then the rest of the tree is unexplored. A walk that
    /// pauses also returns `None`: the next call continues there.
    pub(super) fn walk(&mut self, found: &mut u64, consistent: bool) -> Option<Ended> {
        let mut fails = !consistent;
        loop {
            let propagated = if std::mem::take(&mut fails) {
                Err(PropagationStop::Conflict)
            } else {
                Nogoods::propagate_with(&mut self.nogoods, self.search, self.control)
            };
            let from_solution = match propagated {
                Err(PropagationStop::Stopped(stop)) => return Some(Ended::Stopped(stop)),
                Err(PropagationStop::Conflict) => {
                    self.note_change(false);
                    false
                }
                Ok(()) => {
                    self.note_change(true);
                    if let Some((variable, shown)) =
                        self.search.guide.choose(&mut self.search.store)
                    {
                        if self.is_cut(*found) {
                            return None;
                        }
                        if let Some(ended) = self.limit_reached() {
                            return Some(ended);
                        }
                        self.branch(variable, shown);
                        continue;
                    }
                    *found += 1;
                    if self.give_out() || self.task.limit().is_some_and(|limit| *found >= limit) {
                        return Some(Ended::Enough);
                    }
                    // Later solutions must be better than this one, whatever values their hidden
                    // variables take.
                    self.aim.is_none()
                }
            };
            let fresh = *found == 0 || self.aim.is_some();
            let restarts = fresh && self.cutoffs.reached(self.search.work.backtracks);
            let again = if restarts { self.restart() } else { self.retreat(from_solution) };
            if !again {
                return Some(Ended::Exhausted);
            }
            if restarts && self.is_cut_at_restart() {
                return None;
            }
            if let Some(aim) = &self.aim {
                if let Some(cost) = self.control.rival() {
                    aim.bound.lower(cost.saturating_sub(1));
                }
                self.search.store.queue.push(aim.propagator);
            }
            if self.search.work.backtracks >= self.pause_at && (restarts || !self.cutoffs.happen())
            {
                return None;
            }
        }
    }

    /// Reports the result of the last commit to the heuristics.
    fn note_change(&mut self, consistent: bool) {
        // The chain has one commit: the last one was an assignment.
        let assigned = self.frames.last().filter(|_| self.chain.commits == 1);
        let assigned = assigned.map(|frame| frame.decision).filter(|tried| tried.assigns());
        let assigned = assigned.map(|tried| tried.variable);
        self.search.guide.propagated(assigned, consistent, &self.search.store);
        self.search.note(consistent);
    }

    fn limit_reached(&mut self) -> Option<Ended> {
        let Search { work, guide, store, .. } = &mut *self.search;
        work.nodes += 1;
        // Choosing a variable compares all open ones.
        if store.spend(STEPS_OF_A_NODE + guide.most_compared(store)) == Err(Conflict)
            && let Some(stop) = store.stopped()
        {
            return Some(Ended::Stopped(stop));
        }
        let work = &self.search.work;
        if let Some(trace) = &self.search.trace
            && trace.trace.is_full()
        {
            let nodes = trace.trace.steps.len();
            return Some(Ended::GaveUp(format!("the limit of {nodes} nodes was reached")));
        }
        let limit = self.search.settings.limit?;
        let reached = work.enumerations >= limit;
        reached.then(|| Ended::GaveUp(format!("the limit of {limit} enumerations was reached")))
    }

    fn give_out(&mut self) -> bool {
        for (i, value) in self.values.iter_mut().enumerate() {
            *value = self.search.store.min(VarId::new(i));
        }
        self.search.store.account(self.values.len());
        self.chain.solved = self.chain.commits;
        if let Some(aim) = &self.aim {
            let cost = aim.objective.signed(aim.objective.value(&self.values));
            aim.bound.set(cost - 1);
        }
        if let Some(trace) = &mut self.search.trace {
            trace.solved(&self.values);
        }
        if let Some(certifier) = &mut self.search.certifier {
            certifier.solved(&self.values);
        }
        (self.on_candidate)(&self.values).is_break()
    }

    /// Opens a node: commits to the first value of a variable.
    fn branch(&mut self, variable: VarId, shown: bool) {
        let untried = self.untried.len();
        let search = &mut *self.search;
        let decision = match search.settings.branching {
            Branching::TwoWay => {
                // A certificate has decisions on single values.
                let single = search.certifier.is_some();
                search.guide.decision(variable, &search.store, single)
            }
            Branching::DWay => {
                search.guide.all_values(variable, &search.store, &mut self.untried);
                search.work.children += (self.untried.len() - untried) as u64;
                let value = self.untried.pop().expect("an unfixed variable has values");
                Decision::is(variable, value)
            }
        };
        self.commit(Frame { decision, shown, untried, chain: self.chain });
    }

    fn commit(&mut self, frame: Frame) {
        let decision = frame.decision;
        let Search { store, work, guide, trace, certifier, .. } = &mut *self.search;
        if let Some(cutter) = &mut self.cutter {
            cutter.commits(decision, store);
        }
        trace.iter_mut().for_each(|trace| trace.commits(decision));
        if let Some(certifier) = certifier {
            certifier.commits(decision.variable, decision.value, frame.shown);
        }
        work.enumerations += 1;
        work.assignments += u64::from(decision.assigns());
        guide.commits(store);
        store.open_level();
        store.because(Reason::Decision);
        let tried = decision.apply(store);
        debug_assert!(tried.is_ok(), "a decision takes a value of the domain");
        store.account(STEPS_OF_A_COMMIT + store.description(decision.variable).len());
        self.frames.push(frame);
        self.chain = Chain { commits: 1, solved: 0 };
        work.depth = work.depth.max(self.above + self.frames.len() as u64);
    }

    /// Closes the chain of the innermost level and undoes it. Its commits without a solution
    /// below have failed.
    fn close(&mut self) -> Option<Frame> {
        self.search.work.backtracks += self.chain.commits - self.chain.solved;
        let frame = self.frames.pop()?;
        self.cutter.iter_mut().for_each(Cutter::closes);
        self.search.trace.iter_mut().for_each(|trace| trace.closes());
        self.search.guide.undoes(&self.search.store);
        self.search.store.undo_level();
        if let Some(nogoods) = &mut self.nogoods {
            nogoods.undone(self.frames.len(), &self.search.store);
        }
        let solved = self.chain.solved > 0;
        self.chain = frame.chain;
        if solved {
            self.chain.solved = self.chain.commits;
        }
        Some(frame)
    }

    /// Undoes levels down to a decision with an open other side, and takes that side; returns
    /// false if there is none. After a solution, abandons decisions on hidden variables:
    /// another completion of the same shown values does not count.
    fn retreat(&mut self, from_solution: bool) -> bool {
        while let Some(frame) = self.close() {
            if from_solution && !frame.shown {
                self.untried.truncate(frame.untried);
                continue;
            }
            if let Some(certifier) = &mut self.search.certifier {
                certifier.retreats();
            }
            match self.search.settings.branching {
                Branching::TwoWay => {
                    let Search { store, work, guide, trace, .. } = &mut *self.search;
                    let other = frame.decision.opposite();
                    if let Some(trace) = trace {
                        trace.turns(other);
                    }
                    if let Some(cutter) = &mut self.cutter {
                        cutter.turns(other);
                    }
                    if let Some(nogoods) = &mut self.nogoods {
                        nogoods.refutes(frame.decision, self.frames.len());
                    }
                    guide.commits(store);
                    store.because(Reason::Decision);
                    let left = other.apply(store);
                    debug_assert!(left.is_ok(), "a decision leaves other values");
                    store.account(STEPS_OF_A_COMMIT);
                    work.enumerations += 1;
                    work.assignments += u64::from(other.assigns());
                    self.chain.commits += 1;
                    return true;
                }
                Branching::DWay => {
                    if self.untried.len() > frame.untried {
                        let value = self.untried.pop().expect("an untried value");
                        let decision = Decision::is(frame.decision.variable, value);
                        self.commit(Frame { decision, chain: self.chain, ..frame });
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The variable of the first decision, and its values that are not refuted. With two-way branching
    /// the root itself excludes the others.
    fn open_at_the_root(&self) -> Option<(VarId, Vec<Value>)> {
        let first = self.frames.first()?;
        let end = self.frames.get(1).map_or(self.untried.len(), |next| next.untried);
        let untried = self.untried[first.untried..end].iter().copied();
        let is_wide = self.search.settings.branching == Branching::DWay;
        let Decision { variable, value, .. } = first.decision;
        is_wide.then(|| (variable, untried.chain([value]).collect()))
    }

    /// Abandons the whole tree and restarts; returns false if the root itself has failed.
    fn restart(&mut self) -> bool {
        if self.frames.is_empty() {
            return self.retreat(false);
        }
        self.cutter.iter_mut().for_each(Cutter::restarts);
        let open = self.open_at_the_root();
        let branch: Vec<Decision> = self.frames.iter().map(|frame| frame.decision).collect();
        let nogoods = self.nogoods.as_mut().map(|nogoods| nogoods.of_branch(&branch));
        while self.close().is_some() {}
        if let Some((variable, open)) = open {
            let store = &mut self.search.store;
            store.because(Reason::Decision);
            let all: Vec<Value> = store.values(variable).collect();
            for value in all.into_iter().filter(|value| !open.contains(value)) {
                let left = store.remove(variable, value);
                debug_assert!(left.is_ok(), "the value of the first decision is left");
            }
        }
        if let Some(certifier) = &mut self.search.certifier {
            certifier.restarts();
        }
        self.untried.clear();
        self.chain = Chain::default();
        self.search.work.restarts += 1;
        self.search.guide.restarted();
        // The values excluded at the root stay excluded: they were refuted, and a certificate has
        // them gone.
        match (&mut self.nogoods, nogoods) {
            (Some(known), Some(new)) => known.add(new, &mut self.search.store).is_ok(),
            _ => true,
        }
    }
}
