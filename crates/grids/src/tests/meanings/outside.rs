//! Clues outside of the grid.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{Case, Form, Setting};
use crate::shape::GridSide;

/// Whether a line, read from its side, has a clue.
type Sentence = fn(&[i64], i64, Setting) -> bool;

/// A rule: its name in each form, empty where a form has none, and its sentence.
const RULES: [([&str; 3], Sentence); 5] = [
    (["sandwich", "sandwichsum", ""], |v, clue, board| {
        inner(v, [board.low.into(), board.high.into()]) == Some(clue)
    }),
    (["lunchbox", "", "Sandwich"], |v, clue, _| {
        let ends = [v.iter().min(), v.iter().max()].map(|end| end.copied().unwrap_or_default());
        inner(v, ends) == Some(clue)
    }),
    (["skyscraper", "skyscraper", "Skyscraper"], |v, clue, _| {
        let seen = (0..v.len()).filter(|&i| v[..i].iter().all(|before| *before < v[i]));
        seen.count() as i64 == clue
    }),
    (["x-sum", "xsum", "XSum"], |v, clue, _| {
        v[0] <= v.len() as i64 && v.iter().take(v[0] as usize).sum::<i64>() == clue
    }),
    (["numbered room", "", "NumberedRoom"], |v, clue, _| {
        v[0] >= 1 && v.get(v[0] as usize - 1) == Some(&clue)
    }),
];

/// Returns the sum of the digits between two; `None` if one does not occur.
fn inner(values: &[i64], ends: [i64; 2]) -> Option<i64> {
    let places = ends.map(|end| values.iter().position(|value| *value == end));
    let [Some(one), Some(other)] = places else { return None };
    Some(values[one.min(other) + 1..one.max(other)].iter().sum())
}

/// Draws a clue of a form.
pub(super) fn draw(rng: &mut ChaCha8Rng, form: Form, setting: Setting) -> Option<Case> {
    if rng.random_bool(0.2) {
        return Some(diagonal(rng, form, setting));
    }
    let (names, sentence) = RULES[rng.random_range(0..RULES.len())];
    let name = names[form as usize];
    if name.is_empty() {
        return None;
    }
    let shape = setting.shape;
    let mut side = GridSide::ALL[rng.random_range(0..4)];
    if form == Form::Iss && name == "Sandwich" && matches!(side, GridSide::Bottom | GridSide::Right)
    {
        side = GridSide::Top;
    }
    let place = rng.random_range(0..shape.line_count(side));
    let clue = rng.random_range(0..=i64::from(setting.high) + 3);
    let number = place + 1;
    let text = match form {
        Form::Plain => {
            let mut clues = vec![".".to_owned(); shape.line_count(side)];
            clues[place] = clue.to_string();
            format!("{name} {}: {}", side.plain_word(), clues.join(" "))
        }
        Form::FPuzzles => {
            let end = shape.rows + 1;
            let (row, column) = match side {
                GridSide::Top => (0, number),
                GridSide::Bottom => (end, number),
                GridSide::Left => (number, 0),
                GridSide::Right => (number, end),
            };
            format!("\"{name}\":[{{\"cell\":\"R{row}C{column}\",\"value\":\"{clue}\"}}]")
        }
        Form::Iss => {
            let letter = if matches!(side, GridSide::Left | GridSide::Right) { 'R' } else { 'C' };
            match side {
                _ if name == "Sandwich" => format!("{name}~{clue}~{letter}{number}"),
                GridSide::Top | GridSide::Left => format!("{name}~{letter}{number}~{clue}"),
                _ => format!("{name}~{letter}{number}~~{clue}"),
            }
        }
    };
    let cells = shape.line_cells(side, place);
    let holds = move |filling: &[i64]| {
        let values: Vec<i64> = cells.iter().map(|&cell| filling[cell]).collect();
        sentence(&values, clue, setting)
    };
    let text = setting.text(form, &text);
    Some(Case { rule: names[0], text, holds: Box::new(holds) })
}

/// Draws a sum of a diagonal.
fn diagonal(rng: &mut ChaCha8Rng, form: Form, setting: Setting) -> Case {
    let shape = setting.shape;
    let sum = rng.random_range(0..=3 * i64::from(setting.high));
    // From the left side downwards, which each form has.
    let row = rng.random_range(0..shape.rows - 1);
    let count = (shape.rows - row).min(shape.columns);
    let cells: Vec<usize> = (0..count).map(|step| shape.cell_at(row + step, step)).collect();
    let rule = match form {
        Form::Plain => format!("little killer {sum}: r{}c1 dr", row + 1),
        Form::FPuzzles => format!(
            "\"littlekillersum\":[{{\"cell\":\"R{row}C0\",\"direction\":\"DR\",\"value\":\"{sum}\"}}]"
        ),
        Form::Iss => format!("LittleKiller~{sum}~R{}C1", row + 1),
    };
    let holds = move |filling: &[i64]| cells.iter().map(|&cell| filling[cell]).sum::<i64>() == sum;
    Case { rule: "little killer", text: setting.text(form, &rule), holds: Box::new(holds) }
}
