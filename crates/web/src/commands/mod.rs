//! Requests as commands of this program. Only words made here reach a command line.

mod candidates;
mod command_request;
mod convert;
mod engines;
mod explain;
mod generate;
mod hints;
mod lint;
mod request_instance;
mod why;

use command_request::{
    COMPARE_EXIT_CODES, SUCCESS_EXIT_CODES, check_words, option_word, requested_seconds,
};
pub(super) use command_request::{CommandMaker, CommandOutputShape, CommandRequest};

pub(super) use candidates::candidates_command;
pub(super) use convert::{check_command, export_command, show_command};
pub(super) use engines::{compare_command, rate_command, solve_command};
pub(super) use explain::explain_command;
pub(super) use generate::generate_command;
pub(super) use hints::{hint_command, path_command};
pub(super) use lint::lint_command;
pub(super) use why::why_command;

use request_instance::RequestInstance;
