//! Runs a plan and reports its results, for the commands that solve.

use std::io;
use std::sync::Arc;

use parallax_compare::{Arrived, Checker, Compared, Plan, Row, run_live, settle};
use parallax_engines::{Certifying, Spec};
use parallax_formats::inputs::{Readings, Stream};
use parallax_model::ask::{Control, EndReason, Stop};
use parallax_report::{Report, Summary};

use super::Failure;
use super::progress::Progress;
use super::screen::remark;

/// Maximum number of unreadable inputs that standard error names.
const UNREAD: u64 = 10;

/// Makes the checker of certificates that reads the instances' files.
pub(super) fn checker() -> Checker {
    let readings = Readings::default();
    Arc::new(move |found| readings.digest(found))
}

/// Adds to a report, unless that has failed before. A failure cancels the run: nothing reads the
/// remaining results.
fn write(
    written: &mut io::Result<()>,
    progress: &Progress,
    control: &Control,
    add: impl FnOnce() -> io::Result<()>,
) {
    if written.is_ok() {
        *written = progress.aside(add);
        if written.is_err() {
            control.cancel();
        }
    }
}

/// Prints the warnings about each instance when it is read.
pub(super) fn warned(stream: Stream) -> Stream {
    Box::new(stream.inspect(|found| {
        let warnings = found.iter().flat_map(|found| found.instance.notation().warnings());
        warnings.for_each(|warning| remark(&format!("warning: {warning}")));
    }))
}

/// Whether an interrupt has cut the work on an instance short.
fn is_cut(compared: &Compared) -> bool {
    let is_cancelled = |reason: &EndReason| reason.stop() == Some(Stop::Cancelled);
    let is_cut = |row: &Row| {
        row.reason.as_ref().is_some_and(is_cancelled)
            || row.answer.end_reason().as_ref().is_some_and(is_cancelled)
    };
    compared.rows.is_empty() || compared.rows.iter().any(is_cut)
}

/// Runs a plan, shows progress, and passes the results to a report as they arrive. An input that
/// cannot be read is a row of the report and a line on standard error; the other inputs continue.
pub(super) fn execute(
    plan: &Plan,
    stream: Stream,
    control: &Control,
    report: &mut dyn Report,
    progress: &Progress,
    on_result: &mut dyn FnMut(&Compared),
) -> Result<Summary, Failure> {
    let mut summary = Summary::default();
    let mut written = Ok(());
    run_live(plan, warned(stream), control, &mut |arrived| {
        let mut result = match arrived {
            Arrived::Result(result) => result,
            Arrived::Solutions(found, new) => {
                write(&mut written, progress, control, || report.solutions(found, new));
                return;
            }
            Arrived::Row(row) => {
                write(&mut written, progress, control, || report.early(row));
                return;
            }
        };
        if let (Ok(compared), Ok(judge)) = (&mut result, Certifying::new(&Spec::native()))
            && compared.verdict.is_disagreement()
        {
            let plan = Plan { checker: Some(checker()), ..plan.clone() };
            settle(&plan, &judge, compared, control);
        }
        match &result {
            Ok(compared) => {
                summary.add(compared);
                on_result(compared);
            }
            Err(error) => {
                summary.unread += 1;
                if summary.unread <= UNREAD {
                    progress.aside(|| eprintln!("parallax: {error}"));
                }
            }
        }
        write(&mut written, progress, control, || match &result {
            Ok(compared) => report.add(compared),
            Err(error) => report.unread(error),
        });
        if !result.as_ref().is_ok_and(is_cut) {
            progress.step(|| summary.line());
        }
    });
    progress.finish();
    written?;
    if summary.unread > UNREAD {
        eprintln!("parallax: {} more inputs cannot be read", summary.unread - UNREAD);
    }
    // For a single input that cannot be read, a summary adds nothing.
    if summary.instances > 0 || summary.unread != 1 {
        report.finish(&summary)?;
    }
    Ok(summary)
}
