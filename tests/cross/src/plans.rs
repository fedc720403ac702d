//! Plans of tests of several engines, and their runs.

use std::path::Path;
use std::sync::Arc;

use parallax_compare::{ComparisonPlan, CoreDetail, InstanceComparison, ModelSelection, run_plan};
use parallax_engines::{Spec, parse_list};
use parallax_formats::inputs::{InputSources, Stream};
use parallax_instance::SourcedInstance;
use parallax_model::engine_api::{Control, Engine, Task};

/// Returns the instances of a file, or of a name such as `latin:4`.
pub(crate) fn stream(name: impl AsRef<Path>) -> Stream {
    let name = name.as_ref().to_str().expect("a name in UTF-8").to_owned();
    InputSources { names: vec![name], ..InputSources::default() }.stream_instances()
}

/// Returns the engines of a list, without engines that are not built in.
pub(crate) fn engines(list: &str) -> Vec<Arc<dyn Engine>> {
    let specs = parse_list(list)
        .expect("a list of engines")
        .every_spec()
        .into_iter()
        .filter(Spec::is_built);
    specs.map(|spec| Arc::new(spec) as Arc<dyn Engine>).collect()
}

/// Returns a plan for every model, with all solutions kept and two workers.
pub(crate) fn plan(engines: Vec<Arc<dyn Engine>>, task: Task) -> ComparisonPlan {
    ComparisonPlan {
        engines,
        models: ModelSelection::All,
        task: Some(task),
        timeout: None,
        memory: None,
        seed: 0,
        jobs: 2,
        keep: usize::MAX,
        streams: false,
        cores: CoreDetail::None,
        alone: false,
        checker: None,
    }
}

/// Returns a plan for some models, given as a list.
pub(crate) fn plan_of(models: &str, engines: Vec<Arc<dyn Engine>>, task: Task) -> ComparisonPlan {
    let models = ModelSelection::Named(models.split(',').map(str::to_owned).collect());
    ComparisonPlan { models, ..plan(engines, task) }
}

/// Runs a plan on instances that must be read without an error.
pub(crate) fn results(
    plan: &ComparisonPlan,
    found: impl IntoIterator<Item = SourcedInstance>,
) -> Vec<InstanceComparison> {
    let found: Vec<_> = found.into_iter().map(Ok).collect();
    let mut all = Vec::new();
    run_plan(plan, found.into_iter(), &Control::unlimited(), &mut |compared| {
        all.push(compared.expect("no input error"));
    });
    all
}

/// Runs a plan for every model on the instances of a file, or of a name such as `latin:4`.
pub(crate) fn solved(list: &str, task: Task, name: impl AsRef<Path>) -> Vec<InstanceComparison> {
    results(&plan(engines(list), task), stream(name).map(|found| found.expect("a good file")))
}
