//! The meaning of lockout lines, over all fillings of a line.

use parallax_instance::ModelSource;

use crate::GridPuzzle;
use crate::board::GridBase;
use crate::filled_grid::FilledGrid;
use crate::rules::{GridRule, Lockout};
use crate::shape::GridShape;

#[test]
fn lockout_lines_keep_their_ends_apart() {
    let shape = GridShape { rows: 2, columns: 2 };
    let mut puzzle = GridPuzzle::new(GridBase::Kakuro, shape).unwrap();
    puzzle.digits = (1, 5);
    for difference in [None, Some(1), Some(3)] {
        let rule = Lockout { cells: vec![0, 1, 3, 2], difference };
        puzzle.rules = vec![rule.clone().into()];
        let model = puzzle.model(&puzzle.default_viewpoint()).unwrap();
        let mut kept = 0;
        for number in 0..625 {
            let values =
                [number % 5 + 1, number / 5 % 5 + 1, number / 25 % 5 + 1, number / 125 + 1];
            let filled = FilledGrid::new(&puzzle, &values).unwrap();
            let (a, b) = (values[0].min(values[2]), values[0].max(values[2]));
            let outside = |value: i32| value < a || b < value;
            let least = difference.unwrap_or(2);
            let holds = i64::from(b - a) >= least && outside(values[1]) && outside(values[3]);
            assert_eq!(rule.check_filled(&filled).is_ok(), holds, "{values:?} {difference:?}");
            assert_eq!(model.check(&[], &values).is_ok(), holds, "{values:?} {difference:?}");
            kept += usize::from(holds);
        }
        assert!(kept > 0);
    }
}
