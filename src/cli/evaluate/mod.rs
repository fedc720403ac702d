//! `parallax evaluate`: the decisions of a DMN file for given inputs.

mod case_table;
mod evaluate_command;
mod least_change;
mod rule_reasons;
mod single_case;

pub(super) use evaluate_command::{EvaluateArgs, run};
pub(super) use least_change::InsteadOption;
pub(super) use single_case::{SingleCase, evaluate_single};
