//! The entries of a person in a puzzle, from the command line.

use std::sync::Arc;

use parallax_explain::ExplanationProblem;
use parallax_formats::inputs::InputSources;
use parallax_hints::{CandidateRules, CandidateState, PersonEntries};
use parallax_instance::{SourcedInstance, Viewpoint, parse_given};
use parallax_model::engine_api::Control;
use parallax_model::{Given, Model};

use super::pencil_marks;
use crate::cli::CliError;

/// The entries of a person in addition to the givens.
#[derive(clap::Args)]
pub(super) struct EntryArgs {
    /// The board with the entries so far: a file, or a Sudoku itself
    #[arg(long, value_name = "FILE")]
    state: Option<String>,
    /// Values that are filled in, as r1c2=6,r1c3=4; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    place: Vec<String>,
    /// Values that are ruled out; the others of a cell stay possible
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    remove: Vec<String>,
    /// A file with the pencil marks of every cell
    ///
    /// They stand row by row, with blanks between the cells: 12 or 1,2 for two marks, a dot for a
    /// cell without marks.
    #[arg(long, value_name = "FILE")]
    marks: Option<String>,
}

impl EntryArgs {
    /// Returns the entries for the model of an instance.
    pub(super) fn read_entries(
        &self,
        found: &SourcedInstance,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<PersonEntries, CliError> {
        let instance = &*found.instance;
        let problem = ExplanationProblem::from_instance(instance, viewpoint, control)
            .map_err(|error| CliError(format!("{}: {error}", found.source)))?;
        let model = problem.model();
        let givens = instance.givens(viewpoint);
        let mut entries = PersonEntries::default();
        if let Some(name) = &self.state {
            entries.placed = self.filled_givens(name, found, viewpoint)?;
        }
        for text in &self.place {
            entries.placed.push(self.parse_value(found, model, text)?);
        }
        for text in &self.remove {
            entries.removed.push(self.parse_value(found, model, text)?);
        }
        // A filled-in board repeats the clues, which are not entries of the person.
        entries.placed.retain(|entry| !givens.contains(entry));
        check_contradiction(model, &givens, &entries)
            .map_err(|fault| CliError(format!("{}: {fault}", found.source)))?;
        // Marks come last: which of them count as placed depends on the values entered by other
        // options.
        if let Some(name) = &self.marks {
            let rules = CandidateRules::from_model(
                model.clone(),
                instance.picture().board_layout(viewpoint),
            );
            pencil_marks::read_marks(name, &rules, &givens, &mut entries)?;
        }
        Ok(entries)
    }

    fn parse_value(
        &self,
        found: &SourcedInstance,
        model: &Arc<Model>,
        text: &str,
    ) -> Result<Given, CliError> {
        parse_given(model, text).map_err(|fault| CliError(format!("{}: {fault}", found.source)))
    }

    /// Returns the givens of another instance of the same puzzle and size.
    fn filled_givens(
        &self,
        name: &str,
        found: &SourcedInstance,
        viewpoint: &Viewpoint,
    ) -> Result<Vec<Given>, CliError> {
        let puzzle = found.instance.puzzle_name().parse().ok();
        let sources =
            InputSources { names: vec![name.to_owned()], puzzle, ..InputSources::default() };
        let mut stream = sources.stream_instances();
        let other = stream.next().transpose()?;
        let other = other.ok_or_else(|| CliError(format!("{name}: there is no board")))?;
        if stream.next().transpose()?.is_some() {
            return Err(CliError(format!("{name}: several boards; --state takes one")));
        }
        let same = other
            .instance
            .viewpoint(&viewpoint.to_string())
            .ok()
            // Equal keys mean the same variables, so the givens of the other board are values of
            // this model.
            .filter(|own| other.instance.shape_key(own) == found.instance.shape_key(viewpoint));
        match same {
            Some(own) => Ok(other.instance.givens(&own)),
            None => Err(CliError(format!(
                "{name}: {}, but the puzzle is {}",
                other.instance.title(),
                found.instance.title()
            ))),
        }
    }
}

/// Fails if entries give two values to one variable, alone or with a given.
fn check_contradiction(
    model: &Model,
    givens: &[Given],
    entries: &PersonEntries,
) -> Result<(), String> {
    for (place, entry) in entries.placed.iter().enumerate() {
        let before = givens.iter().chain(&entries.placed[..place]);
        let other =
            before.into_iter().find(|g| g.variable == entry.variable && g.value != entry.value);
        if let Some(other) = other {
            let (name, value) =
                (model.name_of(entry.variable), model.describe_value(entry.variable, entry.value));
            let kind = if givens.contains(other) { "given" } else { "entered" };
            let given = model.describe_value(other.variable, other.value);
            return Err(format!("{name} = {value}: {name} is {kind} as {given}"));
        }
    }
    Ok(())
}

/// Returns the state of givens and entries; `None` if a given is outside its domain.
pub(super) fn state_of(
    rules: &CandidateRules,
    givens: &[Given],
    entries: &PersonEntries,
) -> Option<CandidateState> {
    let all: Vec<Given> = givens.iter().chain(&entries.placed).copied().collect();
    CandidateState::from_givens(rules, &all).ok()
}
