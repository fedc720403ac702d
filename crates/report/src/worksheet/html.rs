//! The page of a sheet.

use std::fmt::Write;

use parallax_instance::escape_markup;

use super::page_space::{LINES_OF_PAGE, has_room, has_room_at_top, lines_across, picture_height};
use super::picture::prefix_names;
use super::{PuzzleWorksheet, SheetPuzzle};

/// Minimum height of a picture, in millimetres.
const LEAST_HEIGHT: f64 = 20.0;

const WORKSHEET_STYLE: &str = include_str!("style.css");

/// Returns the sheet as a page of HTML.
#[must_use]
pub fn render_sheet(sheet: &PuzzleWorksheet) -> String {
    let title = escape_xml(&sheet.title);
    let mut pages: Vec<SheetPage> = Vec::new();
    // The rules of the sheet are either all above the first puzzles or all on pages before them.
    let top: &[String] = if has_room_at_top(sheet) { &sheet.rules } else { &[] };
    if top.len() < sheet.rules.len() {
        pages.extend(rule_pages(&sheet.rules));
    }
    let mut first = 1;
    for (at, puzzles) in sheet.puzzles.chunks(sheet.per_page.number()).enumerate() {
        let top = if at == 0 { top } else { &[] };
        let body = puzzle_grid(sheet, puzzles, first, top);
        pages.push(SheetPage { class: "puzzles", body: rule_paragraphs(top) + &body });
        // Rules that do not fit below their puzzle get pages directly after it, under its number.
        for (number, puzzle) in (first..).zip(puzzles) {
            if !has_room(puzzle, sheet.per_page) {
                let head = format!("Rules of puzzle {number}:");
                pages.extend(rule_pages(&[&[head], &puzzle.rules[..]].concat()));
            }
        }
        first += puzzles.len();
    }
    let answers = if sheet.solutions { solution_pages(sheet) } else { Vec::new() };
    pages.extend(answers.into_iter().map(|body| SheetPage { class: "solutions", body }));
    // Footers state the total, so no page is rendered before all of them are known.
    let total = pages.len();
    let mut page = format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n\
         <meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{WORKSHEET_STYLE}</style>\n</head>\n<body>\n"
    );
    for (at, own) in pages.iter().enumerate() {
        page += &page_of(own, &title, (at + 1, total), &sheet.again);
    }
    page + "</body>\n</html>\n"
}

/// One page to print.
struct SheetPage {
    /// The kind of its content: `puzzles`, `rules` or `solutions`.
    class: &'static str,
    body: String,
}

/// Returns pages with rules alone.
fn rule_pages(rules: &[String]) -> Vec<SheetPage> {
    let mut pages: Vec<Vec<String>> = vec![Vec::new()];
    for rule in rules {
        // There is always a last page: the list begins with an empty one and only grows.
        let last = pages.last_mut().expect("a page");
        last.push(rule.clone());
        // A single rule that is longer than a page stays alone on its page; moving it would not
        // end.
        if last.len() > 1 && lines_across(last) > LINES_OF_PAGE {
            let rule = last.pop().into_iter().collect();
            pages.push(rule);
        }
    }
    let page = |rules: &Vec<String>| SheetPage {
        class: "rules",
        body: format!("<div class=\"list\">\n{}</div>\n", rule_paragraphs(rules)),
    };
    pages.iter().map(page).collect()
}

/// Returns a page: a heading, its body, the number of the page.
fn page_of(page: &SheetPage, title: &str, (number, total): (usize, usize), again: &str) -> String {
    let (SheetPage { class, body }, again) = (page, escape_xml(again));
    let (title, name) = match *class {
        "puzzles" => (title.to_owned(), "<p class=\"name\">Name: <span class=\"line\"></span></p>"),
        class => (format!("{title}: {class}"), ""),
    };
    format!(
        "<section class=\"page {class}\">\n<header><h1>{title}</h1>{name}</header>\n{body}\
         <footer><span class=\"again\">{again}</span> <span>page {number} of {total}</span></footer>\n\
         </section>\n"
    )
}

/// Returns sentences for the solver.
fn rule_paragraphs(rules: &[String]) -> String {
    rules.iter().map(|rule| format!("<p class=\"rule\">{}</p>\n", escape_xml(rule))).collect()
}

/// Returns the puzzles of a page, below the rules at its top.
fn puzzle_grid(
    sheet: &PuzzleWorksheet,
    puzzles: &[SheetPuzzle],
    first: usize,
    top: &[String],
) -> String {
    let mut body = format!("<div class=\"grid per-{}\">\n", sheet.per_page.number());
    for (number, puzzle) in (first..).zip(puzzles) {
        let (caption, origin) = (escape_xml(&puzzle.caption), escape_xml(&puzzle.origin));
        let picture = prefix_names(&puzzle.picture, &format!("p{number}"));
        let is_below = has_room(puzzle, sheet.per_page);
        let note = ["The rules are on a separate page.".to_owned()];
        let rules = if is_below { &puzzle.rules[..] } else { &note };
        let place = (puzzles.len(), sheet.per_page);
        let height = picture_height(rules, place, top).max(LEAST_HEIGHT);
        let rules = rule_paragraphs(rules);
        // A write to a text does not fail.
        let _ = write!(
            body,
            "<figure id=\"puzzle-{number}\" style=\"--room: {height:.0}mm\">\n\
             <figcaption><b>{number}</b> {caption}</figcaption>\n\
             {picture}{rules}<p class=\"origin\">{origin}</p>\n</figure>\n"
        );
    }
    body + "</div>\n"
}

/// Returns the bodies of the pages with solutions, small ones many on a page.
fn solution_pages(sheet: &PuzzleWorksheet) -> Vec<String> {
    // The largest puzzle decides for all, so that the pictures of one sheet have equal sizes.
    let side = sheet.puzzles.iter().map(|puzzle| puzzle.side).max().unwrap_or(0);
    let each = match side {
        1..=9 => 12,
        0 | 10..=16 => 6,
        _ => 2,
    };
    let numbered: Vec<(usize, &SheetPuzzle)> = (1..).zip(&sheet.puzzles).collect();
    numbered.chunks(each).map(|chunk| solution_grid(chunk, each)).collect()
}

fn solution_grid(puzzles: &[(usize, &SheetPuzzle)], each: usize) -> String {
    let mut body = format!("<div class=\"grid small-{each}\">\n");
    for (number, puzzle) in puzzles {
        let content = match &puzzle.solution {
            Some(picture) => prefix_names(picture, &format!("s{number}")),
            None => "<p class=\"origin\">several solutions</p>\n".to_owned(),
        };
        // A write to a text does not fail.
        let _ = write!(
            body,
            "<figure id=\"solution-{number}\">\n<figcaption><b>{number}</b></figcaption>\n{content}\
             </figure>\n"
        );
    }
    body + "</div>\n"
}

/// Escapes a text for XML, which has no control characters.
fn escape_xml(text: &str) -> String {
    let plain =
        |c: char| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c };
    escape_markup(&text.chars().map(plain).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::super::PerPage;
    use super::*;

    fn sheet(number: usize, per_page: PerPage) -> PuzzleWorksheet {
        let puzzle = SheetPuzzle {
            caption: "easy <b>".into(),
            rules: vec!["Digits < 9 & more.".into()],
            origin: "a & b".into(),
            side: 9,
            picture: "<svg/>\n".into(),
            solution: Some("<svg/>\n".into()),
        };
        PuzzleWorksheet {
            title: "<script>alert(1)</script>\u{1b}".into(),
            per_page,
            rules: vec!["Fill in 1 < 2.".into()],
            puzzles: vec![puzzle; number],
            solutions: true,
            again: "--title '<x>'".into(),
        }
    }

    #[test]
    fn pages_hold_their_puzzles_and_texts_are_escaped() {
        for (number, per_page, pages) in [
            (1, PerPage::One, 2),
            (5, PerPage::Two, 3 + 1),
            (13, PerPage::Four, 4 + 2),
            (12, PerPage::Six, 2 + 1),
        ] {
            let page = render_sheet(&sheet(number, per_page));
            assert_eq!(page.matches("<section").count(), pages, "{number}");
            assert_eq!(page.matches("<svg").count(), 2 * number);
            assert!(
                !page.contains("<script") && !page.contains("easy <b>") && !page.contains('\u{1b}')
            );
            assert!(page.contains("&lt;script&gt;") && page.contains("a &amp; b"));
            assert_eq!(page.matches("Digits &lt; 9 &amp; more.").count(), number);
        }
        let without = render_sheet(&PuzzleWorksheet { solutions: false, ..sheet(3, PerPage::One) });
        assert_eq!((without.matches("<section").count(), without.matches("<svg").count()), (3, 3));
    }

    #[test]
    fn rules_without_room_have_pages_of_their_own() {
        let long = vec!["word ".repeat(60); 80];
        let mut sheet = PuzzleWorksheet { rules: long.clone(), ..sheet(2, PerPage::Six) };
        sheet.puzzles[1].rules = long;
        let page = render_sheet(&sheet);
        assert_eq!(page.matches("<section class=\"page rules\"").count(), 2 * 5, "{page}");
        assert_eq!(page.matches("word word").count(), 2 * 80 * 30);
        assert!(page.contains("Rules of puzzle 2:") && !page.contains("Rules of puzzle 1:"));
        assert_eq!(page.matches("are on a separate page").count(), 1);
    }
}
