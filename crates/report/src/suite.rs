//! The results of a suite as text for people: the differences, then one line about all cases.

use parallax_experiment::regress::{CaseOutcome, SuiteOutcome, describe_difference, plural_noun};

use super::layout::{TextLayout, TextStyle};

/// Maximum number of differences of a case that are printed, unless all are requested.
const MAX_DIFFERENCES: usize = 10;

/// Writes the differences of a suite and a summary; with `verbose` every case and every difference.
#[must_use]
pub fn suite_text(
    outcome: &SuiteOutcome<'_>,
    layout: &TextLayout,
    verbose: bool,
    quiet: bool,
) -> String {
    let mut text = String::new();
    for case in &outcome.cases {
        text += &of_case(outcome, case, layout, verbose);
    }
    if !(quiet && outcome.different_count() + outcome.interrupted_count() == 0) {
        text += &layout.wrap_text(&summary_line(outcome), 2);
    }
    text
}

fn of_case(
    outcome: &SuiteOutcome<'_>,
    case: &CaseOutcome<'_>,
    layout: &TextLayout,
    verbose: bool,
) -> String {
    let all = case.differences();
    let blessed = case.blessed.as_ref();
    let edited = blessed.is_some_and(|b| !b.changed.is_empty() || !b.refused.is_empty());
    // A case that was blessed is shown even without differences: its expectations were written.
    if all.is_empty() && !edited && !verbose {
        return String::new();
    }
    let paint = if all.is_empty() { TextStyle::Good } else { TextStyle::Bad };
    let what = match all.len() {
        0 => case.name().to_owned(),
        number => plural_noun(number as u128, "difference"),
    };
    let place = format!("{}:{}", outcome.suite.file, case.case.line);
    let heading = format!("{place}: {}: {what}", case.case.name);
    let mut text = style_lines(&layout.wrap_text(&heading, 2), paint, layout);
    if let Some(blessed) = blessed {
        for change in &blessed.changed {
            text += &case_line(&format!("wrote {change}"), layout);
        }
        for refused in &blessed.refused {
            text += &case_line(&format!("did not write {refused}"), layout);
        }
    }
    let shown = if verbose { all.len() } else { all.len().min(MAX_DIFFERENCES) };
    for difference in &all[..shown] {
        text += &case_line(&describe_difference(difference), layout);
    }
    if shown < all.len() {
        text +=
            &case_line(&format!("… and {} more (--verbose shows all)", all.len() - shown), layout);
    }
    text
}

/// Paints lines, without their last line break.
fn style_lines(lines: &str, paint: TextStyle, layout: &TextLayout) -> String {
    format!("{}\n", layout.style_text(lines.trim_end(), paint))
}

/// Writes a line below a case.
fn case_line(words: &str, layout: &TextLayout) -> String {
    // Wrapping separates words by single spaces, so the indentation is added after it.
    let narrower =
        TextLayout { width: layout.width.map(|width| width.saturating_sub(2)), ..*layout };
    let lines = narrower.wrap_text(words, 2);
    lines.lines().map(|line| format!("  {line}\n")).collect()
}

fn summary_line(outcome: &SuiteOutcome<'_>) -> String {
    let cases = outcome.cases.len() as u128;
    let instances: usize = outcome.cases.iter().map(|case| case.instances).sum();
    let instances = plural_noun(instances as u128, "instance");
    let verb = if outcome.different_count() == 1 { "differs" } else { "differ" };
    let result = match outcome.different_count() {
        0 if outcome.interrupted_count() == 0 => {
            format!("{} as expected", plural_noun(cases, "case"))
        }
        0 => format!(
            "{} of {} as expected",
            cases - outcome.interrupted_count() as u128,
            plural_noun(cases, "case")
        ),
        number => format!("{number} of {} {verb}", plural_noun(cases, "case")),
    };
    let left = match outcome.interrupted_count() {
        0 => String::new(),
        number => format!("; {number} not run to the end"),
    };
    let changed = outcome.cases.iter().filter_map(|case| case.blessed.as_ref());
    let changed: usize = changed.map(|blessed| blessed.changed.len()).sum();
    let changed = match changed {
        0 => String::new(),
        number => format!("; {} written", plural_noun(number as u128, "expectation")),
    };
    format!("{}: {result} ({instances}){left}{changed}", outcome.suite.file)
}
