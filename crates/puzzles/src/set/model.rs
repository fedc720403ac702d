//! The models of SET.

use parallax_model::{
    AtomicConstraint, ClassRelation, Clause, Compare, ComparisonOperator, Constraint,
    DimensionRelation, Domain, Linear, Model, ModelError, Value, ValueDimension, VarId,
};

use super::SetBoard;

/// The labels of constraints that make the variables three different cards.
pub(super) const ORDER_LABEL: &str = "order";
pub(super) const THREE_CARDS_LABEL: &str = "three cards";

/// Builds the model with three variables, which are card numbers in ascending order, and one
/// dimension relation per attribute: the multi-dimensional CSP of Swearngin, Choueiry and Freuder
/// (2011).
pub(super) fn cards_model(board: &SetBoard) -> Result<Model, ModelError> {
    let mut model = Model::new("set cards");
    let number = board.cards().len() as Value;
    let names = ["card1", "card2", "card3"];
    let scope = names.iter().map(|name| model.add_shown(*name, Domain::from_range(1, number)));
    let scope = scope.collect::<Result<Vec<VarId>, _>>()?;
    // A set has six orders; only the ascending one is a solution.
    for pair in scope.windows(2) {
        model.post(
            ORDER_LABEL,
            Constraint::Compare(Compare::new(pair[0], ComparisonOperator::Lt, pair[1])),
        )?;
    }
    for (i, attribute) in board.attributes().iter().enumerate() {
        let class =
            |(card, values): (usize, &Vec<u16>)| (card as Value + 1, usize::from(values[i]));
        let members: Vec<(Value, usize)> = board.cards().iter().enumerate().map(class).collect();
        let dimension =
            ValueDimension::new(attribute.name.clone(), attribute.values.clone(), &members)?;
        let relation = DimensionRelation {
            scope: scope.clone(),
            dimension: model.add_dimension(dimension)?,
            relation: ClassRelation::AllSameOrAllDifferent,
        };
        model.post(attribute.name.clone(), Constraint::Dimension(relation))?;
    }
    Ok(model)
}

/// Maximum number of clauses of the model `selected`.
const MAX_CLAUSES: usize = 4_000_000;

/// Builds the model with a boolean for each card, three of which are true, and a hidden boolean for
/// each attribute: whether the selected cards agree in it. The cards determine the hidden booleans,
/// so no solution is counted twice.
pub(super) fn selected_model(board: &SetBoard) -> Result<Model, ModelError> {
    let number = board.cards().len();
    let clauses = number * number.saturating_sub(1) / 2 * board.attributes().len();
    if clauses > MAX_CLAUSES {
        let message = format!(
            "the model 'selected' of {number} cards needs {clauses} clauses; the limit is {MAX_CLAUSES}"
        );
        return Err(ModelError::new(message));
    }
    let mut model = Model::new("set selected");
    let cards = (1..=number).map(|card| model.add_shown(format!("card {card}"), Domain::boolean()));
    let cards = cards.collect::<Result<Vec<VarId>, _>>()?;
    let same = board
        .attributes()
        .iter()
        .map(|a| model.add_hidden(format!("same {}", a.name), Domain::boolean()));
    let same = same.collect::<Result<Vec<VarId>, _>>()?;
    let three = Linear::unweighted_sum(cards.iter().copied(), ComparisonOperator::Eq, 3);
    model.post(THREE_CARDS_LABEL, Constraint::Linear(three))?;
    for (i, attribute) in board.attributes().iter().enumerate() {
        for (second, card) in board.cards().iter().enumerate() {
            for (first, other) in board.cards().iter().enumerate().take(second) {
                let equal = Value::from(card[i] == other[i]);
                // If both cards are selected, the hidden boolean is true exactly if they agree.
                let atoms = [(cards[first], 0), (cards[second], 0), (same[i], equal)];
                let atoms = atoms
                    .map(|(variable, value)| {
                        AtomicConstraint::new(variable, ComparisonOperator::Eq, value)
                    })
                    .to_vec();
                model.post(attribute.name.clone(), Constraint::Clause(Clause { atoms }))?;
            }
        }
    }
    Ok(model)
}
