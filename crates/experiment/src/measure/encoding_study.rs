//! A study: one instance under several encodings.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_engines::{SatEngine, Spec};
use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{Given, Model};
use parallax_translate::{EncodingNeeds, ModelClauses};
use serde::Serialize;

use super::first_solution;
use super::first_solution::FirstSolutionCost;
use super::pareto::MeasurementSpread;
use super::probes::{MeasuredStrength, PropagationProbes};

/// Settings of a measurement of encodings.
#[derive(Clone, Copy, Debug)]
pub struct EncodingStudyOptions {
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
pub struct EncodingStudy {
    /// The model with its givens, as it is solved.
    pub(super) model: Arc<Model>,
    pub(super) probes: PropagationProbes,
    /// If the givens leave propagation nothing to decide: the constraints without them, with
    /// partial assignments of these.
    bare: Option<(Model, PropagationProbes)>,
    pub(super) settings: EncodingStudyOptions,
}

/// The measurements of one encoding.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EncodingMeasurement {
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
    pub propagation: MeasuredStrength,
    /// Seconds to encode, over the runs.
    pub encode_s: MeasurementSpread,
    /// The search for the first solution.
    pub solve: FirstSolutionCost,
    /// Whether the encoding is on the Pareto front: no other is certainly better in literals,
    /// propagation, encode time or solve time without being certainly worse in one of them, given
    /// the spread of the times.
    pub pareto: bool,
}

impl EncodingStudy {
    /// Draws the partial assignments: of the model with its givens, or, if these leave nothing
    /// to decide, of its constraints alone.
    ///
    /// # Errors
    /// Returns an error if the model is too large for native search, or `control` stops the work.
    pub fn new(
        model: Model,
        givens: &[Given],
        settings: EncodingStudyOptions,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let model = Arc::unwrap_or_clone(Arc::new(model).plain_model(control)?.model);
        let draw = |model: &Model| {
            PropagationProbes::draw_probes(model, settings.probes, settings.seed, control)
        };
        let restricted = model.restrict_givens(givens);
        let probes = draw(&restricted)?;
        let mut bare = None;
        // Givens that consistency solves outright leave no partial assignment to measure. The
        // constraints alone still show the strength of an encoding.
        if probes.is_empty() && !givens.is_empty() && settings.probes > 0 {
            let probes = draw(&model)?;
            bare = Some((model, probes));
        }
        Ok(EncodingStudy { model: Arc::new(restricted), probes, bare, settings })
    }

    /// Returns the number of partial assignments.
    #[must_use]
    pub fn probe_count(&self) -> usize {
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
    pub fn measure_engine(
        &self,
        spec: &Spec,
        control: &Control,
    ) -> Result<EncodingMeasurement, PreparationError> {
        let Some(SatEngine { options, .. }) = spec.as_engine() else {
            let why = format!("'{spec}' has no encoding into clauses");
            return Err(PreparationError::Unsupported(why));
        };
        let within = control.with_timeout(self.settings.timeout);
        let mut times = Vec::new();
        let mut formula = None;
        for _ in 0..self.settings.runs.max(1) {
            let start = Instant::now();
            formula =
                // Engines encode the narrowed model, so the sizes are those that a solver gets.
                Some(ModelClauses::from_model(&self.model.narrow_domains(), options, &within)?);
            times.push(start.elapsed().as_secs_f64());
        }
        let cnf = formula.ok_or_else(|| PreparationError::Failed("no formula".into()))?;
        let within = control.with_timeout(self.settings.timeout);
        let mut propagation = self.probes.measure_propagation(&cnf, &within)?;
        if let Some((model, probes)) = &self.bare {
            let strength = probes.measure_propagation(
                &ModelClauses::from_model(model, options, &within)?,
                &within,
            )?;
            // The root is that of the instance with its givens; only the partial assignments are
            // those of the bare constraints.
            let MeasuredStrength { root, root_found, .. } = propagation;
            propagation = MeasuredStrength { root, root_found, ..strength };
        }
        let kinds = EncodingNeeds::constraint_kinds(&self.model);
        Ok(EncodingMeasurement {
            engine: spec.to_string(),
            variables: cnf.formula().n_vars(),
            clauses: cnf.formula().n_clauses(),
            literals: cnf.formula().n_literals(),
            keeps_counts: kinds.iter().all(|&(kind, guard)| options.keeps_counts(kind, guard)),
            propagation,
            encode_s: MeasurementSpread::from_values(times)
                .unwrap_or(MeasurementSpread::exactly(0.0)),
            solve: first_solution::run_seeds(spec, &self.model, &self.settings, control)?,
            pareto: false,
        })
    }
}
