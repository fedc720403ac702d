//! Counts of solutions of small texts whose meaning was once read otherwise. Each number was
//! counted by a program that knows only the sentence of the rule.

use parallax_instance::{Instance, LineReader};

use super::brute::count;
use super::puzzle;
use super::texts::{read_fpuzzles, read_iss, read_puzz_link, write_iss, write_puzz_link};
use crate::{GridPuzzle, read_grids};

/// Returns a board of f-puzzles of side 4 with one key.
fn board(key: &str) -> GridPuzzle {
    let row = "[{},{},{},{}]";
    let text = format!("{{\"size\":4,\"grid\":[{row},{row},{row},{row}],{key}}}");
    read_fpuzzles(&text, false).unwrap_or_else(|error| panic!("{key}: {error}"))
}

#[test]
fn marks_between_cells_apart_are_rules() {
    for (key, solutions) in [
        (r#""difference":[{"cells":["R1C1","R4C3"],"value":"3"}]"#, 36),
        (r#""xv":[{"cells":["R1C4","R3C1"],"value":"V"}]"#, 72),
        (r#""killercage":[{"cells":["R1C1","R1C2"],"value":"0"}]"#, 288),
        (r#""palindrome":[{"lines":[["R1C2","R1C3","R2C3","R2C2","R1C2"]]}]"#, 144),
    ] {
        let puzzle = board(key);
        assert_eq!(count(&puzzle), solutions, "{key}");
        let plain = self::puzzle(&puzzle.notation().write_instance())
            .unwrap_or_else(|error| panic!("{key}: {error}"));
        assert_eq!(plain.rules, puzzle.rules, "{}", puzzle.notation().write_instance());
        let json = puzzle.write_fpuzzles().unwrap_or_else(|error| panic!("{key}: {error}"));
        assert_eq!(
            read_fpuzzles(&json, false).map(|again| again.rules),
            Ok(puzzle.rules),
            "{json}"
        );
    }
    let apart = board(r#""xv":[{"cells":["R1C4","R3C1"],"value":"V"}]"#);
    assert_eq!(write_iss(&apart).as_deref(), Ok(".Shape~4x4.Sum~5~R1C4~R3C1"));
}

#[test]
fn boxes_are_those_of_the_site() {
    // Boxes of 2x2, narrower at the right and at the lower edge.
    let five = read_puzz_link("https://puzz.link/p?sudoku/5/5/24135z").unwrap();
    assert_eq!(count(&five), 240);
    for (side, height, width) in [
        (4, 2, 2),
        (5, 2, 2),
        (6, 2, 3),
        (7, 2, 2),
        (8, 2, 2),
        (9, 3, 3),
        (10, 3, 3),
        (12, 3, 3),
        (16, 4, 4),
    ] {
        let cells: usize = side * side;
        let text = format!("https://puzz.link/p?sudoku/{side}/{side}/{}", "g".repeat(cells));
        let puzzle = read_puzz_link(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for cell in 0..cells {
            for other in 0..cells {
                let place = |cell: usize| (cell / side / height, cell % side / width);
                let same = puzzle.regions[cell] == puzzle.regions[other];
                assert_eq!(same, place(cell) == place(other), "{side}: {cell} {other}");
            }
        }
    }
    let usual = puzzle("puzzle: sudoku 8\n").unwrap();
    assert!(write_puzz_link(&usual).is_err_and(|why| why.contains("boxes of 2x2")));
}

#[test]
fn sandwiches_of_strings_lie_between_the_ends_of_their_line() {
    for (text, solutions) in
        [(".Shape~2x3~4.Sandwich~2~R1", 44), (".Shape~3x2~4.Sandwich~2~C1", 44)]
    {
        let puzzle = read_iss(text).unwrap();
        assert_eq!(count(&puzzle), solutions, "{text}");
        assert_eq!(write_iss(&puzzle).as_deref(), Ok(text));
        assert_eq!(
            self::puzzle(&puzzle.notation().write_instance()).map(|again| again.rules),
            Ok(puzzle.rules)
        );
    }
    let plain = puzzle("puzzle: sudoku 4\ndigits: 1-5\nsandwich left: . 4 . .\n").unwrap();
    assert!(write_iss(&plain).is_err_and(|why| why.contains("no place for 'sandwich left 2 = 4'")));
}

#[test]
fn the_sum_of_no_digits_is_zero() {
    for (rule, solutions) in [("x-sum left: . 0 . .", 72), ("x-sum right: . . 3 .", 24)] {
        let puzzle = puzzle(&format!("puzzle: sudoku 4\ndigits: 0-3\n{rule}\n")).unwrap();
        assert_eq!(count(&puzzle), solutions, "{rule}");
    }
}

#[test]
fn closed_lines_are_read_in_each_form() {
    let cells = "r1c2 r1c3 r2c3 r2c2 r1c2";
    for (key, solutions) in [
        ("palindrome", 144),
        ("renban", 96),
        ("region sum", 128),
        ("zipper", 8),
        ("thermo", 0),
        ("slow thermo", 0),
        ("whispers 2", 64),
        ("double arrow", 28),
        ("between", 0),
    ] {
        let puzzle = puzzle(&format!("puzzle: sudoku 4\n{key}: {cells}\n")).unwrap();
        assert_eq!(count(&puzzle), solutions, "{key}");
        if let Ok(text) = write_iss(&puzzle) {
            assert_eq!(read_iss(&text).map(|again| count(&again)), Ok(solutions), "{text}");
        }
    }
    let rotated = puzzle("puzzle: sudoku 4\nregion sum: r1c2 r1c3 r2c3 r2c2 r1c2\n").unwrap();
    let text = ".Shape~4x4.RegionSumLine~R2C2~R1C2~R1C3~R2C3";
    assert_eq!(write_iss(&rotated).as_deref(), Ok(text));
}

#[test]
fn grids_of_candidates_are_read() {
    let read = |text: &'static str| -> Vec<String> {
        let lines = LineReader::new("marks", text.as_bytes());
        let found = read_grids(lines, false).map(|puzzle| match puzzle {
            Ok(puzzle) => puzzle.notation().write_instance(),
            Err(error) => error.to_string(),
        });
        found.collect()
    };
    let expected = "puzzle: sudoku 4\n1...\n..1.\n2..1\n....\nany 2 3: r1c2\nany 2 3 4: r1c3\n\
                    any 1 4: r1c4\nany 3 4: r2c1\nany 1 2: r2c2\nany 2 3: r2c4\nany 1 4: r3c2\n\
                    any 3 4: r3c3\nany 1 3: r4c1\nany 2 3 4: r4c2\nany 1 2: r4c3\n";
    let plain = "1 23 234 14\n34 12 1 23\n2 14 34 1\n13 234 12 1234\n";
    let framed = "# pasted\n.--------.--------.\n| 1  23  | 234 14 |\n| 34 12  | 1   23 |\n\
                  :--------+--------:\n| 2  14  | 34  1  |\n| 13 234 | 12  1234 |\n'--------'--------'\n";
    for text in [plain, framed] {
        assert_eq!(read(text), [expected], "{text}");
    }
    let twice = "1 23 234 14\n34 12 1 23\n2 14 34 1\n13 234 12 1234\n\n1 23 234 14\n34 112 1 23\n\
                 2 14 34 1\n13 234 12 12\n";
    let found = read(twice);
    assert_eq!(found[0], expected);
    assert_eq!(found[1], "marks:7:4: '112'; expected each digit once");
    let wide = "1 23 234 14\n34 12 5 23\n2 14 34 1\n13 234 12 12\n";
    assert_eq!(read(wide), ["marks:2:7: '5'; expected digits from 1 to 4"]);
}

#[test]
fn words_of_other_programs_get_the_nearest_one() {
    let fault = |line: &str| {
        let text = format!("puzzle: sudoku 4\n{line}\n");
        puzzle(&text).err().unwrap_or_else(|| panic!("read: {line}"))
    };
    for (line, expected) in [
        ("killer 24: r1c1 r1c2", "(did you mean 'cage'?)"),
        ("killer cage 24: r1c1 r1c2", "(did you mean 'cage'?)"),
        ("thermometer: r1c1 r1c2", "(did you mean 'thermo'?)"),
        ("thermos: r1c1 r1c2", "(did you mean 'thermo'?)"),
        ("antiknight", "(did you mean 'anti-knight'?)"),
        ("xsum top: 1 2 3 4", "(did you mean 'x-sum'?)"),
        ("palindrom: r1c1 r1c2", "(did you mean 'palindrome'?)"),
        ("german whispers: r1c1 r1c2", "(did you mean 'whispers'?)"),
        ("foglight: r1c1", "expected one of extra, cage"),
        ("# comment", "a comment begins with %, not with #"),
        ("1234\n# rows\n3412", "a comment begins with %, not with #"),
        ("R1C1 < R1C2", "expected small letters: 'r1c1 < r1c2'"),
        ("R1C1 R1C2", "names cells without a rule"),
        ("r1c1 = 5", "names cells without a rule"),
    ] {
        let found = fault(line);
        assert!(found.contains(expected), "{line}: {found}");
    }
    let head = puzzle("# comment\npuzzle: sudoku 4\n").err().unwrap_or_default();
    assert!(head.contains("a comment begins with %"), "{head}");
    for (text, expected) in [
        (".Or.Cage~3~R1C1.End", "'.Or' is no constraint"),
        (".Shape~4x4.Thermometer~R1C1~R1C2", "(did you mean 'Thermo'?)"),
    ] {
        assert!(crate::is_iss(text), "{text}");
        let found = read_iss(text).err().unwrap_or_default();
        assert!(found.contains(expected), "{text}: {found}");
    }
    // Black cells are no comments.
    assert!(puzzle("puzzle: straights 3\n# . .\n. . .\n. . #\n").is_ok());
}
