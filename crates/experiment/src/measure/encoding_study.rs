//! A study: one instance under several encodings.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_engines::{SatEngine, Spec};
use parallax_model::ask::{Control, Refusal};
use parallax_model::{Given, Model};
use parallax_translate::{Cnf, EncodingUse};
use serde::Serialize;

use super::pareto::Spread;
use super::probes::{Probes, Strength};
use super::solve;
use super::solve::Solved;

/// Settings of a measurement of encodings.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The number of partial assignments.
    pub probes: usize,
    /// The seed of the random draws.
    pub seed: u64,
    /// The number of searches for the first solution, each with its own seed.
    pub runs: u64,
    /// The time limit of each run, and of each encoding's propagation.
    pub timeout: Option<Duration>,
}

/// An instance's model with the partial assignments on which its encodings are measured.
pub struct Study {
    /// The model with its givens, as it is solved.
    pub(super) model: Arc<Model>,
    pub(super) probes: Probes,
    /// If the givens leave propagation nothing to decide: the constraints without them, with
    /// partial assignments of these.
    bare: Option<(Model, Probes)>,
    pub(super) settings: Settings,
}

/// The measurements of one encoding.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Measured {
    /// The engine: solver and encoding.
    pub engine: String,
    /// Propositional variables.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Total number of literals in all clauses.
    pub literals: usize,
    /// Whether the formula has one model for each solution, as declared.
    pub keeps_counts: bool,
    /// How much of generalised arc consistency unit propagation achieves.
    pub propagation: Strength,
    /// Seconds to encode, over the runs.
    pub encode_s: Spread,
    /// The search for the first solution.
    pub solve: Solved,
    /// Whether no other encoding is certainly better in literals, propagation, encode time or solve
    /// time and certainly worse in none of them, given how much the times of the runs differ.
    pub pareto: bool,
}

impl Study {
    /// Draws the partial assignments: of the model with its givens, or, if these leave nothing
    /// to decide, of its constraints alone.
    ///
    /// # Errors
    /// Returns an error if the model is too large for native search, or `control` stops the work.
    pub fn new(
        model: Model,
        givens: &[Given],
        settings: Settings,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let model = Arc::unwrap_or_clone(Arc::new(model).plain(control)?.model);
        let draw = |model: &Model| Probes::draw(model, settings.probes, settings.seed, control);
        let restricted = model.restricted(givens);
        let probes = draw(&restricted)?;
        let mut bare = None;
        if probes.is_empty() && !givens.is_empty() && settings.probes > 0 {
            let probes = draw(&model)?;
            bare = Some((model, probes));
        }
        Ok(Study { model: Arc::new(restricted), probes, bare, settings })
    }

    /// Returns the number of partial assignments.
    #[must_use]
    pub fn probes(&self) -> usize {
        self.bare.as_ref().map_or(&self.probes, |(_, probes)| probes).len()
    }

    /// Whether they are assignments of the constraints without the givens.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.bare.is_some()
    }

    /// Measures a SAT engine; its row is not marked yet.
    ///
    /// # Errors
    /// Returns an error if the engine is not a SAT engine, cannot take the model, or reaches a
    /// limit while encoding.
    pub fn measure(&self, spec: &Spec, control: &Control) -> Result<Measured, Refusal> {
        let Some(SatEngine { options, .. }) = spec.as_engine() else {
            let why = format!("'{spec}' has no encoding into clauses");
            return Err(Refusal::Unsupported(why));
        };
        let within = control.within(self.settings.timeout);
        let mut times = Vec::new();
        let mut formula = None;
        for _ in 0..self.settings.runs.max(1) {
            let start = Instant::now();
            formula = Some(Cnf::of(&self.model.narrowed(), options, &within)?);
            times.push(start.elapsed().as_secs_f64());
        }
        let cnf = formula.ok_or_else(|| Refusal::Failed("no formula".into()))?;
        let within = control.within(self.settings.timeout);
        let mut propagation = self.probes.measure(&cnf, &within)?;
        if let Some((model, probes)) = &self.bare {
            let strength = probes.measure(&Cnf::of(model, options, &within)?, &within)?;
            let Strength { root, root_found, .. } = propagation;
            propagation = Strength { root, root_found, ..strength };
        }
        let kinds = EncodingUse::kinds(&self.model);
        Ok(Measured {
            engine: spec.to_string(),
            variables: cnf.formula().n_vars(),
            clauses: cnf.formula().n_clauses(),
            literals: cnf.formula().n_literals(),
            keeps_counts: kinds.iter().all(|&(kind, guard)| options.keeps_counts(kind, guard)),
            propagation,
            encode_s: Spread::of(times).unwrap_or(Spread::exactly(0.0)),
            solve: solve::run(spec, &self.model, &self.settings, control)?,
            pareto: false,
        })
    }
}
