//! The faults of specs and lists of engines.

use parallax_encodings::{EncodingNameError, EncodingOptions};
use parallax_model::engine_api::did_you_mean;

/// The engines to name in the message about an unknown one.
const ENGINE_EXAMPLES: &str =
    "for example auto, native, sat:batsat, 'dimacs:COMMAND' ('parallax engines' lists all)";

/// The reason why a text is not the spec of an engine, or a list of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecFault {
    /// No kind of engine reads the text.
    #[error("unknown engine '{text}'; expected {ENGINE_EXAMPLES}")]
    UnknownEngine {
        /// The text.
        text: String,
    },
    /// No kind of engine reads the text, but another text is near.
    #[error("unknown engine '{text}'; did you mean '{near}'? ('parallax engines' lists all)")]
    MisspeltEngine {
        /// The text.
        text: String,
        /// The spec of an engine.
        near: String,
    },
    /// The text is nearly a setting of native search.
    #[error(
        "unknown engine or choice '{text}'{}",
        did_you_mean(text, parallax_search::SearchSettings::setting_words())
    )]
    UnknownSetting {
        /// The text.
        text: String,
    },
    /// The engine has no such choice.
    #[error("engine '{engine}' has no choice '{choice}'")]
    NoChoice {
        /// The name of the engine.
        engine: String,
        /// The choice.
        choice: String,
    },
    /// The engine has no encodings.
    #[error("engine '{engine}' has no encoding '{encoding}'")]
    NoEncoding {
        /// The name of the engine.
        engine: String,
        /// The encoding.
        encoding: String,
    },
    /// The key of a choice is unknown.
    #[error("unknown choice '{choice}'{}; known: {known}", did_you_mean(choice_key(choice), keys.iter().copied()))]
    UnknownChoice {
        /// The choice, with its key first.
        choice: String,
        /// The keys of all choices.
        keys: Vec<&'static str>,
        /// The forms of all choices.
        known: String,
    },
    /// The name of an encoding is unknown.
    #[error("unknown {} '{}'{}; known: {}", .0.what, .0.given, did_you_mean(&.0.given, .0.known.split(", ")), .0.known)]
    UnknownEncoding(EncodingNameError),
    /// No encoding fits a pattern.
    #[error("no {key} encoding fits '{pattern}'; known: {known}")]
    NoFittingEncoding {
        /// The key of the choice.
        key: &'static str,
        /// The pattern.
        pattern: String,
        /// The names of the encodings.
        known: String,
    },
    /// A part that another crate reads is wrong: a setting, a number, a command.
    #[error("{0}")]
    Part(String),
    /// The program that the engine runs is missing.
    #[error("{0}")]
    NoProgram(String),
    /// The spec of a counter has neither a method nor a command.
    #[error("expected 'count:METHOD' or 'count:COMMAND' for '{0}'")]
    NoMethod(String),
    /// A method of counting has no such choice.
    #[error("'count:{method}' has no choice '{choice}'; it takes {known}")]
    NoCountChoice {
        /// The name of the method.
        method: &'static str,
        /// The choice.
        choice: String,
        /// The choices of the method.
        known: String,
    },
    /// A pattern is in the place of a program.
    #[error("'{0}' is not a program")]
    PatternAsProgram(String),
    /// The command of an engine without proofs names a file for a proof.
    #[error("'{{proof}}' is for 'dimacs:' engines only")]
    MisplacedProof,
    /// A form of proofs that no program writes.
    #[error("'proof=varisat' is for Varisat inside this process")]
    InternalProof,
    /// A form of proofs without a file in the command.
    #[error("'proof={form}' needs {{proof}} in the command, the file of the proof")]
    ProofWithoutFile {
        /// The form.
        form: String,
    },
    /// An unknown library of MiniZinc.
    #[error("unknown library '{0}' of MiniZinc; known: std")]
    UnknownLibrary(String),
    /// A spec of MiniZinc without a solver.
    #[error("a solver is missing after ':', as in mzn:gecode")]
    MissingSolver,
    /// A spec of MiniZinc that begins with an option.
    #[error("'{0}' begins with an option; a solver comes first, as in mzn:gecode")]
    OptionFirst(String),
    /// The leaves of a reformulation are given to an engine that passes them on.
    #[error("the leaves of a reformulation are solved by another engine")]
    NestedLeaf,
    /// The leaves of a reformulation are given to an engine that proves nothing.
    #[error(
        "the leaves of a reformulation need an engine that can show that there is no solution; \
         local search cannot"
    )]
    IncompleteLeaf,
    /// A reformulation has steps and choices that exclude them.
    #[error("use={0} does not go with choices about dimensions and leaves")]
    ExcludedSteps(String),
    /// No published algorithm has this name.
    #[error("unknown algorithm '{0}'; known: brute:paper, native:set-paper, reform:paper")]
    UnknownAlgorithm(String),
    /// The short name of a program has a wrong form.
    #[error(
        "'{name}' is not a name; expected letters, digits, - and _, first a letter, and perhaps @ \
         and the solver behind it, at most 16 of these"
    )]
    NoName {
        /// The name.
        name: String,
    },
    /// A short name is given to an engine that is not a program.
    #[error("'{name}' cannot name '{engine}': only programs have short names")]
    Unnameable {
        /// The name.
        name: String,
        /// The spec of the engine.
        engine: String,
    },
    /// A short name already means engines.
    #[error("'{0}' already names engines; choose another name")]
    TakenName(String),
    /// A list has one name for two engines.
    #[error("'{0}' names two engines")]
    AmbiguousName(String),
    /// A list is empty.
    #[error("no engine named; expected {ENGINE_EXAMPLES}")]
    EmptyList,
    /// A pattern is in a place where patterns are not allowed.
    #[error(
        "'*' is for names of engines and encodings, as in 'sat:*+order' or 'sat:batsat+*': not in \
         '{0}'"
    )]
    MisplacedPattern(String),
    /// A pattern that matches no engine of this build.
    #[error("no engine of this build matches '{0}'; see 'parallax engines'")]
    UnmatchedPattern(String),
    /// A quotation mark without its partner, and the text from it on.
    #[error("a quotation mark without an end: {0}")]
    OpenQuotation(String),
    /// Something other than a comma after a piece of a list.
    #[error("expected a comma after {0}")]
    MissingComma(String),
    /// A bracket without its partner, and the text that has it.
    #[error("'{0}': a bracket without an end")]
    OpenBracket(String),
    /// A portfolio of another form.
    #[error("'{0}': expected portfolio or portfolio[ENGINE; ENGINE]")]
    WrongPortfolio(String),
    /// A portfolio without engines.
    #[error("a portfolio needs engines: portfolio[ENGINE; ENGINE]")]
    EmptyPortfolio,
    /// Two separators of a portfolio without an engine between them.
    #[error("'{0}': an engine is missing next to a ';'")]
    MissingMember(String),
    /// An engine of a portfolio is followed by something else.
    #[error("a portfolio: expected ';' or ']' before '{0}'")]
    AfterMember(String),
    /// A portfolio inside a portfolio.
    #[error("a portfolio has no other portfolio among its engines")]
    NestedPortfolio,
    /// `auto` inside a portfolio.
    #[error("a portfolio has no 'auto', which chooses an engine, among its engines")]
    AutoMember,
    /// An engine that this build does not have.
    #[error("this build has no '{0}' ('parallax engines' lists what it has)")]
    NotBuilt(String),
    /// An engine that cannot end inside a portfolio.
    #[error("a portfolio needs engines that can end; '{0}' never shows that there is no solution")]
    IncompleteMember(String),
    /// A portfolio has an engine twice.
    #[error("a portfolio has each engine once; '{0}' is there twice")]
    RepeatedMember(String),
}

/// Returns the key of a choice.
fn choice_key(choice: &str) -> &str {
    choice.split('=').next().unwrap_or(choice)
}

impl SpecFault {
    /// Makes the fault of an engine without a choice.
    pub(crate) fn no_choice(engine: &str, choice: &str) -> Self {
        SpecFault::NoChoice { engine: engine.to_owned(), choice: choice.to_owned() }
    }

    /// Makes the fault of a choice of encodings that does not exist.
    pub(crate) fn unknown_choice(choice: &str) -> Self {
        let forms = EncodingOptions::CHOICES.iter().map(|choice| format!("{}=NAME", choice.key));
        SpecFault::UnknownChoice {
            choice: choice.to_owned(),
            keys: EncodingOptions::CHOICES.iter().map(|choice| choice.key).collect(),
            known: forms.collect::<Vec<_>>().join(", "),
        }
    }

    /// Makes the fault of a part, from the message of the crate that reads it.
    pub(crate) fn part_fault(message: impl ToString) -> Self {
        SpecFault::Part(message.to_string())
    }

    /// Makes the fault of a missing program.
    pub(crate) fn no_program(message: impl ToString) -> Self {
        SpecFault::NoProgram(message.to_string())
    }
}

/// For callers whose errors are messages.
impl From<SpecFault> for String {
    fn from(fault: SpecFault) -> Self {
        fault.to_string()
    }
}
