//! Compiled models, if `PARALLAX_FLATZINC` names a folder of them.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use parallax_instance::{Instance, ModelSource};
use parallax_model::engine_api::{Control, Session, Task};
use parallax_search::SearchState;
use parallax_search::settings::SearchSettings;

use super::{model, read};

/// Solves an instance for some seconds, checks each solution by the meaning of the file, and
/// returns the answer as a line.
fn answer(text: &str, seconds: u64) -> String {
    let start = Instant::now();
    let own = match read(text) {
        Ok(own) => own,
        Err(error) => return format!("refused {error}"),
    };
    let (model, viewpoint) = (model(&own), own.default_viewpoint());
    let control = Control::unlimited().with_timeout(Some(Duration::from_secs(seconds)));
    let mut search = match SearchState::new(&model, &SearchSettings::default(), 0, &control) {
        Ok(search) => search,
        Err(why) => return format!("unprepared {why:?}"),
    };
    let task = if model.objective().is_some() { Task::Optimise } else { Task::All };
    let (mut count, mut best) = (0u64, None);
    let outcome = search.ask(&[], task, &control, &mut |values| {
        let solution = model.check(&[], values).expect("a solution");
        let shown = own.solution(&viewpoint, &solution);
        own.rules_in_full(&solution, &shown).expect("a solution of the file");
        count += 1;
        best = model.objective().map(|objective| objective.value_under(values));
        ControlFlow::Continue(())
    });
    let seconds = start.elapsed().as_secs_f64();
    format!("{:?} count {count} best {best:?} {seconds:.1} s", outcome.answer)
}

#[test]
fn compiled_models_are_solved() {
    let Ok(folder) = std::env::var("PARALLAX_FLATZINC") else { return };
    let seconds = std::env::var("PARALLAX_SECONDS").ok().and_then(|own| own.parse().ok());
    let entries = std::fs::read_dir(Path::new(&folder)).expect("a folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|own| own == "fzn"));
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a text");
        println!("{} {}", path.display(), answer(&text, seconds.unwrap_or(1)));
    }
}
