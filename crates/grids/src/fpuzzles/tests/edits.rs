//! Each value of an entry counts: after an edit, a board is refused, or has other rules.

use serde_json::{Value as Json, json};

use super::board;
use crate::tests::texts::read_fpuzzles;

/// A key of each kind of rule, on a board of side 4.
const KEYS: [&str; 26] = [
    r#""killercage":[{"cells":["R1C1","R1C2"],"value":"5"}]"#,
    r#""arrow":[{"cells":["R1C1"],"lines":[["R1C1","R1C2","R2C3"]]}]"#,
    r#""thermometer":[{"lines":[["R1C1","R1C2","R2C2"]]}]"#,
    r#""slowthermometer":[{"lines":[["R1C1","R1C2","R2C2"]]}]"#,
    r#""palindrome":[{"lines":[["R1C1","R1C2","R2C2"]]}]"#,
    r#""renban":[{"lines":[["R1C1","R1C2","R2C2"]]}]"#,
    r#""whispers":[{"lines":[["R1C1","R1C2","R2C2"]],"value":"2"}]"#,
    r#""regionsumline":[{"lines":[["R1C1","R1C2","R1C3"]]}]"#,
    r#""betweenline":[{"lines":[["R1C1","R1C2","R1C3"]]}]"#,
    r#""modularline":[{"lines":[["R1C1","R1C2","R1C3"]]}]"#,
    r#""zipperline":[{"lines":[["R1C1","R1C2","R1C3"]]}]"#,
    r#""doublearrow":[{"lines":[["R1C1","R1C2","R1C3"]]}]"#,
    r#""nabner":[{"lines":[["R1C1","R1C2"]]}]"#,
    r#""difference":[{"cells":["R1C1","R1C2"],"value":"2"}]"#,
    r#""ratio":[{"cells":["R1C1","R2C2"],"value":"3"}]"#,
    r#""xv":[{"cells":["R1C1","R1C2"],"value":"X"}]"#,
    r#""littlekillersum":[{"cell":"R0C1","direction":"DR","value":"8"}]"#,
    r#""sandwichsum":[{"cell":"R0C1","value":"5"}]"#,
    r#""xsum":[{"cell":"R1C5","value":"6"}]"#,
    r#""skyscraper":[{"cell":"R5C1","value":"2"}]"#,
    r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,2]}]"#,
    r#""odd":[{"cell":"R1C1"}],"maximum":[{"cell":"R3C3"}]"#,
    r#""clone":[{"cells":["R1C1"],"cloneCells":["R2C3"]}]"#,
    r#""extraregion":[{"cells":["R1C1","R2C3"]}]"#,
    r#""rowindexer":[{"cells":["R1C1","R2C1"]}]"#,
    r#""antiknight":true,"negative":["xv"],"diagonal+":true"#,
];

/// Returns the paths of all values below a value, as pointers.
fn pointers(value: &Json, at: &str, found: &mut Vec<String>) {
    match value {
        Json::Array(list) => {
            for (place, inner) in list.iter().enumerate() {
                pointers(inner, &format!("{at}/{place}"), found);
            }
        }
        Json::Object(fields) => {
            for (name, inner) in fields {
                pointers(inner, &format!("{at}/{}", name.replace('/', "~1")), found);
            }
        }
        _ => {}
    }
    found.push(at.to_owned());
}

#[test]
fn each_value_of_an_entry_counts() {
    let others = [
        json!(null),
        json!(false),
        json!(true),
        json!(7),
        json!(-1),
        json!(1.5),
        json!("4"),
        json!("x"),
        json!("R4C4"),
        json!([]),
        json!(["R3C4", "R4C4"]),
        json!({}),
        json!({"cells": ["R4C4"]}),
    ];
    let (mut refused, mut applied) = (0, 0);
    for keys in KEYS {
        let text = board(4, keys);
        let before = read_fpuzzles(&text, false).unwrap_or_else(|error| panic!("{keys}: {error}"));
        let json: Json = serde_json::from_str(&text).expect("JSON");
        let mut found = Vec::new();
        for (name, value) in json.as_object().expect("an object") {
            if name != "grid" && name != "size" {
                pointers(value, &format!("/{name}"), &mut found);
            }
        }
        for pointer in found {
            for other in &others {
                let mut edited = json.clone();
                let place = edited.pointer_mut(&pointer).expect("a value");
                if place == other {
                    continue;
                }
                // X may be a small letter.
                let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
                if place.as_str().zip(other.as_str()).is_some_and(|(a, b)| same(a, b)) {
                    continue;
                }
                *place = other.clone();
                match read_fpuzzles(&edited.to_string(), false) {
                    Err(_) => refused += 1,
                    Ok(after) => {
                        assert_ne!(after.rules, before.rules, "{pointer} = {other}: {keys}");
                        applied += 1;
                    }
                }
            }
        }
        // A field that no rule has.
        let more = keys.replacen("[{", "[{\"extra\":1,", 1);
        if more != keys {
            assert!(read_fpuzzles(&board(4, &more), false).is_err(), "{more}");
        }
    }
    assert!(refused > 1000 && applied > 200, "{refused} refused, {applied} applied");
}
