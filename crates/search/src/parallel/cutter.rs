//! Stops a walk at its budget; returns the unexplored subtrees.

use parallax_model::Value;
use parallax_model::engine_api::EnumerationEnd;
use parallax_propagation::store::{ChangeReason, DomainStore, PropagationConflict};
use parallax_propagation::{SearchDecision, ValueTest};

use super::subtree::{PathSide, SearchSubtree, SubtreePathStep};
use crate::effort::SearchEffort;
use crate::session::PropagationStop;
use crate::settings::BranchingScheme;
use crate::tree::{CommitChain, SearchTree, TreeFrame};

/// Minimum steps of effort for each step of a path: the way to a subtree must cost little compared
/// to the work on it.
const EFFORT_PER_STEP: u64 = 64;

/// Minimum number of nodes of a subtree, whatever its budget, so that every subtree makes progress.
const MIN_SUBTREE_NODES: u64 = 2;

/// The limits after which a walk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WalkBudget {
    /// The elementary steps ([`SearchEffort::elementary_steps`]) after which it ends.
    pub(super) steps: u64,
    /// The solutions after which it ends, at least one.
    pub(super) solutions: u64,
    /// The failures after which it ends.
    pub(super) failures: u64,
}

impl WalkBudget {
    /// Returns a budget of steps alone.
    pub(super) fn of_steps(steps: u64) -> Self {
        WalkBudget { steps, solutions: u64::MAX, failures: u64::MAX }
    }
}

/// The place of a frame of the tree on the path.
#[derive(Clone, Copy)]
struct PathMark {
    /// The place of its decision on the path.
    place: usize,
    /// The share of the tree on the other side.
    other: f64,
}

/// Records the path of a walk through a tree.
pub(crate) struct TreeCutter {
    budget: WalkBudget,
    /// Whether the tree may be cut below decisions on hidden variables: if one solution is enough,
    /// any will do.
    anywhere: bool,
    /// Whether the walk ends at restarts only, so that the next part continues as if uncut.
    at_restarts: bool,
    /// All decisions that hold, in order.
    path: Vec<SubtreePathStep>,
    /// One for each frame.
    marks: Vec<PathMark>,
    /// The share of the tree that is open on the current level.
    share: f64,
}

impl TreeCutter {
    pub(super) fn new(
        budget: WalkBudget,
        anywhere: bool,
        at_restarts: bool,
        subtree: &SearchSubtree,
    ) -> Self {
        // A deep subtree gets a larger budget: its path is replayed by each of its parts.
        let steps = budget.steps.max(EFFORT_PER_STEP * subtree.steps.len() as u64);
        TreeCutter {
            budget: WalkBudget { steps, ..budget },
            anywhere,
            at_restarts,
            path: Vec::new(),
            marks: Vec::new(),
            share: subtree.share,
        }
    }

    /// Records that a decision opens a level, before it is applied.
    pub(crate) fn record_decision(&mut self, decision: SearchDecision, store: &DomainStore) {
        let here = match decision.test {
            // The share is only an estimate for the progress report: every value of a domain counts
            // the same.
            ValueTest::Is => self.share / f64::from(store.domain_size(decision.variable).max(1)),
            _ => self.share * decision.domain_share(store),
        };
        self.marks.push(PathMark { place: self.path.len(), other: self.share - here });
        self.path.push(SubtreePathStep { decision, side: PathSide::Closed });
        self.share = here;
    }

    /// Records that the innermost level is undone.
    pub(crate) fn record_undo(&mut self) {
        if let Some(mark) = self.marks.pop() {
            self.path.truncate(mark.place);
            // The side that was open is finished; what remains on the level is the other side.
            self.share = mark.other;
        }
    }

    /// Returns the share of all that is open.
    fn whole_share(&self) -> f64 {
        self.marks.iter().map(|mark| mark.other).sum::<f64>() + self.share
    }

    /// Records a restart, which gives up the progress below the root.
    pub(crate) fn record_restart(&mut self) {
        let share = self.whole_share();
        // All marks are popped next, the first of them last, which hands its share to the root.
        if let Some(first) = self.marks.first_mut() {
            first.other = share;
        }
    }

    /// Records the other side of a decision on the current level.
    pub(crate) fn record_other_side(&mut self, decision: SearchDecision) {
        self.path.push(SubtreePathStep { decision, side: PathSide::Closed });
    }
}

/// The unexplored rest of a tree.
pub(super) struct TreeRemainder {
    /// The whole rest, without the progress below the first open decision.
    pub(super) root: SearchSubtree,
    /// The rest in subtrees, in the order of the walk.
    pub(super) subtrees: Vec<SearchSubtree>,
}

impl SearchTree<'_> {
    /// Whether the budget ends the walk at this node.
    #[inline]
    pub(crate) fn is_cut(&self, found: u64) -> bool {
        let Some(cutter) = &self.cutter else {
            return false;
        };
        !cutter.at_restarts
            && (self.is_spent(cutter) || found >= cutter.budget.solutions)
            // Below a hidden decision, two subtrees could each complete the same shown values, and
            // the solution would be reported twice.
            && (cutter.anywhere || self.frames.last().is_none_or(|frame| frame.shown))
    }

    fn is_spent(&self, cutter: &TreeCutter) -> bool {
        let work = &self.search.work;
        work.backtracks >= cutter.budget.failures
            || work.nodes >= MIN_SUBTREE_NODES
                && SearchEffort::from_search(self.search).elementary_steps() >= cutter.budget.steps
    }

    /// Whether the budget ends the walk at the restart that has just happened.
    pub(crate) fn is_cut_at_restart(&self) -> bool {
        self.cutter.as_ref().is_some_and(|cutter| cutter.at_restarts && self.is_spent(cutter))
    }

    /// Walks to a subtree. Returns false if propagation fails on the way: then the walk begins with
    /// a failure.
    ///
    /// # Errors
    /// Returns how the walk ended if a limit stopped it on the way.
    pub(super) fn replay_path(&mut self, subtree: &SearchSubtree) -> Result<bool, EnumerationEnd> {
        for (place, step) in subtree.steps.iter().enumerate() {
            let fresh = subtree.fresh && place + 1 == subtree.steps.len();
            let went_on = match &step.side {
                PathSide::Open(rest) => self.open_level(step, rest, fresh)?,
                // The step assigns a value whose siblings are finished.
                PathSide::Closed
                    if step.decision.is_assignment()
                        && !self.frames.is_empty()
                        && self.has_a_branch_each() =>
                {
                    self.open_level(step, &[], fresh)?
                }
                PathSide::Closed => self.apply_step(step, fresh),
            };
            match went_on {
                ReplayOutcome::On => {}
                ReplayOutcome::Elsewhere => break,
                ReplayOutcome::Wrong => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Applies a decision on the current level.
    fn apply_step(&mut self, step: &SubtreePathStep, fresh: bool) -> ReplayOutcome {
        if let Some(cutter) = &mut self.cutter {
            cutter.path.push(step.clone());
        }
        let assigns = step.decision.is_assignment();
        if fresh {
            self.search.work.enumerations += 1;
            self.search.work.assignments += u64::from(assigns);
            self.chain.commits += 1;
        }
        if assigns {
            self.above += 1;
            self.search.work.depth = self.search.work.depth.max(self.above);
        }
        let store = &mut self.search.store;
        store.set_reason(ChangeReason::Decision);
        let done = step.decision.apply(store);
        if done == Err(PropagationConflict) { ReplayOutcome::Wrong } else { ReplayOutcome::On }
    }

    /// Applies a decision that opens a level. Values that have left the domain in the meantime have
    /// no branch.
    fn open_level(
        &mut self,
        step: &SubtreePathStep,
        rest: &[Value],
        fresh: bool,
    ) -> Result<ReplayOutcome, EnumerationEnd> {
        match self.search.propagate(self.control) {
            Ok(()) => {}
            Err(PropagationStop::Conflict) => return Ok(ReplayOutcome::Wrong),
            Err(PropagationStop::Stopped(stop)) => return Err(EnumerationEnd::Stopped(stop)),
        }
        let mut decision = step.decision;
        let variable = decision.variable;
        // Bounds and other givens may be stricter than when the path was recorded, so values may be
        // gone.
        let left = |value: &&Value| self.search.store.contains(variable, **value);
        let mut rest: Vec<Value> = rest.iter().filter(left).copied().collect();
        let each_has_a_branch = self.has_a_branch_each();
        let mut went = ReplayOutcome::On;
        // The recorded branch is empty; an untried sibling takes its place, and the rest of the
        // path below it no longer applies.
        if !decision.is_possible(&self.search.store) {
            went = ReplayOutcome::Elsewhere;
            match rest.pop() {
                Some(next) => decision.value = next,
                None if each_has_a_branch => return Ok(ReplayOutcome::Wrong),
                // Only the other side remains, and the domain has already lost the rest.
                None => return Ok(went),
            }
        }
        if !decision.opposite().is_possible(&self.search.store) {
            // The other side is empty: propagation has decided this.
            if let Some(cutter) = &mut self.cutter {
                cutter.path.push(SubtreePathStep { decision, side: PathSide::Closed });
            }
            return Ok(went);
        }
        let untried = self.untried.len();
        self.untried.append(&mut rest);
        let search = &mut *self.search;
        if let Some(cutter) = &mut self.cutter {
            cutter.record_decision(decision, &search.store);
        }
        search.guide.note_commit(&search.store);
        search.store.open_level();
        search.store.set_reason(ChangeReason::Decision);
        let done = decision.apply(&mut search.store);
        self.frames.push(TreeFrame { decision, shown: true, untried, chain: self.chain });
        // Replayed commits were counted by the part that made them; only a fresh last step is new
        // work.
        self.chain = CommitChain::default();
        if fresh {
            search.work.enumerations += 1;
            search.work.assignments += u64::from(decision.is_assignment());
            self.chain.commits = 1;
        }
        search.work.depth = search.work.depth.max(self.above + self.frames.len() as u64);
        Ok(if done == Err(PropagationConflict) { ReplayOutcome::Wrong } else { went })
    }

    /// Returns the rest of the tree, with the first `breadth` open decisions cut off. With
    /// `restarts`, the search below them begins again.
    pub(super) fn remaining_tree(&self, breadth: usize, restarts: bool) -> TreeRemainder {
        let Some(cutter) = &self.cutter else {
            return TreeRemainder {
                root: SearchSubtree::whole_tree(),
                subtrees: vec![SearchSubtree::whole_tree()],
            };
        };
        let path = &cutter.path;
        let first = cutter.marks.first().map_or(path.len(), |mark| mark.place);
        let whole = cutter.whole_share();
        // The steps before the first frame are decided for good.
        let root = SearchSubtree::from_steps(path[..first].to_vec(), false, whole);
        // From the top down, the first `breadth` open sides become subtrees, which are likely the
        // largest. Deeper ones stay with the current node as open steps of `here`.
        let (mut here, mut share, mut off) = (path.clone(), whole, Vec::new());
        for (number, (frame, mark)) in self.frames.iter().zip(&cutter.marks).enumerate() {
            let Some(other) = self.other_side(number, frame) else {
                continue;
            };
            if off.len() == breadth {
                if restarts {
                    here.truncate(mark.place);
                    break;
                }
                // A step of a d-way node lists all untried values, the next one last.
                let mut rest = match other.side {
                    PathSide::Open(rest) => rest.into_vec(),
                    PathSide::Closed => Vec::new(),
                };
                if self.has_a_branch_each() {
                    rest.push(other.decision.value);
                }
                here[mark.place].side = PathSide::Open(rest.into());
                continue;
            }
            let mut steps = path[..mark.place].to_vec();
            steps.push(other);
            off.push(SearchSubtree::from_steps(steps, true, mark.other));
            share -= mark.other;
        }
        let mut subtrees = vec![SearchSubtree::from_steps(here, false, share.max(0.0))];
        // The walk would finish the current node first, then the deepest open side, at last the
        // topmost.
        subtrees.extend(off.into_iter().rev());
        TreeRemainder { root, subtrees }
    }

    /// Returns the other side of a frame as a step, if it is open.
    fn other_side(&self, number: usize, frame: &TreeFrame) -> Option<SubtreePathStep> {
        if !self.has_a_branch_each() {
            return Some(SubtreePathStep {
                decision: frame.decision.opposite(),
                side: PathSide::Closed,
            });
        }
        // The untried values of a frame end where those of the next frame begin.
        let end = self.frames.get(number + 1).map_or(self.untried.len(), |next| next.untried);
        let (&value, rest) = self.untried[frame.untried..end].split_last()?;
        let side = if rest.is_empty() { PathSide::Closed } else { PathSide::Open(rest.into()) };
        Some(SubtreePathStep {
            decision: SearchDecision::for_value(frame.decision.variable, value),
            side,
        })
    }

    /// Whether each value has its own branch.
    fn has_a_branch_each(&self) -> bool {
        self.search.settings.branching == BranchingScheme::DWay
    }
}

/// The outcome of one step of a replay.
#[derive(PartialEq, Eq)]
enum ReplayOutcome {
    On,
    /// The values of the rest of the path are gone; the walk begins here.
    Elsewhere,
    /// It fails.
    Wrong,
}
