//! Cases in child processes, so that a hang or an abort is a finding like any other.
//!
//! A child is the same program with the same campaign. It reads a range of cases per line, `START
//! END`, announces each step before taking it, `at CASE WORDS`, and answers with the result of each
//! case, `sum JSON`; before it makes a finding smaller, with the result without that, `early JSON`.
//! When a child ends, or exceeds the time for one step, the case that it was working on counts as
//! lost, or as its early result states, and another child works on the remaining cases.

use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::process::{ChildStdin, Command};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use parallax_model::engine_api::Control;
use parallax_solvers::process::{
    OutputLine, OutputPause, PipedProcess, describe_crash, end_group, lead_group, limit_memory,
    share_group,
};
use serde::Serialize;

use super::campaign::{CampaignSum, CaseCampaign, CaseTally, RangeOutcome, StepObserver, SumOf};
use super::child_error::{ChildError, ChildLineError};
use super::run_observer::{LiveCase, RunObserver};

/// The time between two checks of the run's control.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum time for a child to end after it has closed its output.
const MAX_EXIT_TIME: Duration = Duration::from_secs(1);

/// The children of a run.
#[derive(Clone, Debug)]
pub struct ChildOptions {
    /// The program.
    pub program: PathBuf,
    /// Its arguments, with which it calls [`serve_campaign`] for the same campaign.
    pub args: Vec<String>,
    /// Maximum time of one step.
    pub patience: Duration,
}

/// A worker with its child, which is started at the first range.
pub(super) struct ChildWorker<'c> {
    children: &'c ChildOptions,
    control: &'c Control,
    child: Option<CampaignChild>,
}

struct CampaignChild {
    piped: PipedProcess<OutputLine>,
    stdin: ChildStdin,
}

/// The reason why a range has no result.
enum RangeLoss {
    /// The run was stopped.
    Stopped,
    /// The child could not be started, or ended before it took a step.
    Failed(String),
    /// The child was lost in a step of a case.
    At { case: u64, step: String, how: String },
}

/// The work of one worker on a range of cases.
struct RangeProgress<'s, C: CaseCampaign> {
    campaign: &'s C,
    live: &'s RunObserver<'s, C::Finding>,
    sum: SumOf<C>,
    /// The first case that did not end.
    next: u64,
    case: LiveCase<'s, 's, C::Finding>,
    /// The early result of that case.
    early: Option<SumOf<C>>,
}

impl<C: CaseCampaign> RangeProgress<'_, C> {
    /// Takes a result of the child that works on the cases up to `end`.
    fn take_line(&mut self, line: &ChildLine<'_>, end: u64) -> Result<(), ChildLineError> {
        match line {
            ChildLine::At(..) => {}
            ChildLine::Early(json) => {
                let early: SumOf<C> = serde_json::from_str(json).map_err(ChildLineError::Json)?;
                self.case.report_findings(&early.findings);
                self.early = Some(early);
            }
            ChildLine::Sum(json) => {
                let sum: SumOf<C> = serde_json::from_str(json).map_err(ChildLineError::Json)?;
                let cases = sum.tally.case_count();
                // `next < end` while the child owes results (`exchange_range`), so the subtraction
                // is safe. A child that claims more cases than it was given would put later ones
                // out of step.
                if !(1..=end - self.next).contains(&cases) {
                    return Err(ChildLineError::Cases { cases });
                }
                self.next += cases - 1;
                self.end_case(sum);
            }
        }
        Ok(())
    }

    /// Ends the next case with this result.
    fn end_case(&mut self, sum: SumOf<C>) {
        // Each result ends the current case and begins the next one, so that its findings are
        // reported once.
        std::mem::replace(&mut self.case, self.live.begin_case()).end_case(&sum.findings);
        self.early = None;
        self.next += 1;
        self.sum.absorb_sum(sum);
    }

    /// Ends the next case with its early result, if there is one.
    fn end_early(&mut self, why: &str) -> bool {
        let Some(mut early) = self.early.take() else { return false };
        self.campaign.note_unfinished(&mut early, why);
        self.end_case(early);
        true
    }

    /// Ends the next case as lost.
    fn lose_case(&mut self, step: &str, how: &str) {
        if !self.end_early(&format!("{step}: {how}")) {
            let mut lost = CampaignSum::default();
            self.campaign.add_lost_case(self.next, step, how, &mut lost);
            self.end_case(lost);
        }
    }
}

impl<'c> ChildWorker<'c> {
    pub(super) fn new(children: &'c ChildOptions, control: &'c Control) -> Self {
        ChildWorker { children, control, child: None }
    }

    /// Makes children work on the cases of a range.
    pub(super) fn run_range<C: CaseCampaign>(
        &mut self,
        campaign: &C,
        cases: Range<u64>,
        live: &RunObserver<'_, C::Finding>,
    ) -> RangeOutcome<SumOf<C>> {
        let (sum, next) = (CampaignSum::default(), cases.start);
        let mut slice =
            RangeProgress { campaign, live, sum, next, case: live.begin_case(), early: None };
        let mut end = cases.end;
        while slice.next < cases.end {
            // The cases before the one that was lost are done, so the full range is asked again.
            if slice.next == end {
                end = cases.end;
            }
            let begun = slice.next;
            match self.ask_child(&mut slice, end) {
                Ok(()) => {}
                Err(RangeLoss::Stopped) => {
                    slice.end_early("interrupted");
                    break;
                }
                // The child ended between two cases: there was progress, so another one continues.
                Err(RangeLoss::Failed(_)) if slice.next > begun => {}
                Err(RangeLoss::Failed(how)) => {
                    // Without a child no case can run: each case is lost.
                    while slice.next < end {
                        slice.lose_case("the child", &how);
                    }
                }
                // A child that answers for several cases at a time loses them all. The cases before
                // the fatal one are asked again, up to it, so that only that one counts as lost.
                Err(RangeLoss::At { case, .. }) if slice.next < case => end = case,
                Err(RangeLoss::At { step, how, .. }) => slice.lose_case(&step, &how),
            }
        }
        RangeOutcome { sum: slice.sum, end: slice.next }
    }

    fn ask_child<C: CaseCampaign>(
        &mut self,
        slice: &mut RangeProgress<'_, C>,
        end: u64,
    ) -> Result<(), RangeLoss> {
        if self.child.is_none() {
            let failed = |error: io::Error| RangeLoss::Failed(format!("cannot start: {error}"));
            self.child = Some(CampaignChild::start_child(self.children).map_err(failed)?);
        }
        let Some(child) = &mut self.child else { return Err(RangeLoss::Stopped) };
        let result = child.exchange_range(slice, end, self.children.patience, self.control);
        // After any failure the child is in an unknown state. Dropping it kills it, and the next
        // range starts another.
        if result.is_err() {
            self.child = None;
        }
        result
    }
}

impl CampaignChild {
    fn start_child(children: &ChildOptions) -> io::Result<Self> {
        let mut command = Command::new(&children.program);
        command.args(&children.args);
        // A child is this program: its lines have no maximal length.
        let mut piped = PipedProcess::read_lines(&mut command, u64::MAX)?;
        let stdin = piped.take_input().ok_or_else(|| io::Error::other("no pipe"))?;
        Ok(CampaignChild { piped, stdin })
    }

    /// Has the child work on the cases of a slice up to `end`.
    fn exchange_range<C: CaseCampaign>(
        &mut self,
        slice: &mut RangeProgress<'_, C>,
        end: u64,
        patience: Duration,
        control: &Control,
    ) -> Result<(), RangeLoss> {
        // A failed write shows below, as the end of the child's output.
        let _ = writeln!(self.stdin, "{} {end}", slice.next);
        let mut at: Option<(u64, String)> = None;
        let mut heard = Instant::now();
        while slice.next < end {
            if control.stop_reason().is_some() {
                return Err(RangeLoss::Stopped);
            }
            match self.piped.receive_piece(POLL_INTERVAL) {
                Ok(OutputLine::Whole(line) | OutputLine::Cut(line)) => {
                    // Every line counts as progress: the limit is on one step, not on the whole
                    // range.
                    heard = Instant::now();
                    match parse_line(String::from_utf8_lossy(&line).trim_end()) {
                        Some(ChildLine::At(case, step)) if (slice.next..end).contains(&case) => {
                            at = Some((case, step.to_owned()));
                        }
                        Some(ChildLine::At(..)) | None => {
                            let how = "garbage from the child".into();
                            return Err(child_loss(at, slice.next, how));
                        }
                        Some(line) => {
                            if let Err(error) = slice.take_line(&line, end) {
                                return Err(child_loss(at, slice.next, error.to_string()));
                            }
                        }
                    }
                }
                Err(OutputPause::Ended) => {
                    let how = self.describe_end();
                    return Err(child_loss(at, slice.next, how));
                }
                Err(OutputPause::Waiting) if heard.elapsed() > patience => {
                    let how = format!("no answer within {} s", patience.as_secs_f64());
                    return Err(child_loss(at, slice.next, how));
                }
                Err(OutputPause::Waiting) => {}
            }
        }
        Ok(())
    }

    /// Waits for the end of the child and describes it.
    fn describe_end(&mut self) -> String {
        match self.piped.finish_process(MAX_EXIT_TIME) {
            Ok((status, _)) if status.success() => "the child ended without an answer".into(),
            Ok((status, stderr)) => describe_crash(status, &stderr).to_string(),
            Err(error) => format!("crash: {error}"),
        }
    }
}

/// Returns how a child is lost after its last step, when `next` is the first case that did not end.
fn child_loss(at: Option<(u64, String)>, next: u64, how: String) -> RangeLoss {
    // A step of a case that has ended says nothing about the loss.
    match at.filter(|(case, _)| *case >= next) {
        Some((case, step)) => RangeLoss::At { case, step, how },
        None => RangeLoss::Failed(how),
    }
}

enum ChildLine<'l> {
    At(u64, &'l str),
    Early(&'l str),
    Sum(&'l str),
}

fn parse_line(line: &str) -> Option<ChildLine<'_>> {
    if let Some(json) = line.strip_prefix("sum ") {
        return Some(ChildLine::Sum(json));
    }
    if let Some(json) = line.strip_prefix("early ") {
        return Some(ChildLine::Early(json));
    }
    let (case, step) = line.strip_prefix("at ")?.split_once(' ')?;
    Some(ChildLine::At(case.parse().ok()?, step))
}

/// The child's side: works on the ranges from standard input and ends with it. `memory_bytes`
/// limits the memory that this process may allocate.
///
/// # Errors
/// Returns an error for a line that is not a range, a limit that cannot be set, or a failed write.
pub fn serve_campaign(
    campaign: &impl CaseCampaign,
    memory_bytes: Option<u64>,
) -> Result<(), ChildError> {
    // The child leads a process group that its solvers join, so that killing the group leaves no
    // solver running.
    lead_group().map_err(ChildError::Group)?;
    share_group();
    if let Some(bytes) = memory_bytes {
        limit_memory(bytes).map_err(ChildError::Memory)?;
    }
    let (ranges, control) = (receive_ranges(), Control::unlimited());
    let output = ChildOutput(Arc::new(Mutex::new(io::stdout())));
    let mut state = campaign.start_state();
    for range in ranges {
        for case in range? {
            let step: StepObserver = {
                let output = output.clone();
                // A failed write means that this process is about to end.
                Arc::new(move |step: &str| drop(output.print_line(&format!("at {case} {step}"))))
            };
            step("begin");
            let mut sum = CampaignSum::default();
            let early = |sum: &_| drop(output.print_sum("early", sum));
            // Nothing stops the work, so each case ends.
            let _ = campaign.run_case(&mut state, case, &mut sum, &control, &step, &early);
            output.print_sum("sum", &sum)?;
        }
    }
    Ok(())
}

/// The output of a child.
#[derive(Clone)]
struct ChildOutput(Arc<Mutex<io::Stdout>>);

impl ChildOutput {
    fn print_line(&self, text: &str) -> io::Result<()> {
        let mut output = self.0.lock().expect("no holder panics");
        writeln!(output, "{text}").and_then(|()| output.flush())
    }

    fn print_sum(&self, name: &str, sum: &impl Serialize) -> Result<(), ChildError> {
        let json = serde_json::to_string(sum)?;
        self.print_line(&format!("{name} {json}")).map_err(ChildError::Output)
    }
}

/// Ranges from standard input; the process ends when it does, even in the middle of a case.
fn receive_ranges() -> Receiver<Result<Range<u64>, ChildError>> {
    // A separate thread reads the input, so that a child whose parent is gone ends even while a
    // case is running.
    let (send, receive) = sync_channel(1);
    std::thread::spawn(move || {
        for line in io::stdin().lines() {
            let range = line.map_err(ChildError::Input).and_then(|line| {
                let numbers = line
                    .split_once(' ')
                    .and_then(|(start, end)| Some(start.parse().ok()?..end.parse().ok()?));
                numbers.ok_or(ChildError::Range { line })
            });
            if send.send(range).is_err() {
                return;
            }
        }
        end_group();
    });
    receive
}
