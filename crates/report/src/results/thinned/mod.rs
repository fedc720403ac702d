//! Thinned studies: from complete ones runs are taken away at random, and others are stopped. Every
//! caption and figure of the report, in every format, must be that of a second count of the same
//! lines (`recount.rs`). `PARALLAX_CASES` is their number.

mod caption_check;
mod changes;
mod drawn_study;
mod figures;
mod pictures;
mod recount;

use serde_json::Value;

use self::drawn_study::DrawnStudy;
use self::recount::Recount;
use super::{ReportOptions, ResultStudy, StudyAnalysis, report_document, write_json};

/// The number of studies by default.
const DEFAULT_STUDY_COUNT: u64 = 40;

/// A study with its report, and its second count.
struct CheckedStudy {
    seed: u64,
    analysis: StudyAnalysis,
    /// The report as JSON.
    json: Value,
    recount: Recount,
}

impl CheckedStudy {
    fn from_seed(seed: u64) -> Self {
        let drawn = DrawnStudy::from_seed(seed, 0);
        let study = ResultStudy::join_files(vec![drawn.results()]).expect("files that go together");
        let analysis =
            StudyAnalysis::from_study(study, ReportOptions::default()).expect("a report");
        let mut text = Vec::new();
        write_json(&analysis, &mut text).expect("JSON");
        let recount = Recount::from_records(&drawn.manifest, &drawn.records);
        let json = serde_json::from_slice(&text).expect("JSON");
        CheckedStudy { seed, analysis, json, recount }
    }

    /// Compares a figure with the one of the second count.
    fn is(&self, what: &str, found: &Value, expected: Option<f64>) {
        let same = match (found.as_f64(), expected) {
            (Some(found), Some(expected)) => {
                (found - expected).abs() <= 1e-9 * expected.abs().max(1.0)
            }
            (None, None) => true,
            _ => false,
        };
        assert!(same, "study {}: {what}: {found}, counted {expected:?}", self.seed);
    }

    fn is_number(&self, what: &str, found: &Value, expected: usize) {
        self.is(what, found, Some(expected as f64));
    }
}

#[test]
fn thinned_studies_have_the_figures_of_a_second_count() {
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok());
    let mut shapes = [0; 3];
    for seed in 0..cases.unwrap_or(DEFAULT_STUDY_COUNT) {
        let checked = CheckedStudy::from_seed(seed);
        figures::check(&checked);
        caption_check::check(&checked, &report_document(&checked.analysis));
        pictures::check(&checked);
        changes::check(seed);
        let population = &checked.json["population"];
        shapes[0] += usize::from(population["instances"] == 0);
        shapes[1] += usize::from(population["instances"] != population["planned"]);
        shapes[2] += usize::from(population["shared"] != 0);
    }
    // Each shape is met.
    assert!(shapes.iter().all(|number| *number > 0), "{shapes:?}");
}
