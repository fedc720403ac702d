//! Rates instances by the steps that they take.

use parallax_compare::Compared;
use parallax_model::ask::Control;
use parallax_report::Steps;
use parallax_why::Engines;
use parallax_why::hint::{Difficulty, End, Entries, HintOptions, Next, Step, Until, hint};

use super::Args;
use crate::cli::Failure;
use crate::cli::why::chosen;

/// Makes the function that rates an instance.
pub(super) fn of(args: &Args, control: &Control) -> Result<Steps, Failure> {
    if args.steps.is_zero() {
        return Ok(Box::new(|_| None));
    }
    let engines = chosen::engines(None, &[], false)?;
    let wish = HintOptions {
        uniqueness: args.uniqueness,
        named_only: args.named_only,
        smallest: None,
        until: Until::Solution,
        trim: false,
        confirm: false,
    };
    let (control, limit) = (control.clone(), args.steps);
    Ok(Box::new(move |compared| rate(compared, wish, &engines, &control.within(Some(limit)))))
}

fn rate(
    compared: &Compared,
    wish: HintOptions,
    engines: &Engines,
    control: &Control,
) -> Option<Difficulty> {
    let instance = &*compared.found.instance;
    // Formulas have no steps for people, and SET has no steps.
    if instance.own_hint(&[]).is_some() || instance.language().is_some() {
        return None;
    }
    let viewpoint = instance.default_viewpoint();
    let (entries, on_step) = (Entries::default(), &mut |_: &Step| ());
    let hint = hint(instance, &viewpoint, &entries, wish, engines, control, on_step).ok()?;
    match &hint.next {
        Next::Steps { path, .. } => Some(Difficulty::of_path(&hint.guide, path)),
        Next::Done(_) => Some(Difficulty::none(End::Complete)),
        Next::Nothing(_) => Some(Difficulty::none(End::Stuck)),
        Next::Fault(_) | Next::Unknown(_) => None,
    }
}
