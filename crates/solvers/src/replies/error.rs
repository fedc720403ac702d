//! Errors of output that is not an answer.

use std::fmt;

use parallax_instance::{InputError, InstantiationError};
use parallax_model::engine_api::{EnumerationEnd, SolutionCount};

use crate::process::{ProcessCrash, shorten_text};

/// The reason why the output of a solver is not an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// The program ended without an answer.
    #[error(transparent)]
    Crash(#[from] ProcessCrash),
    /// The program states that it has no answer.
    #[error("{0} gave up")]
    GaveUp(ReplyingProgram),
    /// The program states that it does not take the problem.
    #[error("the solver does not support the instance")]
    Unsupported,
    /// The output is empty.
    #[error("it printed nothing")]
    Nothing,
    /// The output has other lines, and none with a status.
    #[error("it printed no answer")]
    NoStatus,
    /// A line of the answer is missing.
    #[error("no '{line}' line in its output, which ends with '{}'", shorten_text(.last))]
    NoLine {
        /// How the line begins.
        line: &'static str,
        /// The last line of the output.
        last: String,
    },
    /// The file of the answer has none.
    #[error("no answer in its file{}", last_line_remark(.last.as_deref()))]
    EmptyFile {
        /// The last line of the output, if it has any.
        last: Option<String>,
    },
    /// A status has no meaning.
    #[error("{}'{}'", .language.status_prefix(), shorten_text(.status))]
    Status {
        /// The language of the output.
        language: StatusForm,
        /// The status.
        status: String,
    },
    /// The output states both that there is a solution and that there is none.
    #[error("says satisfiable and unsatisfiable")]
    BothAnswers,
    /// The output states that there is no solution, after one.
    #[error("says unsatisfiable after a solution")]
    LateDenial,
    /// The exit code contradicts the output.
    #[error("says {claim}, but ends with {code}")]
    ExitCode {
        /// The claim of the output.
        claim: SolverClaim,
        /// The exit code.
        code: i32,
    },
    /// The number of solutions contradicts the status.
    #[error("says {claim}, but counts {}", short_count(.count))]
    ContraryCount {
        /// The claim of the status.
        claim: SolverClaim,
        /// The number of solutions.
        count: SolutionCount,
    },
    /// The number of solutions cannot be read.
    #[error("its number is '{}'", shorten_text(.0))]
    Number(String),
    /// The line of a number has another form, or the number is approximate.
    #[error("its number is not an exact integer: '{}'", shorten_text(.0))]
    InexactNumber(String),
    /// There are two numbers of solutions.
    #[error("prints two different numbers")]
    TwoNumbers,
    /// The number of assignments is not one.
    #[error("says satisfiable, with {0} assignments")]
    Assignments(usize),
    /// The literals of a SAT solver cannot be read.
    #[error("{}", shorten_text(.0.message()))]
    Literals(InputError),
    /// A line has no meaning.
    #[error("'{}' is not part of an answer", shorten_text(.0))]
    Line(String),
    /// A variable has two values.
    #[error("{0} has two values")]
    TwoValues(String),
    /// A solution lacks the value of the variable with this number.
    #[error("its solution has no value of x{0}")]
    MissingValue(usize),
    /// There is much output and no solution.
    #[error("printed more than {0} bytes without a solution")]
    Flood(usize),
    /// A model is not a list of expressions.
    #[error(transparent)]
    Expression(#[from] SmtExpressionError),
    /// A model is missing.
    #[error("no model")]
    NoModel,
    /// The solver has printed an error in the place of a model.
    #[error("no model: {}", shorten_text(.0))]
    ModelError(String),
    /// The value of a symbol cannot be read.
    #[error("no value of {}", shorten_text(.0))]
    SymbolValue(String),
    /// A symbol has two values.
    #[error("two values of {}", shorten_text(.0))]
    TwoSymbolValues(String),
    /// An instantiation cannot be read.
    #[error(transparent)]
    Instantiation(#[from] InstantiationError),
    /// An instantiation does not have one value for each variable of its list.
    #[error("an instantiation of {names} variables with {values} values")]
    Lengths {
        /// The number of variables.
        names: usize,
        /// The number of values.
        values: usize,
    },
    /// An instantiation names another variable.
    #[error("a variable '{}' that does not exist", shorten_text(.0))]
    Variable(String),
    /// An instantiation lacks a variable.
    #[error("an instantiation without a value for each variable")]
    MissingVariable,
    /// The output states that there is no solution, and has one.
    #[error("says unsatisfiable, with an instantiation")]
    DeniedSolution,
    /// The output states that there is a solution, and has none.
    #[error("says that there is a solution, and prints none")]
    NoSolution,
}

/// A program that answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyingProgram {
    /// It finds solutions.
    Solver,
    /// It counts them.
    Counter,
}

impl fmt::Display for ReplyingProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReplyingProgram::Solver => "the solver",
            ReplyingProgram::Counter => "the counter",
        })
    }
}

/// The claim of an output about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverClaim {
    /// There is a solution.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
}

impl fmt::Display for SolverClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SolverClaim::Satisfiable => "satisfiable",
            SolverClaim::Unsatisfiable => "unsatisfiable",
        })
    }
}

/// The form in which an output states its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusForm {
    /// The form of counting competitions.
    Count,
    /// The form of SMT-LIB.
    SmtLib,
    /// The form of XCSP3 competitions.
    Xcsp3,
}

impl StatusForm {
    /// Returns the text before an unknown status in a message.
    fn status_prefix(self) -> &'static str {
        match self {
            StatusForm::Count => "says ",
            StatusForm::SmtLib => "no answer but ",
            StatusForm::Xcsp3 => "an unknown answer ",
        }
    }
}

/// The reason why the model of an SMT solver is not a list of expressions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SmtExpressionError {
    /// Lists are nested too deeply.
    #[error("it nests lists too deep")]
    Depth,
    /// A list ends that has not begun.
    #[error("an unmatched ')'")]
    Close,
    /// A list does not end.
    #[error("its model is truncated")]
    Truncation,
    /// A quotation does not end.
    #[error("{} is unterminated", shorten_text(.0))]
    Quote(String),
}

/// Returns the beginning of a number.
fn short_count(count: &SolutionCount) -> String {
    shorten_text(&count.to_string())
}

/// Returns the end of a message: the last line of an output, if there is one.
fn last_line_remark(last: Option<&str>) -> String {
    last.map_or_else(String::new, |last| format!("; its output ends with '{}'", shorten_text(last)))
}

impl From<ReplyError> for EnumerationEnd {
    fn from(error: ReplyError) -> Self {
        match error {
            ReplyError::Crash(crash) => crash.into(),
            other => EnumerationEnd::GaveUp(other.to_string()),
        }
    }
}
