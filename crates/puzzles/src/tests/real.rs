//! Tests that real instance files are read with the known results.

use std::path::{Path, PathBuf};

use parallax_instance::{InputError, LineReader, PuzzleSolution};
use parallax_test_support::{data, lacks_real_instances};

use super::super::{Puzzle, keisuke};
use super::{Boxes, brute, one};

fn read_file(path: &Path) -> Boxes {
    let open = || {
        let file =
            std::fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        LineReader::new(path.display().to_string(), std::io::BufReader::new(file))
    };
    let extension = path.extension().and_then(|extension| extension.to_str());
    let puzzle = Puzzle::recognise_puzzle(extension, &mut open()).unwrap().expect("a puzzle");
    let found = puzzle.read_instances(open()).collect::<Result<_, InputError>>();
    found.unwrap_or_else(|error| panic!("{error}"))
}

/// The files of a folder with this extension, sorted; at least one.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let failed = |error| panic!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).unwrap_or_else(failed);
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    assert!(!files.is_empty(), "no .{extension} in {}", folder.display());
    files
}

#[test]
fn reads_real_sudokus() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let counts = [
        ("uva-1000.txt", 1011, 9),
        ("uva-1000.solved.txt", 1011, 9),
        ("top95.txt", 95, 9),
        ("clues17-1000.txt", 1000, 9),
        ("counts-43.txt", 43, 9),
        ("order4-100.txt", 100, 4),
        ("order16-100.txt", 100, 16),
    ];
    for (name, count, order) in counts {
        let found = read_file(&data.join("sudoku").join(name));
        assert_eq!(found.len(), count, "{name}");
        assert!(
            found.iter().all(|board| board.shape_key(&board.default_viewpoint())
                == format!("sudoku:{order}/cells")),
            "{name}"
        );
    }
    let boards = read_file(&data.join("sudoku/boards_16_25.json"));
    let titles: Vec<String> = boards.iter().map(|board| board.title()).collect();
    insta::assert_snapshot!(titles.join("\n"), @r"
    sudoku 16x16, 114 clues
    sudoku 25x25, 344 clues
    sudoku 25x25, 277 clues
    sudoku 25x25, 283 clues
    sudoku 25x25, 95 clues
    ");
}

/// The published solutions keep the rules.
#[test]
fn real_solutions_keep_the_rules() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let solved = std::fs::read_to_string(data.join("sudoku/uva-1000.solved.txt")).unwrap();
    for line in solved.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let board = one(Puzzle::Sudoku, fields[0]);
        assert!(board.title().ends_with(&format!(" {} clues", fields[1])));
        let solutions = board.notation().read_solutions("solution", fields[3]).unwrap();
        assert_eq!(board.rules(&solutions[0]), Ok(()));
    }
}

#[test]
fn reads_real_squares_and_cards() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    for path in
        files(&data.join("quasigroup"), "pls").iter().chain(&files(&data.join("magic"), "dat"))
    {
        assert_eq!(read_file(path).len(), 1, "{}", path.display());
    }
    let boards = read_file(&data.join("set/boards.json"));
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(data.join("set/boards.json")).unwrap())
            .unwrap();
    assert_eq!(boards.len(), 8);
    for (board, json) in boards.iter().zip(json.as_array().unwrap()) {
        let mut known: Vec<PuzzleSolution> = serde_json::from_value(json["sets"].clone()).unwrap();
        known.iter_mut().for_each(|set| {
            set.iter_mut().for_each(|card| *card += 1);
            set.sort();
        });
        known.sort();
        assert_eq!(brute(&**board, "cards"), known);
    }
}

#[test]
fn reads_more_real_files() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let folder = data.join("../peers/instances");
    for path in files(&folder.join("qwh"), "txt") {
        let found = read_file(&path);
        assert!(found.len() == 1 && found[0].puzzle_name() == "latin", "{}", path.display());
    }
    for path in files(&folder.join("set"), "txt") {
        let found = read_file(&path);
        assert!(found.len() == 1 && found[0].puzzle_name() == "set", "{}", path.display());
    }
    for path in files(&folder.join("keisuke"), "txt") {
        let found = read_file(&path);
        assert!(found.len() == 1 && found[0].puzzle_name() == "keisuke", "{}", path.display());
        let solution = std::fs::read_to_string(path.with_extension("sol")).unwrap();
        let known = found[0].notation().read_solutions("solution", &solution).unwrap().remove(0);
        assert_eq!(found[0].rules(&blanked(known)), Ok(()), "{}", path.display());
    }
    for path in files(&folder, "txt") {
        let found = read_file(&path);
        assert!(found.len() > 300 && found[0].puzzle_name() == "sudoku", "{}", path.display());
    }
}

/// A filled square grid of Keisuke whose cells without a white neighbour have no digit.
fn blanked(grid: PuzzleSolution) -> PuzzleSolution {
    let side = grid.len().isqrt();
    let is_black = |row: usize, column: usize| {
        row >= side || column >= side || grid[row * side + column] == keisuke::BLACK_VALUE
    };
    let uncovered = |cell: usize| {
        let (row, column) = (cell / side, cell % side);
        let around = [(1, 0), (1, 2), (0, 1), (2, 1)];
        around.iter().all(|(down, right)| {
            is_black((row + down).wrapping_sub(1), (column + right).wrapping_sub(1))
        })
    };
    let value = |(cell, &value): (usize, &i32)| {
        if value != keisuke::BLACK_VALUE && uncovered(cell) { keisuke::BLANK_VALUE } else { value }
    };
    grid.iter().enumerate().map(value).collect()
}

/// Each file of the project has the known number of instances.
#[test]
fn reads_our_own_instances() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances");
    let known = [
        ("keisuke-12.keisuke", "keisuke", 1),
        ("keisuke-5.keisuke", "keisuke", 3),
        ("keisuke-9-clues.keisuke", "keisuke", 1),
        ("keisuke-unknown.keisuke", "keisuke", 1),
        ("latin-4-none.pls", "latin", 1),
        ("latin-5.pls", "latin", 1),
        ("latin-8.pls", "latin", 1),
        ("magic-3.dat", "magic", 1),
        ("magic-4.dat", "magic", 1),
        ("set-12.set", "set", 1),
        ("set-4-values.set", "set", 1),
        ("set-5-attributes.set", "set", 1),
        ("set-none.set", "set", 1),
        ("sudoku-12.sudoku", "sudoku", 1),
        ("sudoku-4.sudoku", "sudoku", 5),
        ("sudoku-6.sudoku", "sudoku", 4),
        ("sudoku-9.sudoku", "sudoku", 5),
    ];
    for (name, puzzle, count) in known {
        let path = folder.join(name);
        let found = read_file(&path);
        assert_eq!(found.len(), count, "{name}");
        for instance in &found {
            assert_eq!(instance.puzzle_name(), puzzle, "{name}");
            for model in instance.model_names() {
                let viewpoint = instance.viewpoint(model).unwrap();
                assert!(instance.model(&viewpoint).is_ok(), "{name}");
            }
        }
        // The content identifies the puzzle without the extension.
        let text = std::fs::read(&path).unwrap_or_default();
        let guess = Puzzle::recognise_puzzle(None, &mut LineReader::new(name, &text[..]));
        assert_eq!(guess.map(|guess| guess.map(Puzzle::name)), Ok(Some(puzzle)), "{name}");
    }
}

/// The comments in the project's instances state the number of solutions.
#[test]
fn our_own_instances_have_the_stated_number_of_solutions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances");
    let sets = [
        ("set-12.set", 4),
        ("set-4-values.set", 33),
        ("set-5-attributes.set", 3),
        ("set-none.set", 0),
    ];
    for (name, count) in sets {
        let board = read_file(&folder.join(name)).remove(0);
        assert_eq!(brute(&*board, "cards").len(), count, "{name}");
    }
}
