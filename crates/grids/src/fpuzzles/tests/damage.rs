//! Damaged texts: errors, never a panic.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::board;
use crate::fpuzzles::compress::compress;
use crate::fpuzzles::is_fpuzzles_link;
use crate::tests::texts::read_fpuzzles;

const KEYS: &str = r#""title":"T","diagonal+":true,"negative":["ratio","xv"],
"killercage":[{"cells":["R1C1","R1C2"],"value":"5"}],
"arrow":[{"cells":["R1C1","R1C2"],"lines":[["R1C2","R2C3","R3C4"]]}],
"whispers":[{"lines":[["R1C1","R1C2"]],"value":"3"}],"ratio":[{"cells":["R1C1","R2C1"]}],
"xv":[{"cells":["R1C1","R2C1"],"value":"X"}],"odd":[{"cell":"R1C1"}],
"littlekillersum":[{"cell":"R0C1","direction":"DR","value":"8","cells":["R1C2","R2C3","R3C4"]}],
"sandwichsum":[{"cell":"R0C2","value":"0"}],"skyscraper":[{"cell":"R5C1","value":"2"}],
"quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,2]}],
"clone":[{"cells":["R1C1","R1C2"],"cloneCells":["R2C3","R2C4"]}],
"line":[{"lines":[["R1C1","R1C2"]],"fromConstraint":"Whispers"}],"cage":[{"cells":["R1C1"]}]"#;

/// Returns a text with a few signs changed, taken away, repeated or exchanged for others.
fn damage(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..4) {
        if signs.is_empty() {
            break;
        }
        let at = rng.random_range(0..signs.len());
        let other = signs[rng.random_range(0..signs.len())];
        match rng.random_range(0..5) {
            0 => signs[at] = other,
            1 => drop(signs.remove(at)),
            2 => signs.insert(at, other),
            3 => signs[at] = ['0', '9', '-', '"', '\u{10ffff}'][rng.random_range(0..5)],
            _ => signs.truncate(at.max(1)),
        }
    }
    signs.into_iter().collect()
}

#[test]
fn damaged_json_never_panics() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let grid = board(4, KEYS);
    let whole = grid.replacen("{}", r#"{"value":1,"given":true,"region":0}"#, 1);
    let whole = whole.replacen("{}", r#"{"givenPencilMarks":[1,2],"parity":"Odd"}"#, 1);
    read_fpuzzles(&whole, true).expect("a puzzle");
    let mut read = 0;
    for _ in 0..10_000 {
        let text = damage(&whole, &mut rng);
        match read_fpuzzles(&text, true) {
            Ok(puzzle) => {
                read += 1;
                puzzle.write_fpuzzles().ok();
            }
            Err(message) => assert!(message.len() < 1000 && !message.contains('\n'), "{message}"),
        }
    }
    assert!((100..9_000).contains(&read), "{read}");
}

#[test]
fn damaged_links_never_panic() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let packed = compress(&board(4, KEYS));
    for round in 0..10_000 {
        let text = damage(&packed, &mut rng);
        let link = match round % 3 {
            0 => format!("https://f-puzzles.com/?load={text}"),
            1 => format!("https://sudokupad.app/fpuzzles{text}"),
            _ => damage(&format!("fpuzzles{text}"), &mut rng),
        };
        let _ = is_fpuzzles_link(&link);
        read_fpuzzles(&link, true).ok();
    }
}
