//! Drawings, with and without a rule that explains them.

use super::{board, read};
use crate::tests::texts::read_fpuzzles;

const RENBAN: &str = r#""renban":[{"lines":[["R1C1","R1C2","R2C2"]]}]"#;
const CAGE: &str = r#""killercage":[{"cells":["R1C1","R1C2"],"value":"5"}]"#;

#[test]
fn drawings_of_a_rule_are_explained() {
    for drawing in [
        r#""line":[{"lines":[["R1C1","R1C2","R2C2"]],"outlineC":"red","width":0.3}]"#,
        r#""line":[{"lines":[["R2C2","R1C2","R1C1"],[]]}]"#,
        r#""line":[{"lines":[["R3C3","R4C4"]],"fromConstraint":"Renban"}]"#,
        r#""circle":[{"cells":["R3C3"],"fromConstraint":"Renban"}]"#,
        r#""text":[{"cells":["R3C3"],"value":"x","fromConstraint":"Renban"}]"#,
        r#""text":[{"cells":["R3C3"],"value":" "}],"circle":[{"cells":[]}],"rectangle":[]"#,
    ] {
        let puzzle = read(&format!("{RENBAN},{drawing}"));
        assert!(puzzle.notes.is_empty() && puzzle.rules.len() == 1, "{drawing}");
    }
    for drawing in [
        r#""cage":[{"cells":["R1C2","R1C1"]}]"#,
        r#""cage":[{"cells":["R1C2","R1C1"],"value":"5","outlineC":"red"}]"#,
        r#""cage":[{"cells":["R3C3"],"fromConstraint":"Killer Cage"}]"#,
    ] {
        assert!(read(&format!("{CAGE},{drawing}")).notes.is_empty(), "{drawing}");
    }
}

#[test]
fn drawings_of_a_rule_say_nothing_else() {
    let drawing = r#""line":[{"lines":[["R1C1","R1C2","R2C2"]],"sum":10}]"#;
    let text = board(4, &format!("{RENBAN},{drawing}"));
    let message = "line[0].sum: an unknown field of a drawing";
    assert_eq!(read_fpuzzles(&text, false), Err(message.to_owned()));
}

#[test]
fn other_drawings_are_refused_or_noted() {
    for (drawing, words) in [
        (r#""line":[{"lines":[["R1C1","R1C2"]]}]"#, "line R1C1 R1C2"),
        (
            r#""line":[{"lines":[["R1C1","R1C2","R2C2"],["R3C3","R4C4"]]}]"#,
            "line R1C1 R1C2 R2C2 R3C3 R4C4",
        ),
        (r#""line":[{"lines":[["R3C3","R4C4"]],"fromConstraint":"Whispers"}]"#, "line R3C3 R4C4"),
        (r#""cage":[{"cells":["R1C1","R1C2"],"value":"A"}]"#, "cage 'A' R1C1 R1C2"),
        (r#""cage":[{"cells":["R1C1","R1C2","R2C2"]}]"#, "cage R1C1 R1C2 R2C2"),
        (r#""circle":[{"cells":["R1C1","R1C2"],"width":1}]"#, "circle R1C1 R1C2"),
        (r#""rectangle":[{"cells":["R1C1"],"value":"7"}]"#, "rectangle '7' R1C1"),
        (
            r#""text":[{"cells":["R0C1"],"value":">"},{"cells":["R1C0"],"value":5}]"#,
            "text '>' R0C1; text '5' R1C0",
        ),
    ] {
        let text = board(4, &format!("{RENBAN},{CAGE},{drawing}"));
        let expected = format!(
            "drawings that no rule of the file explains: {words}; expected none, because their \
             meaning stands in the prose"
        );
        assert_eq!(read_fpuzzles(&text, false), Err(expected));
        let puzzle = read_fpuzzles(&text, true).expect("a puzzle");
        assert_eq!(puzzle.notes, [format!("ignored drawings: {words}")]);
        assert_eq!(puzzle.rules.len(), 2);
    }
    let many = vec![r#"{"cells":["R1C1"]}"#; 20].join(",");
    let puzzle =
        read_fpuzzles(&board(4, &format!(r#""circle":[{many}]"#)), true).expect("a puzzle");
    assert!(puzzle.notes[0].ends_with("; circle R1C1; and 12 more"), "{}", puzzle.notes[0]);
}
