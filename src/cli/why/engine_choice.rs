//! The engines that explain and confirm.

use std::sync::Arc;

use parallax_encodings::IntEncoding;
use parallax_engines::Spec;
use parallax_explain::ExplanationEngines;
use parallax_model::engine_api::Engine;
use parallax_solvers::SatKind;

use crate::cli::CliError;
use crate::cli::options::wrapped_engine;

/// Makes the engines of a run, with defaults for those that the user does not name.
pub(in crate::cli) fn make_engines(
    named: Option<&Spec>,
    confirm: &[Spec],
    limited: bool,
) -> Result<ExplanationEngines, CliError> {
    let sat = Spec::best_sat();
    let deciders = match named {
        Some(spec) => vec![spec.clone()],
        None => vec![sat.clone(), Spec::native()],
    };
    let confirmers = match confirm {
        [] => confirming_specs()?,
        named => named.to_vec(),
    };
    let run = |spec: &Spec| wrapped_engine(spec.clone(), limited, false, None);
    Ok(ExplanationEngines {
        deciders: deciders.iter().map(run).collect::<Result<_, _>>()?,
        confirmers: confirmers.iter().map(run).collect::<Result<_, _>>()?,
        optimiser: Arc::new(sat) as Arc<dyn Engine>,
    })
}

/// Returns the default confirmers: native search with a limit first, so that the others take hard
/// questions.
fn confirming_specs() -> Result<Vec<Spec>, CliError> {
    let limited: Spec = "native,limit=20000".parse()?;
    let sat = [SatKind::Cadical, SatKind::Varisat, SatKind::Batsat];
    let sat = sat.map(|solver| Spec::sat(solver, IntEncoding::Direct));
    let all = std::iter::once(limited).chain(sat).chain([Spec::native()]);
    Ok(all.filter(Spec::is_built).collect())
}
