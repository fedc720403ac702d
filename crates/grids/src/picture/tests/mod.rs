//! Tests of pictures.

mod outline;
mod svg;
mod text;

use parallax_instance::{InputError, LineReader};

use crate::GridPuzzle;

/// Reads the only puzzle of a text.
fn puzzle(text: &str) -> GridPuzzle {
    let mut lines = LineReader::new("test", text.as_bytes());
    let puzzle: Result<Option<GridPuzzle>, InputError> = crate::plain::next(&mut lines);
    puzzle.expect("a puzzle without faults").expect("a puzzle")
}

/// Has every kind of rule of a Sudoku at least once.
const ALL: &str = "\
puzzle: sudoku 9
cage 15: r1c1 r1c2 r2c2
cage: r1c4 r2c4 r2c5
sum 12: r1c5 r1c6 r2c6
calc 6x: r1c8 r1c9
thermo: r9c1 r8c1 r7c2 r7c3
slow thermo: r9c2 r9c3 r8c3
arrow: r4c1 = r3c1 r2c1
arrow: r4c4 r4c5 = r5c6 r6c6 r6c5
white: r1c7 r1c8
white 3: r1c8 r1c9
black: r2c7 r3c7
black 3: r2c8 r3c8
all dots
x: r3c8 r3c9
v: r4c8 r4c9
all xv
r5c1 < r6c1
palindrome: r9c4 r9c5 r9c6 r8c6
clone: r1c1 r1c2 = r5c4 r5c5
renban: r7c4 r7c5 r7c6
nabner: r1c8 r1c9
lockout: r9c7 r9c8 r9c9
double arrow: r2c7 r2c8 r2c9
whispers: r8c4 r8c5
whispers 4: r4c7 r5c7 r6c7
between: r7c7 r7c8 r7c9 r8c9
region sum: r4c2 r4c3 r3c3 r3c4
zipper: r5c8 r6c8 r6c9 r5c9 r4c9
entropic: r8c7 r9c7 r9c8
modular: r5c4 r6c4 r6c3
quad 1 2 2 9: r5c5
even: r8c2
odd: r8c8
any 1 2 3: r3c6
any 1 2 3 4 5 6 7 8 9: r3c5
minimum: r9c9
maximum: r7c1
diagonals
anti-knight
anti-king
non-consecutive
disjoint groups
little killer 22: r1c3 dr
little killer 45: r1c1 dl
sandwich top: 8 . 0 . 35 . . . .
skyscraper left: . . . . 4 . . . .
x-sum right: . . . . 45 . . . .
numbered room bottom: . . . . . . 7 . .
column index: r2c9
row index: r2c8
extra: r3c4 r3c5 r4c6
";
