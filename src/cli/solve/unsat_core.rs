//! Cores that SMT-LIB scripts ask for: named assertions that cannot hold together.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use parallax_compare::Compared;
use parallax_engines::Spec;
use parallax_engines::auto::AutoEngine;
use parallax_formats::SmtInstance;
use parallax_model::ask::{Answer, Control};
use parallax_model::instance::{Instance, ModelSource, SourcedInstance, added_givens, downcast};
use parallax_why::{Confirmed, Finding, MinimalSet, Part, Request, Why, explain};

use crate::cli::Failure;
use crate::cli::core_error::NoCoreError;
use crate::cli::output::Output;
use crate::cli::why::chosen;

/// The search for cores: the engine that the user names, and the limits of the run.
#[derive(Clone)]
pub(super) struct Asker {
    engine: Option<Spec>,
    timeout: Option<Duration>,
    control: Control,
}

/// A core of a script.
pub(super) struct Core {
    /// The places of its assertions.
    pub(super) places: Vec<usize>,
    /// Whether each of them is needed, and the engines that confirm it; otherwise the reason.
    pub(super) standing: String,
}

impl Asker {
    pub(super) fn new(engine: Option<Spec>, timeout: Option<Duration>, control: &Control) -> Self {
        Asker {
            engine: engine.filter(|spec| !spec.is_engine::<AutoEngine>()),
            timeout,
            control: control.clone(),
        }
    }

    /// Returns a core of a script without solutions. If no smaller one is found in time, it has all
    /// named assertions. `spent` is the part of the time limit that the answer has taken, in seconds.
    ///
    /// # Errors
    /// Returns who found a solution, if an engine did.
    pub(super) fn core(&self, script: &SmtInstance, spent: f64) -> Result<Core, NoCoreError> {
        let spent = Duration::try_from_secs_f64(spent).unwrap_or_default();
        let control = self.control.within(self.timeout.map(|limit| limit.saturating_sub(spent)));
        let whole = |why: String| {
            let places = script.script().names.keys().copied().collect();
            Ok(Core { places, standing: format!("not made smaller: {why}") })
        };
        let about = script.about_core();
        let mut last = String::new();
        for engine in [self.engine.as_ref(), None] {
            let why = match self.explained(&about, engine, &control) {
                Ok(why) => why,
                Err(failure) => return whole(failure.0),
            };
            match &why.finding {
                Finding::Satisfiable(_) => {
                    return Err(NoCoreError::Solution { engine: why.engine.clone() });
                }
                Finding::Contradiction(how) => {
                    return Err(NoCoreError::Contradiction(how.clone()));
                }
                Finding::Unknown(reason) => last.clone_from(reason),
                _ => {}
            }
            if let Some(set) = why.sets.first() {
                return of(&about, &why, set);
            }
        }
        whole(last)
    }

    fn explained(
        &self,
        about: &SmtInstance,
        engine: Option<&Spec>,
        control: &Control,
    ) -> Result<Why, Failure> {
        let limited = self.timeout.is_some();
        let engines = chosen::engines(engine, &[], limited)?;
        let viewpoint = about.default_viewpoint();
        Ok(explain(about, &viewpoint, Request::default(), &engines, control)?)
    }
}

/// Returns the core that a set of an explanation is.
fn of(about: &SmtInstance, why: &Why, set: &MinimalSet) -> Result<Core, NoCoreError> {
    let always = about.always_in_core();
    let mut places = always.clone();
    for &part in &set.parts {
        if let Part::Rule { label, .. } = &why.problem.parts()[part] {
            places.extend(SmtInstance::core_place(label));
        }
    }
    let minimal = match (&set.open, always.is_empty()) {
        (Some(open), _) => format!("perhaps not minimal: {open}"),
        (None, false) => "perhaps not minimal: some state the bounds of integers".to_owned(),
        (None, true) => "minimal".to_owned(),
    };
    let standing = match &set.confirmed {
        Confirmed::By(engines) => format!("{minimal}, confirmed by {}", engines.join(" and ")),
        Confirmed::Refuted(how) => return Err(NoCoreError::Contradiction(how.clone())),
        Confirmed::Not(why) => format!("{minimal}, not confirmed: {why}"),
    };
    Ok(Core { places, standing })
}

/// The scripts of a run that have no solution and ask for a core, with the seconds that the answer
/// took.
#[derive(Default)]
pub(super) struct Asked(Vec<(Arc<SourcedInstance>, f64)>);

impl Asked {
    /// Adds the result of an instance.
    pub(super) fn add(&mut self, compared: &Compared) {
        let is_none = |row: &parallax_compare::Row| {
            row.checked && row.wrong.is_none() && row.answer == Answer::Unsatisfiable
        };
        let instance = &*compared.found.instance;
        // Values that the user gives are no part of the script, so its assertions alone are no core.
        let asks = added_givens(instance).is_empty()
            && script(instance).is_some_and(SmtInstance::asks_for_core);
        if asks && let Some(row) = compared.rows.iter().find(|row| is_none(row)) {
            self.0.push((compared.found.clone(), row.time_s.total));
        }
    }

    /// Prints the cores, if the answers are text for people.
    pub(super) fn print(&self, as_text: bool, asker: &Asker) -> io::Result<()> {
        if !as_text || self.0.is_empty() {
            return Ok(());
        }
        let mut out = Output::new();
        for (found, spent) in &self.0 {
            let Some(script) = script(&*found.instance) else { continue };
            match asker.core(script, *spent) {
                Ok(Core { places, standing }) => {
                    let assertions = script.core_text(&places, false);
                    let literals = script.core_text(&places, true);
                    let both = [assertions, literals];
                    let lists = both.iter().filter(|list| *list != "()");
                    let lists: Vec<&str> = lists.map(String::as_str).collect();
                    let lists = if lists.is_empty() { "()".into() } else { lists.join(", ") };
                    writeln!(out, "core: {lists} ({standing})")?;
                }
                Err(how) => writeln!(out, "core: none: {how}")?,
            }
        }
        out.flush()
    }
}

/// Returns an instance as a script.
pub(super) fn script(instance: &dyn Instance) -> Option<&SmtInstance> {
    downcast(instance)
}
