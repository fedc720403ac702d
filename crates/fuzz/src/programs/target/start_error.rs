//! Why a target cannot be specified or started.

use std::io;

use parallax_model::engine_api::StopReason;
use parallax_solvers::process::{CommandError, MissingProgramError, shorten_text};

use crate::programs::language::json::IntroductionError;
use crate::programs::reply::TargetReply;

/// Why a text does not specify a target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// It has no language before a command.
    #[error("'{text}' is not LANGUAGE:COMMAND; languages: {known}")]
    Form {
        /// The text.
        text: String,
        /// The languages, separated by commas.
        known: String,
    },
    /// The language is unknown.
    #[error("no language in '{text}'; known: {known}")]
    Language {
        /// The text.
        text: String,
        /// The languages, separated by commas.
        known: String,
    },
    /// The options after the command have a quote without an end.
    #[error("quotes in '{options}'")]
    Quotes {
        /// The options.
        options: String,
    },
    /// The command is malformed.
    #[error(transparent)]
    Command(#[from] CommandError),
}

/// Why a target cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The program does not exist.
    #[error(transparent)]
    Program(#[from] MissingProgramError),
    /// The command for cases with an objective is malformed.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The folder for files cannot be created.
    #[error("no temporary folder: {0}")]
    Folder(io::Error),
    /// The program does not answer the first question.
    #[error("'{program}' does not introduce itself: {reply:?}")]
    Silence {
        /// The program.
        program: String,
        /// The reply instead of an answer.
        reply: TargetReply,
    },
    /// The answer to the first question is not an introduction.
    #[error("'{program}' introduces itself with '{}': {why}", shorten_text(.line))]
    Introduction {
        /// The program.
        program: String,
        /// The answer.
        line: String,
        /// The fault.
        why: IntroductionError,
    },
    /// The answer to the first question has no version.
    #[error("no version in '{}'", shorten_text(.line))]
    Version {
        /// The answer.
        line: String,
    },
    /// A limit was reached before the target was started.
    #[error("{target} was not started: {stop}")]
    Stopped {
        /// The target.
        target: String,
        /// The limit.
        stop: StopReason,
    },
}
