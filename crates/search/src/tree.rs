//! Depth-first search: no node is copied; the trail undoes each branch.

use parallax_model::engine_api::{CandidateCallback, Control, EnumerationEnd, Task};
use parallax_model::{Value, VarId};
use parallax_propagation::SearchDecision;
use parallax_propagation::store::{ChangeReason, PropagationConflict};

use super::nogoods::RestartNogoods;
use super::parallel::TreeCutter;
use super::restarts::{RestartCutoffs, RestartSchedule};
use super::session::{PropagationStop, SearchObjective, SearchState};
use super::settings::BranchingScheme;

/// The elementary steps charged for a node, besides propagation.
const STEPS_OF_A_NODE: usize = 1 << 12;

/// The elementary steps charged for a commit, besides the words of a wide domain.
const STEPS_OF_A_COMMIT: usize = 1 << 7;

/// One walk through the tree below the givens of a question.
///
/// A *commit* is a step from a node to a child: `x = v`, or `x != v` in two-way branching. A search
/// plan may decide in another way: `x <= v`, and `x > v` on the other side. A *chain* is the
/// commits of one level: the `x = v` that opened it and the `x != v` that followed, each below the
/// one before.
pub(super) struct SearchTree<'a> {
    pub(super) search: &'a mut SearchState,
    task: Task,
    /// Set if the task is the best solution: branch and bound.
    aim: Option<SearchObjective>,
    pub(super) control: &'a Control,
    on_candidate: CandidateCallback<'a>,
    pub(super) frames: Vec<TreeFrame>,
    /// The untried values of d-way nodes, the next ones last.
    pub(super) untried: Vec<Value>,
    pub(super) chain: CommitChain,
    pub(super) cutoffs: RestartCutoffs,
    values: Vec<Value>,
    /// The decisions above the first frame.
    pub(super) above: u64,
    /// Ends the walk when its budget is spent; the unexplored rest can then be read from it.
    pub(super) cutter: Option<TreeCutter>,
    /// The nogoods of earlier runs, if the search restarts.
    pub(super) nogoods: Option<RestartNogoods>,
    /// The failures after which the walk pauses, at a restart if there are any.
    pause_at: u64,
}

/// A tried decision with an open other side.
pub(super) struct TreeFrame {
    pub(super) decision: SearchDecision,
    pub(super) shown: bool,
    /// The start of the untried values of this node (d-way branching).
    pub(super) untried: usize,
    /// The chain that it belongs to.
    pub(super) chain: CommitChain,
}

#[derive(Clone, Copy, Default)]
pub(super) struct CommitChain {
    /// Its number of commits.
    pub(super) commits: u64,
    /// The number of its first commits that have a solution below them.
    solved: u64,
}

/// In a search that writes a certificate, the failures after which a run no longer ends.
const LAST_RESTART: u64 = 50_000;

impl<'a> SearchTree<'a> {
    pub(super) fn new(
        search: &'a mut SearchState,
        task: Task,
        aim: Option<SearchObjective>,
        control: &'a Control,
        on_candidate: CandidateCallback<'a>,
    ) -> Self {
        SearchTree {
            values: vec![0; search.variables],
            cutoffs: match search.certifier {
                // Without a certificate, the later parts of a search do not restart.
                Some(_) => RestartCutoffs::new(search.restarts).ending_after(LAST_RESTART),
                None => RestartCutoffs::new(search.restarts),
            },
            nogoods: RestartNogoods::for_search(search),
            search,
            task,
            aim,
            control,
            on_candidate,
            frames: Vec::new(),
            untried: Vec::new(),
            chain: CommitChain::default(),
            above: 0,
            cutter: None,
            pause_at: u64::MAX,
        }
    }

    /// Reports solutions and counts them in `found`.
    pub(super) fn run_search(mut self, found: &mut u64) -> EnumerationEnd {
        self.walk_tree(found, true).unwrap_or(EnumerationEnd::Enough)
    }

    /// Pauses the walk after this number of further failures.
    pub(super) fn pause_for(&mut self, failures: u64) {
        self.pause_at = self.search.work.backtracks.saturating_add(failures);
    }

    /// Continues as one run to the end, which does not follow conflicts: that belongs to restarts.
    pub(super) fn restart_no_more(&mut self) {
        self.cutoffs = RestartCutoffs::new(RestartSchedule::default());
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
            aim.bound.lower_cost(cost.saturating_sub(1));
            self.search.store.queue.push(aim.propagator);
        }
    }

    /// Resumes at the current node; if it is not `consistent`, it fails at once. Returns `None`
    /// when the budget of the cutter is spent: then the rest of the tree is unexplored. A walk that
    /// pauses also returns `None`: the next call continues there.
    pub(super) fn walk_tree(
        &mut self,
        found: &mut u64,
        consistent: bool,
    ) -> Option<EnumerationEnd> {
        let mut fails = !consistent;
        loop {
            let propagated = if std::mem::take(&mut fails) {
                Err(PropagationStop::Conflict)
            } else {
                RestartNogoods::propagate_with(&mut self.nogoods, self.search, self.control)
            };
            // A conflict, or a fixpoint: with an open variable the walk goes down one level,
            // without one it has a solution. Conflicts and solutions both retreat below.
            let from_solution = match propagated {
                Err(PropagationStop::Stopped(stop)) => return Some(EnumerationEnd::Stopped(stop)),
                Err(PropagationStop::Conflict) => {
                    self.note_change(false);
                    false
                }
                Ok(()) => {
                    self.note_change(true);
                    if let Some((variable, shown)) =
                        self.search.guide.choose_variable(&mut self.search.store)
                    {
                        // Before the node is counted and opened, so that the rest which the cutter
                        // reads off begins with this node.
                        if self.is_cut(*found) {
                            return None;
                        }
                        if let Some(ended) = self.limit_reached() {
                            return Some(ended);
                        }
                        self.open_node(variable, shown);
                        continue;
                    }
                    *found += 1;
                    if self.report_solution()
                        || self.task.solution_limit().is_some_and(|limit| *found >= limit)
                    {
                        return Some(EnumerationEnd::Enough);
                    }
                    // Later solutions must be better than this one, whatever values their hidden
                    // variables take.
                    self.aim.is_none()
                }
            };
            // A restart would find reported solutions again, unless each must be better than the
            // last.
            let fresh = *found == 0 || self.aim.is_some();
            let restarts = fresh && self.cutoffs.reach_cutoff(self.search.work.backtracks);
            let again =
                if restarts { self.restart_tree() } else { self.retreat_levels(from_solution) };
            if !again {
                return Some(EnumerationEnd::Exhausted);
            }
            if restarts && self.is_cut_at_restart() {
                return None;
            }
            if let Some(aim) = &self.aim {
                // Better solutions may come from other searches at any time; the bound only falls,
                // so what is refuted stays refuted.
                if let Some(cost) = self.control.rival_cost() {
                    aim.bound.lower_cost(cost.saturating_sub(1));
                }
                self.search.store.queue.push(aim.propagator);
            }
            // With restarts, a pause waits for the next one: its open decisions are all undone, and
            // the domains hold for the whole rest.
            if self.search.work.backtracks >= self.pause_at
                && (restarts || !self.cutoffs.has_restarts())
            {
                return None;
            }
        }
    }

    /// Reports the result of the last commit to the heuristics.
    fn note_change(&mut self, consistent: bool) {
        // The chain has one commit: the last one was an assignment.
        let assigned = self.frames.last().filter(|_| self.chain.commits == 1);
        let assigned = assigned.map(|frame| frame.decision).filter(|tried| tried.is_assignment());
        let assigned = assigned.map(|tried| tried.variable);
        self.search.guide.note_propagation(assigned, consistent, &self.search.store);
        self.search.note_propagation(consistent);
    }

    fn limit_reached(&mut self) -> Option<EnumerationEnd> {
        let SearchState { work, guide, store, .. } = &mut *self.search;
        work.nodes += 1;
        // Choosing a variable compares all open ones.
        if store.spend_steps(STEPS_OF_A_NODE + guide.most_compared(store))
            == Err(PropagationConflict)
            && let Some(stop) = store.reached_limit()
        {
            return Some(EnumerationEnd::Stopped(stop));
        }
        let work = &self.search.work;
        if let Some(trace) = &self.search.trace
            && trace.trace.is_full()
        {
            let nodes = trace.trace.steps.len();
            return Some(EnumerationEnd::GaveUp(format!("the limit of {nodes} nodes was reached")));
        }
        let limit = self.search.settings.limit?;
        let reached = work.enumerations >= limit;
        reached.then(|| {
            EnumerationEnd::GaveUp(format!("the limit of {limit} enumerations was reached"))
        })
    }

    fn report_solution(&mut self) -> bool {
        for (i, value) in self.values.iter_mut().enumerate() {
            *value = self.search.store.min(VarId::new(i));
        }
        self.search.store.account_steps(self.values.len());
        // All commits of the chain lead to this solution, so none of them has failed.
        self.chain.solved = self.chain.commits;
        if let Some(aim) = &self.aim {
            let cost = aim.objective.convert_cost(aim.objective.value_under(&self.values));
            aim.bound.set_cost(cost - 1);
        }
        if let Some(trace) = &mut self.search.trace {
            trace.record_solution(&self.values);
        }
        if let Some(certifier) = &mut self.search.certifier {
            certifier.log_solution(&self.values);
        }
        (self.on_candidate)(&self.values).is_break()
    }

    /// Opens a node: commits to the first value of a variable.
    fn open_node(&mut self, variable: VarId, shown: bool) {
        let untried = self.untried.len();
        let search = &mut *self.search;
        let decision = match search.settings.branching {
            BranchingScheme::TwoWay => {
                // A certificate has decisions on single values.
                let single = search.certifier.is_some();
                search.guide.first_decision(variable, &search.store, single)
            }
            BranchingScheme::DWay => {
                // One shared stack: the untried values of a node are those above its frame's mark.
                search.guide.all_values(variable, &search.store, &mut self.untried);
                search.work.children += (self.untried.len() - untried) as u64;
                let value = self.untried.pop().expect("an unfixed variable has values");
                SearchDecision::for_value(variable, value)
            }
        };
        self.commit_frame(TreeFrame { decision, shown, untried, chain: self.chain });
    }

    fn commit_frame(&mut self, frame: TreeFrame) {
        let decision = frame.decision;
        let SearchState { store, work, guide, trace, certifier, .. } = &mut *self.search;
        if let Some(cutter) = &mut self.cutter {
            cutter.record_decision(decision, store);
        }
        trace.iter_mut().for_each(|trace| trace.record_decision(decision));
        if let Some(certifier) = certifier {
            certifier.log_decision(decision.variable, decision.value, frame.shown);
        }
        work.enumerations += 1;
        work.assignments += u64::from(decision.is_assignment());
        guide.note_commit(store);
        store.open_level();
        store.set_reason(ChangeReason::Decision);
        let tried = decision.apply(store);
        debug_assert!(tried.is_ok(), "a decision takes a value of the domain");
        store.account_steps(STEPS_OF_A_COMMIT + store.domain_words(decision.variable).len());
        self.frames.push(frame);
        self.chain = CommitChain { commits: 1, solved: 0 };
        work.depth = work.depth.max(self.above + self.frames.len() as u64);
    }

    /// Closes the chain of the innermost level and undoes it. Its commits without a solution
    /// below have failed.
    fn close_chain(&mut self) -> Option<TreeFrame> {
        self.search.work.backtracks += self.chain.commits - self.chain.solved;
        let frame = self.frames.pop()?;
        self.cutter.iter_mut().for_each(TreeCutter::record_undo);
        self.search.trace.iter_mut().for_each(|trace| trace.record_return());
        // The heuristics look at the domains of the level that is about to go.
        self.search.guide.note_undo(&self.search.store);
        self.search.store.undo_level();
        if let Some(nogoods) = &mut self.nogoods {
            nogoods.forget_levels(self.frames.len(), &self.search.store);
        }
        // A solution below a level is also below all commits of the chain that the level hangs on.
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
    fn retreat_levels(&mut self, from_solution: bool) -> bool {
        while let Some(frame) = self.close_chain() {
            if from_solution && !frame.shown {
                self.untried.truncate(frame.untried);
                continue;
            }
            if let Some(certifier) = &mut self.search.certifier {
                certifier.log_return();
            }
            match self.search.settings.branching {
                BranchingScheme::TwoWay => {
                    let SearchState { store, work, guide, trace, .. } = &mut *self.search;
                    // The other side is taken on the level above, not on a new one: when that level
                    // fails, both sides are undone together, and the depth counts open decisions
                    // only.
                    let other = frame.decision.opposite();
                    if let Some(trace) = trace {
                        trace.record_other_side(other);
                    }
                    if let Some(cutter) = &mut self.cutter {
                        cutter.record_other_side(other);
                    }
                    if let Some(nogoods) = &mut self.nogoods {
                        nogoods.record_refutation(frame.decision, self.frames.len());
                    }
                    guide.note_commit(store);
                    store.set_reason(ChangeReason::Decision);
                    let left = other.apply(store);
                    debug_assert!(left.is_ok(), "a decision leaves other values");
                    store.account_steps(STEPS_OF_A_COMMIT);
                    work.enumerations += 1;
                    work.assignments += u64::from(other.is_assignment());
                    self.chain.commits += 1;
                    return true;
                }
                BranchingScheme::DWay => {
                    // A node whose values are all tried is left; its parent's frame is examined
                    // next.
                    if self.untried.len() > frame.untried {
                        let value = self.untried.pop().expect("an untried value");
                        let decision = SearchDecision::for_value(frame.decision.variable, value);
                        self.commit_frame(TreeFrame { decision, chain: self.chain, ..frame });
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The variable of the first decision, and its values that are not refuted. With two-way
    /// branching the root itself excludes the others.
    fn open_at_the_root(&self) -> Option<(VarId, Vec<Value>)> {
        let first = self.frames.first()?;
        let end = self.frames.get(1).map_or(self.untried.len(), |next| next.untried);
        let untried = self.untried[first.untried..end].iter().copied();
        let is_wide = self.search.settings.branching == BranchingScheme::DWay;
        let SearchDecision { variable, value, .. } = first.decision;
        is_wide.then(|| (variable, untried.chain([value]).collect()))
    }

    /// Abandons the whole tree and restarts; returns false if the root itself has failed.
    fn restart_tree(&mut self) -> bool {
        // A run that fails without a decision has refuted the whole tree; there is nothing to
        // restart.
        if self.frames.is_empty() {
            return self.retreat_levels(false);
        }
        self.cutter.iter_mut().for_each(TreeCutter::record_restart);
        // All that the run has refuted is read from the branch before it is undone.
        let open = self.open_at_the_root();
        let branch: Vec<SearchDecision> = self.frames.iter().map(|frame| frame.decision).collect();
        let nogoods = self.nogoods.as_mut().map(|nogoods| nogoods.of_branch(&branch));
        while self.close_chain().is_some() {}
        if let Some((variable, open)) = open {
            let store = &mut self.search.store;
            store.set_reason(ChangeReason::Decision);
            // Collected first, because the loop removes from the domain that it reads. The value
            // that was being tried is not refuted and stays.
            let all: Vec<Value> = store.values(variable).collect();
            for value in all.into_iter().filter(|value| !open.contains(value)) {
                let left = store.remove_value(variable, value);
                debug_assert!(left.is_ok(), "the value of the first decision is left");
            }
        }
        if let Some(certifier) = &mut self.search.certifier {
            certifier.log_restart();
        }
        self.untried.clear();
        self.chain = CommitChain::default();
        self.search.work.restarts += 1;
        self.search.guide.note_restart();
        // The values excluded at the root stay excluded: they were refuted, and a certificate has
        // them gone.
        match (&mut self.nogoods, nogoods) {
            (Some(known), Some(new)) => known.add_nogoods(new, &mut self.search.store).is_ok(),
            _ => true,
        }
    }
}
