//! The puzzles of a sheet: made, or read from files.

use parallax_formats::inputs::Sources;
use parallax_generate::{Batch, Generated, Missing, Recipe, run as make};
use parallax_model::ask::Control;
use parallax_model::instance::SourcedInstance;
use parallax_report::Grade;

use super::kind::Kind;
use super::{Args, FAULT, MISSED};
use crate::cli::Failure;
use crate::cli::execute::warned;
use crate::cli::generate::rated::RatedOptions;
use crate::cli::options::announce_typing;
use crate::cli::progress::Progress;

/// A puzzle, and its place under the seed if it was made.
pub(super) struct Taken {
    pub(super) kind: Kind,
    pub(super) found: SourcedInstance,
    pub(super) drawn: Option<u64>,
}

/// A puzzle that was made, or a message and its exit code.
type Made = Result<Taken, (String, u8)>;

/// The puzzles, or the reasons why there are none.
pub(super) enum Collected {
    All(Vec<Taken>),
    Missing { messages: Vec<String>, code: u8 },
    Interrupted,
}

impl Args {
    /// Makes or reads the puzzles, in the order of the arguments.
    pub(super) fn collect(&self, control: &Control) -> Result<Collected, Failure> {
        let kinds: Vec<Option<Kind>> = self.what.iter().map(|name| Kind::named(name)).collect();
        self.check(&kinds)?;
        let mut all = Vec::new();
        let (mut messages, mut code) = (Vec::new(), MISSED);
        for (name, kind) in self.what.iter().zip(kinds) {
            let Some(kind) = kind else {
                self.read(name, &mut all)?;
                continue;
            };
            for made in self.make(kind, control)? {
                match made {
                    Ok(taken) => all.push(taken),
                    Err((message, of)) => {
                        messages.push(message);
                        code = code.max(of);
                    }
                }
            }
            if control.stopped().is_some() {
                return Ok(Collected::Interrupted);
            }
        }
        Ok(if messages.is_empty() {
            Collected::All(all)
        } else {
            Collected::Missing { messages, code }
        })
    }

    /// Refuses options of puzzles that are made where none is.
    fn check(&self, kinds: &[Option<Kind>]) -> Result<(), Failure> {
        let named = [
            ("--grade", self.grade.is_some()),
            ("--order", self.order.is_some()),
            ("--clues", self.clues.is_some()),
        ];
        let lone = named.iter().find(|(_, given)| *given && kinds.iter().all(Option::is_none));
        match lone {
            Some((name, _)) => Err(Failure(format!(
                "{name} goes with a kind of puzzle to make: {}",
                Kind::expected()
            ))),
            None => Ok(()),
        }
    }

    /// Makes the puzzles of a kind; an error has its exit code.
    fn make(&self, kind: Kind, control: &Control) -> Result<Vec<Made>, Failure> {
        let recipe = kind.recipe(self)?;
        let scores = self.grade.and_then(Grade::scores);
        let steps = scores.map(|scores| RatedOptions::between(scores, self.draws));
        let rated = steps.as_ref().map(|steps| steps.of(&*recipe)).transpose()?;
        let recipe = rated.as_ref().map_or(&*recipe, |rated| rated as &dyn Recipe);
        recipe.check()?;
        let number = self.number.get();
        let progress = Progress::counting("making", "puzzles");
        let progress = progress.with_time_left().out_of(number as u64);
        let batch = Batch { seed: self.seed, from: 0, number, jobs: self.jobs() };
        let mut all = Vec::new();
        make(recipe, batch, control, &mut |number, made| {
            all.push(taken(kind, number, made));
            progress.step(String::new);
        });
        progress.finish();
        Ok(all)
    }

    /// Reads the puzzles of a file.
    fn read(&self, name: &str, all: &mut Vec<Taken>) -> Result<(), Failure> {
        let sources =
            Sources { names: vec![name.to_owned()], puzzle: self.puzzle, ..Sources::default() };
        announce_typing(&sources);
        let before = all.len();
        for found in warned(sources.stream()) {
            let found = found?;
            let puzzle = found.instance.puzzle();
            let kind = Kind::of(puzzle).ok_or_else(|| {
                let expected = Kind::known();
                Failure(format!(
                    "{}: {puzzle} is not for a sheet; expected {expected}",
                    found.source
                ))
            })?;
            all.push(Taken { kind, found, drawn: None });
        }
        if all.len() == before {
            return Err(Failure(format!("{name}: there is no puzzle")));
        }
        Ok(())
    }
}

/// Returns a puzzle that was made, if it is as asked.
fn taken(kind: Kind, number: u64, made: Result<Generated, Missing>) -> Made {
    let name = kind.name();
    match made {
        Ok(Generated { missed: Some(what), .. }) => {
            Err((format!("{name} {number} has {what}"), MISSED))
        }
        Ok(made) => {
            let found = SourcedInstance::made(format!("{name} {number}"), made.instance);
            Ok(Taken { kind, found, drawn: Some(number) })
        }
        Err(Missing::GivenUp(why)) => Err((format!("{name} {number} is given up: {why}"), MISSED)),
        Err(Missing::Fault(why)) => Err((format!("{name} {number}: {why}"), FAULT)),
    }
}
