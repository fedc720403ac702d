//! Damaged texts: read or refused, never a panic.

use parallax_instance::{Instance, ModelSource};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::puzzle;
use crate::rules::KEYS;
use crate::sample;

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn damaged_texts_are_read_or_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(43);
    let keys: Vec<&str> = KEYS.iter().flat_map(|(keys, _)| keys.iter().copied()).collect();
    let bases = [
        "puzzle: sudoku 4\n.4..\n....\n....\n1...\n",
        "puzzle: latin 4\n.<. .o.\n^   *\n. . . .\n\n. . . .\n. . .>.\ncages:\nAABB\nAABB\nCCDD\nCCDD\nclues: A 5+, B 2x\n",
        "puzzle: kakuro 3\n# 4\\ 6\\\n\\3 . .\n\\7 . .\n",
        "puzzle: straights 3\n. #2 .\n. . .\n. . #\n",
        "puzzle: takuzu 4\n1...\n....\n....\n....\nunique lines\n",
        "puzzle: nonogram 3x4\ncolumns: 1, 2, 2, 1\nrows: 2, 3, 1\n",
        "puzzle: path 3\n.#.\n...\n1..\nsteps: orthogonal\n",
    ];
    let parts = [
        "puzzle:",
        "r1c1",
        "r9c9",
        "-",
        ":",
        ",",
        "=",
        "999999999999",
        "\\",
        "#",
        "\n",
        "é",
        "digits: 0-99",
        "grid:",
    ];
    let mut read = 0;
    for round in 0..6000 {
        let mut text = bases[round % bases.len()].to_owned();
        for _ in 0..rng.random_range(0..3) {
            let key = keys[rng.random_range(0..keys.len())];
            text += &(sample::draw_line(&mut rng, key, 4, (1, 4)) + "\n");
        }
        for _ in 0..rng.random_range(0..4) {
            let mut at = rng.random_range(0..=text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            match rng.random_range(0..3) {
                0 => drop(
                    text[at..]
                        .chars()
                        .next()
                        .map(|c| text.replace_range(at..at + c.len_utf8(), "")),
                ),
                1 => text.insert_str(at, parts[rng.random_range(0..parts.len())]),
                _ => text.truncate(at),
            }
        }
        if let Ok(puzzle) = puzzle(&text) {
            read += 1;
            let _ = puzzle.model(&puzzle.default_viewpoint());
            let values = vec![puzzle.digits.0; puzzle.valued_cells().len()];
            let _ = puzzle.rules(&values);
            let solutions = [values];
            let (_, _) =
                (puzzle.picture().draw_text(&solutions), puzzle.picture().draw_svg(&solutions));
        }
    }
    assert!(read > 1000, "{read}");
}
