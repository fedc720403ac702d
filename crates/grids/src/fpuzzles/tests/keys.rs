//! Each key of a file, by the words of the rules that it gives.

use super::{board, first_cell, read, words};
use crate::rules::FPUZZLES;
use crate::tests::texts::read_fpuzzles;

/// Keys of a board of side 4, and the rules that they give.
const KEYS: &[(&str, &str)] = &[
    (r#""diagonal+":true"#, "diagonal /"),
    (r#""diagonal-":true"#, "diagonal \\"),
    (r#""antiknight":true"#, "anti-knight"),
    (r#""antiking":true"#, "anti-king"),
    (r#""disjointgroups":true"#, "disjoint groups"),
    (r#""nonconsecutive":true"#, "non-consecutive"),
    (r#""antiknight":false,"antiking":null,"disjointgroups":[]"#, ""),
    (r#""killercage":[{"cells":["R1C1","R1C2"],"value":"5"}]"#, "cage r1c1 r1c2 = 5"),
    (r#""killercage":[{"cells":["R1C1","R1C2"],"value":7}]"#, "cage r1c1 r1c2 = 7"),
    (r#""killercage":[{"cells":["R1C1","R1C2"],"value":""}]"#, "cage r1c1 r1c2"),
    (r#""killercage":[{"cells":["R4C4"],"outlineC":"red"},{"cells":[],"value":""}]"#, "cage r4c4"),
    (r#""killercage":[{"cells":["R1C1","R1C2"],"value":"0"}]"#, "cage r1c1 r1c2"),
    (
        r#""arrow":[{"cells":["R1C1"],"lines":[["R1C1","R1C2","R2C3"],["R1C1","R2C1"]]}]"#,
        "arrow r1c1 = r1c2 r2c3\narrow r1c1 = r2c1",
    ),
    (
        r#""arrow":[{"cells":["R1C1","R1C2"],"lines":[["R1C2","R2C3","R3C4"]]}]"#,
        "arrow r1c1 r1c2 = r2c3 r3c4",
    ),
    (r#""arrow":[{"cells":["R1C2","R1C1"],"lines":[]},{"cells":["R1C1"],"lines":[["R1C1"]]}]"#, ""),
    (r#""thermometer":[{"lines":[["R1C1","R1C2"],["R2C1"]]}]"#, "thermo r1c1 r1c2"),
    (r#""slowthermometer":[{"lines":[["R1C1","R1C2"]]}]"#, "slow thermo r1c1 r1c2"),
    (r#""palindrome":[{"lines":[["R1C1","R1C2","R2C2"],[]]}]"#, "palindrome r1c1 r1c2 r2c2"),
    (r#""renban":[{"lines":[["R1C1","R2C1"]],"value":""}]"#, "renban r1c1 r2c1"),
    (r#""whispers":[{"lines":[["R1C1","R1C2","R1C1"]]}]"#, "whispers r1c1 r1c2 r1c1"),
    (r#""whispers":[{"lines":[["R1C1","R1C2"]],"value":"3"}]"#, "whispers 3 r1c1 r1c2"),
    (r#""regionsumline":[{"lines":[["R1C1","R1C3"]]}]"#, "region sum r1c1 r1c3"),
    (
        r#""betweenline":[{"lines":[["R1C1","R1C2","R1C3"],["R1C1","R1C2"]]}]"#,
        "between r1c1 r1c2 r1c3",
    ),
    (r#""modularline":[{"lines":[["R1C1","R1C2"]]}]"#, "modular r1c1 r1c2"),
    (r#""zipperline":[{"lines":[["R1C1","R1C2","R1C3"]]}]"#, "zipper r1c1 r1c2 r1c3"),
    (
        r#""doublearrow":[{"lines":[["R1C1","R1C2","R1C3"],["R1C1"]]}]"#,
        "double arrow r1c1 r1c2 r1c3",
    ),
    (r#""nabner":[{"lines":[["R1C1","R2C2"],["R1C1"]]}]"#, "nabner r1c1 r2c2"),
    (r#""difference":[{"cells":["R1C1","R1C2"],"value":""}]"#, "white dot r1c1 r1c2"),
    (r#""difference":[{"cells":["R1C1","R1C2"],"value":"2"}]"#, "white 2 dot r1c1 r1c2"),
    (r#""ratio":[{"cells":["R1C1","R2C1"]}]"#, "black dot r1c1 r2c1"),
    (r#""ratio":[{"cells":["R1C1","R2C1"],"value":"3"}]"#, "black 3 dot r1c1 r2c1"),
    (r#""difference":[{"cells":["R1C1","R1C3"]},{"cells":[]}]"#, "white dot r1c1 r1c3"),
    (r#""ratio":[{"cells":["R1C1","R2C2"],"value":"3"}]"#, "black 3 dot r1c1 r2c2"),
    (r#""xv":[{"cells":["R1C1","R2C2"],"value":"V"}]"#, "v r1c1 r2c2"),
    (r#""thermometer":[{"lines":[["R1C1","R1C2","R2C2","R1C1"]]}]"#, "thermo r1c1 r1c2 r2c2 r1c1"),
    (r#""arrow":[{"cells":["R1C1"],"lines":[["R1C1","R1C2","R1C1"]]}]"#, "arrow r1c1 = r1c2 r1c1"),
    (r#""xv":[{"cells":["R1C1","R2C1"],"value":"X"}]"#, "x r1c1 r2c1"),
    (r#""xv":[{"cells":["R1C1","R2C1"],"value":"V"}]"#, "v r1c1 r2c1"),
    (r#""xv":[{"cells":["R1C1","R2C1"],"value":""}]"#, "any xv r1c1 r2c1"),
    (
        r#""littlekillersum":[{"cell":"R0C2","direction":"DR","value":8,"cells":["R1C3","R2C4"]}]"#,
        "little killer r1c3 dr = 8",
    ),
    (
        r#""littlekillersum":[{"cell":"R5C5","direction":"UL","value":"8"}]"#,
        "little killer r4c4 ul = 8",
    ),
    (
        r#""littlekillersum":[{"cell":"R4C0","direction":"UR","value":"8"}]"#,
        "little killer r3c1 ur = 8",
    ),
    (
        r#""littlekillersum":[{"cell":"R0C4","direction":"DL","value":"8"}]"#,
        "little killer r1c3 dl = 8",
    ),
    (r#""littlekillersum":[{"cell":"R0C1","direction":"DR","value":""}]"#, ""),
    (r#""sandwichsum":[{"cell":"R0C2","value":"0"}]"#, "sandwich top 2 = 0"),
    (r#""sandwichsum":[{"cell":"R0C2","value":""},{"cell":"R2C0"}]"#, ""),
    (r#""xsum":[{"cell":"R3C0","value":"6"}]"#, "x-sum left 3 = 6"),
    (
        r#""skyscraper":[{"cell":"R5C1","value":"2"},{"cell":"R1C5","value":"3"}]"#,
        "skyscraper bottom 1 = 2\nskyscraper right 1 = 3",
    ),
    (
        r#""quadruple":[{"cells":["R2C2","R1C1","R2C1","R1C2"],"values":[1,2,2]}]"#,
        "quad 1 2 2 r1c1",
    ),
    (r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[]}]"#, ""),
    (r#""odd":[{"cell":"R1C1"}],"even":[{"cell":"R1C2"}]"#, "even r1c2\nodd r1c1"),
    (r#""minimum":[{"cell":"R1C1"}]"#, "minimum r1c1"),
    (r#""maximum":[{"cell":"R1C1"}]"#, "maximum r1c1"),
    (
        r#""clone":[{"cells":["R1C1","R1C2"],"cloneCells":["R2C3","R2C4"]},{"cells":[]}]"#,
        "clone r1c1 r1c2 = r2c3 r2c4",
    ),
    (r#""extraregion":[{"cells":["R1C1","R2C3"]}]"#, "extra region r1c1 r2c3"),
    (r#""rowindexer":[{"cells":["R1C1","R2C1"]}]"#, "row index r1c1 r2c1"),
    (r#""columnindexer":[{"cells":["R1C1","R2C1"]}]"#, "column index r1c1 r2c1"),
    (r#""negative":[]"#, ""),
    (r#""negative":["ratio","xv","ratio"]"#, "all black\nall xv"),
    (
        r#""negative":["ratio"],"ratio":[{"cells":["R1C1","R1C2"],"value":"3"}]"#,
        "black 3 dot r1c1 r1c2\nall black 3",
    ),
    (
        r#""nonconsecutive":true,"ratio":[{"cells":["R1C1","R1C2"]}]"#,
        "all white\nblack dot r1c1 r1c2",
    ),
    (r#""solution":[1,2],"disabledlogic":["x"],"truecandidatesoptions":["logical"]"#, ""),
    (r#""highlightConflicts":true,"boxindexer":[],"foglight":[],"fog":false,"future":"""#, ""),
];

#[test]
fn each_key_gives_its_rules() {
    for (keys, rules) in KEYS {
        let puzzle = read(keys);
        let mut found: Vec<String> = words(&puzzle).lines().map(str::to_owned).collect();
        let mut expected: Vec<String> = rules.lines().map(str::to_owned).collect();
        // The order of keys in a file means nothing.
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{keys}");
    }
    let entropic =
        read_fpuzzles(&board(6, r#""entropicline":[{"lines":[["R1C1","R1C2"]]}]"#), false);
    assert_eq!(words(&entropic.expect("a puzzle")), "entropic r1c1 r1c2");
}

#[test]
fn each_kind_has_an_example() {
    let all: Vec<&str> = KEYS.iter().map(|(keys, _)| *keys).collect();
    let all = all.join(" ") + r#""entropicline":"#;
    for name in FPUZZLES.iter().flat_map(|reader| reader.names) {
        assert!(all.contains(&format!("\"{name}\":")), "{name}");
    }
}

#[test]
fn only_given_values_are_clues() {
    let text = first_cell(r#""value":3"#);
    assert_eq!(read_fpuzzles(&text, false).expect("a puzzle").givens, vec![None; 16]);
    for fields in [r#""value":3,"given":true"#, r#""value":"3","given":true"#] {
        let puzzle = read_fpuzzles(&first_cell(fields), false).expect("a puzzle");
        assert_eq!(puzzle.givens[0], Some(3));
        assert_eq!(puzzle.givens.iter().flatten().count(), 1);
    }
    let state =
        r#""value":3,"given":false,"centerPencilMarks":[9],"cornerPencilMarks":["x"],"c":"red""#;
    let puzzle = read_fpuzzles(&first_cell(state), false).expect("a puzzle");
    assert!(puzzle.givens[0].is_none() && puzzle.rules.is_empty());
}

#[test]
fn marks_and_parity_restrict_a_cell() {
    let text = first_cell(r#""givenPencilMarks":[1,2,4],"parity":"Even""#);
    let puzzle = read_fpuzzles(&text, false).expect("a puzzle");
    assert_eq!(words(&puzzle), "any 1 2 4 r1c1\neven r1c1");
    let text = first_cell(r#""givenPencilMarks":null,"parity":"Odd""#);
    assert_eq!(words(&read_fpuzzles(&text, false).expect("a puzzle")), "odd r1c1");
}

/// Returns a board whose cells have these regions; `.` is no field, `-` null.
fn regions(rows: &[&str]) -> crate::GridPuzzle {
    let cell = |sign: char| match sign {
        '.' => "{}".to_owned(),
        '-' => r#"{"region":null}"#.to_owned(),
        digit => format!("{{\"region\":{digit}}}"),
    };
    let row = |row: &&str| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","));
    let rows: Vec<String> = rows.iter().map(row).collect();
    let text = format!("{{\"size\":{},\"grid\":[{}]}}", rows.len(), rows.join(","));
    read_fpuzzles(&text, false).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn regions_are_numbers_boxes_or_none() {
    let usual = regions(&["....", "....", "....", "...."]);
    assert_eq!((usual.boxes, usual.base.plain_word()), (Some((2, 2)), "sudoku"));
    assert_eq!(regions(&["3311", "3311", "2200", "2200"]), usual);
    assert_eq!(regions(&["00..", "00..", "..3.", "...."]), usual);
    let none = regions(&["----", "----", "----", "----"]);
    assert_eq!((none.boxes, none.base.plain_word()), (None, "latin"));
    let columns = regions(&["001122", "001122", "001122", "334455", "334455", "334455"]);
    assert_eq!(columns.boxes, Some((3, 2)));
    let jigsaw = regions(&["5552", "5222", "0-..", "00.."]);
    assert_eq!(jigsaw.boxes, None);
    let (a, b, c, d) = (Some(0), Some(1), Some(2), Some(3));
    let expected = [a, a, a, b, a, b, b, b, c, None, d, d, c, c, d, d];
    assert_eq!(jigsaw.regions, expected);
    // A prime side has rows for boxes, which say nothing.
    let prime = regions(&[".....", ".....", ".....", ".....", "....."]);
    assert_eq!((prime.boxes, prime.regions), (None, vec![None; 25]));
    let mixed = regions(&["1....", "0....", ".....", ".....", "....."]);
    assert_eq!(mixed.regions[..7], [a, b, b, b, b, b, a]);
}

#[test]
fn prose_becomes_notes() {
    let puzzle = read(r#""title":"A","author":"B","ruleset":"C\nD""#);
    assert_eq!(puzzle.notes, ["title: A", "author: B", "ruleset: C\nD"]);
    assert_eq!(read(r#""title":"","author":null"#).notes, [""; 0]);
}
