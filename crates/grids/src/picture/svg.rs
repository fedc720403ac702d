//! Draws a grid as an SVG document.

use parallax_instance::{ModelSource, PictureMark, PuzzleSolution, escape_markup};

use super::canvas::{CELL_SIDE, GridPicture, PictureLayer, text_element, write_length};
use super::caption::{shorten_rules, unusual_settings, wrap_text};
use super::colours::{INK, WHITE};
use super::frame;
use super::outside::PICTURE_MARGIN;
use super::values::PictureDigits;
use crate::GridPuzzle;
use crate::board::GridBase;

/// The height of a line below the grid, the size and the width of its letters.
const CAPTION_LINE_HEIGHT: f64 = 18.0;
const CAPTION_FONT_SIZE: f64 = 13.0;
const CAPTION_LETTER_WIDTH: f64 = 7.0;
/// The side of a square that shows a colour.
const COLOUR_SAMPLE_SIDE: f64 = 11.0;
/// Minimum width of a picture with lines below the grid.
const LEAST_WIDTH: f64 = 320.0;

/// Draws the grid as an SVG document. Rules without a mark, and the notes, are below it.
pub(crate) fn draw_svg(
    puzzle: &GridPuzzle,
    solutions: &[PuzzleSolution],
    marks: &[PictureMark],
) -> String {
    let shape = puzzle.shape;
    let values = PictureDigits::new(puzzle, solutions, marks);
    let mut picture = GridPicture::new(shape);
    for rule in &puzzle.rules {
        rule.rule().draw_rule(&mut picture, shape);
    }
    // The rules have drawn their clues, so the room that these need is known.
    let [top, bottom, left, right] = picture.outside.clue_margins();
    let mut width = left + shape.columns as f64 * CELL_SIDE + right;
    let caption = caption_lines(puzzle, &picture);
    if !caption.is_empty() {
        width = width.max(LEAST_WIDTH);
    }
    let grid = shape.rows as f64 * CELL_SIDE + bottom;
    // Coordinates begin at the grid, so the margin of the document is left of its clues.
    let (below, lines) =
        draw_lines(&caption, width - 2.0 * PICTURE_MARGIN, (PICTURE_MARGIN - left, grid));
    let ink = if puzzle.base == GridBase::Nonogram { " data-ink=\"1\"" } else { "" };
    let about = format!("data-cell=\"{CELL_SIDE}\" data-below=\"{}\"{ink}", write_length(grid));
    // Later elements hide earlier ones: shades are under all lines, marks above the digits.
    let body = [
        picture.layer_text(PictureLayer::Shade),
        &frame::shade_marked_cells(&values),
        picture.layer_text(PictureLayer::Under),
        picture.layer_text(PictureLayer::Lines),
        &frame::fill_black_cells(&values),
        &frame::draw_grid_lines(&values),
        &frame::draw_digits(&values),
        picture.layer_text(PictureLayer::Above),
        &picture.outside.draw_clues(shape),
        &below,
    ];
    let below = if lines > 0 { lines as f64 * CAPTION_LINE_HEIGHT + PICTURE_MARGIN } else { 0.0 };
    let size = (width, top + grid + below);
    svg_document((-left, -top), size, &about, &puzzle.title(), &body.concat())
}

/// Returns a document that shows this part of the plane, on white, with a title for screen
/// readers. Programs that lay something over the cells read its attributes `about`: `data-cell`
/// is the side of a cell, where the grid begins at 0, 0; the lines of text begin at the height
/// `data-below`; `data-ink` is the value that is drawn as a filled cell.
fn svg_document(
    (x, y): (f64, f64),
    (width, height): (f64, f64),
    about: &str,
    title: &str,
    body: &str,
) -> String {
    let [x, y, width, height] = [x, y, width, height].map(write_length);
    let title = escape_markup(title);
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
fn caption_lines(puzzle: &GridPuzzle, picture: &GridPicture) -> Vec<Caption> {
    let words = unusual_settings(puzzle).into_iter().chain(shorten_rules(picture.words.clone()));
    let words = words.chain(puzzle.notes.iter().cloned()).map(|words| (None, words));
    picture.legend.iter().cloned().chain(words).collect()
}

/// Draws lines from a corner downwards, and returns their number after wrapping.
fn draw_lines(captions: &[Caption], width: f64, (x, y): (f64, f64)) -> (String, usize) {
    let (mut body, mut count) = (String::new(), 0);
    for (colour, words) in captions {
        let indent = if colour.is_some() { COLOUR_SAMPLE_SIDE + 6.0 } else { 0.0 };
        let characters = ((width - indent) / CAPTION_LETTER_WIDTH) as usize;
        for (part, line) in wrap_text(words, characters).into_iter().enumerate() {
            let middle = y + (count as f64 + 0.5) * CAPTION_LINE_HEIGHT;
            if let Some(colour) = colour.filter(|_| part == 0) {
                let [x, y, side] =
                    [x, middle - COLOUR_SAMPLE_SIDE / 2.0, COLOUR_SAMPLE_SIDE].map(write_length);
                let size = format!("width=\"{side}\" height=\"{side}\"");
                body += &format!("<rect x=\"{x}\" y=\"{y}\" {size} fill=\"{colour}\"/>\n");
            }
            let style = format!("fill=\"{INK}\"");
            body += &text_element((x + indent, middle), CAPTION_FONT_SIZE, "start", &style, &line);
            body.push('\n');
            count += 1;
        }
    }
    (body, count)
}
