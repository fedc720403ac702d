//! Every rule has a sentence for the solver, and no puzzle says one twice.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::puzzle;
use crate::rules::KEYS;
use crate::sample;

#[test]
fn every_rule_has_a_sentence() {
    let mut rng = ChaCha8Rng::seed_from_u64(44);
    for (head, digits) in [("puzzle: sudoku 4\n", (1, 4)), ("puzzle: latin 6\n", (1, 6))] {
        let side = digits.1 as usize;
        let bare = puzzle(head).expect("a board").rule_sentences();
        assert_eq!(bare.len(), 1, "{bare:?}");
        for key in KEYS.iter().flat_map(|(keys, _)| keys.iter().copied()) {
            let lines = (0..200).map(|_| sample::draw_line(&mut rng, key, side, digits));
            let mut read = lines.filter_map(|line| puzzle(&format!("{head}{line}\n")).ok());
            let Some(own) = read.next() else { continue };
            let all = own.rule_sentences();
            assert!(all.len() > 1, "{key}: {all:?}");
            assert!(all.iter().all(|own| own.ends_with('.') && !own.contains("  ")), "{all:?}");
        }
    }
}

#[test]
fn a_sentence_is_said_once() {
    let text = "puzzle: sudoku 4\ncage 3: r1c1 r1c2\ncage 5: r2c1 r2c2\ncage: r3c1 r3c2\n\
                thermo: r1c1 r1c2\nthermo: r4c1 r4c2\nwhispers: r1c3 r1c4\nwhispers 3: r2c3 r2c4\n";
    insta::assert_snapshot!(puzzle(text).expect("a puzzle").rule_sentences().join("\n"), @r"
    Fill in digits from 1 to 4: every row, every column and every box has each of them once.
    The digits of a cage differ and have the sum in its corner.
    The digits of a cage without a sum differ.
    Digits rise along each thermometer from its bulb.
    Neighbours along a whispers line differ by 2 or more.
    Neighbours along a whispers line differ by 3 or more.
    ");
}

#[test]
fn bases_say_what_their_rows_have() {
    let first = |text: &str| puzzle(text).expect(text).rule_sentences().remove(0);
    let all = [
        "puzzle: sudoku 4\n",
        "puzzle: sudoku 4\nno boxes\n",
        "puzzle: sudoku 4\nregions:\nAABB\nAABB\nCCDD\nCCDD\n",
        "puzzle: latin 3\ndigits: 0-3\n",
        "puzzle: kakuro 3\n# 8\\ 7\\\n\\10 . .\n\\5 . .\n",
        "puzzle: straights 3\n. #2 .\n. . .\n. . #\n",
        "puzzle: takuzu 4\n",
        "puzzle: nonogram 2x3\ncolumns: 0, 0, 0\nrows: 0, 0\n",
        "puzzle: path 2x3\nsteps: orthogonal\n",
    ];
    insta::assert_snapshot!(all.map(first).join("\n"), @r"
    Fill in digits from 1 to 4: every row, every column and every box has each of them once.
    Fill in digits from 1 to 4: every row and every column has each of them once.
    Fill in digits from 1 to 4: every row, every column and every region with thick borders has each of them once.
    Fill in digits from 0 to 3: every row and every column has different ones.
    Fill in digits from 1 to 9 in the white cells. Those of each run differ, and have the sum before it.
    Fill in digits from 1 to 3 in the white cells: every row and every column has different digits. The digits of each run of white cells are consecutive, in any order.
    Fill in 0 and 1. Every row and every column has as many 0 as 1, and no three equal digits in a row.
    Fill cells. The numbers outside are the lengths of the runs of filled cells in their row or column, in this order; 0 is none.
    Fill in the numbers from 1 to 6, each once, so that consecutive ones touch by a side.
    ");
}
