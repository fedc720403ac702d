//! The choice of the variable of a component to decide next.

use parallax_model::{VarId, named};
use parallax_propagation::store::DomainStore;

use super::divide::{ComponentDivider, CountComponent};
use crate::heuristics::BranchingGuide;

/// The choice of the variable of a component to decide next: a shown one if any is open, and the
/// first one on a tie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ComponentVariableOrder {
    /// The first one.
    Place,
    /// A variable with the fewest values.
    Fewest,
    /// A variable with the fewest values in the constraint with the fewest open variables, so that
    /// few constraints are half decided.
    Narrow,
    /// By the weights of failed constraints (dom/wdeg).
    Weighted,
    /// A variable with the most constraints of the component for each of its values, so that the
    /// rest divides sooner.
    Linked,
    /// The order that follows the graph of constraints (`width.rs`) if that graph is narrow,
    /// otherwise that of `Linked`.
    #[default]
    Auto,
}

named!(ComponentVariableOrder, "order", {
    Place => "place",
    Fewest => "fewest",
    Narrow => "narrow",
    Weighted => "weighted",
    Linked => "linked",
    Auto => "auto",
});

/// Returns an open variable of a component, a shown one if there is any, and whether it is shown.
/// With `ranks`, by variable, it is the one of least rank.
pub(super) fn choose_variable(
    order: ComponentVariableOrder,
    ranks: Option<&[u32]>,
    part: CountComponent,
    links: &ComponentDivider,
    store: &DomainStore,
    guide: &BranchingGuide,
) -> Option<(VarId, bool)> {
    let variables = links.component_variables(part);
    let shown = variables.iter().any(|&v| links.is_shown(v));
    // As long as a shown variable is open, hidden ones wait: solutions that differ only in them
    // count once.
    let fits = |v: u32| links.is_shown(v) == shown;
    let all = || variables.iter().copied().filter(|&v| fits(v));
    let of = |v: u32| VarId::new(v as usize);
    let by_ranks = ranks.map(|ranks| all().min_by_key(|&v| ranks[v as usize]));
    if let Some(chosen) = by_ranks {
        return chosen.map(|v| (of(v), shown));
    }
    let chosen = match order {
        ComponentVariableOrder::Place => all().next(),
        ComponentVariableOrder::Fewest => all().min_by_key(|&v| store.domain_size(of(v))),
        ComponentVariableOrder::Weighted => {
            let score = |v: u32| guide.variable_score(of(v), store).unwrap_or(0.0);
            let best = |a: &u32, b: &u32| score(*a).total_cmp(&score(*b)).then(b.cmp(a));
            all().max_by(best)
        }
        ComponentVariableOrder::Linked | ComponentVariableOrder::Auto => {
            let score = |v: u32| {
                links.variable_degree(part, v) as f64 / f64::from(store.domain_size(of(v)))
            };
            let best = |a: &u32, b: &u32| score(*a).total_cmp(&score(*b)).then(b.cmp(a));
            all().max_by(best)
        }
        ComponentVariableOrder::Narrow => {
            let open = |place: u32| {
                let scope = links.constraint_scope(place).iter().copied();
                scope.filter(|&v| !store.is_fixed(v) && fits(v.index() as u32))
            };
            let narrowest = links
                .component_constraints(part)
                .iter()
                .filter_map(|&place| Some((open(place).count(), place)).filter(|o| o.0 > 0))
                .min();
            let inside = |place| open(place).min_by_key(|&v| (store.domain_size(v), v));
            narrowest.and_then(|(_, place)| inside(place)).map(|v| v.index() as u32)
        }
    };
    // `Narrow` finds none if no constraint has an open shown variable: take the first one.
    chosen.or_else(|| all().next()).map(|v| (of(v), shown))
}
