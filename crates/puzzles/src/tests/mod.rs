//! Tests of properties that every puzzle has.

mod damage;
mod real;
mod waiting;

use parallax_instance::{InputError, Instance, LineReader, PuzzleSolution};
use parallax_model::{Model, Solution, Value};

use super::Puzzle;

pub(super) type Boxes = Vec<Box<dyn Instance>>;

/// All instances of a text, or the first error.
pub(super) fn read(puzzle: Puzzle, text: &str) -> Result<Boxes, InputError> {
    puzzle.read_instances(LineReader::new("here", text.as_bytes())).collect()
}

/// The error of reading a text as this puzzle.
pub(super) fn error(puzzle: Puzzle, text: &str) -> String {
    read(puzzle, text).err().expect("an error").to_string()
}

/// The only instance of a text.
pub(super) fn one(puzzle: Puzzle, text: &str) -> Box<dyn Instance> {
    let mut all = read(puzzle, text).expect("an instance");
    assert_eq!(all.len(), 1);
    all.remove(0)
}

fn recognised(text: &str, extension: Option<&str>) -> Option<Puzzle> {
    Puzzle::recognise_puzzle(extension, &mut LineReader::new("here", text.as_bytes()))
        .expect("readable")
}

/// Calls `visit` with every assignment that extends `values`.
pub(super) fn each_assignment(
    model: &Model,
    values: &mut Vec<Value>,
    visit: &mut dyn FnMut(&[Value]),
) {
    match model.variables().get(values.len()) {
        None => visit(values),
        Some(variable) => {
            for value in variable.domain.iter() {
                values.push(value);
                each_assignment(model, values, visit);
                values.pop();
            }
        }
    }
}

/// All solutions of an instance's model by brute force, sorted.
pub(super) fn brute(instance: &dyn Instance, name: &str) -> Vec<PuzzleSolution> {
    let viewpoint = instance.viewpoint(name).expect("a viewpoint");
    let givens = instance.givens(&viewpoint);
    let model = instance.model(&viewpoint).expect("a model").restrict_givens(&givens);
    let mut found = Vec::new();
    each_assignment(&model, &mut Vec::new(), &mut |values| {
        if let Ok(solution) = model.check(&givens, values) {
            let solution: Solution = solution;
            found.push(instance.solution(&viewpoint, &solution));
        }
    });
    found.sort();
    found
}

#[test]
fn names_are_read_back() {
    for puzzle in Puzzle::ALL {
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
    }
    insta::assert_snapshot!("chess".parse::<Puzzle>().unwrap_err(), @r"unknown puzzle 'chess'; known: set, sudoku, latin, magic, keisuke");
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn makes_instances_from_nothing() {
    let title = |text: &str| match Puzzle::from_name(text) {
        Some(Ok(instance)) => {
            let shape = instance.shape_key(&instance.default_viewpoint());
            format!("{}; {}", instance.title(), shape.len())
        }
        Some(Err(fault)) => fault.to_string(),
        None => "not a puzzle".to_owned(),
    };
    let texts = [
        "latin:4",
        "latin:0",
        "latin:201",
        "magic:3",
        "magic:x",
        "sudoku:9",
        "sudoku:7",
        "sudoku:3",
        "sudoku:101",
        "set:81",
        "set:27",
        "set:12",
        "set:12@7",
        "set:0",
        "set:12@x",
        "set:59050",
        "board.txt",
        "c:12",
        "magic:",
        "latin:4@2",
        "latin:99999999999999999999",
        "sudoku:-9",
        "keisuke:5@7",
        "keisuke:100",
        "keisuke:1",
        "keisuke:101",
        "keisuke:5x5",
        "keisuke:5@-1",
    ];
    let all: Vec<String> = texts.iter().map(|text| format!("{text} => {}", title(text))).collect();
    insta::assert_snapshot!(all.join("\n"), @r"
    latin:4 => latin square 4x4, 16 holes; 13
    latin:0 => a Latin square of order 0; expected 1 to 200
    latin:201 => a Latin square of order 201; expected 1 to 200
    magic:3 => magic square 3x3, 0 clues; 13
    magic:x => 'x' is not an order; expected a text like magic:3
    sudoku:9 => sudoku 9x9, 0 clues; 14
    sudoku:7 => there is no Sudoku of order 7: 7 is prime, it has no boxes (4, 6, 8, 9, 10, 12, ...)
    sudoku:3 => there is no Sudoku of order 3: 3 is too small, it has no boxes (4, 6, 8, 9, 10, 12, ...)
    sudoku:101 => a Sudoku of order 101 is too large; the limit is 100
    set:81 => set 81 cards, 4 attributes of 3 values; 421
    set:27 => set 27 cards, 3 attributes of 3 values; 124
    set:12 => set 12 cards, 4 attributes of 3 values; 76
    set:12@7 => set 12 cards, 4 attributes of 3 values; 76
    set:0 => 0 cards; expected 1 to 59049
    set:12@x => the seed after @ is not a whole number; expected a text like set:12@7
    set:59050 => 59050 cards; expected 1 to 59049
    board.txt => not a puzzle
    c:12 => not a puzzle
    magic: => '' is not an order; expected a text like magic:3
    latin:4@2 => '4@2' is not an order; expected a text like latin:4
    latin:99999999999999999999 => '99999999999999999999' is not an order; expected a text like latin:4
    sudoku:-9 => '-9' is not an order; expected a text like sudoku:9
    keisuke:5@7 => keisuke 5x5, 5 across, 4 down; 105
    keisuke:100 => keisuke 100x100, 1423 across, 1424 down; 29850
    keisuke:1 => a grid of 1x1 cells; expected sides of 1 to 100, and two cells or more
    keisuke:101 => a grid of 101x101 cells; expected sides of 1 to 100, and two cells or more
    keisuke:5x5 => '5x5' is not a size; expected a text like keisuke:5 or keisuke:5@7
    keisuke:5@-1 => the seed after @ is not a whole number; expected a text like keisuke:12@7
    ");
}

#[test]
fn recognises_the_puzzle_of_a_text() {
    let known = [
        ("order 3\n0 1 2\n", Puzzle::Latin),
        ("3 2\n1 . .\n. 2 3\n3 1 2\n", Puzzle::Latin),
        ("3\n0\n", Puzzle::Magic),
        ("% a comment\n3 1\n1 1 5\n", Puzzle::Magic),
        ("4 3 2\n0000\n0001\n", Puzzle::Set),
        ("0000\n0001\n0002\n0010\n0011\n", Puzzle::Set),
        ("\n# cards\n1. two red striped diamonds\n", Puzzle::Set),
        ("1000\n0200\n0030\n0004\n", Puzzle::Sudoku),
        ("1...2...3......4\n", Puzzle::Sudoku),
        ("Grid 01\n1...\n2...\n3...\n....\n", Puzzle::Sudoku),
        ("1 . | . .\n. . | 2 .\n---+---\n. . | . .\n. . | . .\n", Puzzle::Sudoku),
        ("[\n {\n  \"name\": \"x\",\n  \"cards\": [\n", Puzzle::Set),
        ("{\"order\": 4, \"cells\": [0]}", Puzzle::Sudoku),
        ("% c\n# c\n\n..\n#.\n\nacross: 12\n", Puzzle::Keisuke),
        ("12\n34\ndown:\n", Puzzle::Keisuke),
        (" Size : 5x5, apart\n", Puzzle::Keisuke),
        ("2 3\n..#\n...\nA 12 345\n", Puzzle::Keisuke),
        ("[{\"name\": \"x\", \"grid\": [\n", Puzzle::Keisuke),
        ("{\"across\": [\"12\"]}", Puzzle::Keisuke),
    ];
    for (text, puzzle) in known {
        assert_eq!(recognised(text, None), Some(puzzle), "{text}");
        assert_eq!(recognised(text, Some("txt")), Some(puzzle), "{text}");
    }
    let unknown = [
        "hello world\nhow are you\n",
        "p cnf 3 2\n1 -2 0\n",
        "var 1..9: x;\n",
        "{\"variables\": []}",
        "\n\n",
    ];
    for text in unknown {
        assert_eq!(recognised(text, None), None, "{text}");
    }
    assert_eq!(recognised("hello", Some("PLS")), Some(Puzzle::Latin));
    assert_eq!(recognised("hello", Some("keisuke")), Some(Puzzle::Keisuke));
    assert_ne!(recognised("3 3\n...\n..\nA 12\n", None), Some(Puzzle::Keisuke));
    assert_eq!(recognised("1000\n0200\n0030\n0004\n", Some("set")), Some(Puzzle::Set));
    let mut empty = LineReader::new("here", &b""[..]);
    insta::assert_snapshot!(Puzzle::recognise_puzzle(None, &mut empty).unwrap_err(), @r"here: empty; expected an instance of set, sudoku, latin, magic, keisuke");
}

#[test]
fn errors_of_empty_files_name_the_expected_form() {
    let errors = Puzzle::ALL
        .map(|puzzle| format!("{}\n{}", error(puzzle, ""), error(puzzle, "\n# nothing\n")));
    insta::assert_snapshot!(errors.join("\n"), @r"
    here: empty; expected SET cards: a card a line in words (two red striped diamonds) or digits (1021), or JSON with `cards`
    here: nothing to solve; expected SET cards: a card a line in words (two red striped diamonds) or digits (1021), or JSON with `cards`
    here: empty; expected a Sudoku: n*n symbols on a line (81 for order 9), n lines of n symbols, or JSON with `order` and `cells`
    here: nothing to solve; expected a Sudoku: n*n symbols on a line (81 for order 9), n lines of n symbols, or JSON with `order` and `cells`
    here: empty; expected a Latin square: `order n` and n rows from 0 with -1 for a hole, or `n holes` and n rows from 1 with . for a hole
    here: nothing to solve; expected a Latin square: `order n` and n rows from 0 with -1 for a hole, or `n holes` and n rows from 1 with . for a hole
    here: empty; expected a magic square: the order, the number of clues, and `row column value` for each clue
    here: nothing to solve; expected a magic square: the order, the number of clues, and `row column value` for each clue
    here: empty; expected a Keisuke: rows of # and . (or `size: 5x5`), then `across: 13, 23` and `down: 12, 21`, or JSON with `grid`, `across` and `down`
    here: nothing to solve; expected a Keisuke: rows of # and . (or `size: 5x5`), then `across: 13, 23` and `down: 12, 21`, or JSON with `grid`, `across` and `down`
    ");
}

#[test]
fn a_bad_line_among_boards_on_one_line_loses_only_its_board() {
    let good = ".".repeat(81);
    let twice = format!("11{}", ".".repeat(79));
    for bad in ["x", "123", &"y".repeat(81), &good[1..]] {
        let text = format!("{good}\n{good}\n{bad}\n{good}\n{twice}\n{good}\n");
        let mut reader = Puzzle::Sudoku.read_instances(LineReader::new("here", text.as_bytes()));
        let read: Vec<bool> = reader.by_ref().map(|board| board.is_ok()).collect();
        assert_eq!(read, [true, true, false, true, true, true], "{bad}");
        assert!(reader.next().is_none());
    }
}

#[test]
fn other_streams_end_after_an_error() {
    let text = "order 2\n0 1\n1 x\norder 2\n0 1\n1 0\n";
    let mut reader = Puzzle::Latin.read_instances(LineReader::new("here", text.as_bytes()));
    assert!(reader.next().unwrap().is_err());
    assert!(reader.next().is_none() && reader.next().is_none());
}
