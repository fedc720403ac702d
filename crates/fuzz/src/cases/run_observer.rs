//! The observer of a run, called at once, from any of its threads and in any order.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use super::campaign::MAX_REPORTED_FINDINGS;

/// The observer of a run.
pub struct RunObserver<'a, F> {
    found: &'a (dyn Fn(&F) + Sync),
    ended: &'a (dyn Fn() + Sync),
    reported: AtomicU64,
}

impl<'a, F> RunObserver<'a, F> {
    /// Makes an observer: `found` receives each of the first findings as soon as it is found,
    /// before it is made smaller, and `ended` is called after each case.
    #[must_use]
    pub fn new(found: &'a (dyn Fn(&F) + Sync), ended: &'a (dyn Fn() + Sync)) -> Self {
        RunObserver { found, ended, reported: AtomicU64::new(0) }
    }

    /// Makes an observer that ignores everything.
    pub(super) fn without_reports() -> Self {
        RunObserver::new(&|_| (), &|| ())
    }

    /// Begins a case.
    pub(super) fn begin_case(&self) -> LiveCase<'_, 'a, F> {
        LiveCase { live: self, heard: Cell::new(false) }
    }
}

/// One case of a run.
pub(super) struct LiveCase<'l, 'a, F> {
    live: &'l RunObserver<'a, F>,
    /// Whether its findings are reported already.
    heard: Cell<bool>,
}

impl<F> LiveCase<'_, '_, F> {
    /// Reports the findings of the case, unless that is done already.
    pub(super) fn report_findings(&self, findings: &[F]) {
        // The final result repeats the findings of an early one, made smaller, so only the first
        // call reports.
        if self.heard.replace(true) {
            return;
        }
        for finding in findings {
            if self.live.reported.fetch_add(1, Ordering::Relaxed) < MAX_REPORTED_FINDINGS {
                (self.live.found)(finding);
            }
        }
    }

    /// Ends the case.
    pub(super) fn end_case(self, findings: &[F]) {
        self.report_findings(findings);
        (self.live.ended)();
    }
}
