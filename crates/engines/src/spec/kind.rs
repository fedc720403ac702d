//! The traits of a kind of engine: its names and readers, and the questions that lists, sessions
//! and judges ask an engine with its options.

use std::any::Any;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{
    Control, EngineAbilities, EngineFamily, PreparationError, Session,
};
use parallax_solvers::process::CommandTemplate;

use super::{CommandParts, SpecFault};
use crate::trace::TracingEngine;

/// A kind of engine: how its specs are read, and which of them lists show.
pub trait EngineKind: ConfiguredEngine + Clone + PartialEq {
    /// The first words of its specs. The kind with the longest word that a text begins with reads
    /// the text first.
    const NAMES: &'static [&'static str];

    /// How its specs are written, for `parallax engines` and the page of the engines.
    const USAGE: Option<EngineUsage> = None;

    /// Whether its specs are `NAME[+ENCODING][,CHOICES]:COMMAND`, which may have a short name.
    const RUNS_COMMAND: bool = false;

    /// Reads a spec. `None` leaves the text to other engines.
    ///
    /// # Errors
    /// If the text is a spec of this kind, and one of its choices is wrong.
    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>>;

    /// Returns the engines that lists show, built in or not: one for each choice that makes
    /// another engine.
    #[must_use]
    fn list_variants() -> Vec<Self> {
        Vec::new()
    }

    /// Returns the engines that `all` selects, with their default options, built in or not. Each
    /// can show that no solution exists.
    #[must_use]
    fn list_defaults() -> Vec<Self> {
        Vec::new()
    }

    /// Whether a text begins as the spec of a program, which may have a short name.
    #[must_use]
    fn begins_command(text: &str) -> bool {
        Self::RUNS_COMMAND && CommandParts::are_begun(text, Self::NAMES)
    }
}

/// How the specs of a kind of engine are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineUsage {
    /// The title of the text.
    pub title: &'static str,
    /// The forms of the specs, in sentences.
    pub text: &'static str,
}

/// The facts about an engine that users know before they ask it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFacts {
    /// The part that a build or a machine must have for it.
    pub needs: Option<String>,
    /// The names of the tasks that it takes.
    pub tasks: &'static [&'static str],
    /// The instances that it takes.
    pub instances: &'static str,
}

impl Default for EngineFacts {
    fn default() -> Self {
        let tasks = &["first", "all", "limit", "count", "best"];
        EngineFacts { needs: None, tasks, instances: "all" }
    }
}

impl EngineFacts {
    /// Returns the facts about an engine of which a Cargo feature is part.
    #[must_use]
    pub fn of_feature(name: &str) -> Self {
        EngineFacts { needs: Some(format!("the Cargo feature '{name}'")), ..Self::default() }
    }
}

/// Maximum size of a model for which SAT solvers and Pumpkin check the clock often enough to stop
/// in time.
pub const USUAL_SIZE: u64 = 1 << 14;

/// An engine with its options. It prints its spec, which reads back as the same engine.
pub trait ConfiguredEngine: Any + fmt::Debug + fmt::Display + Send + Sync {
    /// Returns the family of the engine: of the solver that decides, or for a reformulation of the
    /// engine of its leaves. An external program is unknown unless the user declares its solver:
    /// its name, its path and its output prove nothing.
    fn family(&self) -> EngineFamily;

    /// Returns the abilities and needs of the engine.
    fn abilities(&self) -> EngineAbilities {
        let is_program = self.program().is_some();
        EngineAbilities { external: is_program, foreign: is_program, ..EngineAbilities::default() }
    }

    /// Describes the engine in a few words.
    fn description(&self) -> String;

    /// Returns what it needs and takes.
    fn engine_facts(&self) -> EngineFacts {
        EngineFacts::default()
    }

    /// Whether the engine, or those that it passes the model on to, take global constraints.
    /// Others get their plain form.
    fn takes_globals(&self) -> bool {
        false
    }

    /// Prepares a session for a model.
    ///
    /// # Errors
    /// If the engine does not take the model, or `control` stopped the work.
    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError>;

    /// Whether this build has the engine. An external solver may still not be installed.
    fn is_built(&self) -> bool {
        true
    }

    /// Returns the command of an engine around one. The answers about its version, its file and
    /// its folder follow from the command.
    fn program(&self) -> Option<&CommandTemplate> {
        None
    }

    /// Returns the command to change it; `None` exactly where [`ConfiguredEngine::program`] returns
    /// it.
    fn program_mut(&mut self) -> Option<&mut CommandTemplate> {
        None
    }

    /// Returns the version of the solver behind the engine, or of Parallax. The path of a program
    /// is all that is known about its version.
    fn version(&self) -> String {
        match self.program().map(CommandTemplate::find_file) {
            None => env!("CARGO_PKG_VERSION").to_owned(),
            Some(Ok(path)) => path.display().to_string(),
            Some(Err(_)) => "not installed".into(),
        }
    }

    /// Returns the compiler between the model and the solver. Nothing checks its work, so that a
    /// claim of the engine rests on it as well.
    fn compiler_name(&self) -> Option<&'static str> {
        None
    }

    /// Whether the engine is a program that must write a proof.
    fn writes_proof(&self) -> bool {
        false
    }

    /// Checks that the program that the engine, or the engine of its leaves, runs exists.
    ///
    /// # Errors
    /// If the program is not found.
    fn find_program(&self) -> Result<(), SpecFault> {
        let found = self.program().map_or(Ok(()), |program| program.find_file().map(|_| ()));
        found.map_err(SpecFault::no_program)
    }

    /// Makes its programs run in a folder.
    fn set_folder(&mut self, folder: &Path) {
        if let Some(program) = self.program_mut() {
            program.start_in(folder);
        }
    }

    /// Returns the folder in which its programs run, if it is not that of this process.
    fn program_folder(&self) -> Option<&Path> {
        self.program()?.folder()
    }

    /// Returns the engine as one that records its steps, if it can.
    fn tracing_engine(&self) -> Option<&dyn TracingEngine> {
        None
    }

    /// Returns the maximum size of a model with which it stops in time inside this process. A
    /// larger model goes to a child under a time limit.
    fn largest_here(&self) -> u64 {
        USUAL_SIZE
    }
}
