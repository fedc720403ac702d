//! A case as a model.

use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain, Linear, Model, ModelError,
    Solution, VarId,
};

use super::cases::HyperplaneCase;
use super::geometry::AffineSpace;

/// The caps of a case, up to affine maps: a variable for each card, named by its digits, that
/// is 1 if the card is taken. The cards of an affine basis are taken, the hyperplanes of the
/// first direction hold the numbers of the case, and no other holds more than the first.
///
/// # Errors
/// None for spaces and cases of practical size.
pub fn cap_model(space: AffineSpace, case: HyperplaneCase) -> Result<Model, ModelError> {
    let mut model = Model::new(format!("set-free cards, {} attributes, {case}", space.dimension()));
    let basis = space.affine_basis();
    let mut cards = Vec::new();
    for place in 0..space.size() {
        let name: String = space.coordinates(place).iter().map(u16::to_string).collect();
        let taken = basis.contains(&place);
        let domain = if taken { Domain::from_values([1]) } else { Domain::boolean() };
        cards.push(model.add_shown(name, domain)?);
    }
    // No line is wholly taken: at least one of its three cards is 0.
    for (i, line) in space.lines().into_iter().enumerate() {
        let atoms = line
            .map(|place| AtomicConstraint::new(cards[place], ComparisonOperator::Eq, 0))
            .to_vec();
        model.post(format!("set {}", i + 1), Constraint::Clause(Clause { atoms }))?;
    }
    post_hyperplanes(&mut model, space, case, &cards)?;
    Ok(model)
}

fn post_hyperplanes(
    model: &mut Model,
    space: AffineSpace,
    case: HyperplaneCase,
    cards: &[VarId],
) -> Result<(), ModelError> {
    let most = case.0[0];
    // A hyperplane with k points leaves n - k to its two parallels, which have at most `most` each.
    // So k is at least n - 2 `most`.
    let least = case.0.iter().sum::<usize>().saturating_sub(2 * most);
    for (i, parts) in space.directions().into_iter().enumerate() {
        for (part, exactly) in parts.iter().zip(case.0) {
            // Direction 0 is the one that the case fixes. In all others no hyperplane may have more
            // points than the fullest of this one.
            let bounds = match i {
                0 => vec![(ComparisonOperator::Eq, exactly)],
                _ => vec![(ComparisonOperator::Le, most), (ComparisonOperator::Ge, least)],
            };
            for (relation, bound) in bounds {
                let scope = part.iter().map(|&place| cards[place]);
                let sum = Linear::unweighted_sum(scope, relation, bound as i64);
                model.post(format!("direction {}", i + 1), Constraint::Linear(sum))?;
            }
        }
    }
    Ok(())
}

/// Returns the cards that a solution takes, each as its values.
#[must_use]
pub fn taken_cards(space: AffineSpace, solution: &Solution) -> Vec<Vec<u16>> {
    // The variables are created in the order of the points, so the variable of a point has its
    // index.
    let places = (0..space.size()).filter(|&place| solution.value(VarId::new(place)) == 1);
    places.map(|place| space.coordinates(place)).collect()
}
