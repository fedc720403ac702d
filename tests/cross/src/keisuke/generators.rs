//! Generated puzzles meet their options, and have a stated number of solutions.

use parallax_instance::{Instance, ModelSource};
use parallax_model::Value;
use parallax_puzzles::keisuke::{
    BLANK_VALUE, DrawnKeisuke, KeisukeBlocks, KeisukeGenerationError, KeisukePattern,
    KeisukePuzzle, KeisukeShape, RandomOptions, RunDirection, hard_keisuke, random_keisuke,
    unique_keisuke,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Grids, all_of};

#[test]
fn generated_puzzles_keep_their_options() {
    for seed in 0..60u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let options = RandomOptions {
            height: 1 + seed as usize % 7,
            width: 2 + seed as usize % 5,
            digits: 1 + (seed % 9) as u8,
            density: [0.0, 0.25, 0.5, 1.0][seed as usize % 4],
            touching: seed % 2 == 0,
        };
        let DrawnKeisuke { puzzle, solution } = random_keisuke(&mut rng, &options).unwrap();
        assert_eq!(puzzle.rules(&solution), Ok(()));
        assert!(
            !solution.contains(&BLANK_VALUE)
                && solution.iter().all(|&v| v <= Value::from(options.digits))
        );
        let again = random_keisuke(&mut ChaCha8Rng::seed_from_u64(seed), &options).unwrap();
        assert_eq!(again.puzzle, puzzle);
        let apart = KeisukePattern::Unknown { apart: true };
        let lists = RunDirection::BOTH.map(|direction| puzzle.entries(direction).to_vec());
        let [across, down] = lists;
        let unknown =
            KeisukePuzzle::new(options.height, options.width, apart, across, down).unwrap();
        assert!(
            options.touching || unknown.rules(&solution).is_ok(),
            "{}",
            puzzle.notation().write_instance()
        );
    }
}

#[test]
fn hard_puzzles_have_runs_of_one_length() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let blocks = KeisukeBlocks { down: 2, across: 3, length: 2, digits: 9, distinct: false };
    let DrawnKeisuke { puzzle, solution } = hard_keisuke(&mut rng, &blocks).unwrap();
    assert_eq!((puzzle.height(), puzzle.width()), (5, 8));
    assert_eq!(puzzle.rules(&solution), Ok(()));
    let entries = RunDirection::BOTH.map(|direction| puzzle.entries(direction).to_vec()).concat();
    assert!(entries.len() == 24 && entries.iter().all(|entry| entry.digits().len() == 2));
    let wrong = [
        (KeisukeBlocks { length: 1, ..blocks.clone() }, "runs of length 1; expected 2 to 100"),
        (KeisukeBlocks { down: 40, ..blocks.clone() }, "a grid of 119x8 cells"),
        (KeisukeBlocks { across: 0, ..blocks.clone() }, "a grid of 5x0 cells"),
        (KeisukeBlocks { down: usize::MAX, ..blocks.clone() }, "a grid of"),
        (KeisukeBlocks { digits: 0, ..blocks.clone() }, "0 digits; expected 1 to 9"),
        (KeisukeBlocks { digits: 10, ..blocks }, "10 digits; expected 1 to 9"),
    ];
    for (blocks, message) in wrong {
        let error = hard_keisuke(&mut rng, &blocks).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

/// Blocks whose runs need 72 of the 81 entries of two digits, all 27 of three, and all 16 of four.
#[test]
fn distinct_puzzles_have_no_entry_twice_or_say_why() {
    let blocks = |side, length, digits| KeisukeBlocks {
        down: side,
        across: side,
        length,
        digits,
        distinct: true,
    };
    for blocks in
        [blocks(6, 2, 9), blocks(3, 3, 3), blocks(2, 4, 2), blocks(12, 3, 9), blocks(3, 16, 9)]
    {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let DrawnKeisuke { puzzle, solution } = hard_keisuke(&mut rng, &blocks).expect("a puzzle");
        assert!(!puzzle.has_repeats(), "{}", puzzle.notation().write_instance());
        assert_eq!(puzzle.rules(&solution), Ok(()));
        assert_eq!(puzzle.entries(RunDirection::Down).len() as u64, blocks.run_count());
        let again = hard_keisuke(&mut ChaCha8Rng::seed_from_u64(2), &blocks).expect("a puzzle");
        assert_eq!(again.puzzle, puzzle);
        assert!(
            puzzle.model(&puzzle.viewpoint("cells+pairs").unwrap()).is_ok()
                || blocks.run_count() > 144
        );
    }
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let error = hard_keisuke(&mut rng, &blocks(7, 2, 9)).unwrap_err();
    insta::assert_snapshot!(error, @"98 runs of length 2 in each direction, but digits 1 to 9 make 81 different entries of that length, so an entry is listed twice");
    let one = KeisukeBlocks { down: 1, across: 1, length: 2, digits: 1, distinct: true };
    assert!(hard_keisuke(&mut rng, &one).is_err());
    let shape = KeisukeShape::Blocks(KeisukeBlocks {
        down: 1,
        across: 1,
        length: 4,
        digits: 3,
        distinct: true,
    });
    let DrawnKeisuke { puzzle, .. } = unique_keisuke(&mut rng, &shape, 500, &mut count).unwrap();
    assert!(!puzzle.has_repeats());
}

fn count(keisuke: &KeisukePuzzle) -> Option<u64> {
    Some(all_of(keisuke, "cells").len() as u64)
}

#[test]
fn unique_puzzles_are_unique_or_refused() {
    for seed in 0..12 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let shape = match seed % 3 {
            0 => KeisukeShape::Blocks(KeisukeBlocks {
                down: 1,
                across: 1,
                length: 4,
                digits: 3,
                distinct: false,
            }),
            1 => KeisukeShape::Random(RandomOptions { digits: 3, ..RandomOptions::default() }),
            _ => KeisukeShape::Random(RandomOptions {
                digits: 2,
                touching: false,
                ..RandomOptions::default()
            }),
        };
        let DrawnKeisuke { puzzle, solution } =
            unique_keisuke(&mut rng, &shape, 500, &mut count).unwrap();
        assert_eq!(all_of(&puzzle, "slots"), Grids::from([solution]), "seed {seed}");
    }
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let blocks = KeisukeShape::Blocks(KeisukeBlocks {
        down: 2,
        across: 1,
        length: 3,
        digits: 9,
        distinct: false,
    });
    let refused = unique_keisuke(&mut rng, &blocks, 10, &mut |_| panic!("nothing to count"));
    assert_eq!(refused, Err(KeisukeGenerationError::Exchangeable(2)));
    let shape = KeisukeShape::Random(RandomOptions::default());
    assert_eq!(
        unique_keisuke(&mut rng, &shape, 7, &mut |_| Some(2)),
        Err(KeisukeGenerationError::Effort(7))
    );
    assert_eq!(
        unique_keisuke(&mut rng, &shape, 0, &mut |_| Some(1)),
        Err(KeisukeGenerationError::Effort(0))
    );
    assert_eq!(
        unique_keisuke(&mut rng, &shape, 7, &mut |_| None),
        Err(KeisukeGenerationError::Uncounted)
    );
    let density =
        KeisukeShape::Random(RandomOptions { density: f64::NAN, ..RandomOptions::default() });
    assert_eq!(
        unique_keisuke(&mut rng, &density, 7, &mut count),
        Err(KeisukeGenerationError::Density)
    );
}
