//! A suite from its runs to its results.

use std::path::Path;

use parallax_experiment::regress::{
    Blessed, CaseOutcome, CaseResults, Ending, Suite, SuiteOutcome, bless, differences, run_case,
};
use parallax_model::ask::Control;

use super::{Args, write};
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::cli::screen::remark;
use crate::cli::text::Text;

/// A suite after its runs.
pub(super) struct Ran {
    /// The suite as its file states it now.
    pub(super) suite: Suite,
    /// The runs of each case; `None` if none was begun.
    pub(super) seen: Vec<Option<CaseResults>>,
    /// The change of each case by a blessing, if requested.
    pub(super) blessed: Option<Vec<Blessed>>,
}

impl Ran {
    /// Returns the results of the cases that were chosen.
    pub(super) fn outcome(&self, args: &Args) -> SuiteOutcome<'_> {
        let cases = self.suite.cases.iter().enumerate().filter(|(_, case)| args.chooses(case));
        let cases = cases.map(|(at, case)| {
            let seen = self.seen.get(at).and_then(Option::as_ref);
            let ending = match seen.filter(|seen| !seen.interrupted) {
                Some(seen) => Ending::Ran(differences(case, seen)),
                None => Ending::Interrupted,
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

impl Args {
    /// Runs the chosen cases of a suite, and blesses them if requested.
    pub(super) fn run_suite(
        &self,
        suite: Suite,
        control: &Control,
        progress: &Progress,
    ) -> Result<Ran, Failure> {
        let make = self.maker();
        let mut seen = Vec::with_capacity(suite.cases.len());
        for case in &suite.cases {
            let wanted = self.chooses(case) && control.stopped().is_none();
            let run = wanted.then(|| run_case(case, &*make, self.jobs(), control));
            seen.push(run.transpose()?);
            if wanted && control.stopped().is_none() {
                progress.step(|| case.name.clone());
            }
        }
        if !self.bless {
            return Ok(Ran { suite, seen, blessed: None });
        }
        if control.stopped().is_some() {
            remark(&format!("{}: not changed, because of the interrupt", suite.file));
            return Ok(Ran { suite, seen, blessed: None });
        }
        let (suite, blessed) = self.bless(suite, &seen)?;
        Ok(Ran { suite, seen, blessed: Some(blessed) })
    }

    /// Writes the results that the engines agree on, and returns the new suite.
    fn bless(
        &self,
        suite: Suite,
        seen: &[Option<CaseResults>],
    ) -> Result<(Suite, Vec<Blessed>), Failure> {
        let fail = |why: String| Failure(format!("{}: {why}", suite.file));
        let (text, blessed) = bless(&suite, seen).map_err(|error| fail(error.to_string()))?;
        if text == suite.text {
            return Ok((suite, blessed));
        }
        if Text::read(&suite.file)?.content != suite.text {
            return Err(fail("changed during the run; nothing is written".to_owned()));
        }
        // The written text must read back.
        let now = Suite::parse(&suite.file, text)?;
        write(Path::new(&suite.file), &now.text)?;
        Ok((now, blessed))
    }
}
