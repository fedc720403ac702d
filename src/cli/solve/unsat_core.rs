//! Cores requested by SMT-LIB scripts: named assertions that cannot hold together.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use parallax_compare::InstanceComparison;
use parallax_engines::Spec;
use parallax_engines::auto::AutoEngine;
use parallax_explain::{
    ClaimConfirmation, ExplainedFact, ExplanationOptions, ExplanationPart, InstanceExplanation,
    MinimalSet, explain_instance,
};
use parallax_formats::SmtInstance;
use parallax_instance::{Instance, ModelSource, SourcedInstance, added_givens, downcast_instance};
use parallax_model::engine_api::{Answer, Control};

use crate::cli::CliError;
use crate::cli::core_error::NoCoreError;
use crate::cli::output::StandardOutput;
use crate::cli::why::engine_choice;

/// The search for cores: the engine that the user names, and the limits of the run.
#[derive(Clone)]
pub(super) struct CoreFinder {
    engine: Option<Spec>,
    timeout: Option<Duration>,
    control: Control,
}

/// A core of a script.
pub(super) struct ScriptCore {
    /// The places of its assertions.
    pub(super) places: Vec<usize>,
    /// Whether each of them is needed, and the engines that confirm it; otherwise the reason.
    pub(super) standing: String,
}

impl CoreFinder {
    pub(super) fn new(engine: Option<Spec>, timeout: Option<Duration>, control: &Control) -> Self {
        CoreFinder {
            engine: engine.filter(|spec| !spec.is_engine::<AutoEngine>()),
            timeout,
            control: control.clone(),
        }
    }

    /// Returns a core of a script without solutions. If no smaller one is found in time, it has all
    /// named assertions. `spent` is the part of the time limit that the answer has taken, in
    /// seconds.
    ///
    /// # Errors
    /// If an engine finds a solution, names it.
    pub(super) fn find_core(
        &self,
        script: &SmtInstance,
        spent: f64,
    ) -> Result<ScriptCore, NoCoreError> {
        let spent = Duration::try_from_secs_f64(spent).unwrap_or_default();
        let control =
            self.control.with_timeout(self.timeout.map(|limit| limit.saturating_sub(spent)));
        let whole = |why: String| {
            let places = script.script().names.keys().copied().collect();
            Ok(ScriptCore { places, standing: format!("not made smaller: {why}") })
        };
        let about = script.about_core();
        let mut last = String::new();
        // The user's engine comes first. If it finds no core in time, the default engines get the
        // remaining time.
        for engine in [self.engine.as_ref(), None] {
            let why = match self.explain_script(&about, engine, &control) {
                Ok(why) => why,
                Err(failure) => return whole(failure.0),
            };
            match &why.finding {
                ExplainedFact::Satisfiable(_) => {
                    return Err(NoCoreError::Solution { engine: why.engine.clone() });
                }
                ExplainedFact::Contradiction(how) => {
                    return Err(NoCoreError::Contradiction(how.clone()));
                }
                ExplainedFact::Unknown(reason) => last.clone_from(reason),
                _ => {}
            }
            if let Some(set) = why.sets.first() {
                return make_core(&about, &why, set);
            }
        }
        whole(last)
    }

    fn explain_script(
        &self,
        about: &SmtInstance,
        engine: Option<&Spec>,
        control: &Control,
    ) -> Result<InstanceExplanation, CliError> {
        let limited = self.timeout.is_some();
        let engines = engine_choice::make_engines(engine, &[], limited)?;
        let viewpoint = about.default_viewpoint();
        Ok(explain_instance(about, &viewpoint, ExplanationOptions::default(), &engines, control)?)
    }
}

/// Converts a minimal set of an explanation to a core of the script.
fn make_core(
    about: &SmtInstance,
    why: &InstanceExplanation,
    set: &MinimalSet,
) -> Result<ScriptCore, NoCoreError> {
    // Assertions that became bounds of integers cannot be left out by the search, so they belong to
    // every core, and the core may not be minimal.
    let always = about.always_in_core();
    let mut places = always.clone();
    for &part in &set.parts {
        if let ExplanationPart::Rule { label, .. } = &why.problem.parts()[part] {
            places.extend(SmtInstance::core_place(label));
        }
    }
    let minimal = match (&set.open, always.is_empty()) {
        (Some(open), _) => format!("perhaps not minimal: {open}"),
        (None, false) => "perhaps not minimal: some state the bounds of integers".to_owned(),
        (None, true) => "minimal".to_owned(),
    };
    let standing = match &set.confirmed {
        ClaimConfirmation::By(engines) => {
            format!("{minimal}, confirmed by {}", engines.join(" and "))
        }
        ClaimConfirmation::Refuted(how) => return Err(NoCoreError::Contradiction(how.clone())),
        ClaimConfirmation::Not(why) => format!("{minimal}, not confirmed: {why}"),
    };
    Ok(ScriptCore { places, standing })
}

/// The scripts of a run that have no solution and ask for a core, with the seconds that the answer
/// took.
#[derive(Default)]
pub(super) struct CoreRequests(Vec<(Arc<SourcedInstance>, f64)>);

impl CoreRequests {
    /// Adds the result of an instance.
    pub(super) fn add_result(&mut self, compared: &InstanceComparison) {
        let is_none = |row: &parallax_compare::Row| {
            row.checked && row.wrong.is_none() && row.answer == Answer::Unsatisfiable
        };
        let instance = &*compared.found.instance;
        // The user's values are not part of the script: without them its assertions may have a
        // solution, and are not a core.
        let asks = added_givens(instance).is_empty()
            && as_script(instance).is_some_and(SmtInstance::asks_for_core);
        if asks && let Some(row) = compared.rows.iter().find(|row| is_none(row)) {
            self.0.push((compared.found.clone(), row.time_s.total));
        }
    }

    /// Prints the cores, if the answers are text for people.
    pub(super) fn print_cores(&self, as_text: bool, asker: &CoreFinder) -> io::Result<()> {
        if !as_text || self.0.is_empty() {
            return Ok(());
        }
        let mut out = StandardOutput::new();
        for (found, spent) in &self.0 {
            let Some(script) = as_script(&*found.instance) else { continue };
            match asker.find_core(script, *spent) {
                Ok(ScriptCore { places, standing }) => {
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
pub(super) fn as_script(instance: &dyn Instance) -> Option<&SmtInstance> {
    downcast_instance(instance)
}
