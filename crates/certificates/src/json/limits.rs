//! Conditions on models beyond their form: the checker refuses a model whenever the program does.

use super::super::model::{CheckerVariable, ClassRelation, Constraint, Terms, Value, Variable};
use super::JsonProblem::{self, Expected, Found};
use super::syntax::{JsonValue, LocatedJson};
use super::{ConstraintMember, ModelJsonError, ModelReader};

/// The limit on the magnitudes of the values of a domain.
pub(super) const MAX_VALUE: u64 = 1_000_000_000;

/// The limit on the magnitude of a sum together with its constant.
const MAX_SUM: i128 = 1 << 61;

/// The rules by which a search plan chooses variables, then those for values.
const SEARCH_CHOICE_RULES: [&str; 2] = [
    "input_order first_fail anti_first_fail dom_w_deg impact most_constrained occurrence max_regret \
     smallest largest",
    "min max median middle random split reverse_split interval out_min out_max out_median out_random",
];

/// Checks that conditions and truths are 0 or 1, that paired lists are equally long, and that
/// numbers are within their types.
pub(super) fn is_allowed(
    own: &Constraint,
    variables: &[CheckerVariable],
) -> Result<(), JsonProblem> {
    let is_truth = |v: Variable| variables[v].domain.iter().all(|own| [0, 1].contains(own));
    let is_short = |own: i128| i32::try_from(own).is_ok();
    let (holds, what) = match own {
        Constraint::Implies { condition, then } => {
            let is_flat =
                !matches!(**then, Constraint::Implies { .. } | Constraint::Regular { .. });
            let what = "an implication or a global constraint inside an implication";
            refuse_if!(!is_flat, Found { what });
            is_allowed(then, variables)?;
            (is_truth(*condition), "a condition that is not 0 or 1")
        }
        Constraint::Reify { truth, .. } => (is_truth(*truth), "a truth that is not 0 or 1"),
        Constraint::Lexicographic { left, right, .. } => {
            (left.len() == right.len(), "sides of different lengths")
        }
        Constraint::Inverse { left, right, first_left, first_right } => (
            left.len() == right.len() && is_short(*first_left) && is_short(*first_right),
            "sides of different lengths, or a first place beyond 32 bits",
        ),
        Constraint::Element { first, .. } => (is_short(*first), "a first place beyond 32 bits"),
        Constraint::Compare { offset, .. } => {
            (offset.unsigned_abs() <= 4 * u128::from(MAX_VALUE), "an offset that is too large")
        }
        Constraint::Extremum { scope, .. } => (!scope.is_empty(), "an empty scope"),
        Constraint::Cardinality { occurrences, .. } => {
            let is_short = |own: u64| u32::try_from(own).is_ok();
            let all = occurrences.iter().all(|own| is_short(own.min) && is_short(own.max));
            (all, "a number of occurrences beyond 32 bits")
        }
        Constraint::Dimension { scope, relation: ClassRelation::ExactlyEqual(number), .. } => {
            let most = scope.len().max(1) as u64;
            (*number >= 1 && *number <= most, "a number of equal classes that cannot be")
        }
        _ => (true, ""),
    };
    refuse_if!(!holds, Found { what });
    Ok(())
}

/// Builds the terms of a sum and checks that, together with its constant, it stays within the
/// limit.
pub(super) fn read_sum_terms(
    terms: Vec<(i64, Variable)>,
    json: &LocatedJson,
    of: &LocatedJson,
    reader: &ModelReader,
) -> Result<Terms, ModelJsonError> {
    // The terms of an objective are their own parent, which is a list: it has no constant.
    let constant = of.as_members().ok().and_then(|own| own.get("constant"));
    let mut most = i128::from(constant.map_or(Ok(0), LocatedJson::as_number)?).abs();
    for &(coefficient, v) in &terms {
        // The reader found `v` by its name, so it is described.
        let domain = &reader.described[v].domain;
        let ends = [domain.first(), domain.last()].into_iter().flatten();
        let largest = ends.map(|own| own.unsigned_abs()).max().unwrap_or(0).max(1);
        most += i128::from(coefficient).abs() * i128::from(largest);
    }
    json.place.require_that(most <= MAX_SUM, Found { what: "a sum that can be too large" })?;
    Ok(terms.into_iter().collect())
}

/// Checks the names in pictures and search plans. They change no solution.
pub(super) fn are_notes(json: &LocatedJson, reader: &ModelReader) -> Result<(), ModelJsonError> {
    let members = json.as_members()?;
    if let Some(grid) = members.get("grid") {
        let order = grid.as_number()?;
        let cells = usize::try_from(order).ok().and_then(|own| own.checked_mul(own));
        let fits = order > 0 && cells.is_some_and(|own| own <= reader.described.len());
        grid.place.require_that(
            fits,
            Found { what: "a grid of no cells, or of more than there are variables" },
        )?;
    }
    for row in members.get("picture").map_or(Ok(&[][..]), LocatedJson::as_list)? {
        let mut named =
            row.as_list()?.iter().filter(|cell| !matches!(cell.value, JsonValue::Word("null")));
        named.try_for_each(|cell| Variable::read_member(cell, row, reader).map(|_| ()))?;
    }
    let Some(plan) = members.get("search") else { return Ok(()) };
    plan.has_only("steps restarts first_values")?;
    let list = |key| plan.as_members()?.get(key).map_or(Ok(&[][..]), LocatedJson::as_list);
    for step in list("steps")? {
        step.has_only("variables choose try")?;
        step.read_member::<Vec<Variable>>("variables", None, reader)?;
        for (key, known) in ["choose", "try"].into_iter().zip(SEARCH_CHOICE_RULES) {
            let own = step.get(key)?;
            let name = own.as_text()?;
            own.place.require_that(
                known.split_whitespace().any(|own| own == name),
                Found { what: "no such choice" },
            )?;
        }
    }
    for value in list("first_values")? {
        value.has_only("variable value")?;
        value.read_member::<Variable>("variable", None, reader)?;
        value.get("value")?.as_short_number()?;
    }
    plan.as_members()?.get("restarts").map_or(Ok(()), check_restarts)
}

/// Checks a schedule of restarts: its name and its number, which follows the factor of a geometric
/// one.
fn check_restarts(json: &LocatedJson) -> Result<(), ModelJsonError> {
    json.has_only("luby geometric linear constant")?;
    let mut members = json.as_members()?.iter();
    let (Some((name, own)), None) = (members.next(), members.next()) else {
        return json.place.fail_with(Expected { what: "one schedule" });
    };
    let mut number = own;
    if name == "geometric" {
        let [factor, after] = own.as_list()? else {
            return own.place.fail_with(Expected { what: "a factor and a number" });
        };
        let is_factor =
            factor.as_text()?.parse().is_ok_and(|own: f64| own.is_finite() && own >= 1.0);
        factor.place.require_that(is_factor, Expected { what: "a factor from 1" })?;
        number = after;
    }
    number.place.require_that(number.as_number()? > 0, Expected { what: "a number from 1" })
}

/// Whether the values of a dimension are close together.
pub(super) fn is_narrow(values: &mut dyn Iterator<Item = Value>) -> bool {
    let (least, most) =
        values.fold((i64::MAX, i64::MIN), |ends, own| (ends.0.min(own), ends.1.max(own)));
    // Without values the difference is negative, which 128 bits can hold.
    i128::from(most) - i128::from(least) < 1 << 22
}
