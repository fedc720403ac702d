//! The measurements of time: the puzzles along each figure, and the ways to solve them.

use parallax_puzzles::keisuke::Keisuke;

use super::{KeisukeGridError, blocks, options, regular};

/// A way to solve a puzzle: a curve of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Its name in tables.
    pub name: &'static str,
    /// The viewpoint.
    pub model: &'static str,
    /// The engine.
    pub engine: &'static str,
}

/// The report's model and search.
const REPORT: Way = way("report", "cells+pairs", "native:first+sval,gac,d-way");

const fn way(name: &'static str, model: &'static str, engine: &'static str) -> Way {
    Way { name, model, engine }
}

/// The ways of the report's figures; the first is the report's.
pub(super) const WAYS: [Way; 4] = [
    REPORT,
    way("cells", "cells", "native"),
    way("slots", "slots", "native"),
    way("clauses", "cells", "sat:batsat"),
];

/// Every engine.
const ENGINES: [Way; 17] = [
    REPORT,
    way("pairs, native", "cells+pairs", "native"),
    way("pairs, batsat", "cells+pairs", "sat:batsat"),
    way("cells, native", "cells", "native"),
    way("cells, activity", "cells", "native:activity"),
    way("slots, native", "slots", "native"),
    way("slots, activity", "slots", "native:activity"),
    way("cells, local", "cells", "local"),
    way("cells, reform", "cells", "reform"),
    way("words, reform", "words", "reform"),
    way("cells, varisat", "cells", "sat:varisat"),
    way("cells, batsat", "cells", "sat:batsat"),
    way("cells, cadical", "cells", "sat:cadical"),
    way("cells, minisat", "cells", "sat:minisat"),
    way("cells, glucose", "cells", "sat:glucose"),
    way("cells, z3", "cells", "smt:z3"),
    way("cells, pumpkin", "cells", "cp:pumpkin"),
];

/// The report's search, with weaker propagation of a kind of group.
const SKIPPED: [Way; 6] = [
    REPORT,
    way("pairs down fc", "cells+pairs", "native:first+sval,gac,@pair down=fc,d-way"),
    way("pairs fc", "cells+pairs", "native:first+sval,gac,@pair across=fc,@pair down=fc,d-way"),
    way(
        "pairs none",
        "cells+pairs",
        "native:first+sval,gac,@pair across=none,@pair down=none,d-way",
    ),
    way("runs down fc", "cells+pairs", "native:first+sval,gac,@run down=fc,d-way"),
    way("runs fc", "cells+pairs", "native:first+sval,gac,@run across=fc,@run down=fc,d-way"),
];

/// The puzzles of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The rows, and columns.
    pub side: usize,
    /// The length of all runs of hard puzzles.
    pub length: Option<usize>,
    /// Whether the entries of hard puzzles are distinct.
    pub distinct: bool,
}

pub(super) const fn random(side: usize) -> Point {
    Point { side, length: None, distinct: false }
}

const fn hard(side: usize, length: usize) -> Point {
    Point { side, length: Some(length), distinct: true }
}

/// 162 and 578 runs of each direction, and 81 entries of two digits.
pub(super) const fn repeated(side: usize) -> Point {
    Point { side, length: Some(2), distinct: false }
}

/// The property of puzzles that changes along a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Random puzzles by their size.
    Regular,
    /// Puzzles whose runs all have two cells, by their size.
    Hard,
    /// Puzzles of 11x11 cells by the length of all runs.
    Length,
    /// Hard puzzles by size and length, with every engine.
    Engines,
    /// Hard puzzles by size, with weaker propagation of some constraints.
    Skip,
}

impl Axis {
    /// All, in the order of the report.
    pub const ALL: [Axis; 5] = [Axis::Regular, Axis::Hard, Axis::Length, Axis::Engines, Axis::Skip];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Axis::Regular => "size",
            Axis::Hard => "hard-size",
            Axis::Length => "length",
            Axis::Engines => "hard-engines",
            Axis::Skip => "skip",
        }
    }

    /// Returns the title of the figure.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Axis::Regular => "Run time by the size of random puzzles",
            Axis::Hard => {
                "Run time by the size of hard puzzles, whose runs have length 2; distinct entries up to 17"
            }
            Axis::Length => "Run time by the length of all runs, 11x11 cells, distinct entries",
            Axis::Engines => "Run time of every engine on hard puzzles with distinct entries",
            Axis::Skip => {
                "Run time of the report's search with weaker propagation of some constraints, hard \
                 puzzles of length 2"
            }
        }
    }

    /// The label of the axis.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Axis::Length => "length of the runs",
            _ => "rows and columns",
        }
    }

    /// The points of the axis: those of the report, and hard puzzles up to 50x50.
    #[must_use]
    pub fn points(self) -> &'static [Point] {
        const REGULAR: [Point; 7] =
            [random(3), random(5), random(10), random(20), random(30), random(40), random(50)];
        const HARD: [Point; 7] = [
            hard(5, 2),
            hard(8, 2),
            hard(11, 2),
            hard(14, 2),
            hard(17, 2),
            repeated(26),
            repeated(50),
        ];
        const LENGTHS: [Point; 4] = [hard(11, 2), hard(11, 3), hard(11, 5), hard(11, 11)];
        const ENGINES: [Point; 8] = [
            hard(5, 2),
            hard(11, 2),
            hard(17, 2),
            hard(23, 3),
            hard(35, 3),
            hard(49, 4),
            hard(50, 16),
            hard(50, 50),
        ];
        const SKIP: [Point; 5] = [hard(5, 2), hard(8, 2), hard(11, 2), hard(14, 2), hard(17, 2)];
        match self {
            Axis::Regular => &REGULAR,
            Axis::Hard => &HARD,
            Axis::Length => &LENGTHS,
            Axis::Engines => &ENGINES,
            Axis::Skip => &SKIP,
        }
    }

    /// The ways to solve the puzzles.
    #[must_use]
    pub fn ways(self) -> &'static [Way] {
        match self {
            Axis::Regular | Axis::Hard | Axis::Length => &WAYS,
            Axis::Engines => &ENGINES,
            Axis::Skip => &SKIPPED,
        }
    }

    /// The name of a point in tables.
    #[must_use]
    pub fn point(self, point: &Point) -> String {
        match (self, point.length) {
            (Axis::Length, Some(length)) => length.to_string(),
            (Axis::Engines, Some(length)) => format!("{}/{length}", point.side),
            _ => point.side.to_string(),
        }
    }

    /// Where a point is on the axis.
    #[must_use]
    pub fn place(self, point: &Point) -> usize {
        match (self, point.length) {
            (Axis::Length, Some(length)) => length,
            _ => point.side,
        }
    }

    /// The time of the report's search at a point, as far as its text states it: its figures are not
    /// part of the text.
    #[must_use]
    pub fn stated(self, point: &Point) -> Option<&'static str> {
        match (self, point.side) {
            (Axis::Regular, 50) => Some("< 60000"),
            (Axis::Hard, 17) => Some("~ 120000"),
            _ => None,
        }
    }
}

impl Point {
    /// A puzzle of the point.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn puzzle(&self, seed: u64, number: u64) -> Result<Keisuke, KeisukeGridError> {
        match self.length {
            None => regular(&options(self.side), seed, number),
            Some(length) => blocks(self.side, length, self.distinct, seed, number),
        }
    }
}

#[cfg(test)]
mod tests {
    use parallax_engines::Spec;

    use super::*;

    #[test]
    fn every_point_has_its_puzzle() {
        for axis in Axis::ALL {
            for &point in axis.points() {
                let puzzle = point.puzzle(0, 0).unwrap();
                assert_eq!((puzzle.height(), puzzle.width()), (point.side, point.side));
                let repeats = point.length.is_some() && !point.distinct;
                assert!(!point.distinct || !puzzle.repeats(), "{axis:?} {point:?}");
                assert!(!repeats || blocks(point.side, 2, true, 0, 0).is_err());
            }
            for way in axis.ways() {
                assert!(way.engine.parse::<Spec>().is_ok(), "{}", way.engine);
            }
        }
        assert!(blocks(10, 2, false, 0, 0).is_err());
    }
}
