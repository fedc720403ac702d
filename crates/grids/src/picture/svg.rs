//! Draws a grid as an SVG document.

use parallax_model::instance::{Mark, ModelSource, PuzzleSolution, escape};

use super::canvas::{CELL, Layer, Picture, number, text_element};
use super::caption::{settings, shortened, wrapped};
use super::colours::{INK, WHITE};
use super::frame;
use super::outside::MARGIN;
use super::values::Values;
use crate::GridPuzzle;
use crate::board::Base;

/// The height of a line below the grid, the size and the width of its letters.
const LINE: f64 = 18.0;
const LETTERS: f64 = 13.0;
const LETTER: f64 = 7.0;
/// The side of a square that shows a colour.
const SAMPLE: f64 = 11.0;
/// Minimum width of a picture with lines below the grid.
const LEAST_WIDTH: f64 = 320.0;

/// Draws the grid as an SVG document. Rules without a mark, and the notes, are below it.
pub(crate) fn svg(puzzle: &GridPuzzle, solutions: &[PuzzleSolution], marks: &[Mark]) -> String {
    let shape = puzzle.shape;
    let values = Values::new(puzzle, solutions, marks);
    let mut picture = Picture::new(shape);
    for rule in &puzzle.rules {
        rule.rule().draw(&mut picture, shape);
    }
    let [top, bottom, left, right] = picture.outside.margins();
    let mut width = left + shape.columns as f64 * CELL + right;
    let caption = lines(puzzle, &picture);
    if !caption.is_empty() {
        width = width.max(LEAST_WIDTH);
    }
    let grid = shape.rows as f64 * CELL + bottom;
    let (below, lines) = draw_lines(&caption, width - 2.0 * MARGIN, (MARGIN - left, grid));
    let ink = if puzzle.base == Base::Nonogram { " data-ink=\"1\"" } else { "" };
    let about = format!("data-cell=\"{CELL}\" data-below=\"{}\"{ink}", number(grid));
    let body = [
        picture.layer(Layer::Shade),
        &frame::marked(&values),
        picture.layer(Layer::Under),
        picture.layer(Layer::Lines),
        &frame::black(&values),
        &frame::lines(&values),
        &frame::digits(&values),
        picture.layer(Layer::Above),
        &picture.outside.draw(shape),
        &below,
    ];
    let below = if lines > 0 { lines as f64 * LINE + MARGIN } else { 0.0 };
    let size = (width, top + grid + below);
    document((-left, -top), size, &about, &puzzle.title(), &body.concat())
}

/// Returns a document that shows this part of the plane, on white, with a title for screen
/// readers. Programs that lay something over the cells read its attributes `about`: `data-cell`
/// is the side of a cell, where the grid begins at 0, 0; the lines of text begin at the height
/// `data-below`; `data-ink` is the value that is drawn as a filled cell.
fn document(
    (x, y): (f64, f64),
    (width, height): (f64, f64),
    about: &str,
    title: &str,
    body: &str,
) -> String {
    let [x, y, width, height] = [x, y, width, height].map(number);
    let title = escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
         width=\"{width}\" height=\"{height}\" {about} font-family=\"Helvetica, Arial, sans-serif\" \
         role=\"img\">\n<title>{title}</title>\n<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" \
         height=\"{height}\" fill=\"{WHITE}\"/>\n{body}</svg>\n"
    )
}

/// A line below the grid, and the colour that it explains.
type Caption = (Option<&'static str>, String);

/// Returns the lines below the grid.
fn lines(puzzle: &GridPuzzle, picture: &Picture) -> Vec<Caption> {
    let words = settings(puzzle).into_iter().chain(shortened(picture.words.clone()));
    let words = words.chain(puzzle.notes.iter().cloned()).map(|words| (None, words));
    picture.legend.iter().cloned().chain(words).collect()
}

/// Draws lines from a corner downwards, and returns their number after wrapping.
fn draw_lines(captions: &[Caption], width: f64, (x, y): (f64, f64)) -> (String, usize) {
    let (mut body, mut count) = (String::new(), 0);
    for (colour, words) in captions {
        let indent = if colour.is_some() { SAMPLE + 6.0 } else { 0.0 };
        let characters = ((width - indent) / LETTER) as usize;
        for (part, line) in wrapped(words, characters).into_iter().enumerate() {
            let middle = y + (count as f64 + 0.5) * LINE;
            if let Some(colour) = colour.filter(|_| part == 0) {
                let [x, y, side] = [x, middle - SAMPLE / 2.0, SAMPLE].map(number);
                let size = format!("width=\"{side}\" height=\"{side}\"");
                body += &format!("<rect x=\"{x}\" y=\"{y}\" {size} fill=\"{colour}\"/>\n");
            }
            let style = format!("fill=\"{INK}\"");
            body += &text_element((x + indent, middle), LETTERS, "start", &style, &line);
            body.push('\n');
            count += 1;
        }
    }
    (body, count)
}
