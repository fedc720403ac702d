//! A progress line on anything longer than a second, on a terminal only.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::screen::Screen;
use crate::search::cubes::{self, Watch};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Runs shorter than this show nothing.
const QUIET: Duration = Duration::from_secs(1);

/// Shows on standard error how far a run has come.
pub(super) struct Progress {
    bar: ProgressBar,
    wanted: bool,
    template: String,
}

/// Whether somebody types at the terminal, where a line of progress would be in
/// the way.
static TYPING: AtomicBool = AtomicBool::new(false);

/// Somebody types the input: no progress is shown.
pub(super) fn typing() {
    TYPING.store(true, Ordering::Relaxed);
}

impl Progress {
    /// A progress line that appears once the run is longer than a second.
    pub(super) fn new(what: &'static str) -> Self {
        Progress::counting(what, "instances")
    }

    /// The same, counting something else.
    pub(super) fn counting(what: &'static str, unit: &'static str) -> Self {
        let bar = ProgressBar::hidden();
        let template = format!("{{spinner}} {what}: {{pos}} {unit} done, {{elapsed}} {{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        let typing = TYPING.load(Ordering::Relaxed);
        let wanted = std::io::stderr().is_terminal() && !Screen::chosen().quiet && !typing;
        if wanted {
            let later = bar.clone();
            let start = Instant::now();
            std::thread::spawn(move || {
                while start.elapsed() < QUIET && !later.is_finished() {
                    std::thread::sleep(Duration::from_millis(50));
                }
                if !later.is_finished() {
                    later.set_draw_target(ProgressDrawTarget::stderr());
                    later.enable_steady_tick(Duration::from_millis(120));
                }
            });
        }
        Progress { bar, wanted, template }
    }

    /// Shows how many there are in all.
    pub(super) fn out_of(self, total: u64) -> Self {
        self.bar.set_length(total);
        let template = self.template.replace("{pos}", "{pos} of {len}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            self.bar.set_style(style);
        }
        self
    }

    /// Shows the time left, once the number in all is known.
    pub(super) fn with_time_left(mut self) -> Self {
        self.template = self.template.replace("{elapsed}", "{elapsed}, about {eta} left;");
        self
    }

    /// One more is done; `message` says what has been found so far.
    pub(super) fn step(&self, message: impl FnOnce() -> String) {
        self.steps(1, message);
    }

    /// `number` more are done.
    pub(super) fn steps(&self, number: u64, message: impl FnOnce() -> String) {
        if self.wanted {
            self.bar.set_message(message());
        }
        self.bar.inc(number);
    }

    /// Writes to standard output while the line is out of the way.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() { write() } else { self.bar.suspend(write) }
    }

    /// What shows how far the running question has come, in pieces of its tree.
    pub(super) fn watch(&self) -> Option<Arc<Watch>> {
        let (bar, start) = (self.bar.clone(), Instant::now());
        let watch = move |at: cubes::Progress| bar.set_message(words(&at, start.elapsed()));
        self.wanted.then(|| Arc::new(watch) as Arc<Watch>)
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How far a question has come after this time.
fn words(at: &cubes::Progress, elapsed: Duration) -> String {
    let left = at.left(elapsed).map(|left| format!(", about {} left", HumanDuration(left)));
    format!("{at}{}", left.unwrap_or_default())
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}
