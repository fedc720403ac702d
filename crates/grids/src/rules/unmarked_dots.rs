//! Neighbours without a dot: neither a difference nor a ratio that dots show.

use parallax_model::{ModelError, Value};

use super::AnyRule;
use super::{GridRule, PlainRuleForm};
use crate::GridPuzzle;
use crate::errors::{GridFormError, LocatedTextError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::fpuzzles::{FPuzzlesRuleForm, FPuzzlesWriter, put_dots};
use crate::iss::{IssItem, IssRuleForm};
use crate::model::GridModelBuilder;
use crate::plain::KeyLine;
use crate::shape::GridShape;

/// Cells side by side without a dot between them differ by none of the differences, and none is a
/// multiple of the other by one of the ratios.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnmarkedDots {
    /// The differences that do not occur.
    pub differences: Vec<i64>,
    /// The ratios that do not occur.
    pub ratios: Vec<i64>,
}

impl PlainRuleForm for UnmarkedDots {
    const KEYS: &'static [&'static str] = &["all dots", "all white", "all black"];

    fn read_line(line: &KeyLine<'_>) -> Result<Vec<Self>, LocatedTextError> {
        if line.key == "all dots" {
            line.require_no_arguments()?;
            return Ok(vec![UnmarkedDots { differences: vec![1], ratios: vec![2] }]);
        }
        line.no_body()?;
        let numbers: Vec<i64> = line.read_digits()?.into_iter().map(i64::from).collect();
        let or = |usual| if numbers.is_empty() { vec![usual] } else { numbers.clone() };
        Ok(vec![if line.key == "all white" {
            UnmarkedDots { differences: or(1), ratios: Vec::new() }
        } else {
            UnmarkedDots { differences: Vec::new(), ratios: or(2) }
        }])
    }
}

impl IssRuleForm for UnmarkedDots {
    const TYPES: &'static [&'static str] = &["StrictKropki"];

    fn read_iss(item: &IssItem<'_>) -> Result<Vec<Self>, LocatedTextError> {
        item.require_no_arguments()?;
        Ok(vec![UnmarkedDots { differences: vec![1], ratios: vec![2] }])
    }

    fn write_iss(&self, _: &GridPuzzle) -> Option<String> {
        (self.differences == [1] && self.ratios == [2]).then(|| "StrictKropki".to_owned())
    }
}

impl UnmarkedDots {
    /// Returns the lines of the plain form.
    fn plain_lines(&self) -> Vec<String> {
        if self.differences == [1] && self.ratios == [2] {
            return vec!["all dots".to_owned()];
        }
        let line = |word: &str, usual: i64, numbers: &[i64]| {
            let mut text = format!("all {word}");
            if numbers != [usual] {
                numbers.iter().for_each(|number| text += &format!(" {number}"));
            }
            (!numbers.is_empty()).then_some(text)
        };
        let lines = [line("white", 1, &self.differences), line("black", 2, &self.ratios)];
        lines.into_iter().flatten().collect()
    }

    fn forbids_pair(&self, a: i64, b: i64) -> bool {
        self.differences.contains(&(a - b).abs())
            || self.ratios.iter().any(|ratio| a == b * ratio || b == a * ratio)
    }
}

/// Returns the cells side by side that have no dot between them.
fn unmarked_pairs(puzzle: &GridPuzzle) -> impl Iterator<Item = (usize, usize)> {
    let dots = puzzle.rules.iter().filter_map(|rule| match rule {
        AnyRule::Dot(dot) => Some([dot.cells[0].min(dot.cells[1]), dot.cells[0].max(dot.cells[1])]),
        _ => None,
    });
    let dots: std::collections::HashSet<_> = dots.collect();
    let pairs = puzzle.shape.step_pairs(&crate::shape::SIDE_STEPS);
    let valued = |cell| puzzle.has_value(cell);
    pairs.filter(move |&(a, b)| valued(a) && valued(b) && !dots.contains(&[a, b]))
}

impl GridRule for UnmarkedDots {
    fn describe_rule(&self, _: GridShape) -> String {
        self.plain_lines().join(", ")
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        Vec::new()
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        let puzzle = builder.puzzle;
        for (a, b) in unmarked_pairs(puzzle) {
            let label = format!("no dot {}", puzzle.shape.cell_names(&[a, b]));
            builder.post_table(&label, &[a, b], |tuple: &[Value]| {
                !self.forbids_pair(tuple[0].into(), tuple[1].into())
            })?;
        }
        Ok(())
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        let shape = filled.grid_shape();
        let has_dot = |a: usize, b: usize| {
            let joins = |rule: &AnyRule| match rule {
                AnyRule::Dot(dot) => dot.cells == [a, b] || dot.cells == [b, a],
                _ => false,
            };
            filled.puzzle.rules.iter().any(joins)
        };
        for cell in 0..shape.cell_count() {
            for other in
                [shape.step_from(cell, (0, 1)), shape.step_from(cell, (1, 0))].into_iter().flatten()
            {
                let (Some(a), Some(b)) = (filled.get(cell), filled.get(other)) else { continue };
                let (low, high) = (i64::from(a.min(b)), i64::from(a.max(b)));
                let differs = self.differences.iter().any(|&d| high - low == d);
                let times = |&r: &i64| low * r == high || high * r == low;
                if (differs || self.ratios.iter().any(times)) && !has_dot(cell, other) {
                    let cells = shape.locate_all(&[cell, other]);
                    return Err(RuleBreach::DotAbsence { cells, left: a, right: b });
                }
            }
        }
        Ok(())
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        Some(self.plain_lines().join("\n"))
    }
}

impl FPuzzlesRuleForm for UnmarkedDots {
    fn write_entries(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
        put_dots(self, file)
    }
}
