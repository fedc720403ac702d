//! The children of a subproblem, and the branches without a child.

use super::conditions::{test1, test2, test3};
use super::{Cards, Consistency, DomainTable, Subproblem, SummaryTable};

/// The result of branching on an attribute.
#[derive(Debug, Default)]
pub struct Children {
    /// The subproblems to process, with the names of their branches.
    pub made: Vec<(String, Subproblem)>,
    /// The branches that were not generated or were pruned, with the reason.
    pub absent: Vec<(String, &'static str)>,
}

/// Branches on an attribute of a subproblem.
#[must_use]
pub fn children(
    cards: &Cards,
    parent: &Subproblem,
    attribute: usize,
    consistency: Consistency,
) -> Children {
    let mut children = Children::default();
    if parent.same {
        from_same(cards, parent, attribute, &mut children);
    } else {
        from_different(cards, parent, attribute, consistency, &mut children);
    }
    children
}

/// Returns the cards of a domain that have this value.
fn having(cards: &Cards, domain: &[usize], attribute: usize, value: usize) -> Vec<usize> {
    let has = |&&card: &&usize| usize::from(cards.value(card, attribute)) == value;
    domain.iter().filter(has).copied().collect()
}

/// Creates a child without the attribute; its domains are filled in later.
fn below(parent: &Subproblem, attribute: usize, same: bool) -> Subproblem {
    let active = parent.active.iter().copied().filter(|&a| a != attribute).collect();
    Subproblem { same, active, kept: parent.kept.clone(), ..Subproblem::default() }
}

/// Returns the name of the branch on a value.
fn equal(cards: &Cards, attribute: usize, value: usize) -> String {
    let attribute = &cards.attributes()[attribute];
    format!("{} = {}", attribute.name, attribute.values[value])
}

fn from_same(cards: &Cards, parent: &Subproblem, attribute: usize, out: &mut Children) {
    let domain = parent.domain(0);
    let counts = DomainTable::of(cards, domain, &[attribute]).rows[0].1;
    let values = cards.attributes()[attribute].values.len();
    for (value, &count) in counts.iter().enumerate().take(values) {
        let name = equal(cards, attribute, value);
        match count {
            0 => out.absent.push((name, "Test 1: no card has this value")),
            count if test2(count) => {
                out.absent.push((name, "Test 2: fewer than three cards have this value"));
            }
            _ => {
                let mut child = below(parent, attribute, true);
                child.domains[0] = having(cards, domain, attribute, value);
                out.made.push((name, child));
            }
        }
    }
    let name = format!("{} ≠", cards.attributes()[attribute].name);
    if test1(counts) {
        out.absent.push((name, "Test 1: some value has no card, three values are needed"));
        return;
    }
    let mut child = below(parent, attribute, false);
    child.domains = [0, 1, 2].map(|value| having(cards, domain, attribute, value));
    out.made.push((name, child));
}

fn from_different(
    cards: &Cards,
    parent: &Subproblem,
    attribute: usize,
    consistency: Consistency,
    out: &mut Children,
) {
    let summary = SummaryTable::of(cards, &parent.domains, &[attribute]).rows[0].1;
    let values = cards.attributes()[attribute].values.len();
    for (value, &product) in summary.products().iter().enumerate().take(values) {
        let name = equal(cards, attribute, value);
        if product == 0 {
            out.absent.push((name, "column f is null: some domain has no card of this value"));
            continue;
        }
        let mut child = below(parent, attribute, false);
        child.domains = [0, 1, 2].map(|i| having(cards, parent.domain(i), attribute, value));
        if consistency.enforce(cards, &mut child, None) {
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
    let mut child = below(parent, attribute, false);
    child.domains = parent.domains.clone();
    child.kept.push(attribute);
    if consistency.enforce(cards, &mut child, Some(attribute)) {
        out.made.push((name, child));
    } else {
        out.absent.push((name, "consistency leaves a domain empty"));
    }
}
