//! The page of a sheet.

use std::fmt::Write;

use parallax_model::instance::escape;

use super::picture::part;
use super::{SheetPuzzle, Worksheet};

const STYLE: &str = include_str!("style.css");

/// Returns the sheet as a page of HTML.
#[must_use]
pub fn html(sheet: &Worksheet) -> String {
    let title = clean(&sheet.title);
    let chunks: Vec<&[SheetPuzzle]> = sheet.puzzles.chunks(sheet.per_page.number()).collect();
    let answers = if sheet.solutions { solution_pages(sheet) } else { Vec::new() };
    let total = chunks.len() + answers.len();
    let mut page = format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n\
         <meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    let mut first = 1;
    for (at, puzzles) in chunks.iter().enumerate() {
        let body = puzzle_grid(sheet, puzzles, first);
        first += puzzles.len();
        let rules = if at == 0 { rules(sheet) } else { String::new() };
        // Several rules leave less room for the puzzles.
        let class = if at == 0 && sheet.rules.len() > 1 { "puzzles ruled" } else { "puzzles" };
        let name = "<p class=\"name\">Name: <span class=\"line\"></span></p>";
        page += &page_of(class, &title, name, &(rules + &body), (at + 1, total), &sheet.again);
    }
    for (at, body) in answers.iter().enumerate() {
        let number = (chunks.len() + at + 1, total);
        page +=
            &page_of("solutions", &format!("{title}: solutions"), "", body, number, &sheet.again);
    }
    page + "</body>\n</html>\n"
}

/// Returns one page to print: a heading, the puzzles, the number of the page.
fn page_of(
    class: &str,
    title: &str,
    name: &str,
    body: &str,
    (number, total): (usize, usize),
    again: &str,
) -> String {
    let again = clean(again);
    format!(
        "<section class=\"page {class}\">\n<header><h1>{title}</h1>{name}</header>\n{body}\
         <footer><span class=\"again\">{again}</span> <span>page {number} of {total}</span></footer>\n\
         </section>\n"
    )
}

/// Returns the sentences for the solver.
fn rules(sheet: &Worksheet) -> String {
    let lines = sheet.rules.iter().map(|rule| format!("<p class=\"rule\">{}</p>\n", clean(rule)));
    lines.collect()
}

fn puzzle_grid(sheet: &Worksheet, puzzles: &[SheetPuzzle], first: usize) -> String {
    let mut body = format!("<div class=\"grid per-{}\">\n", sheet.per_page.number());
    for (number, puzzle) in (first..).zip(puzzles) {
        let (caption, origin) = (clean(&puzzle.caption), clean(&puzzle.origin));
        let picture = part(&puzzle.picture, &format!("p{number}"));
        // A write to a text does not fail.
        let _ = write!(
            body,
            "<figure id=\"puzzle-{number}\">\n<figcaption><b>{number}</b> {caption}</figcaption>\n\
             {picture}<p class=\"origin\">{origin}</p>\n</figure>\n"
        );
    }
    body + "</div>\n"
}

/// Returns the bodies of the pages with solutions, small ones many on a page.
fn solution_pages(sheet: &Worksheet) -> Vec<String> {
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
            Some(picture) => part(picture, &format!("s{number}")),
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
fn clean(text: &str) -> String {
    let plain =
        |c: char| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c };
    escape(&text.chars().map(plain).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::super::PerPage;
    use super::*;

    fn sheet(number: usize, per_page: PerPage) -> Worksheet {
        let puzzle = SheetPuzzle {
            caption: "easy <b>".into(),
            origin: "a & b".into(),
            side: 9,
            picture: "<svg/>\n".into(),
            solution: Some("<svg/>\n".into()),
        };
        Worksheet {
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
            let page = html(&sheet(number, per_page));
            assert_eq!(page.matches("<section").count(), pages, "{number}");
            assert_eq!(page.matches("<svg").count(), 2 * number);
            assert!(
                !page.contains("<script") && !page.contains("easy <b>") && !page.contains('\u{1b}')
            );
            assert!(page.contains("&lt;script&gt;") && page.contains("a &amp; b"));
        }
        let without = html(&Worksheet { solutions: false, ..sheet(3, PerPage::One) });
        assert_eq!((without.matches("<section").count(), without.matches("<svg").count()), (3, 3));
    }
}
