//! Draws SET boards.

use parallax_instance::{PuzzleSolution, escape_markup};
use parallax_model::Value;

use super::super::line_fields::count_noun;
use super::super::svg::{self, FRAME_COLOURS, INK_COLOUR};
use super::SetBoard;

/// Draws the cards with their numbers, then the sets, as text.
pub(super) fn draw_text(board: &SetBoard, solutions: &[PuzzleSolution]) -> String {
    let number = board.cards().len();
    let width = number.to_string().len();
    let mut text = String::from(if number == 0 { "no cards\n" } else { "" });
    for card in 0..number {
        text.push_str(&format!("{:>width$}  {}\n", card + 1, board.card_text(card)));
    }
    if !solutions.is_empty() {
        text.push_str(&format!("\n{}\n", count_noun(solutions.len(), "set", "sets")));
    }
    for set in solutions {
        text.push_str(&format!("  {}{}\n", braced_set(set), shared_attributes(board, set)));
    }
    text
}

fn braced_set(set: &PuzzleSolution) -> String {
    let numbers: Vec<String> = set.iter().map(Value::to_string).collect();
    format!("{{{}}}", numbers.join(", "))
}

/// Returns the attributes in which the cards of a set agree: `  same number, fill`.
fn shared_attributes(board: &SetBoard, set: &PuzzleSolution) -> String {
    let cards: Vec<usize> = set.iter().filter_map(|&card| card_index(board, card)).collect();
    let [first, rest @ ..] = &cards[..] else { return String::new() };
    let same = |i: &usize| {
        rest.iter().all(|&card| board.value_name(card, *i) == board.value_name(*first, *i))
    };
    let names: Vec<&str> = (0..board.attributes().len())
        .filter(same)
        .map(|i| board.attributes()[i].name.as_str())
        .collect();
    if names.is_empty() {
        "  all different".to_owned()
    } else {
        format!("  same {}", names.join(", "))
    }
}

/// Returns the index of a card number, if there is such a card.
fn card_index(board: &SetBoard, card: Value) -> Option<usize> {
    let index = usize::try_from(card).ok()?.checked_sub(1)?;
    (index < board.cards().len()).then_some(index)
}

const CARD_WIDTH: usize = 132;
const CARD_HEIGHT: usize = 88;
const CARD_GAP: usize = 26;
/// Maximum number of frames around one card.
const MAX_FRAMES: usize = 4;
/// Maximum number of sets listed under the picture.
const MAX_LISTED_SETS: usize = 60;
const LINE_HEIGHT: usize = 20;

/// Draws the cards in a grid as an SVG document. Each set has a colour: a frame
/// around its cards, and a line in the list below.
pub(super) fn draw_svg(board: &SetBoard, solutions: &[PuzzleSolution]) -> String {
    let number = board.cards().len();
    // The smallest square that holds all cards, but at least three columns wide.
    let columns = (1..).find(|c| c * c >= number).unwrap_or(1).max(3);
    let corner = |card: usize| {
        (
            CARD_GAP + card % columns * (CARD_WIDTH + CARD_GAP),
            CARD_GAP + card / columns * (CARD_HEIGHT + CARD_GAP),
        )
    };
    let mut body = String::from(if board.is_standard() { STRIPE_PATTERNS } else { "" });
    for card in 0..number {
        body.push_str(&self::draw_card(board, card, corner(card)));
    }
    let mut frames = vec![0; number];
    for (i, set) in solutions.iter().enumerate() {
        for card in set.iter().filter_map(|&card| card_index(board, card)) {
            frames[card] += 1;
            if frames[card] <= MAX_FRAMES {
                body.push_str(&draw_frame(
                    corner(card),
                    frames[card],
                    FRAME_COLOURS[i % FRAME_COLOURS.len()],
                ));
            }
        }
    }
    let mut below = CARD_GAP + number.div_ceil(columns) * (CARD_HEIGHT + CARD_GAP);
    for (i, set) in solutions.iter().take(MAX_LISTED_SETS).enumerate() {
        below += LINE_HEIGHT;
        let label = escape_markup(&format!("{}{}", braced_set(set), shared_attributes(board, set)));
        let colour = FRAME_COLOURS[i % FRAME_COLOURS.len()];
        body.push_str(&format!(
            "<text x=\"{CARD_GAP}\" y=\"{below}\" font-size=\"14\" fill=\"{colour}\">{label}</text>\n"
        ));
    }
    if solutions.len() > MAX_LISTED_SETS {
        below += LINE_HEIGHT;
        let more = solutions.len() - MAX_LISTED_SETS;
        body.push_str(&format!(
            "<text x=\"{CARD_GAP}\" y=\"{below}\" font-size=\"14\">and {more} more</text>\n"
        ));
    }
    let title = match solutions.len() {
        0 => format!("{number} SET cards"),
        sets => format!("{number} SET cards, {}", count_noun(sets, "set", "sets")),
    };
    svg::svg_document(CARD_GAP + columns * (CARD_WIDTH + CARD_GAP), below + CARD_GAP, &title, &body)
}

/// Patterns for striped symbols, one per colour.
const STRIPE_PATTERNS: &str = "<defs>\
<pattern id=\"red\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\"><path d=\"M0 1H4\" stroke=\"#d7263d\" stroke-width=\"1.4\"/></pattern>\
<pattern id=\"green\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\"><path d=\"M0 1H4\" stroke=\"#138a36\" stroke-width=\"1.4\"/></pattern>\
<pattern id=\"purple\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\"><path d=\"M0 1H4\" stroke=\"#6a2c91\" stroke-width=\"1.4\"/></pattern>\
</defs>\n";

/// Draws a card with its number. A card of the printed game shows symbols, any other card its
/// values.
fn draw_card(board: &SetBoard, card: usize, (x, y): (usize, usize)) -> String {
    let mut body = format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{CARD_WIDTH}\" height=\"{CARD_HEIGHT}\" rx=\"8\" fill=\"#fdfdfb\" stroke=\"#9a9a9a\"/>\n\
         <text x=\"{}\" y=\"{}\" font-size=\"11\" fill=\"#767676\">{}</text>\n",
        x + 6,
        y + 14,
        card + 1
    );
    match (board.is_standard(), &board.cards()[card][..]) {
        (true, &[number, color, fill, shape]) => {
            let count = usize::from(number) + 1;
            for i in 0..count {
                // Symbols are 38 pixels apart, around the middle of the card.
                let middle = x + CARD_WIDTH / 2 + i * 38 - (count - 1) * 19;
                body.push_str(&draw_symbol([color, fill, shape], middle, y + CARD_HEIGHT / 2));
            }
        }
        _ => {
            let label = board.card_text(card);
            // A letter is about two thirds as wide as its font size, so a label fits with the room
            // of one letter to spare, unless it is so long that the size is at its minimum.
            let size = (CARD_WIDTH * 3 / 2 / (label.chars().count() + 1)).clamp(8, 26);
            let (middle, base) = (x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2 + size / 3);
            let label = escape_markup(&label);
            body.push_str(&format!(
                "<text x=\"{middle}\" y=\"{base}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{INK_COLOUR}\">{label}</text>\n"
            ));
        }
    }
    body
}

/// Draws a symbol centred at `(x, y)`.
fn draw_symbol([color, fill, shape]: [u16; 3], x: usize, y: usize) -> String {
    let (colour, pattern) = match color {
        0 => ("#d7263d", "red"),
        1 => ("#138a36", "green"),
        _ => ("#6a2c91", "purple"),
    };
    let fill = match fill {
        0 => colour.to_owned(),
        1 => format!("url(#{pattern})"),
        _ => "none".to_owned(),
    };
    let path = match shape {
        0 => "M0 -28L14 0L0 28L-14 0Z",
        1 => "M-13 -15A13 13 0 0 1 13 -15V15A13 13 0 0 1 -13 15Z",
        _ => {
            "M-11 -20C-11 -30 7 -31 12 -19C16 -8 5 -3 7 6C8 12 14 15 11 22C7 31 -10 29 -13 18C-16 7 -5 3 -7 -6C-8 -11 -11 -14 -11 -20Z"
        }
    };
    format!(
        "<path d=\"{path}\" transform=\"translate({x} {y})\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"2\"/>\n"
    )
}

/// Draws the `ring`-th frame, from 1, around a card.
fn draw_frame((x, y): (usize, usize), ring: usize, colour: &str) -> String {
    // The outermost of the four frames is 10 pixels out, so all stay within the gap between cards.
    let out = 1 + 3 * (ring - 1);
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"/>\n",
        x - out,
        y - out,
        CARD_WIDTH + 2 * out,
        CARD_HEIGHT + 2 * out,
        8 + out
    )
}
