//! Measures the propagators of global kinds against their plain forms.
//!
//! ```text
//! cargo run --release -p parallax-search --example globals -- [FAMILY...] [seconds=N] [settings=TEXT]
//! ```
//!
//! Each run is a child process, so that its memory is its own: the growth from before the model is
//! prepared to the end of the search. The table has one line for each instance, and for each family
//! the geometric means of plain by own: nodes, time and memory. A run that reaches its seconds,
//! marked by `+`, counts as far as it came.

mod schedules;
mod sequences;

use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_model::Model;
use parallax_model::engine_api::{Control, Session, Task};
use parallax_search::{ByTask, SearchSettings};

/// A family of instances: its name, the number of its instances, and their models.
type Family = (&'static str, u64, fn(u64) -> (Model, Task));

const FAMILIES: [Family; 10] = [
    ("job-shop-6x6", 12, |seed| (schedules::job_shop(seed, 6, 6), Task::Optimise)),
    ("job-shop-8x6", 12, |seed| (schedules::job_shop(seed, 8, 6), Task::Optimise)),
    ("job-shop-10x6", 12, |seed| (schedules::job_shop(seed, 10, 6), Task::Optimise)),
    ("machine", 12, |seed| (schedules::machine(seed), Task::Optimise)),
    ("windows", 12, |seed| (schedules::windows(seed), Task::First)),
    ("project", 36, |seed| (schedules::project(seed, 12), Task::Optimise)),
    ("roster", 12, |seed| (sequences::roster(seed), Task::First)),
    ("words", 12, |seed| (sequences::words(seed), Task::All)),
    ("choices", 12, |seed| (sequences::choices(seed), Task::Optimise)),
    ("colours", 12, |seed| (sequences::colours(seed), Task::Optimise)),
];

/// The effort of one run.
#[derive(Clone, Debug)]
struct Effort {
    complete: bool,
    /// The best value, or the number of solutions.
    result: i64,
    nodes: f64,
    seconds: f64,
    kilobytes: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, family, seed, form, seconds, settings] = args.as_slice()
        && mode == "run"
    {
        return run(family, seed, form, seconds, settings);
    }
    let option = |name: &str| args.iter().find_map(|arg| arg.strip_prefix(name));
    let seconds = option("seconds=").unwrap_or("40");
    let settings = option("settings=").unwrap_or("");
    let named: Vec<&String> = args.iter().filter(|arg| !arg.contains('=')).collect();
    for (name, count, _) in FAMILIES {
        if named.is_empty() || named.iter().any(|prefix| name.starts_with(prefix.as_str())) {
            measure(name, count, seconds, settings)?;
        }
    }
    Ok(())
}

/// Measures a family, and prints its lines.
fn measure(name: &str, count: u64, seconds: &str, settings: &str) -> Result<(), Box<dyn Error>> {
    println!("{name:14} seed        result  own nodes    s    kB   plain nodes    s    kB");
    let mut pairs = Vec::new();
    for seed in 0..count {
        let own = in_child(name, seed, "own", seconds, settings)?;
        let plain = in_child(name, seed, "plain", seconds, settings)?;
        if own.complete && plain.complete && own.result != plain.result {
            return Err(format!("{name} {seed}: {own:?} and {plain:?} differ").into());
        }
        let mark = |effort: &Effort| if effort.complete { ' ' } else { '+' };
        println!(
            "{name:14} {seed:4} {:13} {:10}{} {:6.2} {:6} {:11}{} {:6.2} {:6}",
            own.result,
            own.nodes,
            mark(&own),
            own.seconds,
            own.kilobytes,
            plain.nodes,
            mark(&plain),
            plain.seconds,
            plain.kilobytes
        );
        pairs.push((own, plain));
    }
    let solved: Vec<_> = pairs.into_iter().filter(|pair| pair.0.complete).collect();
    summarise(name, "all", &solved);
    let large: Vec<_> = solved.into_iter().filter(|pair| pair.1.nodes > 1e4).collect();
    summarise(name, ">10^4", &large);
    println!();
    Ok(())
}

/// Prints the geometric means of plain by own.
fn summarise(name: &str, which: &str, pairs: &[(Effort, Effort)]) {
    let mean = |value: fn(&Effort) -> f64| {
        let logs = pairs.iter().map(|(own, plain)| (value(plain) / value(own)).ln());
        (logs.sum::<f64>() / pairs.len() as f64).exp()
    };
    let both = pairs.iter().filter(|pair| pair.1.complete).count();
    println!(
        "{name:14} {which:>5}: {} solved, {both} also plain; nodes {:.2}, time {:.2}, memory {:.2}",
        pairs.len(),
        mean(|effort| effort.nodes.max(1.0)),
        mean(|effort| effort.seconds.max(1e-4)),
        mean(|effort| effort.kilobytes.max(16.0)),
    );
}

fn in_child(
    family: &str,
    seed: u64,
    form: &str,
    seconds: &str,
    settings: &str,
) -> Result<Effort, Box<dyn Error>> {
    let own = std::env::current_exe()?;
    let output = Command::new(own)
        .args(["run", family, &seed.to_string(), form, seconds, settings])
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [complete, result, nodes, seconds, kilobytes] = numbers[..] else {
        let printed = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{family} {seed}: {printed}").into());
    };
    Ok(Effort { complete: complete > 0.0, result: result as i64, nodes, seconds, kilobytes })
}

/// Returns a number of kilobytes from this process's status; 0 where there is none.
fn kilobytes(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|rest| rest.trim_start_matches(':').split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Solves one instance, and prints its effort.
fn run(
    family: &str,
    seed: &str,
    form: &str,
    seconds: &str,
    settings: &str,
) -> Result<(), Box<dyn Error>> {
    let wrong = |what: &str| format!("a wrong {what}");
    let found = FAMILIES.iter().find(|(name, ..)| *name == family);
    let (_, _, make) = found.ok_or_else(|| wrong("family"))?;
    let (model, task) = make(seed.parse().map_err(|_| wrong("seed"))?);
    let settings: SearchSettings = settings.parse()?;
    let seconds = Duration::from_secs_f64(seconds.parse().map_err(|_| wrong("time"))?);
    let control = Control::unlimited().with_timeout(Some(seconds));
    let started = Instant::now();
    let before = kilobytes("RssAnon");
    let model = Arc::new(model);
    let searched = match form {
        "plain" => {
            model.plain_model(&Control::unlimited()).map_err(|why| format!("{why:?}"))?.model
        }
        _ => model.clone(),
    };
    let mut search =
        ByTask::new(&searched, &settings, 0, &control).map_err(|why| format!("{why:?}"))?;
    let mut result = 0;
    let outcome = search.ask(&[], task, &control, &mut |values| {
        result = match model.objective() {
            Some(objective) => objective.value_under(values),
            None => result + 1,
        };
        ControlFlow::Continue(())
    });
    let grown = kilobytes("RssAnon").saturating_sub(before);
    let nodes = outcome.counters.get("nodes").unwrap_or(0);
    let complete = u8::from(outcome.complete || task == Task::First && result > 0);
    println!("{complete} {result} {nodes} {} {grown}", started.elapsed().as_secs_f64());
    Ok(())
}
