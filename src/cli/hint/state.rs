//! The entries of a person in a puzzle, from the command line.

use std::sync::Arc;

use parallax_formats::inputs::Sources;
use parallax_hints::{Entries, Rules, State};
use parallax_model::ask::Control;
use parallax_model::instance::{SourcedInstance, Viewpoint, parse_given};
use parallax_model::{Given, Model};
use parallax_why::Problem;

use super::marks;
use crate::cli::Failure;

/// The entries next to the givens.
#[derive(clap::Args)]
pub(super) struct Written {
    /// The board as far as it is filled in: a file, or a Sudoku itself
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

impl Written {
    /// Returns the entries for the model of an instance.
    pub(super) fn entries(
        &self,
        found: &SourcedInstance,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Entries, Failure> {
        let instance = &*found.instance;
        let problem = Problem::of(instance, viewpoint, control)
            .map_err(|error| Failure(format!("{}: {error}", found.source)))?;
        let model = problem.model();
        let givens = instance.givens(viewpoint);
        let mut entries = Entries::default();
        if let Some(name) = &self.state {
            entries.placed = self.filled(name, found, viewpoint)?;
        }
        for text in &self.place {
            entries.placed.push(self.value(found, model, text)?);
        }
        for text in &self.remove {
            entries.removed.push(self.value(found, model, text)?);
        }
        entries.placed.retain(|entry| !givens.contains(entry));
        contradiction(model, &givens, &entries)
            .map_err(|fault| Failure(format!("{}: {fault}", found.source)))?;
        if let Some(name) = &self.marks {
            let rules = Rules::of(model.clone(), instance.picture().board(viewpoint));
            marks::read(name, &rules, &givens, &mut entries)?;
        }
        Ok(entries)
    }

    fn value(
        &self,
        found: &SourcedInstance,
        model: &Arc<Model>,
        text: &str,
    ) -> Result<Given, Failure> {
        parse_given(model, text).map_err(|fault| Failure(format!("{}: {fault}", found.source)))
    }

    /// Returns the givens of another instance of the same puzzle and size.
    fn filled(
        &self,
        name: &str,
        found: &SourcedInstance,
        viewpoint: &Viewpoint,
    ) -> Result<Vec<Given>, Failure> {
        let puzzle = found.instance.puzzle().parse().ok();
        let sources = Sources { names: vec![name.to_owned()], puzzle, ..Sources::default() };
        let mut stream = sources.stream();
        let other = stream.next().transpose()?;
        let other = other.ok_or_else(|| Failure(format!("{name}: there is no board")))?;
        if stream.next().transpose()?.is_some() {
            return Err(Failure(format!("{name}: several boards; --state takes one")));
        }
        let same = other
            .instance
            .viewpoint(&viewpoint.to_string())
            .ok()
            .filter(|own| other.instance.shape(own) == found.instance.shape(viewpoint));
        match same {
            Some(own) => Ok(other.instance.givens(&own)),
            None => Err(Failure(format!(
                "{name}: {}, but the puzzle is {}",
                other.instance.title(),
                found.instance.title()
            ))),
        }
    }
}

/// Fails if entries give two values to one variable, alone or with a given.
fn contradiction(model: &Model, givens: &[Given], entries: &Entries) -> Result<(), String> {
    for (place, entry) in entries.placed.iter().enumerate() {
        let before = givens.iter().chain(&entries.placed[..place]);
        let other =
            before.into_iter().find(|g| g.variable == entry.variable && g.value != entry.value);
        if let Some(other) = other {
            let (name, value) =
                (model.name_of(entry.variable), model.word(entry.variable, entry.value));
            let kind = if givens.contains(other) { "given" } else { "entered" };
            let given = model.word(other.variable, other.value);
            return Err(format!("{name} = {value}: {name} is {kind} as {given}"));
        }
    }
    Ok(())
}

/// Returns the state of givens and entries; `None` if a given is outside its domain.
pub(super) fn state_of(rules: &Rules, givens: &[Given], entries: &Entries) -> Option<State> {
    let all: Vec<Given> = givens.iter().chain(&entries.placed).copied().collect();
    State::of(rules, &all).ok()
}
