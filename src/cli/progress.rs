//! A progress line for runs longer than a second, on a terminal only.

use std::cell::Cell;
use std::fmt;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parallax_search::parallel::{self, Watch};

use super::interrupt;
use super::screen::ScreenOptions;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The duration below which a run shows no progress.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);

/// The time for counting the total number after an interrupt.
const COUNT_TIME: Duration = Duration::from_millis(400);

/// The number of results from which the remaining time is estimated.
const MIN_RESULTS: u64 = 3;

/// Shows the progress of a run on standard error.
pub(super) struct ProgressLine {
    bar: ProgressBar,
    wanted: bool,
    what: &'static str,
    unit: &'static str,
    /// Whether the remaining time is shown.
    estimate: bool,
    /// The number of results of an earlier run that this one continues.
    earlier_results: Arc<AtomicU64>,
    /// Computes the total number; `None` once that has begun.
    count: Arc<Mutex<Option<TotalCounter>>>,
    ended: AtomicBool,
}

type TotalCounter = Box<dyn FnOnce() -> u64 + Send>;

/// Whether the user types at the terminal, where a progress line would interfere.
static IS_USER_TYPING: AtomicBool = AtomicBool::new(false);

/// The current line.
static SHOWN_LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

thread_local! {
    /// Whether this thread has hidden the line.
    static IS_LINE_HIDDEN: Cell<bool> = const { Cell::new(false) };
}

/// Disables progress, because the user types the input.
pub(super) fn disable_progress() {
    IS_USER_TYPING.store(true, Ordering::Relaxed);
}

/// Whether a line is shown.
pub(super) fn is_shown() -> bool {
    lock_mutex(&SHOWN_LINE).as_ref().is_some_and(|bar| !bar.is_hidden())
}

/// Writes to the terminal while the line that is shown, if any, is hidden.
pub(super) fn write_aside<T>(write: impl FnOnce() -> T) -> T {
    // The lock is released before writing: `write` may itself print aside, and a handler of signals
    // asks for the line as well.
    let shown = lock_mutex(&SHOWN_LINE).clone();
    match shown.filter(|bar| !IS_LINE_HIDDEN.get() && !bar.is_hidden()) {
        // `suspend` holds the lock of the bar, so a nested call on the same thread would wait for
        // itself. `IS_LINE_HIDDEN` sends it to the plain write.
        Some(bar) => bar.suspend(|| {
            IS_LINE_HIDDEN.set(true);
            let result = write();
            IS_LINE_HIDDEN.set(false);
            result
        }),
        None => write(),
    }
}

impl ProgressLine {
    /// Makes a progress line that appears once the run is longer than a second.
    pub(super) fn new(what: &'static str) -> Self {
        ProgressLine::counting_line(what, "instances")
    }

    /// Makes a progress line that counts something other than instances.
    pub(super) fn counting_line(what: &'static str, unit: &'static str) -> Self {
        let typing = IS_USER_TYPING.load(Ordering::Relaxed);
        let progress = ProgressLine {
            bar: ProgressBar::hidden(),
            wanted: std::io::stderr().is_terminal()
                && !ScreenOptions::chosen_options().quiet
                && !typing,
            what,
            unit,
            estimate: false,
            earlier_results: Arc::default(),
            count: Arc::default(),
            ended: AtomicBool::new(false),
        };
        progress.bar.set_style(progress.line_style());
        if progress.wanted {
            *lock_mutex(&SHOWN_LINE) = Some(progress.bar.clone());
            show_after_delay(progress.bar.clone());
        }
        progress
    }

    /// Sets the total number.
    pub(super) fn out_of(self, total: u64) -> Self {
        self.bar.set_length(total);
        self
    }

    /// Has another thread count the total number, when the line appears or, after an interrupt, at
    /// the end.
    pub(super) fn out_of_counted(self, count: impl FnOnce() -> u64 + Send + 'static) -> Self {
        *lock_mutex(&self.count) = Some(Box::new(count));
        if self.wanted {
            let (bar, count) = (self.bar.clone(), self.count.clone());
            std::thread::spawn(move || {
                std::thread::sleep(PROGRESS_DELAY);
                // Taken out of the mutex first: the end of the run must not wait for a count that
                // takes long.
                let count = lock_mutex(&count).take();
                if let Some(count) = count {
                    bar.set_length(count());
                }
            });
        }
        self
    }

    /// Shows the remaining time, once the total number is known. For work whose parts take about
    /// the same time.
    pub(super) fn with_time_left(mut self) -> Self {
        self.estimate = true;
        self.bar.set_style(self.line_style());
        self
    }

    /// Counts the results of an earlier run.
    pub(super) fn count_earlier(&self, number: u64, message: impl FnOnce() -> String) {
        self.earlier_results.fetch_add(number, Ordering::Relaxed);
        self.count_steps(number, message);
    }

    /// Counts one more; `message` describes the results so far.
    pub(super) fn count_step(&self, message: impl FnOnce() -> String) {
        self.count_steps(1, message);
    }

    /// Counts `number` more.
    pub(super) fn count_steps(&self, number: u64, message: impl FnOnce() -> String) {
        if self.wanted {
            self.bar.set_message(message());
        }
        self.bar.inc(number);
    }

    /// Writes to standard output while the line is hidden.
    pub(super) fn print_aside<T>(&self, write: impl FnOnce() -> T) -> T {
        write_aside(write)
    }

    /// Returns a watch that shows the progress of the running question, in pieces of its tree.
    pub(super) fn progress_watch(&self) -> Option<Arc<Watch>> {
        let (bar, start) = (self.bar.clone(), Instant::now());
        let watch = move |at: parallel::ParallelProgress| {
            bar.set_message(describe_progress(&at, start.elapsed()));
        };
        self.wanted.then(|| Arc::new(watch) as Arc<Watch>)
    }

    /// Removes the line. After an interrupt, prints how much is done instead.
    pub(super) fn finish_line(&self) {
        if self.ended.swap(true, Ordering::Relaxed) {
            return;
        }
        // Ending the line moves its position to the total, so both are read before.
        let (done, total) = (self.bar.position(), self.bar.length());
        self.bar.finish_and_clear();
        *lock_mutex(&SHOWN_LINE) = None;
        let count = lock_mutex(&self.count).take();
        if !interrupt::is_interrupted() {
            return;
        }
        let total = total.or_else(|| count_soon(count?));
        // The results themselves state that a single instance is unfinished.
        let is_single = total == Some(1) || (total.is_none() && done == 0);
        if !is_single {
            let of = total.map(|total| format!(" of {total}")).unwrap_or_default();
            eprintln!("parallax: interrupted: {done}{of} {} done", self.unit);
        }
    }

    /// Returns the line: the counts, the time, and the results so far.
    fn line_style(&self) -> ProgressStyle {
        let template = format!("{{spinner}} {}: {{done}} {{msg}}", self.what);
        let (unit, estimate, before) = (self.unit, self.estimate, self.earlier_results.clone());
        let done = move |state: &ProgressState, line: &mut dyn fmt::Write| {
            let elapsed = HumanDuration(Duration::from_secs(state.elapsed().as_secs()));
            let (at, total) = (state.pos(), state.len());
            let of = total.map(|total| format!(" of {total}")).unwrap_or_default();
            // A failed write shows less of the line.
            let _ = write!(line, "{at}{of} {unit} done, {elapsed:#}");
            let before = before.load(Ordering::Relaxed);
            let left =
                total.and_then(|total| estimate_remaining(before, at, total, state.elapsed()));
            if let Some(left) = left.filter(|_| estimate) {
                let _ = write!(line, ", about {:#} left", HumanDuration(left));
            }
        };
        let style = ProgressStyle::with_template(&template);
        style.unwrap_or_else(|_| ProgressStyle::default_spinner()).with_key("done", done)
    }
}

fn lock_mutex<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the total number if it is counted within [`COUNT_TIME`].
fn count_soon(count: TotalCounter) -> Option<u64> {
    let (send, receive) = sync_channel(1);
    std::thread::spawn(move || {
        // The receiver may have given up, which makes `send` fail.
        let _ = send.send(count());
    });
    receive.recv_timeout(COUNT_TIME).ok()
}

/// Shows a line once the run is longer than a second.
fn show_after_delay(bar: ProgressBar) {
    let start = Instant::now();
    std::thread::spawn(move || {
        // Short steps let the thread end soon after a short run instead of sleeping out the second.
        while start.elapsed() < PROGRESS_DELAY && !bar.is_finished() {
            std::thread::sleep(Duration::from_millis(50));
        }
        if !bar.is_finished() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(120));
        }
    });
}

/// Estimates the remaining time from the results of this run, if there are enough of them.
fn estimate_remaining(before: u64, at: u64, total: u64, elapsed: Duration) -> Option<Duration> {
    // Results of an earlier run took none of the elapsed time, so only those of this run give the
    // speed.
    let own = at.checked_sub(before).filter(|&own| own >= MIN_RESULTS)?;
    let rest = total.checked_sub(at)?;
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * rest as f64 / own as f64).ok()
}

/// Describes the progress of a question after this time.
fn describe_progress(at: &parallel::ParallelProgress, elapsed: Duration) -> String {
    let left = at
        .estimate_remaining_time(elapsed)
        .map(|left| format!(", about {} left", HumanDuration(left)));
    format!("{at}{}", left.unwrap_or_default())
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.finish_line();
    }
}
