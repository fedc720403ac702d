//! Negative rules: pairs of neighbours without a mark.

use super::json::LocatedJsonValue;
use super::writer::FPuzzlesWriter;
use crate::GridPuzzle;
use crate::errors::{GridFormError, LocatedFPuzzlesError};
use crate::rules::{AnyRule, UnmarkedDots, UnmarkedXv};

/// The names of the negative rules.
const RATIO_RULE_NAME: &str = "ratio";
/// The name of the negative rule of X and V.
pub(crate) const XV_RULE_NAME: &str = "xv";

/// Reads the list of negative rules, after all others.
pub(super) fn read_negative_rules(
    at: &LocatedJsonValue<'_>,
    rules: &[AnyRule],
) -> Result<Vec<AnyRule>, LocatedFPuzzlesError> {
    let mut negative: Vec<AnyRule> = Vec::new();
    if at.is_empty() {
        return Ok(negative);
    }
    for name in at.read_list()? {
        let rule: AnyRule = match name.value.as_str() {
            Some(RATIO_RULE_NAME) => {
                UnmarkedDots { differences: Vec::new(), ratios: dot_ratios(rules) }.into()
            }
            Some(XV_RULE_NAME) => UnmarkedXv.into(),
            _ => return Err(name.unexpected_value("a negative rule: ratio or xv")),
        };
        if !negative.contains(&rule) {
            negative.push(rule);
        }
    }
    Ok(negative)
}

/// Returns the ratios of all black dots, 2 if there are none.
fn dot_ratios(rules: &[AnyRule]) -> Vec<i64> {
    let ratio = |rule: &AnyRule| match rule {
        AnyRule::Dot(dot) if dot.black => Some(dot.number),
        _ => None,
    };
    let mut ratios: Vec<i64> = rules.iter().filter_map(ratio).collect();
    ratios.sort_unstable();
    ratios.dedup();
    if ratios.is_empty() { vec![2] } else { ratios }
}

/// Spares pairs with a dot from the rule of cells side by side that are not consecutive.
pub(super) fn spare_dots(rules: &mut [AnyRule]) {
    if rules.iter().any(|rule| matches!(rule, AnyRule::Dot(_))) {
        for rule in rules {
            if matches!(rule, AnyRule::NonConsecutive(_)) {
                *rule = UnmarkedDots { differences: vec![1], ratios: Vec::new() }.into();
            }
        }
    }
}

/// Whether the puzzle has a dot.
pub(crate) fn has_dots(puzzle: &GridPuzzle) -> bool {
    puzzle.rules.iter().any(|rule| matches!(rule, AnyRule::Dot(_)))
}

/// Writes a negative rule of dots.
///
/// # Errors
/// Returns an error if it forbids other differences and ratios than f-puzzles does.
pub(crate) fn put_dots(
    rule: &UnmarkedDots,
    file: &mut FPuzzlesWriter<'_>,
) -> Result<(), GridFormError> {
    match rule.differences[..] {
        [] => {}
        [1] => file.set_flag("nonconsecutive"),
        _ => return Err(GridFormError::UnmarkedDifference),
    }
    let mut ratios = rule.ratios.clone();
    ratios.sort_unstable();
    ratios.dedup();
    let usual = dot_ratios(&file.puzzle.rules);
    if ratios == usual {
        file.add_negative_rule(RATIO_RULE_NAME);
    } else if !ratios.is_empty() {
        return Err(GridFormError::UnmarkedRatios { ratios: usual });
    }
    Ok(())
}
