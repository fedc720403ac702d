//! Helpers of several tests: where real instances are, how to run plans, and how to run the
//! program.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use parallax::ask::{Control, Engine, Task};
use parallax::compare::{Compared, Cores, Models, Plan, run};
use parallax::engines::{Spec, parse_list};
use parallax::inputs::{Sources, Stream};
use parallax::instance::Found;

pub use parallax_test_support::{data, skipped};

/// The instances of a file, or of a name such as `latin:4`.
pub fn stream(name: impl AsRef<Path>) -> Stream {
    let name = name.as_ref().to_str().expect("a name in UTF-8").to_owned();
    Sources { names: vec![name], ..Sources::default() }.stream()
}

/// The engines of a list, without engines that are not built in.
pub fn engines(list: &str) -> Vec<Arc<dyn Engine>> {
    let specs = parse_list(list)
        .expect("a list of engines")
        .every_spec()
        .into_iter()
        .filter(Spec::is_built);
    specs.map(|spec| Arc::new(spec) as Arc<dyn Engine>).collect()
}

/// Every model, with all solutions kept and two workers.
pub fn plan(engines: Vec<Arc<dyn Engine>>, task: Task) -> Plan {
    Plan {
        engines,
        models: Models::All,
        task: Some(task),
        timeout: None,
        seed: 0,
        jobs: 2,
        keep: usize::MAX,
        cores: Cores::None,
        alone: false,
        checker: None,
    }
}

/// The same for some models.
pub fn plan_of(models: &str, engines: Vec<Arc<dyn Engine>>, task: Task) -> Plan {
    let models = Models::Named(models.split(',').map(str::to_owned).collect());
    Plan { models, ..plan(engines, task) }
}

/// Runs a plan on instances that must be read without an error.
pub fn results(plan: &Plan, found: impl IntoIterator<Item = Found>) -> Vec<Compared> {
    let found: Vec<_> = found.into_iter().map(Ok).collect();
    let mut all = Vec::new();
    run(plan, found.into_iter(), &Control::unlimited(), &mut |compared| {
        all.push(compared.expect("no input error"));
    });
    all
}

/// The same on the instances of a file, or of a name such as `latin:4`.
pub fn solved(list: &str, task: Task, name: impl AsRef<Path>) -> Vec<Compared> {
    results(&plan(engines(list), task), stream(name).map(|found| found.expect("a good file")))
}

/// The result of a run of the program.
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Starts the program in a folder, all streams in pipes.
pub fn spawn(folder: impl AsRef<Path>, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_parallax"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs the program in a folder with this standard input.
pub fn fed(folder: impl AsRef<Path>, args: &[&str], input: &[u8]) -> Ran {
    let mut child = spawn(folder, args);
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // The program may end before it has read everything.
        scope.spawn(move || stdin.write_all(input).is_ok());
        let ran = child.wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Ran { code: ran.status.code(), out: text(ran.stdout), err: text(ran.stderr) }
    })
}

/// Writes an executable shell script.
pub fn script(file: &Path, text: &str) {
    // Another process writes it: if the file were open for writing here while some other test
    // starts a process, it could not be executed for a moment.
    let write = "cat >\"$0\" && chmod +x \"$0\"";
    let mut shell = Command::new("sh")
        .args(["-c", write])
        .arg(file)
        .stdin(Stdio::piped())
        .spawn()
        .expect("sh runs");
    let mut stdin = shell.stdin.take().expect("a pipe");
    stdin.write_all(format!("#!/bin/sh\n{text}\n").as_bytes()).expect("sh reads");
    drop(stdin);
    assert!(shell.wait().expect("sh ends").success());
}
