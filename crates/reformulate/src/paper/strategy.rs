//! The flow chart: takes subproblems from the agenda and branches on them until nothing remains to
//! be enforced.

use parallax_model::engine_api::{Control, SolverTrace, StopReason};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::super::agenda::{AgendaOrder, SubproblemAgenda};
use super::children::branch_attribute;
use super::heuristics::{PaperHeuristic, different_domains, same_domains};
use super::{CardModel, PaperConsistency, PaperDomainTable, PaperSubproblem, SummaryTable, trace};

/// The choices that the paper leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PaperOptions {
    /// The order of the agenda.
    pub order: AgendaOrder,
    /// The consistency enforced on a subproblem before it is queued.
    pub consistency: PaperConsistency,
}

/// Subproblems branched on between two checks of the clock.
const RELATIONS_BETWEEN_POLLS: u64 = 16;

/// A table of a subproblem.
pub enum SubproblemTable {
    /// The table of one domain.
    Domain(PaperDomainTable),
    /// The table of three different domains.
    Summary(SummaryTable),
}

/// The published reformulation (section 5.2, Figure 15) as an iterator of the subproblems in which
/// nothing remains to be enforced. Their solutions are disjoint, and together they are all
/// solutions.
pub struct PaperStrategy<'a> {
    cards: &'a CardModel,
    options: PaperOptions,
    agenda: SubproblemAgenda<PaperSubproblem>,
    rng: ChaCha8Rng,
    control: Control,
    /// The number of subproblems branched on so far.
    pub branched: u64,
    /// The trace so far, if requested.
    pub trace: Option<SolverTrace>,
}

impl<'a> PaperStrategy<'a> {
    /// Starts with all cards. `seed` seeds Heuristic 3 and the breaking of ties.
    pub fn new(
        cards: &'a CardModel,
        options: PaperOptions,
        seed: u64,
        mut trace: Option<SolverTrace>,
        control: &Control,
    ) -> Self {
        let root = PaperSubproblem {
            domains: [(0..cards.len()).collect(), Vec::new(), Vec::new()],
            same: true,
            active: (0..cards.attributes().len()).collect(),
            ..PaperSubproblem::default()
        };
        let mut agenda = SubproblemAgenda::new(options.order);
        if let Some(trace) = &mut trace {
            trace.add_step(trace::describe_step(cards, &root, None, ""));
        }
        if cards.len() >= 3 {
            agenda.add_children(&mut vec![root], PaperSubproblem::combination_count);
        } else if let Some(trace) = &mut trace {
            trace.record_failure(0, "Test 2: fewer than three cards");
        }
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let control = control.clone();
        PaperStrategy { cards, options, agenda, rng, control, branched: 0, trace }
    }

    fn branch_subproblem(&mut self, parent: &PaperSubproblem) {
        self.branched += 1;
        let (attribute, heuristic, table) = self.choose_attribute(parent);
        let children = branch_attribute(self.cards, parent, attribute, self.options.consistency);
        let mut made = Vec::with_capacity(children.made.len());
        if let Some(trace) = &mut self.trace {
            trace::record_branching(trace, self.cards, parent.step, attribute, heuristic, &table);
            trace.record_omitted(parent.step, &children.absent);
            if children.made.is_empty() {
                trace.record_failure(parent.step, "no branch is left");
            }
        }
        for (name, mut child) in children.made {
            if let Some(trace) = &mut self.trace {
                child.step = trace.add_step(trace::describe_step(
                    self.cards,
                    &child,
                    Some(parent.step),
                    &name,
                ));
            }
            made.push(child);
        }
        self.agenda.add_children(&mut made, PaperSubproblem::combination_count);
    }

    fn choose_attribute(
        &mut self,
        parent: &PaperSubproblem,
    ) -> (usize, PaperHeuristic, SubproblemTable) {
        if parent.same {
            let table = PaperDomainTable::from_domain(
                self.cards,
                parent.variable_domain(0),
                &parent.active,
            );
            let (attribute, heuristic) = same_domains(&table, &mut self.rng);
            return (attribute, heuristic, SubproblemTable::Domain(table));
        }
        let table = SummaryTable::from_domains(self.cards, &parent.domains, &parent.active);
        let (attribute, heuristic) = different_domains(&table, &mut self.rng);
        (attribute, heuristic, SubproblemTable::Summary(table))
    }
}

impl Iterator for PaperStrategy<'_> {
    type Item = Result<PaperSubproblem, StopReason>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let subproblem = self.agenda.take_next()?;
            if subproblem.active.is_empty() {
                return Some(Ok(subproblem));
            }
            if self.branched.is_multiple_of(RELATIONS_BETWEEN_POLLS)
                && let Some(stop) = self.control.stop_reason()
            {
                return Some(Err(stop));
            }
            self.branch_subproblem(&subproblem);
        }
    }
}
