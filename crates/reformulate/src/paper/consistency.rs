//! Consistency of a subproblem before it is queued.

use parallax_model::named;

use super::{CardModel, PaperSubproblem};

/// The consistency enforced on a subproblem before it goes on the agenda (section 5.2: "some
/// level of consistency").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PaperConsistency {
    /// No consistency.
    None,
    /// Generalised arc consistency on the `A≠` that the branching added. It is fitted: of the three
    /// it alone gives the published numbers.
    #[default]
    New,
    /// Generalised arc consistency on every `A≠` that is kept.
    All,
}

named!(PaperConsistency, "consistency", {
    None => "none",
    New => "new",
    All => "all",
});

impl PaperConsistency {
    /// Removes cards that cannot be part of a solution; `new` is the attribute whose `A≠` has just
    /// been added to the kept ones. Returns whether every domain still has a card.
    pub fn enforce_consistency(
        self,
        cards: &CardModel,
        subproblem: &mut PaperSubproblem,
        new: Option<usize>,
    ) -> bool {
        let kept: Vec<usize> = match self {
            PaperConsistency::None => Vec::new(),
            PaperConsistency::New => new.into_iter().collect(),
            PaperConsistency::All => subproblem.kept.clone(),
        };
        loop {
            let mut changed = false;
            for &attribute in &kept {
                changed |= filter_domains(cards, subproblem, attribute);
            }
            if !changed || subproblem.is_empty() {
                return !subproblem.is_empty();
            }
        }
    }
}

/// Makes the domains consistent with one `A≠`; returns whether any shrank.
fn filter_domains(cards: &CardModel, subproblem: &mut PaperSubproblem, attribute: usize) -> bool {
    let value = |card: usize| usize::from(cards.card_value(card, attribute));
    let domains = &mut subproblem.domains;
    let present = |domain: &[usize]| {
        let mut seen = [false; 3];
        domain.iter().for_each(|&card| seen[value(card)] = true);
        seen
    };
    // The supports are those before any domain shrinks; the caller repeats until nothing changes.
    let seen = [0, 1, 2].map(|i| present(&domains[i]));
    let mut changed = false;
    for (i, domain) in domains.iter_mut().enumerate() {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        // The other two variables must take the two other values.
        let supported = |v: usize| {
            let (a, b) = ((v + 1) % 3, (v + 2) % 3);
            seen[j][a] && seen[k][b] || seen[j][b] && seen[k][a]
        };
        let before = domain.len();
        domain.retain(|&card| supported(value(card)));
        changed |= domain.len() < before;
    }
    changed
}
