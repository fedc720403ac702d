//! Readers never panic, and read back what writers write.

use parallax_model::instance::Lines;
use proptest::prelude::*;

use super::super::Puzzle;
use super::read;

/// Texts of instance files, to mutate.
fn samples() -> Vec<(Puzzle, String)> {
    let mut all = vec![
        (
            Puzzle::Set,
            "two red striped diamonds\none green open oval\n3 purple solid squiggles\n".to_owned(),
        ),
        (
            Puzzle::Set,
            "{\"cards\": [{\"a\": 1, \"b\": \"x\"}, {\"a\": 2, \"b\": \"y\"}]}".to_owned(),
        ),
        (Puzzle::Latin, "3 2\n1 . 3\n2 3 1\n. 1 2\n".to_owned()),
        (Puzzle::Magic, "% c\n3\n2\n1 1 2\n3 3 8\n".to_owned()),
        (Puzzle::Sudoku, "Grid 01\n12|34\n..|..\n--+--\n..|..\n43|21\n".to_owned()),
        (
            Puzzle::Sudoku,
            "[{\"order\": 4, \"cells\": [1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4]}]".to_owned(),
        ),
    ];
    all.push((
        Puzzle::Keisuke,
        "[{\"grid\": [\"1.\", \".#\"], \"across\": [\"12\"], \"down\": [\"13\"]}]".to_owned(),
    ));
    all.push((Puzzle::Keisuke, "2 2\n..\n.#\nA 12\nD 13\n".to_owned()));
    all.push((Puzzle::Keisuke, "size: 2x3, apart\nacross: 12\ndown: 13, 14\n".to_owned()));
    for text in ["set:5", "set:27", "latin:3", "magic:3", "sudoku:4", "sudoku:36", "keisuke:4@2"] {
        let instance = Puzzle::from_name(text).unwrap().unwrap();
        all.push((instance.puzzle().parse().unwrap(), instance.notation().write()));
    }
    all
}

/// Reads the text as every puzzle, as instances and as solutions, writes and
/// reads back the results, and draws them.
fn exercise(text: &[u8]) {
    let _ = Puzzle::recognise(None, &mut Lines::new("here", text));
    for puzzle in Puzzle::ALL {
        for instance in puzzle.reader(Lines::new("here", text)).take(4).flatten() {
            let again = read(puzzle, &instance.notation().write())
                .expect("an instance that was written is readable");
            assert_eq!(again.len(), 1);
            assert_eq!(again[0].notation().write(), instance.notation().write());
            let viewpoint = instance.default_viewpoint();
            assert_eq!(again[0].shape(&viewpoint), instance.shape(&viewpoint));
            let text = String::from_utf8_lossy(text);
            let solutions = instance.notation().read_solutions("here", &text).unwrap_or_default();
            for solution in &solutions {
                let _ = instance.rules(solution);
                assert_eq!(
                    instance
                        .notation()
                        .read_solutions("here", &instance.notation().write_solution(solution)),
                    Ok(vec![solution.clone()])
                );
            }
            let drawn =
                (instance.picture().draw_text(&solutions), instance.picture().draw_svg(&solutions));
            assert!(!drawn.0.is_empty() && !drawn.1.is_empty(), "{puzzle} {text:?}");
            let _ = instance.rules(&[1, 2, -3]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nothing_panics_on_text(text in "\\PC*(\n\\PC*){0,4}") {
        exercise(text.as_bytes());
    }

    #[test]
    fn nothing_panics_on_text_like_boards(text in "[0-9.ox|+ ,:#A-G\n-]{0,300}") {
        exercise(text.as_bytes());
    }

    #[test]
    fn nothing_panics_on_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        exercise(&bytes);
    }

    #[test]
    fn nothing_panics_on_damaged_files(
        which in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4, "[0-9.a-z \n,{}\\[\\]:|-]"), 1..5),
    ) {
        let samples = samples();
        let mut text: Vec<char> = which.get(&samples).1.chars().collect();
        for (place, kind, with) in edits {
            let at = place.index(text.len() + 1);
            match kind {
                0 => text.truncate(at),
                1 if at < text.len() => drop(text.remove(at)),
                2 if at < text.len() => text.splice(at..=at, with.chars()).for_each(drop),
                _ => text.splice(at..at, with.chars()).for_each(drop),
            }
        }
        exercise(text.into_iter().collect::<String>().as_bytes());
    }
}
