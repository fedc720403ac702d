//! Tests of SVG pictures: their structure.

use std::collections::BTreeSet;

use parallax_instance::PictureMark;
use parallax_model::VarId;

use super::{ALL, puzzle};
use crate::GridPuzzle;
use crate::picture::draw_svg;
use crate::rules::{AnyRule, KEYS};

/// Puzzles of all bases and all kinds of rules.
fn samples() -> Vec<GridPuzzle> {
    let sources = [
        ALL,
        "puzzle: kakuro 4x5\n# 8\\ 6\\ 8\\ 3\\\n\\10 . . . .\n\\12 . . . .\n# \\3 . . #\n",
        "puzzle: nonogram 3x4\ncolumns: 1 1, 1, 0, 3\nrows: 2 1, 1, 1 1\n",
        "puzzle: straights 3\n#3 . .\n. # .\n. 2 .\n",
        "puzzle: takuzu 2\nunique lines\n",
        "puzzle: path 3\nsteps: orthogonal\n",
        "puzzle: latin 3\nr1c1 > r1c2\nlittle killer 9: r1c1 dr, r3c3 ul, r1c3 dl, r3c1 ur\n",
    ];
    sources.into_iter().map(puzzle).collect()
}

/// The elements of a document: their names and attributes. Requires that they are well-formed.
fn elements(document: &str) -> Vec<(String, Vec<(String, String)>)> {
    let (mut found, mut open) = (Vec::new(), Vec::new());
    let mut rest = document.strip_suffix('\n').expect("a line end");
    while let Some((text, after)) = rest.split_once('<') {
        assert!(!text.contains('>'), "{text}");
        let (tag, after) = after.split_once('>').expect("the end of a tag");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let is_empty = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let (name, mut inside) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes: Vec<(String, String)> = Vec::new();
        while let Some((key, after)) = inside.trim_start().split_once("=\"") {
            let (value, after) = after.split_once('"').expect("a closing quote");
            assert!(attributes.iter().all(|(known, _)| known != key), "{key} twice in {tag}");
            attributes.push((key.to_owned(), value.to_owned()));
            inside = after;
        }
        assert_eq!(inside.trim(), "", "{tag}");
        if !is_empty {
            open.push(name.to_owned());
        }
        found.push((name.to_owned(), attributes));
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} {rest}");
    found
}

/// Returns the numbers in a text.
fn numbers(text: &str) -> Vec<f64> {
    let parts = text.split(|c: char| c != '.' && c != '-' && !c.is_ascii_digit());
    parts.filter(|part| !part.is_empty()).map(|part| part.parse().expect("a number")).collect()
}

/// Returns the points of a path of `M`, `L`, `H`, `V` and `Z`.
fn path_points(path: &str) -> Vec<(f64, f64)> {
    let mut points = Vec::new();
    let mut at = (0.0, 0.0);
    for part in path.split('Z') {
        let starts: Vec<usize> =
            part.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i).collect();
        for (place, &start) in starts.iter().enumerate() {
            let end = starts.get(place + 1).copied().unwrap_or(part.len());
            let values = numbers(&part[start + 1..end]);
            at = match (&part[start..=start], &values[..]) {
                ("M" | "L", [x, y]) => (*x, *y),
                ("H", [x]) => (*x, at.1),
                ("V", [y]) => (at.0, *y),
                other => panic!("{other:?} in {path}"),
            };
            points.push(at);
        }
    }
    points
}

/// Requires that a document is well-formed, and that its elements lie inside of it.
fn check(document: &str) {
    let elements = elements(document);
    assert_eq!(elements[0].0, "svg");
    assert_eq!(elements[1].0, "title");
    let get = |attributes: &[(String, String)], key: &str| {
        attributes.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone())
    };
    let view = numbers(&get(&elements[0].1, "viewBox").expect("a view box"));
    let [left, top, width, height] = view[..] else { panic!("{view:?}") };
    for (name, attributes) in &elements[1..] {
        let value = |key: &str| get(attributes, key).map(|text| numbers(&text)[0]);
        let value = |key: &str| value(key).unwrap_or_else(|| panic!("{name} without {key}"));
        let points = match name.as_str() {
            "title" => Vec::new(),
            "rect" => {
                let (x, y) = (value("x"), value("y"));
                vec![(x, y), (x + value("width"), y + value("height"))]
            }
            "circle" => {
                let (x, y, r) = (value("cx"), value("cy"), value("r"));
                vec![(x - r, y - r), (x + r, y + r)]
            }
            "text" => {
                let (x, y, size) = (value("x"), value("y"), value("font-size"));
                vec![(x, y - size * 0.75), (x, y)]
            }
            "polyline" => {
                let all = numbers(&get(attributes, "points").expect("points"));
                all.chunks(2).map(|pair| (pair[0], pair[1])).collect()
            }
            "path" => path_points(&get(attributes, "d").expect("a path")),
            other => panic!("an element {other}"),
        };
        for (x, y) in points {
            let is_inside = x >= left && x <= left + width && y >= top && y <= top + height;
            assert!(is_inside, "{name} {attributes:?} leaves {view:?}");
        }
    }
}

#[test]
fn documents_are_well_formed_and_hold_their_elements() {
    for puzzle in samples() {
        check(&draw_svg(&puzzle, &[], &[]));
        let (low, high) = puzzle.digits;
        let count = puzzle.valued_cells().len();
        let solutions: Vec<_> = (low..=high.min(9)).map(|value| vec![value; count]).collect();
        check(&draw_svg(&puzzle, &solutions[..1], &[]));
        check(&draw_svg(&puzzle, &solutions, &[]));
    }
}

#[test]
fn every_rule_leaves_a_mark() {
    let mut kinds = BTreeSet::new();
    for puzzle in samples() {
        let whole = draw_svg(&puzzle, &[], &[]);
        for place in 0..puzzle.rules.len() {
            let mut without = puzzle.clone();
            let rule = without.rules.remove(place);
            let name = format!("{rule:?}");
            let is_implied = matches!(&rule, AnyRule::Run(run) if run.sum.is_none());
            // Titles count rules, so that they differ.
            let body = |document: &str| document.split_once("</title>").map(|(_, b)| b.to_owned());
            let differs = body(&whole) != body(&draw_svg(&without, &[], &[]));
            assert!(differs || is_implied, "{name} leaves no mark");
            kinds.extend(name.split(['(', ' ']).next().map(str::to_owned));
        }
    }
    // Kakuro and nonograms have one kind of rule each that no key begins.
    assert_eq!(kinds.len(), KEYS.len() + 2, "{kinds:?}");
}

#[test]
fn signs_in_words_are_escaped() {
    let mut puzzle = puzzle("puzzle: latin 2\n");
    puzzle.notes = vec!["a < b & \"c\"".to_owned()];
    let document = draw_svg(&puzzle, &[], &[]);
    check(&document);
    assert!(document.contains("a &lt; b &amp; &quot;c&quot;"));
}

#[test]
fn cells_that_differ_are_yellow() {
    let puzzle = puzzle("puzzle: straights 3\n#3 . .\n. # .\n. 2 .\n");
    let one = vec![3, 1, 2, 1, 3, 2, 2, 1];
    let mut two = one.clone();
    two.swap(1, 2);
    let document = draw_svg(&puzzle, &[one.clone(), two], &[]);
    assert_eq!(document.matches("#ffe680").count(), 2);
    assert!(document.contains(">1 2</text>") && document.contains(">2 1</text>"));
    assert_eq!(document.matches("fill=\"#1a1a1a\" font-weight=\"bold\">2</text>").count(), 1);
    let marks = [PictureMark { variable: VarId::new(3), sign: '!' }];
    assert_eq!(draw_svg(&puzzle, &[one], &marks).matches("#ffe680").count(), 1);
}

#[test]
fn at_most_four_values_are_in_a_cell() {
    let solutions: Vec<_> = (1..=6).map(|value| vec![value; 36]).collect();
    let document = draw_svg(&puzzle("puzzle: latin 6\n"), &solutions, &[]);
    assert_eq!(document.matches(">1 2 3 4…</text>").count(), 36);
}

#[test]
fn large_grids_draw_in_linear_size() {
    let size = |side: usize| {
        let mut source = format!("puzzle: latin {side}\n");
        for row in 1..=side {
            source += &format!("cage: r{row}c1-r{row}c{side}\nthermo: r{row}c1-r{row}c{side}\n");
        }
        let puzzle = puzzle(&source);
        let solution = vec![7; side * side];
        let document = draw_svg(&puzzle, &[solution], &[]);
        check(&document);
        document.len() / (side * side)
    };
    let (small, large) = (size(25), size(50));
    assert!(large <= small && large < 250, "{small} and {large} bytes a cell");
}

#[test]
fn lines_between_cells_that_do_not_touch_are_dotted() {
    let gaps = |rule: &str| {
        let document = draw_svg(&puzzle(&format!("puzzle: sudoku 4\n{rule}\n")), &[], &[]);
        let dotted = document.matches("stroke-dasharray=\"2 4\"").count();
        assert_eq!(document.contains("does not touch"), dotted > 0, "{rule}");
        elements(&document);
        dotted
    };
    for (rule, expected) in [
        ("thermo: r1c1 r1c2 r2c3", 0),
        ("thermo: r1c1 r4c4", 1),
        ("renban: r1c1 r1c2 r3c2 r3c4", 2),
        ("palindrome: r1c1 r1c2 r2c2 r2c1 r1c1", 0),
        ("arrow: r1c1 = r2c1 r3c1", 0),
        ("arrow: r1c1 = r3c1 r3c2 r1c4", 2),
        ("white apart: r1c1 r4c4", 0),
    ] {
        assert_eq!(gaps(rule), expected, "{rule}");
    }
}
