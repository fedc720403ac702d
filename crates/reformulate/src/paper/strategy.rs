//! The flow chart: takes subproblems from the agenda and branches on them until nothing remains to
//! be enforced.

use parallax_model::ask::{Control, Stop, Trace};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::super::agenda::{Agenda, Order};
use super::children::children;
use super::heuristics::{Heuristic, different_domains, same_domains};
use super::{Cards, Consistency, DomainTable, Subproblem, SummaryTable, trace};

/// The choices that the paper leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// The order of the agenda.
    pub order: Order,
    /// The consistency enforced on a subproblem before it is queued.
    pub consistency: Consistency,
}

/// Subproblems branched on between two checks of the clock.
const RELATIONS_BETWEEN_POLLS: u64 = 16;

/// A table of a subproblem.
pub enum Table {
    /// The table of one domain.
    Domain(DomainTable),
    /// The table of three different domains.
    Summary(SummaryTable),
}

/// The published reformulation (section 5.2, Figure 15) as an iterator of the subproblems in which
/// nothing remains to be enforced. Their solutions are disjoint, and together they are all
/// solutions.
pub struct Strategy<'a> {
    cards: &'a Cards,
    options: Options,
    agenda: Agenda<Subproblem>,
    rng: ChaCha8Rng,
    control: Control,
    /// The number of subproblems branched on so far.
    pub branched: u64,
    /// The trace so far, if requested.
    pub trace: Option<Trace>,
}

impl<'a> Strategy<'a> {
    /// Starts with all cards. `seed` seeds Heuristic 3 and the breaking of ties.
    pub fn new(
        cards: &'a Cards,
        options: Options,
        seed: u64,
        mut trace: Option<Trace>,
        control: &Control,
    ) -> Self {
        let root = Subproblem {
            domains: [(0..cards.len()).collect(), Vec::new(), Vec::new()],
            same: true,
            active: (0..cards.attributes().len()).collect(),
            ..Subproblem::default()
        };
        let mut agenda = Agenda::new(options.order);
        if let Some(trace) = &mut trace {
            trace.add(trace::step(cards, &root, None, ""));
        }
        if cards.len() >= 3 {
            agenda.add(&mut vec![root], Subproblem::size);
        } else if let Some(trace) = &mut trace {
            trace.prune(0, "Test 2: fewer than three cards");
        }
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let control = control.clone();
        Strategy { cards, options, agenda, rng, control, branched: 0, trace }
    }

    fn branch(&mut self, parent: &Subproblem) {
        self.branched += 1;
        let (attribute, heuristic, table) = self.choose(parent);
        let children = children(self.cards, parent, attribute, self.options.consistency);
        let mut made = Vec::with_capacity(children.made.len());
        if let Some(trace) = &mut self.trace {
            trace::branched(trace, self.cards, parent.step, attribute, heuristic, &table);
            trace.absent(parent.step, &children.absent);
            if children.made.is_empty() {
                trace.prune(parent.step, "no branch is left");
            }
        }
        for (name, mut child) in children.made {
            if let Some(trace) = &mut self.trace {
                child.step = trace.add(trace::step(self.cards, &child, Some(parent.step), &name));
            }
            made.push(child);
        }
        self.agenda.add(&mut made, Subproblem::size);
    }

    fn choose(&mut self, parent: &Subproblem) -> (usize, Heuristic, Table) {
        if parent.same {
            let table = DomainTable::of(self.cards, parent.domain(0), &parent.active);
            let (attribute, heuristic) = same_domains(&table, &mut self.rng);
            return (attribute, heuristic, Table::Domain(table));
        }
        let table = SummaryTable::of(self.cards, &parent.domains, &parent.active);
        let (attribute, heuristic) = different_domains(&table, &mut self.rng);
        (attribute, heuristic, Table::Summary(table))
    }
}

impl Iterator for Strategy<'_> {
    type Item = Result<Subproblem, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let subproblem = self.agenda.take()?;
            if subproblem.active.is_empty() {
                return Some(Ok(subproblem));
            }
            if self.branched.is_multiple_of(RELATIONS_BETWEEN_POLLS)
                && let Some(stop) = self.control.stopped()
            {
                return Some(Err(stop));
            }
            self.branch(&subproblem);
        }
    }
}
