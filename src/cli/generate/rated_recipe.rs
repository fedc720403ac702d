//! Instances that take the requested steps.

use std::num::NonZeroU32;

use parallax_explain::ExplanationEngines;
use parallax_generate::{InstanceDraw, InstanceRecipe, Outcome, RecipeError, SolutionOracle};
use parallax_hints::{
    AllowedReasoning, CandidateState, PathDifficulty, PathEnd, StepFinder, Technique,
};
use parallax_instance::Instance;
use parallax_model::engine_api::Control;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::cli::CliError;
use crate::cli::numbers::whole;
use crate::cli::why::engine_choice;

/// The requested steps.
#[derive(clap::Args)]
pub(in crate::cli) struct RatedOptions {
    /// Only instances whose hardest step has a score in this range, as 3.0..4.5
    #[arg(long, value_name = "A..B", value_parser = range)]
    rating: Option<[u32; 2]>,
    /// Only instances that this technique and easier ones solve, as 'X-wing'
    #[arg(long, value_name = "NAME")]
    max_technique: Option<Technique>,
    /// Only instances that need this technique
    ///
    /// It solves them together with easier ones (or with those up to --max-technique), which do not
    /// solve them without it.
    #[arg(long, value_name = "NAME")]
    must_use: Option<Technique>,
    /// Only instances that techniques with names solve
    #[arg(long)]
    no_guess: bool,
    /// Maximum number of instances to draw for one that takes such steps
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole::<NonZeroU32>)]
    draws: NonZeroU32,
}

fn range(text: &str) -> Result<[u32; 2], String> {
    let fault = || format!("'{text}'; expected two scores, as 3.0..4.5");
    let (low, high) = text.split_once("..").ok_or_else(fault)?;
    // Scores are counted in tenths: integers compare exactly, where 3.1 as a float would not.
    let tenths = |text: &str| -> Result<u32, String> {
        let score: f64 = text.trim().parse().map_err(|_| fault())?;
        if (0.0..=100.0).contains(&score) {
            Ok((score * 10.0).round() as u32)
        } else {
            Err(fault())
        }
    };
    let range = [tenths(low)?, tenths(high)?];
    if range[0] <= range[1] { Ok(range) } else { Err(fault()) }
}

impl RatedOptions {
    /// Requests a hardest step with a score in this range, in tenths.
    pub(in crate::cli) fn from_rating(range: [u32; 2], draws: NonZeroU32) -> Self {
        let rating = Some(range);
        RatedOptions { rating, max_technique: None, must_use: None, no_guess: false, draws }
    }

    /// Whether any steps are requested.
    pub(super) fn is_any(&self) -> bool {
        self.rating.is_some()
            || self.max_technique.is_some()
            || self.must_use.is_some()
            || self.no_guess
    }

    /// Makes a recipe for instances of another recipe that take the steps.
    pub(in crate::cli) fn make_rated_recipe<'a>(
        &'a self,
        inner: &'a dyn InstanceRecipe,
    ) -> Result<RatedRecipe<'a>, CliError> {
        Ok(RatedRecipe {
            inner,
            wanted: self,
            engines: engine_choice::make_engines(None, &[], false)?,
        })
    }

    /// Whether an instance takes the steps.
    fn fits_steps(
        &self,
        instance: &dyn Instance,
        engines: &ExplanationEngines,
        control: &Control,
    ) -> bool {
        let rate = |allowed: AllowedReasoning| -> Option<PathDifficulty> {
            let viewpoint = instance.default_viewpoint();
            let mut guide =
                StepFinder::for_instance(instance, &viewpoint, allowed, engines.clone(), control)
                    .ok()?;
            let state =
                CandidateState::from_givens(&guide.rules, &instance.givens(&viewpoint)).ok()?;
            Some(PathDifficulty::rate_path(&mut guide, &state, control))
        };
        let solves = |allowed: AllowedReasoning| {
            rate(allowed).is_some_and(|own| own.end == PathEnd::Complete)
        };
        // Without `--max-technique`, only techniques up to the required one may help: a harder one
        // could solve the puzzle without it.
        let hardest = self.max_technique.or(self.must_use);
        let named = AllowedReasoning { named_only: true, hardest, ..AllowedReasoning::default() };
        let by_name = self.max_technique.is_some() || self.must_use.is_some() || self.no_guess;
        if by_name && !solves(named) {
            return false;
        }
        // The technique is needed if the puzzle is solved with it (checked above) and not without
        // it.
        if self.must_use.is_some() && solves(AllowedReasoning { without: self.must_use, ..named }) {
            return false;
        }
        self.rating.is_none_or(|[low, high]| {
            let all =
                AllowedReasoning { hardest: self.max_technique, ..AllowedReasoning::default() };
            rate(all).is_some_and(|own| {
                own.end == PathEnd::Complete && (low..=high).contains(&own.hardest)
            })
        })
    }
}

/// A recipe whose instances take the requested steps.
pub(in crate::cli) struct RatedRecipe<'a> {
    inner: &'a dyn InstanceRecipe,
    wanted: &'a RatedOptions,
    engines: ExplanationEngines,
}

impl InstanceRecipe for RatedRecipe<'_> {
    fn puzzle_name(&self) -> &'static str {
        self.inner.puzzle_name()
    }

    fn file_extension(&self) -> &'static str {
        self.inner.file_extension()
    }

    fn check_feasible(&self) -> Result<(), RecipeError> {
        if self.wanted.must_use.is_some_and(Technique::needs_uniqueness) {
            return Err(RecipeError::UniquenessTechnique);
        }
        self.inner.check_feasible()
    }

    fn request_json(&self) -> Json {
        let wanted = self.wanted;
        let mut asked = self.inner.request_json();
        asked["steps"] = json!({
            "rating": wanted.rating.map(|range| range.map(|tenths| f64::from(tenths) / 10.0)),
            "max_technique": wanted.max_technique.map(Technique::description),
            "must_use": wanted.must_use.map(Technique::description),
            "no_guess": wanted.no_guess,
            "draws": wanted.draws,
        });
        asked
    }

    fn instance_remark(&self) -> Option<&'static str> {
        self.inner.instance_remark()
    }

    fn shares_files(&self) -> bool {
        self.inner.shares_files()
    }

    fn file_separator(&self) -> &'static str {
        self.inner.file_separator()
    }

    fn make_instance(
        &self,
        rng: &mut ChaCha8Rng,
        draw: InstanceDraw,
        oracle: &mut SolutionOracle,
    ) -> Option<Outcome> {
        for _ in 0..self.wanted.draws.get() {
            let product = match self.inner.make_instance(rng, draw, oracle)? {
                Ok(product) => product,
                Err(why) => return Some(Err(why)),
            };
            let control = oracle.control().clone();
            if self.wanted.fits_steps(&*product.instance, &self.engines, &control) {
                return Some(Ok(product));
            }
            // After a stop a failed test only means that there was no time for it.
            if control.stop_reason().is_some() {
                return None;
            }
        }
        let draws = self.wanted.draws;
        Some(Err(RecipeError::Steps { draws }))
    }
}
