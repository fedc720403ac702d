//! Readers never panic, and read back what writers write.

use parallax_instance::LineReader;
use proptest::prelude::*;

use super::super::Puzzle;
use super::read;

/// Returns texts of instances of every puzzle.
fn samples() -> Vec<String> {
    let mut texts = Vec::new();
    for puzzle in Puzzle::ALL {
        let samples = puzzle.sample_texts();
        texts.extend(samples.texts.iter().map(|text| (*text).to_owned()));
        for name in samples.names {
            let instance = Puzzle::from_name(name).expect("a size").expect("a puzzle");
            texts.push(instance.notation().write_instance());
        }
    }
    texts
}

/// Reads the text as every puzzle, as instances and as solutions, writes and
/// reads back the results, and draws them.
fn exercise(text: &[u8]) {
    let _ = Puzzle::recognise_puzzle(None, &mut LineReader::new("here", text));
    for puzzle in Puzzle::ALL {
        for instance in puzzle.read_instances(LineReader::new("here", text)).take(4).flatten() {
            let again = read(puzzle, &instance.notation().write_instance())
                .expect("an instance that was written is readable");
            assert_eq!(again.len(), 1);
            assert_eq!(again[0].notation().write_instance(), instance.notation().write_instance());
            let viewpoint = instance.default_viewpoint();
            assert_eq!(again[0].shape_key(&viewpoint), instance.shape_key(&viewpoint));
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
        let mut text: Vec<char> = which.get(&samples).chars().collect();
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
