//! Text around boards: titles and comments are skipped, all else is refused.

use super::super::Puzzle;
use super::super::tests::{error, read};

const ROWS: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";

/// The board in rows, in rows of spaced symbols with digits for blanks, and on a line.
fn boards() -> [(String, usize); 3] {
    let zeros = ROWS.replace('.', "0");
    let spaced = zeros.lines().map(|row| {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        cells.join(" ") + "\n"
    });
    [(ROWS.to_owned(), 9), (spaced.collect(), 9), (ROWS.replace('\n', "") + "\n", 1)]
}

/// A map of nine square regions.
fn map(symbols: &str) -> String {
    let row = |row: usize| -> String {
        let symbol = |column: usize| symbols.chars().nth(row / 3 * 3 + column / 3).unwrap();
        (0..9).map(symbol).chain(['\n']).collect()
    };
    (0..9).map(row).collect()
}

#[test]
fn text_after_a_board_is_refused_with_its_line() {
    let after = [
        map("abcdefghi"),
        map("123456789"),
        map("012345678"),
        "cage 10: r1c1 r1c2\n".to_owned(),
        "10: r1c1 r1c2\n".to_owned(),
        "A title without a board\n".to_owned(),
        "[State]\n".to_owned(),
        "Two lines\nare no title\n".to_owned() + ROWS,
        "cage 10: r1c1 r1c2\n".to_owned() + ROWS,
        "{\"cages\": []}\n".to_owned(),
    ];
    for (board, lines) in boards() {
        for after in &after {
            for (gap, skipped) in [("\n", 1), ("\n# a comment\n", 2)] {
                let error = error(Puzzle::Sudoku, &format!("{board}{gap}{after}"));
                let place = format!("here:{}: ", lines + skipped + 1);
                assert!(error.starts_with(&place), "{board}{gap}{after}{error}");
                assert!(error.contains("text after the board"), "{error}");
            }
        }
    }
    for after in [map("abcdefghi"), map("123456789"), "10 r1c1 r1c2\n".to_owned()] {
        let error = error(Puzzle::Sudoku, &format!("{ROWS}{after}"));
        assert!(
            error.starts_with("here:10: ") && error.contains("text after the board"),
            "{error}"
        );
    }
}

#[test]
fn text_below_a_drawing_is_refused() {
    let drawing = "Sunday\n+-----+-----+\n| 1 4 |     |\n|     |     |\n+-----+-----+\n|   1 |   4 |\n|     |     |\n+-----+-----+\n";
    assert_eq!(read(Puzzle::Sudoku, drawing).map(|all| all.len()), Ok(1));
    let error = error(Puzzle::Sudoku, &format!("{drawing}\ncage 3: r1c1 r2c1\n"));
    assert!(error.starts_with("here:10: 'cage 3: r1c1 r2c1': text after the board"), "{error}");
}

#[test]
fn comments_titles_and_boards_may_follow() {
    for (board, _) in boards() {
        for (after, number) in [
            ("# the end\n".to_owned(), 1),
            ("\n\n".to_owned(), 1),
            (format!("\n{ROWS}"), 2),
            (format!("\nGrid 02\n{ROWS}"), 2),
            (format!("Grid 02\n# by hand\n{ROWS}\n# the end\n"), 2),
            (format!("{board}{board}"), 3),
        ] {
            let text = format!("{board}{after}");
            assert_eq!(read(Puzzle::Sudoku, &text).map(|all| all.len()), Ok(number), "{text}");
        }
    }
}

#[test]
fn bands_are_apart_everywhere_or_nowhere() {
    let rows: Vec<&str> = ROWS.lines().collect();
    let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n") + "\n").collect();
    let [one, two, three] = &bands[..] else { unreachable!() };
    let apart = read(Puzzle::Sudoku, &format!("{one}\n{two}\n{three}")).unwrap();
    assert_eq!(
        apart[0].notation().write_instance(),
        read(Puzzle::Sudoku, ROWS).unwrap()[0].notation().write_instance()
    );
    let twice = format!("{one}\n{two}\n{three}\n{one}\n{two}\n{three}");
    assert_eq!(read(Puzzle::Sudoku, &twice).unwrap().len(), 2);
    let errors = [
        format!("{one}\n{two}{three}"),
        format!("{one}{two}\n{three}"),
        format!("{one}\n\n{two}\n{three}"),
        format!("{one}\n{ROWS}"),
        format!("{one}\n{two}\n{three}{one}"),
    ];
    let errors = errors.map(|text| error(Puzzle::Sudoku, &text));
    insta::assert_snapshot!(errors.join("\n"), @r"
    here:8: row 7 of 9 follows without a blank line, but there is one after row 3; either the first board ends there, or the bands of one board are to be apart
    here:7: the board ends after 6 of 9 rows
    here:5: the board ends after 3 of 9 rows
    here:8: row 7 of 9 follows without a blank line, but there is one after row 3; either the first board ends there, or the bands of one board are to be apart
    here:12: row 10 of 9 follows without a blank line, but there is one after row 3; either the first board ends there, or the bands of one board are to be apart
    ");
}

#[test]
fn letters_for_zero_are_named() {
    let texts = [
        ROWS.replacen("53..7", "53O.7", 1),
        ROWS.replacen("6..195", "6oO195", 1),
        ROWS.replace('\n', "").replacen("53..7", "53O.7", 1),
        ROWS.replace('.', "O"),
    ];
    let errors = texts.map(|text| error(Puzzle::Sudoku, &text));
    insta::assert_snapshot!(errors.join("\n"), @r"
    here:1:3: 'O' is no digit; 0 or . is an empty cell
    here:2:2: 'o' is no digit; 0 or . is an empty cell
    here:1:3: 'O' is no digit; 0 or . is an empty cell
    here:1:3: 'O' is no digit; 0 or . is an empty cell
    ");
}

#[test]
fn unknown_members_and_damaged_lists_are_refused() {
    let texts = [
        "[{\"order\": 4, \"cells\": [], \"regions\": []}]",
        "[{\"order\": 4, \"cells\": [], \"diagonals\": true}]",
        "[[1,0,3,0],[0,0,0,0],[0,0,1,0]]",
        "[[1,0,3,0],[0,0,0,0],[0,0,1,0],[4,0,0]]",
        "[[1,0,3,0],[0,0,0,0],[0,0,9,0],[4,0,0,0]]",
        "[[1,0,3,0],[0,0,0,0],[0,0,0,0],{}]",
    ];
    let errors = texts.map(|text| error(Puzzle::Sudoku, text));
    insta::assert_snapshot!(errors.join("\n"), @r"
    here: [0].regions: an unknown member, which may make another puzzle; expected order, cells, or a note such as name, source or comment
    here: [0].diagonals: an unknown member, which may make another puzzle; expected order, cells, or a note such as name, source or comment
    here: there is no Sudoku of order 3: 3 is too small, it has no boxes (4, 6, 8, 9, 10, 12, ...)
    here: [3]: 3 cells; expected 4, as there are 4 rows
    here: [2][2]: 9; expected 1 to 4, or 0 for a blank
    here: [3]: {}; expected a list of cells
    ");
}
