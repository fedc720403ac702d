//! The rules of SET, on the cards themselves.

use parallax_instance::BrokenRuleError;
use parallax_model::Value;

use super::SetBoard;

/// Fails at the first rule that three card numbers break.
pub(super) fn check_rules(board: &SetBoard, solution: &[Value]) -> Result<(), BrokenRuleError> {
    let names: Vec<String> = solution.iter().map(Value::to_string).collect();
    let place = format!("cards {}", names.join(", "));
    let [first, second, third] = *solution else {
        return Err(BrokenRuleError::new(place, format!("{} cards, a set has 3", solution.len())));
    };
    let number = board.cards().len();
    for card in [first, second, third] {
        if !usize::try_from(card).is_ok_and(|card| (1..=number).contains(&card)) {
            return Err(BrokenRuleError::new(
                format!("card {card}"),
                format!("the cards are 1 to {number}"),
            ));
        }
    }
    if first == second || second == third || first == third {
        return Err(BrokenRuleError::new(place, "a card occurs twice"));
    }
    if !(first < second && second < third) {
        return Err(BrokenRuleError::new(place, "the numbers are not ascending"));
    }
    for (i, attribute) in board.attributes().iter().enumerate() {
        let [a, b, c] = [first, second, third].map(|card| board.value_name(card as usize - 1, i));
        let distinct = [a == b, b == c, a == c].into_iter().filter(|&equal| !equal).count();
        // Of three values, exactly two are equal when exactly two pairs differ.
        if distinct == 2 {
            let rule = format!(
                "{}: {a}, {b}, {c} is neither all the same nor all different",
                attribute.name
            );
            return Err(BrokenRuleError::new(place, rule));
        }
    }
    Ok(())
}
