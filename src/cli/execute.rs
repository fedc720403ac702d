//! Runs a plan and reports its results, for the commands that solve.

use std::io;
use std::sync::Arc;

use parallax_compare::{
    ComparisonEvent, ComparisonPlan, InstanceComparison, ModelDigestFunction, Row, run_live,
    settle_disagreement,
};
use parallax_engines::{CertifyingEngine, Spec};
use parallax_formats::inputs::{CheckerReader, Stream};
use parallax_model::engine_api::{Control, EndReason, StopReason};
use parallax_report::{ComparisonSummary, ResultReporter};

use super::CliError;
use super::progress::ProgressLine;
use super::screen::print_remark;

/// Maximum number of unreadable inputs that standard error names.
const MAX_NAMED_UNREADABLE: u64 = 10;

/// Makes the checker of certificates that reads the instances' files.
pub(super) fn certificate_checker() -> ModelDigestFunction {
    let readings = CheckerReader::default();
    Arc::new(move |found| readings.model_digest(found))
}

/// Adds to a report, unless an earlier write failed. A failure cancels the run, whose remaining
/// results would not be read.
fn write_report(
    written: &mut io::Result<()>,
    progress: &ProgressLine,
    control: &Control,
    add: impl FnOnce() -> io::Result<()>,
) {
    if written.is_ok() {
        *written = progress.print_aside(add);
        if written.is_err() {
            control.cancel_work();
        }
    }
}

/// Prints the warnings about each instance as it is read.
pub(super) fn print_warnings(stream: Stream) -> Stream {
    Box::new(stream.inspect(|found| {
        let warnings = found.iter().flat_map(|found| found.instance.notation().reader_warnings());
        warnings.for_each(|warning| print_remark(&format!("warning: {warning}")));
    }))
}

/// Whether an interrupt has cut the work on an instance short.
fn is_cut(compared: &InstanceComparison) -> bool {
    let is_cancelled = |reason: &EndReason| reason.stop() == Some(StopReason::Cancelled);
    let is_cut = |row: &Row| {
        row.reason.as_ref().is_some_and(is_cancelled)
            || row.answer.end_reason().as_ref().is_some_and(is_cancelled)
    };
    compared.rows.is_empty() || compared.rows.iter().any(is_cut)
}

/// Runs a plan, shows progress, and passes the results to a report as they arrive. Reports an input
/// that cannot be read there and on standard error, and continues with the next one.
pub(super) fn execute_plan(
    plan: &ComparisonPlan,
    stream: Stream,
    control: &Control,
    report: &mut dyn ResultReporter,
    progress: &ProgressLine,
    on_result: &mut dyn FnMut(&InstanceComparison),
) -> Result<ComparisonSummary, CliError> {
    let mut summary = ComparisonSummary::default();
    let mut written = Ok(());
    run_live(plan, print_warnings(stream), control, &mut |arrived| {
        let mut result = match arrived {
            ComparisonEvent::Result(result) => result,
            ComparisonEvent::Solutions(found, new) => {
                write_report(&mut written, progress, control, || report.add_solutions(found, new));
                return;
            }
            ComparisonEvent::Row(row) => {
                write_report(&mut written, progress, control, || report.add_early_row(row));
                return;
            }
        };
        // Engines that disagree are settled by a certificate of native search, before the result is
        // counted or printed.
        if let (Ok(compared), Ok(judge)) = (&mut result, CertifyingEngine::new(&Spec::native()))
            && compared.verdict.is_disagreement()
        {
            let plan = ComparisonPlan { checker: Some(certificate_checker()), ..plan.clone() };
            settle_disagreement(&plan, &judge, compared, control);
        }
        match &result {
            Ok(compared) => {
                summary.add_compared(compared);
                on_result(compared);
            }
            Err(error) => {
                summary.unread += 1;
                if summary.unread <= MAX_NAMED_UNREADABLE {
                    progress.print_aside(|| eprintln!("parallax: {error}"));
                }
            }
        }
        write_report(&mut written, progress, control, || match &result {
            Ok(compared) => report.add_comparison(compared),
            Err(error) => report.add_unread(error),
        });
        // The progress line counts finished instances, not one that an interrupt cut short.
        if !result.as_ref().is_ok_and(is_cut) {
            progress.count_step(|| summary.summary_line());
        }
    });
    progress.finish_line();
    written?;
    if summary.unread > MAX_NAMED_UNREADABLE {
        eprintln!("parallax: {} more inputs cannot be read", summary.unread - MAX_NAMED_UNREADABLE);
    }
    // The error of a single input that cannot be read needs no summary.
    if summary.instances > 0 || summary.unread != 1 {
        report.finish(&summary)?;
    }
    Ok(summary)
}
