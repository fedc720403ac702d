//! Rates instances by the steps of their solution.

use parallax_compare::InstanceComparison;
use parallax_explain::ExplanationEngines;
use parallax_hints::{
    DeductionStep, HintContent, HintOptions, PathDifficulty, PathEnd, PathGoal, PersonEntries,
    RatingReach, find_hint,
};
use parallax_model::engine_api::Control;
use parallax_report::StepRater;

use super::RateArgs;
use crate::cli::CliError;
use crate::cli::why::engine_choice;

/// Makes the function that rates an instance.
pub(super) fn make_step_rater(args: &RateArgs, control: &Control) -> Result<StepRater, CliError> {
    if args.steps == Some(0) {
        return Ok(Box::new(|_| None));
    }
    let limit = args.wanted.time_limit();
    let engines = engine_choice::make_engines(None, &[], limit.is_some())?;
    let wish = HintOptions {
        uniqueness: args.uniqueness,
        named_only: args.named_only,
        smallest: None,
        until: PathGoal::Solution,
        max_steps: args.steps.unwrap_or(usize::MAX),
        trim: false,
        confirm: false,
    };
    let control = control.clone();
    Ok(Box::new(move |compared| {
        rate_instance(compared, wish, &engines, &control.with_timeout(limit))
    }))
}

/// Returns the difficulty of the steps of an instance that has steps. A reason why they are unknown
/// becomes the end of the path, so that no other grade takes their place.
fn rate_instance(
    compared: &InstanceComparison,
    wish: HintOptions,
    engines: &ExplanationEngines,
    control: &Control,
) -> Option<PathDifficulty> {
    let instance = &*compared.found.instance;
    let viewpoint = instance.default_viewpoint();
    let is_board = instance.picture().board_layout(&viewpoint).is_some();
    // Formulas have no steps that people understand, and SET words its hints itself.
    if instance.explanation_source().is_some_and(|own| own.suggest_hint(&[]).is_some())
        || instance.notation().solver_language().is_some()
    {
        return None;
    }
    let unknown = |why: String| Some(PathDifficulty::without_steps(PathEnd::Unknown(why)));
    let reach = RatingReach::for_instance(instance, &viewpoint);
    match reach {
        // A large model is rated by the effort of engines.
        RatingReach::Named | RatingReach::Nothing if !is_board => return None,
        RatingReach::Nothing => return unknown(reach.limit_reason()),
        RatingReach::All | RatingReach::Named => {}
    }
    let wish = HintOptions { named_only: wish.named_only || reach == RatingReach::Named, ..wish };
    let (entries, on_step) = (PersonEntries::default(), &mut |_: &DeductionStep| ());
    let hint = find_hint(instance, &viewpoint, &entries, wish, engines, control, on_step);
    let hint = match hint {
        Ok(hint) => hint,
        Err(error) => return unknown(error.to_string()),
    };
    match &hint.next {
        HintContent::Steps { path, .. } => {
            Some(PathDifficulty::of_path(&hint.guide, path).within_reach(reach))
        }
        HintContent::Done(_) => Some(PathDifficulty::without_steps(PathEnd::Complete)),
        HintContent::Nothing(_) => {
            Some(PathDifficulty::without_steps(PathEnd::Stuck).within_reach(reach))
        }
        HintContent::Fault(_) => None,
        HintContent::Unknown(why) => unknown(why.clone()),
    }
}
