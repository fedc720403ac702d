//! An item of each type of constraint strings.

use super::texts::{read_iss, write_iss};

/// Items of a 9x9 grid that are written as they are read.
const ITEMS: [&str; 36] = [
    "AllDifferent~R1C1~R2C2",
    "Cage~12~R1C1~R1C2",
    "Cage~0~R1C1~R1C2",
    "Sum~12~R1C1~R1C2",
    "Thermo~R1C1~R1C2",
    "Arrow~R1C1~R1C2~R2C2",
    "PillArrow~2~R1C1~R1C2~R2C2~R2C3~R2C4",
    "PillArrow~3~R1C9~R2C9~R3C9~R2C2",
    "WhiteDot~R1C1~R1C2",
    "BlackDot~R1C1~R2C1",
    "StrictKropki",
    "X~R1C1~R1C2",
    "V~R1C1~R1C2",
    "StrictXV",
    "GreaterThan~R1C1~R1C2",
    "Palindrome~R1C1~R1C2~R2C2",
    "Renban~R1C1~R1C2",
    "Whisper~5~R1C1~R1C2",
    "Between~R1C1~R1C2~R1C3",
    "Lockout~4~R1C1~R1C2~R1C3",
    "RegionSumLine~R1C3~R1C4",
    "Zipper~R1C1~R1C2~R1C3",
    "Entropic~R1C1~R1C2~R1C3",
    "Modular~3~R1C1~R1C2~R1C3",
    "Quad~R1C1~1~2~2",
    "~R1C1_1_2",
    "Diagonal~1",
    "Diagonal~-1",
    "AntiKnight",
    "AntiKing",
    "AntiConsecutive",
    "DisjointSets",
    "LittleKiller~22~R1C2",
    "Sandwich~8~C1",
    "Skyscraper~R1~3",
    "XSum~C2~~27",
];

const MORE: [&str; 5] = [
    "NumberedRoom~C2~~7",
    "Indexing~C~R1C1~R2C1",
    "Indexing~R~R1C1",
    "LittleKiller~9~R9C2",
    "DoubleArrow~R1C1~R1C2~R1C3",
];

#[test]
fn items_are_written_as_they_are_read() {
    for item in ITEMS.into_iter().chain(MORE) {
        let text = format!(".{item}");
        let puzzle = read_iss(&text).unwrap();
        assert_eq!(puzzle.rules.len(), 1, "{item}");
        assert_eq!(write_iss(&puzzle), Ok(text), "{item}");
    }
    for (types, _) in crate::rules::ISS {
        for kind in *types {
            let has = |item: &str| item.split('~').next() == Some(*kind);
            assert!(ITEMS.into_iter().chain(MORE).any(has), "{kind} has no item");
        }
    }
}

#[test]
fn faults_name_the_item() {
    let cases = [
        (".CountingCircles~R1C1", "'.CountingCircles' is no constraint"),
        (".Or.Cage~3~R1C1~R1C2.End", "'.Or'"),
        (".Cage~x~R1C1", "'x'; expected a number"),
        (".Cage~5~R1Z1", "'R1Z1'; expected a cell"),
        (".Shape~4x4.Cage~5~R5C1", "outside"),
        (".Cage~5~R1C1~R1C1", "r1c1 occurs twice"),
        (".WhiteDot~R1C1~R3C3", "touches no other"),
        (".Shape~4x4.~R1C1_5", "5"),
        (".Shape~4x4.Jigsaw~1111", "4 symbols; expected 16"),
        (".Shape~20x20", "expected ROWSxCOLUMNS"),
        (".Shape~9x9~0-8.Skyscraper~R1~3", "expected digits from 1"),
        (".Modular~5~R1C1~R1C2", "expected 3"),
        (".LittleKiller~5~R5C5", "at the border"),
        (".LittleKiller~5~R9C9", "at the border"),
        (".PillArrow~2~R1C1~R2C2~R3C3", "expected a pill"),
        (".Palindrome~R1C1~R1C2~LOOP", "'LOOP'"),
        ("Cage~5~R1C1", "expected '.'"),
        (".Skyscraper~R1~3.Skyscraper~R1~4", "a second time"),
        (".AntiKnight.AntiKing.AntiKnight", "a second time"),
        (".Shape~9x9.Shape~4x4", "a second shape"),
        (".~R1C1_3.~R1C1_4", "two digits"),
        (".~R1C1", "expected R1C1_5"),
    ];
    for (text, reason) in cases {
        let fault = read_iss(text).err().unwrap_or_default();
        assert!(fault.contains(reason), "{text}: {fault}");
    }
    let looped = read_iss(".Whisper~R1C1~R1C2~R2C2~LOOP").unwrap();
    assert_eq!(write_iss(&looped).unwrap(), ".Whisper~5~R1C1~R1C2~R2C2~R1C1");
}

#[test]
fn boards_are_written_as_they_are_read() {
    for text in [
        ".Shape~4x4",
        ".Shape~6x9",
        ".Shape~5x10",
        ".Shape~9x9~0-8",
        ".Shape~6x6~9.RegionSize~9",
        ".Shape~6x6~0-8.RegionSize~9",
        ".NoBoxes",
        ".Shape~4x4.NoBoxes.Jigsaw~1112122233434443",
        ".Shape~5x5.Jigsaw~1112211222333443344455555",
        ".Shape~4x7.Jigsaw~1222222111113244441334443333",
    ] {
        let puzzle = read_iss(text).unwrap();
        assert_eq!(write_iss(&puzzle).as_deref(), Ok(text));
    }
    // Boxes hold beside a jigsaw, and a region of another size is none.
    let both = read_iss(".Shape~4x4.Jigsaw~1111222233330000").unwrap();
    assert_eq!((both.boxes, both.rules.len()), (Some((2, 2)), 4));
    let partial = read_iss(".Shape~4x4.NoBoxes.Jigsaw~1111000000000000").unwrap();
    assert_eq!(partial.regions.iter().flatten().count(), 4);
}
