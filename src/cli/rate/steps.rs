//! Rates instances by the steps that they take.

use parallax_compare::Compared;
use parallax_hints::{Difficulty, End, Entries, HintOptions, Next, Reach, Step, Until, hint};
use parallax_model::ask::Control;
use parallax_report::Steps;
use parallax_why::Engines;

use super::Args;
use crate::cli::Failure;
use crate::cli::why::chosen;

/// Makes the function that rates an instance.
pub(super) fn of(args: &Args, control: &Control) -> Result<Steps, Failure> {
    if args.steps == Some(0) {
        return Ok(Box::new(|_| None));
    }
    let limit = args.wanted.timeout();
    let engines = chosen::engines(None, &[], limit.is_some())?;
    let wish = HintOptions {
        uniqueness: args.uniqueness,
        named_only: args.named_only,
        smallest: None,
        until: Until::Solution,
        most: args.steps.unwrap_or(usize::MAX),
        trim: false,
        confirm: false,
    };
    let control = control.clone();
    Ok(Box::new(move |compared| rate(compared, wish, &engines, &control.within(limit))))
}

/// Returns the steps of an instance that has some. What keeps them from being known is the end of
/// the path, so that no other grade takes their place.
fn rate(
    compared: &Compared,
    wish: HintOptions,
    engines: &Engines,
    control: &Control,
) -> Option<Difficulty> {
    let instance = &*compared.found.instance;
    let viewpoint = instance.default_viewpoint();
    let is_board = instance.picture().board(&viewpoint).is_some();
    // Formulas have no steps for people, and SET has no steps.
    if instance.explanations().is_some_and(|own| own.suggest_hint(&[]).is_some())
        || instance.notation().language().is_some()
    {
        return None;
    }
    let unknown = |why: String| Some(Difficulty::none(End::Unknown(why)));
    let reach = Reach::of(instance, &viewpoint);
    match reach {
        // A large model is rated by the effort of engines.
        Reach::Named | Reach::Nothing if !is_board => return None,
        Reach::Nothing => return unknown(reach.reason()),
        Reach::All | Reach::Named => {}
    }
    let wish = HintOptions { named_only: wish.named_only || reach == Reach::Named, ..wish };
    let (entries, on_step) = (Entries::default(), &mut |_: &Step| ());
    let hint = hint(instance, &viewpoint, &entries, wish, engines, control, on_step);
    let hint = match hint {
        Ok(hint) => hint,
        Err(error) => return unknown(error.to_string()),
    };
    match &hint.next {
        Next::Steps { path, .. } => Some(Difficulty::of_path(&hint.guide, path).within(reach)),
        Next::Done(_) => Some(Difficulty::none(End::Complete)),
        Next::Nothing(_) => Some(Difficulty::none(End::Stuck).within(reach)),
        Next::Fault(_) => None,
        Next::Unknown(why) => unknown(why.clone()),
    }
}
