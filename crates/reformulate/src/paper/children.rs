//! The children of a subproblem, and the branches without a child.

use super::conditions::{test1, test2, test3};
use super::{CardModel, PaperConsistency, PaperDomainTable, PaperSubproblem, SummaryTable};

/// The result of branching on an attribute.
#[derive(Debug, Default)]
pub struct AttributeChildren {
    /// The subproblems to process, with the names of their branches.
    pub made: Vec<(String, PaperSubproblem)>,
    /// The branches that were not generated or were pruned, with the reason.
    pub absent: Vec<(String, &'static str)>,
}

/// Branches on an attribute of a subproblem.
#[must_use]
pub fn branch_attribute(
    cards: &CardModel,
    parent: &PaperSubproblem,
    attribute: usize,
    consistency: PaperConsistency,
) -> AttributeChildren {
    let mut children = AttributeChildren::default();
    if parent.same {
        from_same(cards, parent, attribute, &mut children);
    } else {
        from_different(cards, parent, attribute, consistency, &mut children);
    }
    children
}

/// Returns the cards of a domain that have this value.
fn matching_cards(
    cards: &CardModel,
    domain: &[usize],
    attribute: usize,
    value: usize,
) -> Vec<usize> {
    let has = |&&card: &&usize| usize::from(cards.card_value(card, attribute)) == value;
    domain.iter().filter(has).copied().collect()
}

/// Creates a child without the attribute; its domains are filled in later.
fn child_subproblem(parent: &PaperSubproblem, attribute: usize, same: bool) -> PaperSubproblem {
    let active = parent.active.iter().copied().filter(|&a| a != attribute).collect();
    PaperSubproblem { same, active, kept: parent.kept.clone(), ..PaperSubproblem::default() }
}

/// Returns the name of the branch on a value.
fn branch_name(cards: &CardModel, attribute: usize, value: usize) -> String {
    let attribute = &cards.attributes()[attribute];
    format!("{} = {}", attribute.name, attribute.values[value])
}

fn from_same(
    cards: &CardModel,
    parent: &PaperSubproblem,
    attribute: usize,
    out: &mut AttributeChildren,
) {
    let domain = parent.variable_domain(0);
    let counts = PaperDomainTable::from_domain(cards, domain, &[attribute]).rows[0].1;
    let values = cards.attributes()[attribute].values.len();
    for (value, &count) in counts.iter().enumerate().take(values) {
        let name = branch_name(cards, attribute, value);
        match count {
            0 => out.absent.push((name, "Test 1: no card has this value")),
            count if test2(count) => {
                out.absent.push((name, "Test 2: fewer than three cards have this value"));
            }
            _ => {
                let mut child = child_subproblem(parent, attribute, true);
                child.domains[0] = matching_cards(cards, domain, attribute, value);
                out.made.push((name, child));
            }
        }
    }
    let name = format!("{} ≠", cards.attributes()[attribute].name);
    if test1(counts) {
        out.absent.push((name, "Test 1: some value has no card, three values are needed"));
        return;
    }
    let mut child = child_subproblem(parent, attribute, false);
    child.domains = [0, 1, 2].map(|value| matching_cards(cards, domain, attribute, value));
    out.made.push((name, child));
}

fn from_different(
    cards: &CardModel,
    parent: &PaperSubproblem,
    attribute: usize,
    consistency: PaperConsistency,
    out: &mut AttributeChildren,
) {
    let summary = SummaryTable::from_domains(cards, &parent.domains, &[attribute]).rows[0].1;
    let values = cards.attributes()[attribute].values.len();
    for (value, &product) in summary.count_products().iter().enumerate().take(values) {
        let name = branch_name(cards, attribute, value);
        if product == 0 {
            out.absent.push((name, "column f is null: some domain has no card of this value"));
            continue;
        }
        let mut child = child_subproblem(parent, attribute, false);
        child.domains =
            [0, 1, 2].map(|i| matching_cards(cards, parent.variable_domain(i), attribute, value));
        if consistency.enforce_consistency(cards, &mut child, None) {
            out.made.push((name, child));
        } else {
            out.absent.push((name, "consistency leaves a domain empty"));
        }
    }
    let name = format!("{} ≠", cards.attributes()[attribute].name);
    if test3(&summary) {
        out.absent.push((name, "Test 3: column h is null, some value is in no domain"));
        return;
    }
    let mut child = child_subproblem(parent, attribute, false);
    child.domains = parent.domains.clone();
    child.kept.push(attribute);
    if consistency.enforce_consistency(cards, &mut child, Some(attribute)) {
        out.made.push((name, child));
    } else {
        out.absent.push((name, "consistency leaves a domain empty"));
    }
}
