//! Sudokus, Latin squares and magic squares.

use super::super::model::{Constraint, Model, Relation, Value, Variable};
use super::{Puzzle, cells, column, differ, row};

/// The largest order.
pub(super) const MOST: usize = 200;

/// The largest order of a Sudoku whose values are symbols.
const SYMBOLS: usize = 35;

type Clues = Vec<Option<Value>>;

pub(super) fn empty(puzzle: Puzzle, order: usize) -> Result<Model, String> {
    let clues = vec![None; order * order];
    match puzzle {
        Puzzle::Sudoku => sudoku_model(order, &clues),
        Puzzle::Latin => latin_model(order, &clues),
        Puzzle::Magic => magic_model(order, &clues),
        Puzzle::Set => Err("a board of SET has cards".into()),
    }
}

/// The height of a box: the largest divisor of the order up to its square root.
fn box_height(order: usize) -> Option<usize> {
    (2..order).take_while(|own| own * own <= order).filter(|own| order.is_multiple_of(*own)).last()
}

fn sudoku_model(order: usize, clues: &[Option<Value>]) -> Result<Model, String> {
    let height =
        box_height(order).ok_or_else(|| format!("a Sudoku of order {order} has no boxes"))?;
    let width = order / height;
    let mut model = cells(order, order, clues)?;
    differ(&mut model, order);
    for top in (0..order).step_by(height) {
        for left in (0..order).step_by(width) {
            let cell = |place: usize| (top + place / width) * order + left + place % width;
            model.constraints.push(Constraint::AllDifferent((0..order).map(cell).collect()));
        }
    }
    Ok(model)
}

fn latin_model(order: usize, clues: &[Option<Value>]) -> Result<Model, String> {
    let mut model = cells(order, order, clues)?;
    differ(&mut model, order);
    Ok(model)
}

fn magic_model(order: usize, clues: &[Option<Value>]) -> Result<Model, String> {
    let mut model = cells(order, order * order, clues)?;
    let total = (order * (order * order + 1) / 2) as i64;
    let mut sum = |all: Vec<Variable>| {
        let terms = all.into_iter().map(|variable| (1, variable)).collect();
        model.constraints.push(Constraint::linear(terms, Relation::Eq, total));
    };
    (0..order).for_each(|own| sum(row(order, own)));
    (0..order).for_each(|own| sum(column(order, own)));
    sum((0..order).map(|own| own * order + own).collect());
    sum((0..order).map(|own| own * order + order - 1 - own).collect());
    let all = Constraint::AllDifferent((0..order * order).collect());
    model.constraints.insert(0, all);
    Ok(model)
}

/// Lines that hold something, without their numbers.
fn content<'a>(lines: &[&'a str], comments: &'a [char]) -> impl Iterator<Item = &'a str> {
    let lines: Vec<&'a str> = lines.iter().map(|line| line.trim()).collect();
    lines.into_iter().filter(move |line| !line.is_empty() && !line.starts_with(comments))
}

fn symbol(symbol: char) -> Result<Option<Value>, String> {
    match symbol {
        '.' | '0' => Ok(None),
        _ => match symbol.to_digit(36) {
            Some(digit) => Ok(Some(digit.into())),
            None => Err(format!("'{symbol}' is no symbol of a cell")),
        },
    }
}

pub(super) fn sudoku(lines: &[&str]) -> Result<Vec<Model>, String> {
    let mut all = Vec::new();
    let mut grid: Clues = Vec::new();
    for line in content(lines, &['#']) {
        let border = |c: char| matches!(c, '-' | '+' | '|' | '=' | ' ');
        if line.chars().all(border) {
            continue;
        }
        let piece = line.split([' ', '\t', ':', ',', ';', '#']).next().unwrap_or_default();
        let length = piece.chars().count();
        let whole = length.isqrt();
        if grid.is_empty() && length >= 16 && whole * whole == length && whole <= SYMBOLS {
            let clues: Clues = piece.chars().map(symbol).collect::<Result<_, _>>()?;
            all.push(sudoku_model(whole, &clues)?);
            continue;
        }
        let symbols: Vec<char> = line.chars().filter(|c| !matches!(c, ' ' | '|')).collect();
        let order = symbols.len();
        if order > SYMBOLS || grid.len() % order != 0 || grid.len() >= order * order {
            return Err("rows of different lengths".into());
        }
        grid.extend(symbols.into_iter().map(symbol).collect::<Result<Clues, _>>()?);
        if grid.len() == order * order {
            all.push(sudoku_model(order, &std::mem::take(&mut grid))?);
        }
    }
    if grid.is_empty() { Ok(all) } else { Err("a board that is cut off".into()) }
}

pub(super) fn latin(lines: &[&str]) -> Result<Vec<Model>, String> {
    let mut all = Vec::new();
    let mut lines = content(lines, &['#']);
    while let Some(header) = lines.next() {
        let words: Vec<&str> = header.split_whitespace().collect();
        let (order, from_zero) = match words[..] {
            [word, order] if word.eq_ignore_ascii_case("order") => (order, true),
            [order, _] => (order, false),
            _ => return Err("expected 'order n' or 'n holes'".into()),
        };
        let order = order.parse().ok().filter(|order| (1..=MOST).contains(order));
        let order: usize = order.ok_or("no order")?;
        let mut clues = Clues::new();
        for _ in 0..order {
            let row = lines.next().ok_or("a square that is cut off")?;
            for word in row.split_whitespace() {
                clues.push(match word {
                    "." if !from_zero => None,
                    "-1" if from_zero => None,
                    _ => {
                        let value: Value =
                            word.parse().map_err(|_| format!("'{word}' is no value"))?;
                        Some(value.saturating_add(i64::from(from_zero)))
                    }
                });
            }
            if clues.len() % order != 0 {
                return Err("a row of another length".into());
            }
        }
        if clues.len() != order * order {
            return Err("a row of another length".into());
        }
        all.push(latin_model(order, &clues)?);
    }
    Ok(all)
}

pub(super) fn magic(lines: &[&str]) -> Result<Vec<Model>, String> {
    let mut words = content(lines, &['#', '%']).flat_map(str::split_whitespace);
    let mut number = |most: usize| -> Result<usize, String> {
        let word = words.next().ok_or("the file ends early")?;
        let number = word.parse().ok().filter(|number| *number <= most);
        number.ok_or_else(|| format!("'{word}' is no number up to {most}"))
    };
    let order = number(MOST)?;
    let mut clues: Clues = vec![None; order * order];
    for _ in 0..number(100_000)? {
        let (row, column, value) =
            (number(order)?, number(order)?, number(order * order)? as Value);
        if row == 0 || column == 0 {
            return Err("rows and columns count from 1".into());
        }
        let clue = &mut clues[(row - 1) * order + column - 1];
        if clue.is_some_and(|before| before != value) {
            return Err("two clues for one cell".into());
        }
        *clue = Some(value);
    }
    if words.next().is_some() {
        return Err("more follows after the clues".into());
    }
    Ok(vec![magic_model(order, &clues)?])
}
