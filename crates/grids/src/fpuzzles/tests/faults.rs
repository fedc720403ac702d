//! Refused files, with their messages.

use super::{board, first_cell};
use crate::tests::texts::read_fpuzzles;

/// Keys of a board of side 4, and the message.
const KEYS: &[(&str, &str)] = &[
    (r#""foglight":["R1C1"]"#, "'foglight' is an unknown key, and may be a rule"),
    (
        r#""thermometr":["R1C1"]"#,
        "'thermometr' is an unknown key, and may be a rule (did you mean 'thermometer'?)",
    ),
    (
        r#""boxindexer":[{"cells":["R1C1"]}]"#,
        "boxindexer: box indexers are no rule of this program",
    ),
    (r#""antiknight":"yes""#, "antiknight: 'yes'; expected true or false"),
    (r#""antiknight":[true]"#, "antiknight: a list; expected true or false"),
    (r#""killercage":true"#, "killercage: true; expected a list"),
    (r#""killercage":["R1C1"]"#, "killercage[0]: 'R1C1'; expected an object"),
    (r#""killercage":[{"cells":"R1C1"}]"#, "killercage[0].cells: 'R1C1'; expected a list"),
    (
        r#""killercage":[{"cells":["R1C1"],"extra":1}]"#,
        "killercage[0].extra: an unknown field; expected cells, value",
    ),
    (
        r#""killercage":[{"cells":["R1C1","R1C5"]}]"#,
        "killercage[0].cells[1]: 'R1C5' is outside of the grid; expected R1C1 to R4C4",
    ),
    (
        r#""killercage":[{"cells":["R1C1","R9999999999999999999C1"]}]"#,
        "killercage[0].cells[1]: 'R9999999999999999999C1' is outside of the grid; expected R1C1 to \
         R4C4",
    ),
    (
        r#""killercage":[{"cells":["R1C1","R1C1"]}]"#,
        "killercage[0].cells[1]: 'R1C1'; expected each cell once",
    ),
    (
        r#""killercage":[{"cells":["r1c1"]}]"#,
        "killercage[0].cells[0]: 'r1c1'; expected a cell, such as R1C1",
    ),
    (r#""killercage":[{"cells":[7]}]"#, "killercage[0].cells[0]: 7; expected a cell, such as R1C1"),
    (
        r#""killercage":[{"cells":["R1C1"],"value":"A"}]"#,
        "killercage[0].value: 'A'; expected a number to 1000000",
    ),
    (
        r#""killercage":[{"cells":["R1C1"],"value":-1}]"#,
        "killercage[0].value: -1; expected a number to 1000000",
    ),
    (
        r#""killercage":[{"cells":["R1C1"],"value":"99999999999999999999"}]"#,
        "killercage[0].value: '99999999999999999999'; expected a number to 1000000",
    ),
    (
        r#""thermometer":[{"lines":[["R1C1","R1C2"],["R1C1","R1C2","R1C1","R2C1"]]}]"#,
        "thermometer[0].lines[1][2]: 'R1C1'; expected each cell once",
    ),
    (
        r#""renban":[{"lines":[["R1C1","R1C2","R1C3","R1C4","R2C1"]]}]"#,
        "renban[0]: renban r1c1 r1c2 r1c3 r1c4 r2c1 has 5 cells; expected at most 4, one per digit",
    ),
    (
        r#""nabner":[{"lines":[["R1C1","R1C2","R1C3"]]}]"#,
        "nabner[0]: a nabner line of 3 cells; 4 digits allow 2",
    ),
    (
        r#""entropicline":[{"lines":[["R1C1","R1C2"]]}]"#,
        "entropicline[0]: an entropic line with 4 digits; expected a multiple of 3",
    ),
    (
        r#""arrow":[{"cells":["R1C1"],"lines":[["R1C2","R1C3"]]}]"#,
        "arrow[0].lines: r1c2 begins a line; expected a cell of the bulb",
    ),
    (
        r#""arrow":[{"cells":["R1C1","R1C2"],"lines":[["R1C1","R1C2","R1C3"]]}]"#,
        "arrow[0].lines: r1c2 is in the bulb and on the shaft",
    ),
    (
        r#""arrow":[{"cells":["R1C2","R1C1"],"lines":[["R1C2","R1C3"]]}]"#,
        "arrow[0].cells: programs read a bulb of r1c2 r1c1 in different orders; expected from left \
         to right, and from top to bottom",
    ),
    (
        r#""arrow":[{"cells":["R1C2","R2C1"],"lines":[["R1C2","R1C3"]]}]"#,
        "arrow[0].cells: programs read a bulb of r1c2 r2c1 in different orders; expected from left \
         to right, and from top to bottom",
    ),
    (
        r#""arrow":[{"cells":["R1C1","R1C2","R1C3","R1C4"],"lines":[["R1C4","R2C4"]]}]"#,
        "arrow[0].cells: a bulb of 4 cells; expected one to three",
    ),
    (
        r#""killercage":[{"cells":[],"value":"3"}]"#,
        "killercage[0].value: '3'; expected no value without 'cells'",
    ),
    (
        r#""whispers":[{"lines":[["R1C1"]],"value":"3"}]"#,
        "whispers[0].value: '3'; expected no value without 'lines'",
    ),
    (
        r#""quadruple":[{"cells":[],"values":[1]}]"#,
        "quadruple[0].values: a list; expected no values without 'cells'",
    ),
    (r#""xv":[{"cells":[],"value":"X"}]"#, "xv[0].value: 'X'; expected no value without 'cells'"),
    (r#""ratio":[{"cells":["R1C1"]}]"#, "ratio[0].cells: 1 cells; expected two"),
    (
        r#""doublearrow":[{"lines":[["R1C1","R1C2"]]}]"#,
        "doublearrow[0].lines: two cells; expected cells between the circles",
    ),
    (
        r#""difference":[{"cells":["R1C1","R1C2","R1C3"]}]"#,
        "difference[0].cells: 3 cells; expected two",
    ),
    (
        r#""xv":[{"cells":["R1C1","R1C2"],"value":"Z"}]"#,
        "xv[0].value: 'Z'; expected X, V or nothing",
    ),
    (r#""xv":[{"cells":["R1C1","R1C2"],"value":5}]"#, "xv[0].value: 5; expected a text"),
    (r#""littlekillersum":[{"direction":"DR","value":"8"}]"#, "littlekillersum[0].cell: no cell"),
    (
        r#""littlekillersum":[{"cell":"R0C1","value":"8"}]"#,
        "littlekillersum[0].direction: no direction",
    ),
    (
        r#""littlekillersum":[{"cell":"R0C1","direction":"D","value":"8"}]"#,
        "littlekillersum[0].direction: 'D'; expected DR, DL, UR or UL",
    ),
    (
        r#""littlekillersum":[{"cell":"R0C1","direction":"UR","value":"8"}]"#,
        "littlekillersum[0].direction: 'UR'; expected a direction into the grid",
    ),
    (
        r#""littlekillersum":[{"cell":"R0C4","direction":"DR","value":"8"}]"#,
        "littlekillersum[0].direction: 'DR'; expected a direction into the grid",
    ),
    (
        r#""littlekillersum":[{"cell":"R1C1","direction":"DR","value":"8"}]"#,
        "littlekillersum[0].cell: 'R1C1'; expected a place outside of the grid",
    ),
    (
        r#""littlekillersum":[{"cell":"R0C1","direction":"DR","cells":["R1C1","R2C2"]}]"#,
        "littlekillersum[0].cells: expected the diagonal of the direction",
    ),
    (
        r#""sandwichsum":[{"cell":"R0C0","value":"5"}]"#,
        "sandwichsum[0].cell: a corner; expected a row or a column",
    ),
    (
        r#""sandwichsum":[{"cell":"R1C1","value":"5"}]"#,
        "sandwichsum[0].cell: 'R1C1'; expected a place outside of the grid",
    ),
    (
        r#""sandwichsum":[{"cell":"R6C1","value":"5"}]"#,
        "sandwichsum[0].cell: 'R6C1' is outside of the grid; expected R1C1 to R4C4",
    ),
    (
        r#""skyscraper":[{"cell":"R0C1","value":"0"}]"#,
        "skyscraper[0]: skyscraper top 1 = 0; expected 1 to 4",
    ),
    (
        r#""quadruple":[{"cells":["R1C1","R1C2","R2C1"],"values":[1]}]"#,
        "quadruple[0].cells: expected four cells around a corner",
    ),
    (
        r#""quadruple":[{"cells":["R1C1","R1C2","R1C3","R1C4"],"values":[1]}]"#,
        "quadruple[0].cells: expected four cells around a corner",
    ),
    (
        r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[5]}]"#,
        "quadruple[0].values[0]: 5 is no digit here; expected 1 to 4",
    ),
    (
        r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,1,1,1,1]}]"#,
        "quadruple[0].values: 5 digits for four cells; expected 1 to 4",
    ),
    (r#""odd":[{"cells":["R1C1"]}]"#, "odd[0].cells: an unknown field; expected cell"),
    (r#""odd":[{}]"#, "odd[0].cell: no cell"),
    (
        r#""clone":[{"cells":["R1C1"],"cloneCells":[]}]"#,
        "clone[0]: 1 cells and 0 cloneCells; expected as many",
    ),
    (
        r#""extraregion":[{"cells":["R1C1","R1C2","R1C3","R1C4","R2C1"]}]"#,
        "extraregion[0]: extra region r1c1 r1c2 r1c3 r1c4 r2c1 has 5 cells; expected at most 4, \
         one per digit",
    ),
    (
        r#""negative":["whispers"]"#,
        "negative[0]: 'whispers'; expected a negative rule: ratio or xv",
    ),
    (r#""negative":"xv""#, "negative: 'xv'; expected a list"),
    (r#""title":5"#, "title: 5; expected a text"),
    (r#""line":5"#, "line: 5; expected a list"),
    (r#""line":[5]"#, "line[0]: 5; expected an object"),
];

#[test]
fn each_fault_of_a_key_has_its_message() {
    for (keys, message) in KEYS {
        assert_eq!(read_fpuzzles(&board(4, keys), true), Err((*message).to_owned()), "{keys}");
    }
}

/// Fields of the first cell of a board of side 4, and the message.
const FIELDS: &[(&str, &str)] = &[
    (r#""value":5,"given":true"#, "grid[0][0].value: 5 is no digit here; expected 1 to 4"),
    (r#""value":0,"given":true"#, "grid[0][0].value: 0 is no digit here; expected 1 to 4"),
    (r#""value":"a","given":true"#, "grid[0][0].value: 'a'; expected a number to 1000000"),
    (r#""value":1.5,"given":true"#, "grid[0][0].value: 1.5; expected a number to 1000000"),
    (r#""given":true"#, "grid[0][0]: given without a value"),
    (r#""given":1"#, "grid[0][0].given: 1; expected true or false"),
    (r#""region":-1"#, "grid[0][0].region: -1; expected the number of a region, from 0, or null"),
    (r#""region":16"#, "grid[0][0].region: 16; expected the number of a region, from 0, or null"),
    (r#""region":"a""#, "grid[0][0].region: 'a'; expected the number of a region, from 0, or null"),
    (r#""region":1"#, "region 2 has 5 cells; expected at most 4, one per digit"),
    (
        r#""givenPencilMarks":[5]"#,
        "grid[0][0].givenPencilMarks[0]: 5 is no digit here; expected 1 to 4",
    ),
    (r#""givenPencilMarks":[""]"#, "grid[0][0].givenPencilMarks[0]: ''; expected a digit"),
    (r#""givenPencilMarks":3"#, "grid[0][0].givenPencilMarks: 3; expected a list"),
    (r#""parity":"odd""#, "grid[0][0].parity: 'odd'; expected Odd or Even"),
    (r#""fog":true"#, "grid[0][0].fog: an unknown field of a cell"),
];

#[test]
fn each_fault_of_a_cell_has_its_message() {
    for (fields, message) in FIELDS {
        let text = first_cell(fields);
        let found = read_fpuzzles(&text, true).expect_err("a fault");
        if fields.contains("\"region\":1") && !fields.contains("16") {
            assert!(found.ends_with("has 5 cells; expected at most 4, one per digit"), "{found}");
        } else {
            assert_eq!(found, *message, "{fields}");
        }
    }
}

#[test]
fn each_fault_of_the_whole_has_its_message() {
    let full = board(4, "");
    let cases = [
        ("[]".to_owned(), "no 'size'; expected the number of rows"),
        ("{}".to_owned(), "no 'size'; expected the number of rows"),
        (r#"{"size":4}"#.to_owned(), "no 'grid'; expected the rows of the grid"),
        (r#"{"size":4,"grid":4}"#.to_owned(), "grid: 4; expected a list"),
        (r#"{"size":4,"grid":[]}"#.to_owned(), "grid: 0 rows; expected 4"),
        (full.replace("\"size\":4", "\"size\":5"), "grid: 4 rows; expected 5"),
        (full.replace("\"size\":4", "\"size\":\"4\""), "size: '4'; expected the number of rows"),
        (full.replace("\"size\":4", "\"size\":4.5"), "size: 4.5; expected the number of rows"),
        (full.replace("\"size\":4", "\"size\":-4"), "size: -4; expected the number of rows"),
        (
            full.replace("\"size\":4", "\"size\":0"),
            "size: a grid of 0x0; expected sides from 1 to 50",
        ),
        (
            full.replace("\"size\":4", "\"size\":51"),
            "size: a grid of 51x51; expected sides from 1 to 50",
        ),
        (full.replacen("{},", "", 1), "grid[0]: 3 cells; expected 4"),
        (full.replacen("{},", "7,", 1), "grid[0][0]: 7; expected an object"),
        (full.replacen("{},", "null,", 1), "grid[0][0]: null; expected an object"),
    ];
    for (text, message) in cases {
        assert_eq!(read_fpuzzles(&text, true), Err(message.to_owned()), "{text}");
    }
    let jigsaw = full.replacen("{}", r#"{"region":1}"#, 1);
    let text = jigsaw.replacen("\"grid\"", r#""disjointgroups":true,"grid""#, 1);
    assert_eq!(
        read_fpuzzles(&text, true),
        Err("disjointgroups: disjoint groups without boxes; expected boxes of one size".to_owned())
    );
    let text = board(4, r#""odd":[{"cell":"R1C1"}],"even":[],"odd":[]"#);
    let message = "the key 'odd' occurs twice in an object";
    assert_eq!(read_fpuzzles(&text, true), Err(message.to_owned()));
    let cut = read_fpuzzles(&full[..20], true).expect_err("a fault");
    assert!(cut.starts_with("no JSON: EOF"), "{cut}");
    let long = " ".repeat((4 << 20) + 1);
    assert_eq!(
        read_fpuzzles(&long, true),
        Err("a text of 4194305 bytes; expected at most 4194304".to_owned())
    );
    let deep = format!(r#"{{"size":{}"#, "[".repeat(100_000));
    assert!(read_fpuzzles(&deep, true).expect_err("a fault").starts_with("no JSON"));
}
