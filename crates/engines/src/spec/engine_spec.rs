//! [`Spec`]: any engine with its options.

use std::any::Any;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{
    Control, Engine, EngineAbilities, EngineFamily, PreparationError, Session,
};

use super::{ConfiguredEngine, EngineFacts, EngineKind, SpecFault};
use crate::plain::on_plain;
use crate::trace::TracedRun;

/// An engine with its options. Passes every question on to the kind of engine, which has its own
/// file.
#[derive(Clone)]
pub struct Spec(Arc<dyn ComparedEngine>);

/// An engine that can be compared with any other.
trait ComparedEngine: ConfiguredEngine {
    /// Whether the other is of the same kind and has the same options.
    fn equals_engine(&self, other: &dyn Any) -> bool;

    /// Returns the engine with its programs run in a folder.
    fn clone_with_folder(&self, folder: &Path) -> Spec;
}

impl<K: EngineKind> ComparedEngine for K {
    fn equals_engine(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<K>().is_some_and(|other| self == other)
    }

    fn clone_with_folder(&self, folder: &Path) -> Spec {
        let mut engine = self.clone();
        engine.set_folder(folder);
        Spec::new(engine)
    }
}

impl Spec {
    /// Makes the spec of an engine of a kind.
    #[must_use]
    pub fn new<K: EngineKind>(engine: K) -> Self {
        Spec(Arc::new(engine))
    }

    /// Returns the engine and its options if it is of this kind.
    #[must_use]
    pub fn as_engine<K: EngineKind>(&self) -> Option<&K> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// Whether the engine is of this kind.
    #[must_use]
    pub fn is_engine<K: EngineKind>(&self) -> bool {
        self.as_engine::<K>().is_some()
    }

    /// Returns the engine with its programs run in a folder: relative paths in their commands, also
    /// those of the programs, start there. The spec as text stays the same.
    #[must_use]
    pub fn with_folder(&self, folder: &Path) -> Self {
        self.0.clone_with_folder(folder)
    }

    /// Returns the folder in which its programs run, if it is not that of this process.
    pub(crate) fn program_folder(&self) -> Option<&Path> {
        self.0.program_folder()
    }

    /// Whether this build has the engine. An external solver may still not be installed.
    #[must_use]
    pub fn is_built(&self) -> bool {
        self.0.is_built()
    }

    /// Returns the version of the solver behind the engine, or of Parallax.
    #[must_use]
    pub fn version(&self) -> String {
        self.0.version()
    }

    /// Describes the engine in a few words.
    #[must_use]
    pub fn description(&self) -> String {
        self.0.description()
    }

    /// Returns what the engine needs and takes.
    #[must_use]
    pub fn engine_facts(&self) -> EngineFacts {
        self.0.engine_facts()
    }

    /// Whether the engine is a program that must write a proof.
    #[must_use]
    pub fn writes_proof(&self) -> bool {
        self.0.writes_proof()
    }

    /// Checks that the program that the engine, or the engine of its leaves, runs exists.
    ///
    /// # Errors
    /// If the program is not found.
    pub fn find_program(&self) -> Result<(), SpecFault> {
        self.0.find_program()
    }

    /// Returns the maximum size of a model with which the engine stops in time inside this process.
    pub(crate) fn largest_here(&self) -> u64 {
        self.0.largest_here()
    }

    /// Whether the engine can record a trace.
    #[must_use]
    pub fn is_traced(&self) -> bool {
        self.0.tracing_engine().is_some()
    }

    /// Searches for all solutions of a model and records the steps, at most `max_steps`.
    ///
    /// # Errors
    /// Returns the errors of [`prepare`](parallax_model::engine_api::Engine::prepare), and refuses
    /// an engine without traces.
    pub fn record_trace(
        &self,
        model: &Arc<Model>,
        seed: u64,
        max_steps: usize,
        control: &Control,
    ) -> Result<TracedRun, PreparationError> {
        match self.0.tracing_engine() {
            Some(engine) => engine.record_trace(model, seed, max_steps, control),
            None => Err(PreparationError::Unsupported(format!(
                "'{self}' does not record its steps; native, reform, reform:paper and native:set-paper do"
            ))),
        }
    }
}

impl Engine for Spec {
    fn spec(&self) -> String {
        self.to_string()
    }

    fn name(&self) -> String {
        self.short_name().map_or_else(|| self.to_string(), str::to_owned)
    }

    fn family(&self) -> EngineFamily {
        self.0.family()
    }

    fn compiler_name(&self) -> Option<&'static str> {
        self.0.compiler_name()
    }

    fn abilities(&self) -> EngineAbilities {
        self.0.abilities()
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        control.check_stop()?;
        if self.0.takes_globals() {
            return self.0.start_session(model, seed, control);
        }
        on_plain(model, control, |model| self.0.start_session(model, seed, control))
    }
}

impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals_engine(&*other.0 as &dyn Any)
    }
}

impl Eq for Spec {}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
