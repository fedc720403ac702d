//! The command that shows why an instance has no solution.

use parallax_compare::{InstanceComparison, SolutionCoverage};
use parallax_instance::SourcedInstance;
use parallax_model::engine_api::Answer;

use super::{SolveArgs, SolveFormat};
use crate::cli::screen::print_remark;

/// The instance without a solution, if it is the only one of a run.
#[derive(Default)]
pub(super) struct WhyPointer {
    instances: u64,
    source: Option<String>,
}

impl WhyPointer {
    /// Adds the result of an instance.
    pub(super) fn add_result(&mut self, compared: &InstanceComparison) {
        let none = compared.rows.iter().all(|row| {
            // A model that keeps only a part of the solutions proves nothing about the others.
            let whole = !matches!(row.keeps, SolutionCoverage::Part(_));
            whole && row.checked && row.wrong.is_none() && row.answer == Answer::Unsatisfiable
        });
        self.add_answer(&compared.found, none && !compared.rows.is_empty());
    }

    /// Adds an instance, and whether it has no solution.
    pub(super) fn add_answer(&mut self, found: &SourcedInstance, none: bool) {
        self.instances += 1;
        self.source = none.then(|| found.source.clone());
    }

    /// Prints the command on standard error, for people; `unread` is the number of inputs that
    /// could not be read.
    pub(super) fn print_command(&self, args: &SolveArgs, unread: u64) {
        let alone = self.instances == 1 && unread == 0 && args.format == SolveFormat::Text;
        let Some(source) = self.source.as_ref().filter(|_| alone) else { return };
        let shows = "shows what cannot hold together, and what to change";
        print_remark(&match args.input.name_of(source) {
            Some(name) => format!("{} {shows}", why_command(&name, args)),
            None => format!("{} with the same standard input {shows}", why_command("-", args)),
        });
    }
}

/// Returns the command about the same question, quoted for a shell.
fn why_command(name: &str, args: &SolveArgs) -> String {
    let mut options = args.input.reading_options();
    options.extend(args.given.given_texts().iter().map(|text| ("--given", text.clone())));
    options.extend(args.model.iter().map(|model| ("--model", model.clone())));
    let mut words = vec!["parallax".to_owned(), "why".to_owned()];
    // A file name that begins with a dash would be read as an option: it comes last, after `--`.
    let last = name.starts_with('-') && name != "-";
    if !last {
        words.push(name.to_owned());
    }
    words.push("--repair".to_owned());
    words.extend(options.into_iter().flat_map(|(option, value)| {
        if value.is_empty() {
            vec![option.to_owned()]
        } else if value.starts_with('-') {
            vec![format!("{option}={value}")]
        } else {
            vec![option.to_owned(), value]
        }
    }));
    if last {
        words.extend(["--".to_owned(), name.to_owned()]);
    }
    // Quoting fails only for a NUL, which no argument of a program contains.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
