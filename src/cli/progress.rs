//! A progress line for runs longer than a second, on a terminal only.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parallax_search::parallel::{self, Watch};

use super::screen::Screen;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The duration below which a run shows no progress.
const QUIET: Duration = Duration::from_secs(1);

/// Shows the progress of a run on standard error.
pub(super) struct Progress {
    bar: ProgressBar,
    wanted: bool,
    template: String,
}

/// Whether the user types at the terminal, where a progress line would interfere.
static TYPING: AtomicBool = AtomicBool::new(false);

/// Disables progress, because the user types the input.
pub(super) fn typing() {
    TYPING.store(true, Ordering::Relaxed);
}

impl Progress {
    /// Makes a progress line that appears once the run is longer than a second.
    pub(super) fn new(what: &'static str) -> Self {
        Progress::counting(what, "instances")
    }

    /// Makes a progress line that counts something other than instances.
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

    /// Sets the total number.
    pub(super) fn out_of(self, total: u64) -> Self {
        self.bar.set_length(total);
        let template = self.template.replace("{pos}", "{pos} of {len}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            self.bar.set_style(style);
        }
        self
    }

    /// Shows the remaining time, once the total number is known.
    pub(super) fn with_time_left(mut self) -> Self {
        self.template = self.template.replace("{elapsed}", "{elapsed}, about {eta} left;");
        self
    }

    /// Counts one more; `message` describes the results so far.
    pub(super) fn step(&self, message: impl FnOnce() -> String) {
        self.steps(1, message);
    }

    /// Counts `number` more.
    pub(super) fn steps(&self, number: u64, message: impl FnOnce() -> String) {
        if self.wanted {
            self.bar.set_message(message());
        }
        self.bar.inc(number);
    }

    /// Writes to standard output while the line is hidden.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() { write() } else { self.bar.suspend(write) }
    }

    /// Returns a watch that shows the progress of the running question, in pieces of its tree.
    pub(super) fn watch(&self) -> Option<Arc<Watch>> {
        let (bar, start) = (self.bar.clone(), Instant::now());
        let watch = move |at: parallel::Progress| bar.set_message(words(&at, start.elapsed()));
        self.wanted.then(|| Arc::new(watch) as Arc<Watch>)
    }

    /// Removes the line.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Describes the progress of a question after this time.
fn words(at: &parallel::Progress, elapsed: Duration) -> String {
    let left = at.left(elapsed).map(|left| format!(", about {} left", HumanDuration(left)));
    format!("{at}{}", left.unwrap_or_default())
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}
