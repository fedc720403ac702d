//! Texts in plain, drawn, damaged and odd forms: what the checker of certificates reads, the
//! program reads as the same puzzles in the same order, with one canonical text each.
//!
//! `PARALLAX_CASES` is the number of texts, `PARALLAX_SEED` the first seed.

use std::fmt::Write;

use parallax_certificates::json;
use parallax_certificates::puzzles::PuzzleFileKind as Known;
use parallax_json::write_model;
use parallax_puzzles::Puzzle;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::super::InputForm;
use super::super::from_bytes;

/// The canonical texts of the models that the program solves; `None` if it refuses the text.
fn program(form: InputForm, text: &str) -> Option<Vec<String>> {
    let stream = from_bytes("text", text.as_bytes().to_vec(), Some(form)).ok()?;
    let own = |found: Result<parallax_instance::SourcedInstance, _>| {
        let instance = found.ok()?.instance;
        let viewpoint = instance.default_viewpoint();
        let model = instance.model(&viewpoint).ok()?.restrict_givens(&instance.givens(&viewpoint));
        // The reason, where the model is beyond the limits of the checker.
        Some(
            json::read_model(&write_model(&model))
                .map_or_else(|why| why.to_string(), |own| own.to_string()),
        )
    };
    stream.map(own).collect()
}

/// The canonical texts of the models that the checker builds, if these are small.
fn checker(puzzle: Option<Known>, text: &str) -> Option<Vec<String>> {
    let models = match puzzle {
        Some(puzzle) => puzzle.read_models(text).ok()?,
        None => vec![json::read_model(text).ok()?],
    };
    let values = models.iter().flat_map(|own| &own.variables).map(|own| own.domain.len());
    let is_small = values.sum::<usize>() < 1 << 20;
    is_small.then(|| models.iter().map(ToString::to_string).collect())
}

fn chosen<T: Copy>(rng: &mut ChaCha8Rng, all: &[T]) -> T {
    *all.choose(rng).expect("some")
}

fn symbol(value: usize) -> char {
    char::from_digit(value as u32, 36).unwrap_or('?').to_ascii_uppercase()
}

/// A Sudoku as somebody may write it: on a line, in rows, with numbers, drawn.
fn sudoku(rng: &mut ChaCha8Rng) -> String {
    let order: usize = chosen(rng, &[4, 4, 4, 6, 6, 8, 9, 9, 9, 10, 12, 16, 5, 3, 25]);
    let height = (1..=order.isqrt()).rfind(|own| order.is_multiple_of(*own)).unwrap_or(1);
    let width = order / height;
    let share = chosen(rng, &[0.0, 0.1, 0.4, 0.9]);
    let cells: Vec<usize> = (0..order * order)
        .map(|_| if rng.random_bool(share) { rng.random_range(1..=order) } else { 0 })
        .collect();
    let blank = chosen(rng, &['.', '.', '.', '0', '-', '_', '*', ' ', 'x']);
    let shown = |value: usize| if value == 0 { blank } else { symbol(value) };
    let style = rng.random_range(0..9u32);
    let mut text = String::new();
    if style < 2 {
        text.extend(cells.iter().map(|&own| shown(own)));
        return text + "\n";
    }
    let border = chosen(rng, &["+---+", "------", "---+---", "======", "+-------+-------+"]);
    for (row, line) in cells.chunks(order).enumerate() {
        if style > 5 && row % height == 0 {
            let _ = writeln!(text, "{border}");
        }
        if style == 5 && row > 0 && row % height == 0 {
            text.push('\n');
        }
        if style > 6 {
            text.push('|');
        }
        for (place, &own) in line.iter().enumerate() {
            let bar = style > 6 && place > 0 && place % width == 0;
            let before = match style {
                2 => "",
                _ if bar => " | ",
                3 | 4 if place == 0 => "",
                _ => " ",
            };
            text.push_str(before);
            let _ = match style {
                4 if own > 0 => write!(text, "{own:>2}"),
                4 => write!(text, " {blank}"),
                8 if own > 0 => write!(text, "{own:02}"),
                _ => write!(text, "{}", shown(own)),
            };
        }
        text.push_str(if style > 6 { " |\n" } else { "\n" });
    }
    text
}

fn latin(rng: &mut ChaCha8Rng) -> String {
    let order = rng.random_range(1..=5usize);
    let from_zero = rng.random_bool(0.5);
    let mut rows = String::new();
    let mut holes = 0;
    for _ in 0..order {
        for _ in 0..order {
            let value = rng.random_range(0..order);
            let _ = match (rng.random_bool(0.6), from_zero) {
                (true, true) => write!(rows, "{value} "),
                (true, false) => write!(rows, "{} ", value + 1),
                (false, _) => {
                    holes += 1;
                    write!(rows, "{} ", if from_zero { "-1" } else { "." })
                }
            };
        }
        rows.push('\n');
    }
    let holes = if rng.random_bool(0.2) { rng.random_range(0..=9) } else { holes };
    let header = if from_zero { format!("order {order}") } else { format!("{order} {holes}") };
    format!("{header}\n{rows}")
}

fn magic(rng: &mut ChaCha8Rng) -> String {
    let order = rng.random_range(0..=4usize);
    let number = rng.random_range(0..=3usize);
    let mut text = format!("{order} {number}\n");
    for _ in 0..number {
        let mut part = |most: usize| rng.random_range(usize::from(order > 0)..=most);
        let (row, column, value) = (part(order), part(order), part(order * order));
        let _ = writeln!(text, "{row} {column} {value}");
    }
    text
}

fn set(rng: &mut ChaCha8Rng) -> String {
    const WORDS: [&[&str]; 4] = [
        &["one", "two", "three", "1", "2"],
        &["red", "green", "purple", "blue"],
        &["solid", "striped", "open", "filled"],
        &["diamond", "oval", "squiggles", "wave"],
    ];
    let in_words = rng.random_bool(0.4);
    let attributes = if in_words { 4 } else { rng.random_range(1..=5usize) };
    let (number, values) = (rng.random_range(0..=5u32), chosen(rng, &[3, 3, 3, 2, 4]));
    let mut text = String::new();
    if rng.random_bool(0.5) {
        let _ = writeln!(text, "{attributes} {values} {number}");
    }
    for _ in 0..number {
        if in_words {
            let word = |words: &&[&'static str]| chosen(rng, &words[..3.min(words.len())]);
            let words: Vec<&str> = WORDS.iter().map(word).collect();
            let _ = writeln!(text, "{}", words.join(" "));
        } else {
            let digits: String =
                (0..attributes).map(|_| symbol(rng.random_range(0..values))).collect();
            let _ = writeln!(text, "{digits}");
        }
    }
    text
}

/// Models with every kind and every key.
const MODELS: [&str; 4] = [
    r#"{"format": "parallax-model-1", "name": "one", "grid": 1, "picture": [["a", null], ["b"]],
  "variables": [{"name": "a", "domain": "1..3", "label": "A"}, {"name": "b", "domain": [1, 2, 4]},
    {"name": "h", "domain": "{0, 1}", "shown": false}],
  "constraints": [{"kind": "all_different", "scope": ["a", "b"], "label": "all"},
    {"kind": "reify", "truth": "h", "atom": {"variable": "a", "relation": ">=", "value": 2}},
    {"kind": "implies", "condition": "h", "then": {"kind": "compare", "left": "a", "relation": "<", "right": "b", "offset": 1}},
    {"kind": "linear", "terms": [{"variable": "a"}, {"coefficient": -2, "variable": "b"}], "relation": "!=", "constant": 3}],
  "maximize": [{"variable": "a"}, {"coefficient": 2, "variable": "b"}]}"#,
    r#"{"format": "parallax-model-1", "values": {"red": 1, "green": 2},
  "dimensions": [{"name": "d", "classes": [{"name": "x", "values": [1, 4]}, {"name": "y", "values": [2]}]}],
  "variables": [{"name": "a", "domain": ["red", "green"]}, {"name": "b", "domain": "0..1"}, {"name": "c", "domain": "1..2"}],
  "constraints": [{"kind": "dimension", "scope": ["a", "c"], "dimension": "d", "relation": "all_same"},
    {"kind": "dimension", "scope": ["a", "c"], "dimension": "d", "relation": {"exactly_equal": 2}},
    {"kind": "dimension", "scope": ["a", "c"], "dimension": "d", "relation": {"table": [["x", "y"]]}},
    {"kind": "table", "scope": ["a", "c"], "tuples": [["red", 1], [2, 2]], "forbidden": true},
    {"kind": "global_cardinality", "scope": ["a", "c"], "occurrences": [{"value": "red", "min": 0, "max": 2}], "closed": false},
    {"kind": "clause", "atoms": [{"variable": "a", "relation": "=", "value": "red"}]}]}"#,
    r#"{"format": "parallax-model-1", "variables": [{"name": "a", "domain": "0..2"}, {"name": "b", "domain": "0..2"}, {"name": "c", "domain": "{0..1, 3}"}],
  "search": {"steps": [{"variables": ["c", "a"], "choose": "first_fail", "try": "split"}], "restarts": {"geometric": ["1.5", 100]},
    "first_values": [{"variable": "a", "value": 2}]},
  "constraints": [{"kind": "element", "index": "a", "array": ["a", "b", "c"], "result": "b", "first": 0},
    {"kind": "lexicographic", "left": ["a", "c"], "right": ["b", "c"], "strict": true},
    {"kind": "extremum", "result": "a", "scope": ["b", "c"], "max": false},
    {"kind": "product", "left": "a", "right": "b", "result": "c"}]}"#,
    r#"{"format": "parallax-model-1", "variables": [{"name": "a", "domain": "0..1"}, {"name": "b", "domain": "0..1"}],
  "search": {"restarts": {"luby": 3}},
  "constraints": [{"kind": "inverse", "left": ["a"], "right": ["b"], "first_left": 0, "first_right": 1},
    {"kind": "regular", "scope": ["b", "a"], "automaton": {"start": 0, "finals": [1, 0], "transitions": [[0, 1, 1], [1, 0, 1]]}}],
  "minimize": [{"variable": "b"}]}"#,
];

/// A model with some of its words changed, left out, or there twice.
fn model(rng: &mut ChaCha8Rng) -> String {
    const OTHERS: [&str; 24] = [
        "0",
        "1",
        "2",
        "3",
        "-1",
        "01",
        "1.0",
        "1e3",
        "2147483647",
        "2147483648",
        "-2147483649",
        "4294967296",
        "1000000000",
        "1000000001",
        "4611686018427387904",
        "9223372036854775807",
        "null",
        "true",
        "[]",
        "{}",
        "\"0\"",
        "\"other\"",
        "\"\"",
        "\"0..4\"",
    ];
    let mut words = words(chosen(rng, &MODELS));
    for _ in 0..rng.random_range(0..=2u32) {
        let is_value = |own: &&str| own.len() > 1 || own.as_bytes()[0].is_ascii_digit();
        let place = rng.random_range(0..words.len());
        let Some(place) = (place..words.len()).find(|&own| is_value(&words[own])) else { continue };
        let is_text = words[place].starts_with('"');
        // One part of a list or an object, up to the next comma.
        let end = (place..words.len()).find(|&own| words[own] == ",").unwrap_or(place);
        match rng.random_range(0..8u32) {
            0 => drop(words.remove(place)),
            1 => words[place] = chosen(rng, &OTHERS),
            2 | 3 if !is_text => words[place] = chosen(rng, &OTHERS[..16]),
            4 => drop(words.drain(place..=end)),
            5 => {
                let copy: Vec<&str> = words[place..=end].to_vec();
                words.splice(place..place, copy);
            }
            _ => {
                let is_alike = |own: &&str| own.len() > 1 && own.starts_with('"') == is_text;
                let alike: Vec<&str> = words.iter().copied().filter(is_alike).collect();
                words[place] = alike.choose(rng).copied().unwrap_or("0");
            }
        }
    }
    words.concat()
}

/// The texts in quotation marks, the numbers and names, and the characters between them.
fn words(text: &str) -> Vec<&str> {
    let (mut words, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let is_end = |c: char| !c.is_alphanumeric() && !"-_.".contains(c);
        let end = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |at| at + 2),
            c if is_end(c) => 1,
            _ => rest.find(is_end).unwrap_or(rest.len()),
        };
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words
}

/// Changes characters and lines.
fn damage(rng: &mut ChaCha8Rng, text: &mut String, other: &str) {
    const SYMBOLS: [char; 32] = [
        '0', '1', '2', '3', '4', '5', '9', '.', '-', '_', '*', '?', 'x', 'o', 'a', 'A', 'G', ' ',
        ' ', '|', '+', '=', '\t', '#', '%', ':', ',', ';', '\n', '\r', 'é', '\u{2502}',
    ];
    const LINES: [&str; 14] = [
        "",
        "# comment",
        "  # comment",
        "% comment",
        "A title",
        "---------",
        "------+------",
        "----",
        "latin:2",
        "sudoku:4",
        "1 2 3 4",
        "order 2",
        "4 3 3",
        " ",
    ];
    let places: Vec<usize> = text.char_indices().map(|own| own.0).chain([text.len()]).collect();
    let at = chosen(rng, &places);
    let mut lines: Vec<&str> = text.lines().collect();
    let line = rng.random_range(0..=lines.len());
    let symbol = chosen(rng, &SYMBOLS);
    *text = match rng.random_range(0..12u32) {
        0 | 1 => format!("{}{symbol}{}", &text[..at], &text[at..]),
        2 | 3 => {
            let mut rest = text[at..].chars();
            rest.next();
            format!("{}{}", &text[..at], rest.as_str())
        }
        4 | 5 => {
            let mut rest = text[at..].chars();
            rest.next();
            format!("{}{symbol}{}", &text[..at], rest.as_str())
        }
        6 => {
            lines.insert(line, chosen(rng, &LINES));
            lines.join("\n") + "\n"
        }
        7 if line < lines.len() => {
            lines.remove(line);
            lines.join("\n") + "\n"
        }
        8 if line < lines.len() => {
            lines.insert(line, lines[line]);
            lines.join("\n") + "\n"
        }
        9 => format!("{text}{other}"),
        10 => format!("{other}\n{text}"),
        _ if rng.random_bool(0.1) => text.repeat(chosen(rng, &[15, 16, 17])),
        _ => text.replace('\n', chosen(rng, &["\r\n", " \n", "\n\n"])),
    };
}

#[test]
fn the_checker_reads_what_the_program_reads() {
    let from_environment = |name: &str| std::env::var(name).ok().and_then(|own| own.parse().ok());
    let cases: u64 = from_environment("PARALLAX_CASES").unwrap_or(3_000);
    let seed: u64 = from_environment("PARALLAX_SEED").unwrap_or(0);
    type Draw = fn(&mut ChaCha8Rng) -> String;
    let forms: [(Option<Known>, InputForm, Draw); 5] = [
        (Some(Known::Sudoku), InputForm::Puzzle(Puzzle::Sudoku), sudoku),
        (Some(Known::Latin), InputForm::Puzzle(Puzzle::Latin), latin),
        (Some(Known::Magic), InputForm::Puzzle(Puzzle::Magic), magic),
        (Some(Known::Set), InputForm::Puzzle(Puzzle::Set), set),
        (None, InputForm::Model, model),
    ];
    let mut read = [[0u64; 2]; 5];
    for case in 0..cases {
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(case));
        let kind = chosen(&mut rng, &[0, 0, 0, 0, 1, 2, 3, 4, 4, 4]);
        let (puzzle, form, draw) = forms[kind];
        let mut text = draw(&mut rng);
        if kind < 4 {
            for _ in 0..chosen(&mut rng, &[0, 0, 1, 1, 2, 3]) {
                let other = draw(&mut rng);
                damage(&mut rng, &mut text, &other);
            }
        }
        let own = checker(puzzle, &text);
        read[kind][0] += 1;
        read[kind][1] += u64::from(own.is_some());
        let is_same = own.is_none() || own == program(form, &text);
        assert!(is_same, "case {}: {puzzle:?}\n{text}", seed.wrapping_add(case));
    }
    println!("texts, read by both: {read:?} (Sudoku, Latin, magic, SET, models)");
    assert!(read.iter().all(|own| own[1] * 20 > own[0] && own[1] < own[0]), "{read:?}");
}

/// Texts that the program reads as another puzzle, or not at all.
#[test]
fn what_is_not_plain_is_refused() {
    let drawn = "+-------+-------+\n| 1 2   | 3   4 |\n| 3   4 | 1 2   |\n+-------+-------+\n|       |       |\n|       |       |\n+-------+-------+\n| 2 1   | 4   3 |\n|   4 3 |   1 2 |\n+-------+-------+\n";
    let dashes = "1234\n----\n3412\n----\n1234\n----\n3412\n----\n";
    let pieces = "01 02 3 4\n03 04 1 2\n02 01 4 3\n04 03 2 1\n";
    for text in [drawn, dashes, pieces, &pieces.repeat(3), "sudoku:4", "latin:2\n"] {
        assert_eq!(checker(Some(Known::Sudoku), text), None, "{text}");
    }
    assert_eq!(program(InputForm::Puzzle(Puzzle::Sudoku), drawn).map(|own| own.len()), Some(1));
    for (puzzle, text) in [
        (Known::Latin, "latin:2"),
        (Known::Latin, "2 1\n1 2\n2 1\n"),
        (Known::Magic, "0 0"),
        (Known::Magic, "magic:3"),
        (Known::Set, "012\n012\n111\n"),
        (Known::Set, "3 2 2\n012\n011\n"),
        (Known::Set, "3 3 3\n012\n011\n"),
    ] {
        assert_eq!(checker(Some(puzzle), text), None, "{text}");
    }
}
