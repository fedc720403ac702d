//! Hints, reasons and ratings compared with published ones, in one binary.

#![allow(unreachable_pub, reason = "nothing outside a test reaches it")]

mod grids;
mod hints;
mod ratings;
mod reasons;
mod rules;

use std::sync::Arc;

use parallax_engines::{Spec, parse_list};
use parallax_model::engine_api::Engine;

/// The engines of a list, without engines that are not built in.
fn engines(list: &str) -> Vec<Arc<dyn Engine>> {
    let specs = parse_list(list).expect("a list of engines").every_spec();
    let built = specs.into_iter().filter(Spec::is_built);
    built.map(|spec| Arc::new(spec) as Arc<dyn Engine>).collect()
}
