//! The rules of puzzles, one file each.
//!
//! A rule has its text form ([`PlainRuleForm::read_line`], [`GridRule::write_line`]), its
//! constraints ([`GridRule::post_rule`]), its check of a filled grid ([`GridRule::check_filled`]),
//! which shares no code with the constraints, its words and its picture. `rules!` below is the only
//! list.
//!
//! Rules about the cells along a line, without other parameters, share all but their meaning
//! (`line_rule.rs`). The four clues outside of the grid do not: what they share would be larger
//! than what they repeat, because most of each is its meaning.

pub(crate) mod arrow;
mod balance;
pub(crate) mod between;
pub(crate) mod cage;
pub(crate) mod calculation;
pub(crate) mod candidates;
pub(crate) mod chess;
pub(crate) mod clone;
mod closed;
pub(crate) mod consecutive;
pub(crate) mod diagonal;
pub(crate) mod different;
pub(crate) mod disjoint;
pub(crate) mod dot;
pub(crate) mod double_arrow;
pub(crate) mod entropic;
pub(crate) mod extreme;
pub(crate) mod index;
pub(crate) mod inequality;
mod line_rule;
pub(crate) mod little_killer;
pub(crate) mod lockout;
pub(crate) mod nabner;
mod nonogram;
pub(crate) mod numbered_room;
pub(crate) mod palindrome;
pub(crate) mod parity;
mod path;
pub(crate) mod quadruple;
pub(crate) mod region_sum;
pub(crate) mod renban;
mod rule_interface;
mod run;
pub(crate) mod sandwich;
pub(crate) mod skyscraper;
mod straight;
pub(crate) mod thermometer;
pub(crate) mod total;
mod unique_lines;
pub(crate) mod unmarked_dots;
pub(crate) mod unmarked_xv;
pub(crate) mod whispers;
pub(crate) mod x_sum;
pub(crate) mod xv;
pub(crate) mod zipper;

pub(crate) use extreme::ExtremeMarks;

use super::GridPuzzle;
use super::errors::GridFormError;
use super::fpuzzles::{FPuzzlesRuleForm, FPuzzlesRuleReader, FPuzzlesWriter};
use super::iss::{IssItem, IssRuleForm};
use super::plain::KeyLine;

/// Defines [`AnyRule`] and the tables of all forms from a list of modules and structs. Rules before
/// the `;` have keys of the plain form; bases imply the others.
macro_rules! rules {
    ($($module:ident::$kind:ident),+; $($implied:ident::$other:ident),+) => {
        $(pub(crate) use $module::$kind;)+
        $(pub(crate) use $implied::$other;)+

        /// A rule of a puzzle.
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) enum AnyRule { $($kind($kind),)+ $($other($other)),+ }

        $(impl From<$kind> for AnyRule {
            fn from(rule: $kind) -> Self { AnyRule::$kind(rule) }
        })+
        $(impl From<$other> for AnyRule {
            fn from(rule: $other) -> Self { AnyRule::$other(rule) }
        })+

        impl AnyRule {
            /// Returns the rule as a trait object.
            pub(crate) fn rule(&self) -> &dyn GridRule {
                match self { $(AnyRule::$kind(rule) => rule,)+ $(AnyRule::$other(rule) => rule),+ }
            }
        }

        impl AnyRule {
            /// Writes the rule into a file of f-puzzles.
            ///
            /// # Errors
            /// Returns an error if the form has no place for it.
            pub(crate) fn put(&self, file: &mut FPuzzlesWriter<'_>) -> Result<(), GridFormError> {
                match self {
                    $(AnyRule::$kind(rule) => rule.write_entries(file),)+
                    _ => Err(GridFormError::NoSuchRule),
                }
            }

            /// Writes the rule as an item of a constraint string, without its dot. `None` if no
            /// type means the same.
            pub(crate) fn write_iss(&self, puzzle: &GridPuzzle) -> Option<String> {
                match self { $(AnyRule::$kind(rule) => rule.write_iss(puzzle),)+ _ => None }
            }
        }

        /// The keys of f-puzzles, and the readers of their entries.
        pub(crate) const FPUZZLES: &[FPuzzlesRuleReader] = &[
            $(FPuzzlesRuleReader {
                names: <$kind as FPuzzlesRuleForm>::NAMES,
                fields: <$kind as FPuzzlesRuleForm>::FIELDS,
                take: |entry| {
                    let rules = <$kind as FPuzzlesRuleForm>::read_entry(entry)?;
                    Ok(rules.into_iter().map(AnyRule::from).collect())
                },
            }),+
        ];

        /// The types of constraint strings, and the readers of their items.
        pub(crate) const ISS: &[(&[&str], crate::iss::IssRuleReader)] = &[
            $((<$kind as IssRuleForm>::TYPES, |item: &IssItem<'_>| {
                Ok($kind::read_iss(item)?.into_iter().map(AnyRule::from).collect())
            })),+
        ];

        /// The keys of the plain form, and the readers of their lines.
        pub(crate) const KEYS: &[(&[&str], PlainRuleReader)] = &[
            $((<$kind as PlainRuleForm>::KEYS, |line: &KeyLine<'_>| {
                Ok($kind::read_line(line)?.into_iter().map(AnyRule::from).collect())
            })),+
        ];
    };
}

use rule_interface::PlainRuleReader;
pub(crate) use rule_interface::{GridRule, PlainRuleForm};

rules! {
    different::Different, cage::Cage, total::Total, calculation::Calculation, thermometer::Thermometer, arrow::Arrow,
    dot::Dot, unmarked_dots::UnmarkedDots, xv::Xv, unmarked_xv::UnmarkedXv, inequality::Inequality,
    palindrome::Palindrome, clone::CloneOf, renban::Renban, whispers::Whispers, between::Between,
    region_sum::RegionSum, zipper::Zipper, entropic::Entropic, quadruple::Quadruple,
    parity::Parity, candidates::Candidates, extreme::Extreme, diagonal::Diagonal,
    chess::Chess, consecutive::NonConsecutive, disjoint::DisjointGroups,
    little_killer::LittleKiller, sandwich::Sandwich, skyscraper::Skyscraper, x_sum::XSum,
    numbered_room::NumberedRoom, index::Index, double_arrow::DoubleArrow, nabner::Nabner,
    lockout::Lockout;
    run::Run, straight::Straight, balance::Balance, unique_lines::UniqueLines,
    nonogram::BlackRuns, path::Path
}
