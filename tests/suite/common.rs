//! What several tests share: where real instances are, and how to run plans.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parallax::ask::{Control, Engine, Task};
use parallax::compare::{Compared, Models, Plan, run};
use parallax::engines::{Spec, parse_list};
use parallax::inputs::{Found, Sources, Stream};

/// The folder of real instances; without it the tests on them are skipped.
pub fn data() -> Option<PathBuf> {
    let folder = match std::env::var_os("PARALLAX_DATA") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
    };
    if !folder.is_dir() {
        println!("skipped: no data folder");
        return None;
    }
    Some(folder)
}

/// The instances of a file, or of a name such as `latin:4`.
pub fn stream(name: impl AsRef<Path>) -> Stream {
    let name = name.as_ref().to_str().expect("a name in UTF-8").to_owned();
    Sources { names: vec![name], puzzle: None }.stream()
}

/// The engines of a list, without those that are not built in.
pub fn engines(list: &str) -> Vec<Arc<dyn Engine>> {
    let specs = parse_list(list).expect("a list of engines").into_iter().filter(Spec::is_built);
    specs.map(|spec| Arc::new(spec) as Arc<dyn Engine>).collect()
}

/// Every model, all solutions kept, two workers.
pub fn plan(engines: Vec<Arc<dyn Engine>>, task: Task) -> Plan {
    Plan {
        engines,
        models: Models::All,
        task: Some(task),
        timeout: None,
        seed: 0,
        jobs: 2,
        keep: usize::MAX,
    }
}

/// Runs a plan on instances that are read without an error.
pub fn results(plan: &Plan, found: impl IntoIterator<Item = Found>) -> Vec<Compared> {
    let found: Vec<_> = found.into_iter().map(Ok).collect();
    let mut all = Vec::new();
    run(plan, found.into_iter(), &Control::unlimited(), &mut |compared| all.push(compared))
        .expect("no input error");
    all
}

/// The same on the instances of a file, or of a name such as `latin:4`.
pub fn solved(list: &str, task: Task, name: impl AsRef<Path>) -> Vec<Compared> {
    results(&plan(engines(list), task), stream(name).map(|found| found.expect("a good file")))
}
