use parallax_instance::{Instance, ModelSource};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::super::Puzzle;
use super::super::tests::{error, one, read};
use super::{
    BLACK_VALUE, BLANK_VALUE, KeisukeCell, KeisukeEntry, KeisukePattern, KeisukePuzzle,
    KeisukeSpot, RandomOptions, RunDirection, random_keisuke,
};

const SMALL: &str = "..#\n...\n#..\nacross: 12, 34, 345\ndown: 13, 55, 244\n";

#[test]
fn reads_grids_and_lists() {
    let text = "% of the report\n# also a comment\n\n..#..\n#....\n...#.\n.....\n#.#.#\n\nAcross:13 23,\n 233, 3221\n\t21222\nDOWN : 12, 21, 22\n% between\n232, 3132, 33313,\n";
    let keisuke = one(Puzzle::Keisuke, text);
    insta::assert_snapshot!(keisuke.title(), @"keisuke 5x5, 5 across, 6 down");
    insta::assert_snapshot!(keisuke.notation().write_instance(), @r"
    ..#..
    #....
    ...#.
    .....
    #.#.#
    across: 13, 23, 233, 3221, 21222
    down: 12, 21, 22, 232, 3132, 33313
    ");
    let grid = keisuke.notation().read_solutions("", "23#13/#3221/233#3\n21222\n#3#1#\n").unwrap();
    assert_eq!(keisuke.rules(&grid[0]), Ok(()));
    insta::assert_snapshot!(keisuke.picture().draw_text(&grid), @r"
    ┌───────────┐
    │ 2 3 █ 1 3 │
    │ █ 3 2 2 1 │
    │ 2 3 3 █ 3 │
    │ 2 1 2 2 2 │
    │ █ 3 █ 1 █ │
    └───────────┘
    across: 13, 23, 233, 3221, 21222
    down: 12, 21, 22, 232, 3132, 33313
    ");
    let svg = keisuke.picture().draw_svg(&grid);
    assert_eq!(svg.matches("height=\"40\" fill=\"#1a1a1a\"").count(), 6);
    assert!(svg.contains(">down: 12, 21, 22, 232, 3132, 33313</text>"));
}

#[test]
fn reads_the_other_forms() {
    let known = one(Puzzle::Keisuke, "01\n.#\nacross: 01\ndown: 05\n");
    insta::assert_snapshot!(known.title(), @"keisuke 2x2, 1 across, 1 down, 2 clues");
    let short = one(Puzzle::Keisuke, "2 2\n01\n.#\nA 01\nD 05\n");
    assert_eq!(short.notation().write_instance(), known.notation().write_instance());
    let json = r#"[{"name": "x", "grid": ["01", ".#"], "across": ["01"], "down": ["05"], "n": 1}]"#;
    assert_eq!(
        one(Puzzle::Keisuke, json).notation().write_instance(),
        known.notation().write_instance()
    );
    let unknown = one(Puzzle::Keisuke, "size: 2X3 , Apart\ndown:\nacross: 123\n");
    insta::assert_snapshot!(unknown.title(), @"keisuke 2x3, 1 across, 0 down, unknown grid");
    insta::assert_snapshot!(unknown.notation().write_instance(), @r"
    size: 2x3, apart
    across: 123
    down:
    ");
    let several = format!("{SMALL}\n{SMALL}\n\n% last\n{}", unknown.notation().write_instance());
    let titles: Vec<String> =
        read(Puzzle::Keisuke, &several).unwrap().iter().map(|found| found.title()).collect();
    assert_eq!(titles.len(), 3);
    assert!(titles[0] == titles[1] && titles[2] == unknown.title());
}

/// A number fill-in: 12, 345 and 67 across, 13, 246 and 57 down, or the other way round.
const FILL_IN: &str = "..#\n...\n#..\n2: 12, 13, 57, 67\n3: 246, 345\n";

#[test]
fn reads_one_list_for_both_directions() {
    let puzzle = one(Puzzle::Keisuke, FILL_IN);
    insta::assert_snapshot!(puzzle.title(), @"keisuke 3x3, 6 entries");
    assert_eq!(puzzle.notation().write_instance(), FILL_IN);
    assert_eq!(puzzle.model_names(), ["cells", "slots", "channelled"]);
    for text in [
        "..#\n...\n#..\n\n2 digits:\n12\n13\n57\n67\n\n3 digits:\n246\n345\n",
        "..#\n...\n#..\nentries: 345 12 13, 246\n67 57\n",
        "..#\n...\n#..\n3-digit numbers\n246 345\n\n2-digit numbers\n12 13 57 67\n",
        r##"{"grid": ["..#", "...", "#.."], "entries": ["12", "13", "57", "67", "246", "345"]}"##,
    ] {
        let again = one(Puzzle::Keisuke, text);
        let sorted = |text: String| {
            let mut words: Vec<String> = text.split([' ', '\n', ',']).map(str::to_owned).collect();
            words.sort_unstable();
            words
        };
        assert_eq!(sorted(again.notation().write_instance()), sorted(FILL_IN.to_owned()), "{text}");
    }
    let several = format!("{FILL_IN}\n{FILL_IN}\n{SMALL}");
    assert_eq!(read(Puzzle::Keisuke, &several).unwrap().len(), 3);
    let lines = &mut parallax_instance::LineReader::new("here", FILL_IN.as_bytes());
    assert_eq!(Puzzle::recognise_puzzle(None, lines).unwrap(), Some(Puzzle::Keisuke));
}

#[test]
fn one_list_holds_in_both_directions() {
    let puzzle = one(Puzzle::Keisuke, FILL_IN);
    for grid in ["12#/345/#67", "13#/246/#57"] {
        let grid = puzzle.notation().read_solutions("", grid).unwrap();
        assert_eq!(puzzle.rules(&grid[0]), Ok(()));
    }
    let mut kept = 0;
    for number in 0..7usize.pow(4) {
        let digit = |place: u32| number / 7usize.pow(place) % 7 + 1;
        let [a, b, c, d] = [0, 1, 2, 3].map(digit);
        let mut runs = [(a, b), (c, d), (a, c), (b, d)];
        runs.sort_unstable();
        let square = one(Puzzle::Keisuke, "..\n..\n2: 12, 13, 34, 24\n");
        let holds = runs == [(1, 2), (1, 3), (2, 4), (3, 4)];
        let grid = [a, b, c, d].map(|digit| digit as i32);
        assert_eq!(square.rules(&grid).is_ok(), holds, "{grid:?}");
        kept += usize::from(holds);
    }
    assert_eq!(kept, 2);
}

#[test]
fn faults_of_one_list_are_named() {
    let cases = [
        ("..\n..\n2: 12, 13, 34\n", "entries: 3 entries of length 2, but the grid has 4 runs"),
        ("..\n..\n2: 12, 13, 345, 24\n", "here:3:12: entries: the entry 345 has 3 digits, below"),
        ("..\n..\nentries: 12, 13, 34, 245\n", "entries: the entry 245 has 3 digits, but a line"),
        ("..\n..\n2: 12\nacross: 12\n", "here:4: `across:` behind a list for both directions"),
        ("..\n..\nacross: 12, 13\n2: 12\n", "here:4: a second list across; the first is on line 3"),
        ("size: 2x2\n2: 12\n", "here:2: a list for both directions of an unknown grid"),
    ];
    for (text, expected) in cases {
        let found = error(Puzzle::Keisuke, text);
        assert!(found.contains(expected), "{text}: {found}");
    }
}

#[test]
fn lines_of_one_cell_and_no_runs_are_read() {
    let column = one(Puzzle::Keisuke, "#\n.\n.\n#\n.\nacross:\ndown: 12\n");
    let grid = column.notation().read_solutions("", "#/1/2/#/.").unwrap().remove(0);
    assert_eq!(grid, [BLACK_VALUE, 1, 2, BLACK_VALUE, BLANK_VALUE]);
    assert_eq!(column.rules(&grid), Ok(()));
    assert_eq!(column.notation().write_solution(&grid), "#/1/2/#/.");
    insta::assert_snapshot!(column.picture().draw_text(&[grid]), @r"
    ┌───┐
    │ █ │
    │ 1 │
    │ 2 │
    │ █ │
    │ · │
    └───┘
    across:
    down: 12
    ");
    let none = one(Puzzle::Keisuke, "#.\n.#\nacross:\ndown:\n");
    assert_eq!(none.rules(&[BLACK_VALUE, BLANK_VALUE, BLANK_VALUE, BLACK_VALUE]), Ok(()));
    let model = none.model(&none.default_viewpoint()).unwrap();
    assert!(model.variables().is_empty() && model.constraints().is_empty());
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn errors_name_the_place_and_what_is_expected() {
    let texts = [
        "hello",
        "..\n..x\n",
        "..\n...\n",
        "..\n..\nacross: 12, 13\n",
        "..\n..\ndown: 12, 13\n\n..\n",
        "..\n..\nacross: 12, 1x\ndown: 12, 13\n",
        "..\n..\nacross: 12, 1\ndown: 12, 13\n",
        "..\n..\nacross: 12, 13\ndown: 12, 133\n",
        "..\n..\nacross: 12\ndown: 12, 13\n",
        "..#..\n.....\nacross: 12, 12345, 123\ndown: 12, 12, 12, 12\n",
        "..#\n...\nacross: 12, 123\ndown: 12\n",
        "...\n#..\nacross: 12, 123\ndown: 12, 34, 56\n",
        "..\n..\nacross: 12, 13\nacross: 12\n",
        "..\n..\nacross: 12,, 13\ndown: 12, 13\n",
        "..\n..\nacross: 12, 13\ndown: 12, 13\n..\n",
        "..\n..\nup: 12, 13\n",
        "across: 12\n",
        "size: 5\n",
        "size: 5x5, touching\n",
        "size: 0x5\n",
        "size: 2x101\n",
        "size: 2x2\n..\n",
        "..\nsize: 2x2\n",
        "size: 2x2\nacross: 12, 34, 56\ndown:\n",
        "1#\n#.\nacross:\ndown:\n",
        "2 2\n..\nA 12\nD 13\n",
        "2 2\n...\n",
        "..\n..\nA 12\n",
        "[{\"grid\": [\"..\", \".\"], \"across\": [], \"down\": []}]",
        "[{\"grid\": [\"..\", \".x\"], \"across\": [], \"down\": []}]",
        "[{\"grid\": [\"..\", \"..\"], \"across\": [12], \"down\": []}]",
        "[{\"grid\": [\"..\", \"..\"], \"across\": [\"12\"], \"down\": []}]",
        "[{\"grid\": [], \"across\": [], \"down\": []}]",
        "{\"grid\": [\"..\"], \"across\": [\"12\"]}",
    ];
    let errors: Vec<String> = texts.iter().map(|text| error(Puzzle::Keisuke, text)).collect();
    insta::assert_snapshot!(errors.join("\n"), @r"
    here:1:1: 'hello'; expected a Keisuke: rows of # and . (or `size: 5x5`), then `across: 13, 23` and `down: 12, 21`, or JSON with `grid`, `across` and `down`
    here:2:3: 'x' is not a cell; expected # (black), . (white) or a digit
    here:2: a row of 3 cells; expected 2
    here:3: the puzzle ends without the list `down:`
    here:5: '..'; expected the list `across:`
    here:3:13: across: '1x' is not an entry; expected digits
    here:3:13: across: the entry 1 has one digit; expected at least two, because runs of one cell have no entry
    here:4:11: down: the entry 133 has 3 digits, but a column has 2 cells
    here:3: across: 1 entry of length 2, but the grid has 2 runs of length 2 across
    here:3: across: 1 entry of length 2, but the grid has 2 runs of length 2 across
    here:4: down: 1 entry of length 2, but the grid has 2 runs of length 2 down
    here:4: down: 3 entries of length 2, but the grid has 2 runs of length 2 down
    here:4: a second list across; the first is on line 3
    here:3:12: nothing between two commas; expected an entry
    here:5: a row behind a list; expected a blank line before the next puzzle
    here:3:1: 'up:'; expected across: and down:, or 2: and 3: for entries of both directions, or size:
    here:1: a list before the grid; expected rows of # and ., or `size: 5x5`
    here:1:6: '5' is no size; expected a text like 5x5 or 5x5, apart
    here:1:6: '5x5, touching' is no size; expected a text like 5x5 or 5x5, apart
    here:1:7: '0' is not a side; expected 1 to 100
    here:1:9: '101' is not a side; expected 1 to 100
    here:2: a row, but `size:` stands for an unknown grid; expected a list
    here:2: a second grid; expected `across:` or `down:`
    here:2: across: 3 entries with 6 digits do not fit 2 rows of 2 cells, with a black cell between two entries
    here:1:1: the clue 1 at r1c1 is in no run of two or more cells, so no entry covers it
    here:3: 1 row, but line 1 announces 2
    here:2: a row of 3 cells; expected 2
    here:3:1: 'A' is not a cell; expected # (black), . (white) or a digit
    here: [0].grid[1]: a row of 1 cells; expected 2
    here: [0].grid[1]: 'x' is not a cell; expected #, . or a digit
    here: [0].across[0]: 12; expected a string
    here: [0].across: 1 entry of length 2, but the grid has 2 runs of length 2 across
    here: [0]: a grid of 0x0 cells; expected sides of 1 to 100
    here: [0].down: missing; expected an array of strings
    ");
    let long = "9".repeat(200_000);
    for text in [
        format!("{}\nacross:\ndown:\n", &long[..101]),
        format!("..\n..\nacross: {long}\ndown:\n"),
        format!("..\n..\nacross: {}\ndown:\n", "12,".repeat(4000)),
        format!("{}across:\ndown:\n", ".\n".repeat(101)),
        "..\n".repeat(50_000),
    ] {
        assert!(error(Puzzle::Keisuke, &text).len() < 200);
    }
}

#[test]
fn faults_have_spots() {
    let entries = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
    let fault = |cells: &[KeisukeCell], across: &[&str], down: &[&str]| {
        let pattern = KeisukePattern::Known(cells.to_vec());
        KeisukePuzzle::new(2, 2, pattern, entries(across), entries(down)).unwrap_err()
    };
    let white = [KeisukeCell::White; 4];
    assert_eq!(fault(&white[..3], &[], &[]).spot, None);
    assert_eq!(fault(&white, &["12"], &[]).spot, Some(KeisukeSpot::List(RunDirection::Across)));
    let spot = Some(KeisukeSpot::Entry(RunDirection::Down, 1));
    assert_eq!(fault(&white, &["12", "12"], &["12", "1"]).spot, spot);
    let clued = [KeisukeCell::White, KeisukeCell::White, KeisukeCell::Black, KeisukeCell::Clue(12)];
    assert_eq!(fault(&clued, &[], &[]).spot, Some(KeisukeSpot::Cell(3)));
    assert!(
        KeisukeEntry::from_digits([1, 10]).is_none() && "1\u{661}".parse::<KeisukeEntry>().is_err()
    );
    assert!(
        KeisukePuzzle::new(0, 5, KeisukePattern::Known(Vec::new()), Vec::new(), Vec::new())
            .is_err()
    );
}

#[test]
fn reports_broken_rules() {
    let keisuke = one(Puzzle::Keisuke, "..#\n.4.\n#..\nacross: 13, 52, 245\ndown: 12, 52, 345\n");
    let grids = [
        "13#/245/#52/",
        "13#/245/##2",
        "13#/2#5/#52",
        "13#/255/#52",
        "31#/245/#52",
        "13#/24./#52",
        "13#/244/#52",
    ];
    let check = |text: &&str| match keisuke.notation().read_solutions("", text) {
        Ok(grids) => keisuke.rules(&grids[0]).err().map_or("kept".into(), |b| b.to_string()),
        Err(error) => error.to_string(),
    };
    insta::assert_snapshot!(grids.iter().map(check).collect::<Vec<_>>().join("\n"), @r"
    kept
    r3c2: is black, in the puzzle it is white
    r2c2: is black, in the puzzle it is white
    r2c2: is 5, the clue says 4
    across: 13 is used 0 times, listed 1 time
    r2c3: has no digit, but is in a run
    across: 244 is used 1 time, listed 0 times
    ");
    insta::assert_snapshot!(keisuke.rules(&[1, 2]).unwrap_err(), @"grid: has 2 values, expected 9");
    let wide = [1, 3, BLACK_VALUE, 2, 4, 10, BLACK_VALUE, 5, 2];
    insta::assert_snapshot!(keisuke.rules(&wide).unwrap_err(), @"r2c3: is 10, neither a digit nor black nor uncovered");
    let apart = one(Puzzle::Keisuke, "size: 2x3, apart\nacross: 12\ndown:\n");
    insta::assert_snapshot!(apart.rules(&[1, 2, BLACK_VALUE, BLACK_VALUE, BLACK_VALUE, BLACK_VALUE]).unwrap_err(), @"r1c3: touches the black cell r2c3");
    insta::assert_snapshot!(apart.rules(&[1, 2, BLACK_VALUE, BLACK_VALUE, 3, BLANK_VALUE]).unwrap_err(), @"r2c3: has no digit, but is in a run");
    let touching = one(Puzzle::Keisuke, "size: 2x3\nacross: 12\ndown:\n");
    assert_eq!(touching.rules(&[1, 2, BLACK_VALUE, BLACK_VALUE, BLACK_VALUE, BLACK_VALUE]), Ok(()));
    insta::assert_snapshot!(touching.rules(&[1, 2, BLACK_VALUE, BLACK_VALUE, BLACK_VALUE, 3]).unwrap_err(), @"r2c3: is 3, but no entry covers it");
    assert_eq!(touching.rules(&[1, 2, BLACK_VALUE, BLACK_VALUE, BLACK_VALUE, BLANK_VALUE]), Ok(()));
}

#[test]
fn solutions_that_are_no_grids_are_errors() {
    let keisuke = one(Puzzle::Keisuke, SMALL);
    let texts = ["", "12#/34", "12#\n345\n#45\n12#\n", "12#/3456/#45", "12#/3x5/#45"];
    let errors: Vec<String> = texts
        .iter()
        .map(|text| keisuke.notation().read_solutions("here", text).unwrap_err().to_string())
        .collect();
    insta::assert_snapshot!(errors.join("\n"), @r"
    here: no solution; expected 3 rows of 3 cells
    here:1:5: a row of 2 cells; expected 3
    here:4: the grid ends after 1 of 3 rows
    here:1:5: a row of 4 cells; expected 3
    here:1:6: 'x' is not a cell; expected # (black), . (uncovered) or a digit
    ");
}

#[test]
fn differences_between_solutions_are_marked() {
    let unknown = one(Puzzle::Keisuke, "size: 2x3\nacross: 12\ndown:\n");
    let grids = unknown.notation().read_solutions("", "12#/### 12#/##.").unwrap();
    insta::assert_snapshot!(unknown.picture().draw_text(&grids), @r"
    2 solutions; 1 cell differs (marked *)

    solution 1
    ┌──────────┐
    │ 1  2  █  │
    │ █  █  █* │
    └──────────┘

    solution 2
    ┌──────────┐
    │ 1  2  █  │
    │ █  █  ·* │
    └──────────┘
    across: 12
    down:
    ");
    let svg = unknown.picture().draw_svg(&grids);
    assert!(svg.matches("#ffe680").count() == 1 && svg.contains(">█ ·</text>"));
}

#[test]
fn clues_belong_to_the_shape_of_slots_and_words_alone() {
    let [plain, clued] = ["..\n..", ".3\n.."]
        .map(|rows| one(Puzzle::Keisuke, &format!("{rows}\nacross: 13, 24\ndown: 12, 34\n")));
    for (name, same) in [("cells", true), ("channelled", true), ("slots", false), ("words", false)]
    {
        let [a, b] = [&plain, &clued].map(|puzzle| {
            let viewpoint = puzzle.viewpoint(name).unwrap();
            (puzzle.shape_key(&viewpoint), puzzle.model(&viewpoint).unwrap())
        });
        assert_eq!((a.0 == b.0, a.1 == b.1), (same, same), "{name}");
    }
    let wrong = clued.viewpoint("slots+pairs").unwrap();
    assert!(clued.model(&wrong).is_err());
    let unknown = one(Puzzle::Keisuke, "size: 2x3\nacross: 12\ndown:\n");
    assert!(unknown.viewpoint("slots").is_err() && unknown.viewpoint("cells+pairs").is_err());
}

/// Many crossings have equal tables; these share their tuples.
#[test]
fn equal_tables_share_their_tuples() {
    let options = RandomOptions { height: 30, width: 30, ..RandomOptions::default() };
    let puzzle = random_keisuke(&mut ChaCha8Rng::seed_from_u64(1), &options).unwrap().puzzle;
    for name in ["cells", "slots", "channelled"] {
        let model = puzzle.model(&puzzle.viewpoint(name).unwrap()).unwrap();
        let tables = model.constraints().iter().filter_map(|posted| match &posted.constraint {
            parallax_model::Constraint::Table(table) => Some(&table.tuples),
            _ => None,
        });
        let tables: Vec<_> = tables.collect();
        let places: std::collections::HashSet<_> =
            tables.iter().map(|tuples| std::sync::Arc::as_ptr(tuples)).collect();
        let contents: std::collections::HashSet<_> = tables.iter().collect();
        assert!(places.len() < tables.len() && contents.len() <= places.len(), "{name}");
    }
}

/// A small puzzle of random cells, with lists that fit.
fn drawn(height: usize, width: usize, seed: u64, clues: &[usize]) -> KeisukePuzzle {
    let options = RandomOptions { height, width, digits: 3, density: 0.3, touching: true };
    let drawn = random_keisuke(&mut ChaCha8Rng::seed_from_u64(seed), &options).unwrap();
    let mut cells = drawn.puzzle.known_cells().to_vec();
    for &clue in clues {
        let cell = clue % cells.len();
        if cells[cell] == KeisukeCell::White {
            cells[cell] = KeisukeCell::Clue(drawn.solution[cell] as u8);
        }
    }
    let [across, down] =
        RunDirection::BOTH.map(|direction| drawn.puzzle.entries(direction).to_vec());
    KeisukePuzzle::new(height, width, KeisukePattern::Known(cells), across, down).unwrap()
}

proptest! {
    #[test]
    fn reads_what_it_writes(
        height in 1usize..9,
        width in 2usize..9,
        seed: u64,
        clues in prop::collection::vec(0usize..64, 0..5),
        breaks in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        apart: bool,
    ) {
        let keisuke = drawn(height, width, seed, &clues);
        prop_assert_eq!(one(Puzzle::Keisuke, &keisuke.notation().write_instance()).notation().write_instance(), keisuke.notation().write_instance());
        // Lists may go over several lines, between entries.
        let mut text = keisuke.notation().write_instance();
        for place in breaks {
            let gaps: Vec<usize> = text.match_indices(", ").map(|(at, _)| at + 1).collect();
            if !gaps.is_empty() {
                let gap = gaps[place.index(gaps.len())];
                text.replace_range(gap..=gap, "\n% c\n ");
            }
        }
        prop_assert_eq!(one(Puzzle::Keisuke, &text).notation().write_instance(), keisuke.notation().write_instance());
        let lists = RunDirection::BOTH.map(|direction| keisuke.entries(direction).to_vec());
        let [across, down] = lists;
        let unknown = KeisukePuzzle::new(height, width, KeisukePattern::Unknown { apart }, across, down).unwrap();
        prop_assert_eq!(one(Puzzle::Keisuke, &unknown.notation().write_instance()).notation().write_instance(), unknown.notation().write_instance());
    }

    #[test]
    fn reads_solutions_that_it_writes(height in 1usize..7, width in 2usize..7, values in prop::collection::vec(-2i32..10, 49)) {
        let keisuke = drawn(height, width, 1, &[]);
        let grid = values[..height * width].to_vec();
        prop_assert_eq!(keisuke.notation().read_solutions("", &keisuke.notation().write_solution(&grid)).unwrap(), vec![grid]);
    }

    #[test]
    fn texts_like_puzzles_are_read_or_refused(text in "([.#0-3]{3}\n){0,3}(size: 2x2\n)?(across|down|A|D)?:? ?[0-9, ]{0,8}\n(down|across)?:? ?[0-9, ]{0,8}\n") {
        for found in read(Puzzle::Keisuke, &text).unwrap_or_default() {
            prop_assert_eq!(one(Puzzle::Keisuke, &found.notation().write_instance()).notation().write_instance(), found.notation().write_instance());
        }
    }
}
