//! The measurements of time: the puzzles along each figure, and the ways to solve them.

use parallax_puzzles::keisuke::KeisukePuzzle;

use super::{KeisukeGridError, block_puzzle, random_options, random_puzzle};

/// A way to solve a puzzle: a curve of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeisukeMethod {
    /// Its name in tables.
    pub name: &'static str,
    /// The viewpoint.
    pub model: &'static str,
    /// The engine.
    pub engine: &'static str,
}

/// The report's model and search.
const REPORT_METHOD: KeisukeMethod =
    solving_method("report", "cells+pairs", "native:first+sval,gac,d-way");

const fn solving_method(
    name: &'static str,
    model: &'static str,
    engine: &'static str,
) -> KeisukeMethod {
    KeisukeMethod { name, model, engine }
}

/// The methods of the report's figures; the first is the report's.
pub(super) const FIGURE_METHODS: [KeisukeMethod; 4] = [
    REPORT_METHOD,
    solving_method("cells", "cells", "native"),
    solving_method("slots", "slots", "native"),
    solving_method("clauses", "cells", "sat:batsat"),
];

/// Every engine.
const ENGINE_METHODS: [KeisukeMethod; 17] = [
    REPORT_METHOD,
    solving_method("pairs, native", "cells+pairs", "native"),
    solving_method("pairs, batsat", "cells+pairs", "sat:batsat"),
    solving_method("cells, native", "cells", "native"),
    solving_method("cells, activity", "cells", "native:activity"),
    solving_method("slots, native", "slots", "native"),
    solving_method("slots, activity", "slots", "native:activity"),
    solving_method("cells, local", "cells", "local"),
    solving_method("cells, reform", "cells", "reform"),
    solving_method("words, reform", "words", "reform"),
    solving_method("cells, varisat", "cells", "sat:varisat"),
    solving_method("cells, batsat", "cells", "sat:batsat"),
    solving_method("cells, cadical", "cells", "sat:cadical"),
    solving_method("cells, minisat", "cells", "sat:minisat"),
    solving_method("cells, glucose", "cells", "sat:glucose"),
    solving_method("cells, z3", "cells", "smt:z3"),
    solving_method("cells, pumpkin", "cells", "cp:pumpkin"),
];

/// The report's search, with weaker propagation of a kind of group.
const SKIP_METHODS: [KeisukeMethod; 6] = [
    REPORT_METHOD,
    solving_method("pairs down fc", "cells+pairs", "native:first+sval,gac,@pair down=fc,d-way"),
    solving_method(
        "pairs fc",
        "cells+pairs",
        "native:first+sval,gac,@pair across=fc,@pair down=fc,d-way",
    ),
    solving_method(
        "pairs none",
        "cells+pairs",
        "native:first+sval,gac,@pair across=none,@pair down=none,d-way",
    ),
    solving_method("runs down fc", "cells+pairs", "native:first+sval,gac,@run down=fc,d-way"),
    solving_method(
        "runs fc",
        "cells+pairs",
        "native:first+sval,gac,@run across=fc,@run down=fc,d-way",
    ),
];

/// The puzzles of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigurePoint {
    /// The rows, and columns.
    pub side: usize,
    /// The length of all runs of hard puzzles.
    pub length: Option<usize>,
    /// Whether the entries of hard puzzles are distinct.
    pub distinct: bool,
}

pub(super) const fn random_point(side: usize) -> FigurePoint {
    FigurePoint { side, length: None, distinct: false }
}

const fn hard_point(side: usize, length: usize) -> FigurePoint {
    FigurePoint { side, length: Some(length), distinct: true }
}

/// A hard point whose entries repeat: grids of side 26 and 50 have 162 and 578 runs in each
/// direction, and two digits make only 81 entries.
pub(super) const fn repeated_point(side: usize) -> FigurePoint {
    FigurePoint { side, length: Some(2), distinct: false }
}

/// The property of puzzles that changes along a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureAxis {
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

impl FigureAxis {
    /// All, in the order of the report.
    pub const ALL: [FigureAxis; 5] = [
        FigureAxis::Regular,
        FigureAxis::Hard,
        FigureAxis::Length,
        FigureAxis::Engines,
        FigureAxis::Skip,
    ];

    /// Returns the name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FigureAxis::Regular => "size",
            FigureAxis::Hard => "hard-size",
            FigureAxis::Length => "length",
            FigureAxis::Engines => "hard-engines",
            FigureAxis::Skip => "skip",
        }
    }

    /// Returns the title of the figure.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            FigureAxis::Regular => "Run time by the size of random puzzles",
            FigureAxis::Hard => {
                "Run time by the size of hard puzzles, whose runs have length 2; distinct entries up to 17"
            }
            FigureAxis::Length => {
                "Run time by the length of all runs, 11x11 cells, distinct entries"
            }
            FigureAxis::Engines => "Run time of every engine on hard puzzles with distinct entries",
            FigureAxis::Skip => {
                "Run time of the report's search with weaker propagation of some constraints, hard \
                 puzzles of length 2"
            }
        }
    }

    /// Returns the label of the axis.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            FigureAxis::Length => "length of the runs",
            _ => "rows and columns",
        }
    }

    /// Returns the points of the axis: the report's, and hard puzzles up to 50x50.
    #[must_use]
    pub fn points(self) -> &'static [FigurePoint] {
        const REGULAR_POINTS: [FigurePoint; 7] = [
            random_point(3),
            random_point(5),
            random_point(10),
            random_point(20),
            random_point(30),
            random_point(40),
            random_point(50),
        ];
        const HARD_POINTS: [FigurePoint; 7] = [
            hard_point(5, 2),
            hard_point(8, 2),
            hard_point(11, 2),
            hard_point(14, 2),
            hard_point(17, 2),
            repeated_point(26),
            repeated_point(50),
        ];
        const LENGTH_POINTS: [FigurePoint; 4] =
            [hard_point(11, 2), hard_point(11, 3), hard_point(11, 5), hard_point(11, 11)];
        const ENGINE_POINTS: [FigurePoint; 8] = [
            hard_point(5, 2),
            hard_point(11, 2),
            hard_point(17, 2),
            hard_point(23, 3),
            hard_point(35, 3),
            hard_point(49, 4),
            hard_point(50, 16),
            hard_point(50, 50),
        ];
        const SKIP_POINTS: [FigurePoint; 5] = [
            hard_point(5, 2),
            hard_point(8, 2),
            hard_point(11, 2),
            hard_point(14, 2),
            hard_point(17, 2),
        ];
        match self {
            FigureAxis::Regular => &REGULAR_POINTS,
            FigureAxis::Hard => &HARD_POINTS,
            FigureAxis::Length => &LENGTH_POINTS,
            FigureAxis::Engines => &ENGINE_POINTS,
            FigureAxis::Skip => &SKIP_POINTS,
        }
    }

    /// Returns the methods that solve the puzzles.
    #[must_use]
    pub fn axis_methods(self) -> &'static [KeisukeMethod] {
        match self {
            FigureAxis::Regular | FigureAxis::Hard | FigureAxis::Length => &FIGURE_METHODS,
            FigureAxis::Engines => &ENGINE_METHODS,
            FigureAxis::Skip => &SKIP_METHODS,
        }
    }

    /// Returns the name of a point in tables.
    #[must_use]
    pub fn point_name(self, point: &FigurePoint) -> String {
        // Several points of the engines' axis have one side, so their names need the length as
        // well.
        match (self, point.length) {
            (FigureAxis::Length, Some(length)) => length.to_string(),
            (FigureAxis::Engines, Some(length)) => format!("{}/{length}", point.side),
            _ => point.side.to_string(),
        }
    }

    /// Returns the coordinate of a point on the axis.
    #[must_use]
    pub fn coordinate(self, point: &FigurePoint) -> usize {
        match (self, point.length) {
            (FigureAxis::Length, Some(length)) => length,
            _ => point.side,
        }
    }

    /// Returns the time of the report's search at a point, if the report's text states it; the data
    /// of its figures are not part of the text.
    #[must_use]
    pub fn stated_time(self, point: &FigurePoint) -> Option<&'static str> {
        match (self, point.side) {
            (FigureAxis::Regular, 50) => Some("< 60000"),
            (FigureAxis::Hard, 17) => Some("~ 120000"),
            _ => None,
        }
    }
}

impl FigurePoint {
    /// Draws a puzzle of the point.
    ///
    /// # Errors
    /// Returns an error if the point has no puzzle.
    pub(super) fn draw_puzzle(
        &self,
        seed: u64,
        number: u64,
    ) -> Result<KeisukePuzzle, KeisukeGridError> {
        match self.length {
            None => random_puzzle(&random_options(self.side), seed, number),
            Some(length) => block_puzzle(self.side, length, self.distinct, seed, number),
        }
    }
}

#[cfg(test)]
mod tests {
    use parallax_engines::Spec;

    use super::*;

    #[test]
    fn every_point_has_its_puzzle() {
        for axis in FigureAxis::ALL {
            for &point in axis.points() {
                let puzzle = point.draw_puzzle(0, 0).unwrap();
                assert_eq!((puzzle.height(), puzzle.width()), (point.side, point.side));
                let repeats = point.length.is_some() && !point.distinct;
                assert!(!point.distinct || !puzzle.has_repeats(), "{axis:?} {point:?}");
                assert!(!repeats || block_puzzle(point.side, 2, true, 0, 0).is_err());
            }
            for way in axis.axis_methods() {
                assert!(way.engine.parse::<Spec>().is_ok(), "{}", way.engine);
            }
        }
        assert!(block_puzzle(10, 2, false, 0, 0).is_err());
    }
}
