//! Runs a suite and collects its results.

use std::path::Path;

use parallax_experiment::regress::{
    CaseBlessing, CaseEnding, CaseOutcome, CaseResults, RegressionSuite, SuiteOutcome, bless_suite,
    case_differences, run_case,
};
use parallax_model::engine_api::Control;

use super::{RegressArgs, write_suite};
use crate::cli::CliError;
use crate::cli::progress::ProgressLine;
use crate::cli::screen::print_remark;
use crate::cli::source_text::SourceText;

/// A suite after its runs.
pub(super) struct SuiteRun {
    /// The suite as its file states it now.
    pub(super) suite: RegressionSuite,
    /// The runs of each case; `None` if no run was begun.
    pub(super) seen: Vec<Option<CaseResults>>,
    /// The change of each case by a blessing, if requested.
    pub(super) blessed: Option<Vec<CaseBlessing>>,
}

impl SuiteRun {
    /// Returns the results of the cases that were chosen.
    pub(super) fn suite_outcome(&self, args: &RegressArgs) -> SuiteOutcome<'_> {
        let cases = self.suite.cases.iter().enumerate().filter(|(_, case)| args.chooses_case(case));
        let cases = cases.map(|(at, case)| {
            let seen = self.seen.get(at).and_then(Option::as_ref);
            let ending = match seen.filter(|seen| !seen.interrupted) {
                Some(seen) => CaseEnding::Ran(case_differences(case, seen)),
                None => CaseEnding::Interrupted,
            };
            CaseOutcome {
                case,
                ending,
                blessed: self.blessed.as_ref().and_then(|all| all.get(at)).cloned(),
                instances: seen.map_or(0, |seen| seen.instances.len() + seen.unread.len()),
                seconds: seen.map_or(0.0, |seen| seen.seconds),
            }
        });
        SuiteOutcome { suite: &self.suite, cases: cases.collect() }
    }
}

impl RegressArgs {
    /// Runs the chosen cases of a suite, and blesses them if requested.
    pub(super) fn run_suite(
        &self,
        suite: RegressionSuite,
        control: &Control,
        progress: &ProgressLine,
    ) -> Result<SuiteRun, CliError> {
        let make = self.engine_maker();
        let mut seen = Vec::with_capacity(suite.cases.len());
        for case in &suite.cases {
            let wanted = self.chooses_case(case) && control.stop_reason().is_none();
            let run = wanted.then(|| run_case(case, &*make, self.job_count(), control));
            seen.push(run.transpose()?);
            if wanted && control.stop_reason().is_none() {
                progress.count_step(|| case.name.clone());
            }
        }
        if !self.bless {
            return Ok(SuiteRun { suite, seen, blessed: None });
        }
        if control.stop_reason().is_some() {
            print_remark(&format!("{}: not changed, because of the interrupt", suite.file));
            return Ok(SuiteRun { suite, seen, blessed: None });
        }
        let (suite, blessed) = self.bless_suite(suite, &seen)?;
        Ok(SuiteRun { suite, seen, blessed: Some(blessed) })
    }

    /// Writes the results on which the engines agree, and returns the new suite.
    fn bless_suite(
        &self,
        suite: RegressionSuite,
        seen: &[Option<CaseResults>],
    ) -> Result<(RegressionSuite, Vec<CaseBlessing>), CliError> {
        let fail = |why: String| CliError(format!("{}: {why}", suite.file));
        let (text, blessed) = bless_suite(&suite, seen).map_err(|error| fail(error.to_string()))?;
        if text == suite.text {
            return Ok((suite, blessed));
        }
        // The author may have edited the suite during the run; writing would lose these changes.
        if SourceText::read_source(&suite.file)?.content != suite.text {
            return Err(fail("changed during the run; nothing is written".to_owned()));
        }
        // The new text is parsed before it replaces the file, so that a suite is never damaged.
        let now = RegressionSuite::parse_suite(&suite.file, text)?;
        write_suite(Path::new(&suite.file), &now.text)?;
        Ok((now, blessed))
    }
}
