//! The captions, sentences and tables of a report in every format of text.

use serde_json::Value;

use super::CheckedStudy;
use crate::layout::TextLayout;
use crate::results::{
    ReportDocument, ReportSection, latex_tables, render_markdown, render_result_page, render_text,
};

pub(super) fn check(checked: &CheckedStudy, document: &ReportDocument) {
    captions(checked, document);
    sentences(checked, document);
    tables(checked, document);
    formats(checked, document);
}

fn section<'d>(document: &'d ReportDocument, id: &str) -> Option<&'d ReportSection> {
    document.sections.iter().find(|section| section.id == id)
}

/// The words for the instances that all have: all of them, or some of how many.
pub(super) fn over_words(checked: &CheckedStudy, common: usize, engines: usize) -> String {
    let planned = checked.recount.planned;
    match (common == planned, planned, engines) {
        (true, 1, _) => "the 1 instance".into(),
        (true, ..) => format!("all {planned} instances"),
        (_, _, 1) => format!("the {common} of {planned} instances that have all their runs"),
        _ => format!("the {common} of {planned} instances on which every engine has all its runs"),
    }
}

/// Each table states its instances, or is left out if there are none.
fn captions(checked: &CheckedStudy, document: &ReportDocument) {
    let recount = &checked.recount;
    let common = recount.common(&recount.engines);
    let (solving, shared) = recount.shared(&recount.engines);
    let number = recount.engines.len();
    let over = over_words(checked, common.len(), number);
    let who = if number > 1 { "every engine solves" } else { "it solves" };
    let idle: Vec<&str> = recount
        .engines
        .iter()
        .filter(|engine| !solving.contains(engine))
        .map(String::as_str)
        .collect();
    let idle = match idle[..] {
        [] => String::new(),
        _ => format!(" (but for {}, which solves none)", idle.join(", ")),
    };
    let shared_words = format!("the {} of them that {who} in every run{idle}", shared.len());
    for (id, is_there, needs_shared) in [
        ("times", !common.is_empty(), true),
        ("costs", !shared.is_empty(), true),
        ("best", !common.is_empty() && number > 1, false),
        ("counters", !shared.is_empty(), true),
        ("spread", !common.is_empty() && recount.rounds > 1, true),
    ] {
        let found = section(document, id);
        assert_eq!(found.is_some(), is_there, "study {}: {id}", checked.seed);
        let Some(found) = found else { continue };
        let note = found.notes.join(" ");
        let mut wanted = vec![&over];
        wanted.extend(needs_shared.then_some(&shared_words));
        for words in wanted {
            assert!(note.contains(words.as_str()), "study {}: {id}: {note}: {words}", checked.seed);
        }
    }
    let Some(found) = section(document, "encodings") else { return };
    let json = &checked.json["encodings"];
    let (common, shared) = (&json["instances"], &json["shared"]);
    let note = found.notes.join(" ");
    let encodings = over_words(checked, common.as_u64().unwrap_or(0) as usize, 2);
    let shared = format!("the {shared} of them that every engine solves in every run");
    assert!(note.contains(&encodings) && note.contains(&shared), "study {}: {note}", checked.seed);
    let has_spread = found.sheet.rows.iter().flatten().any(|cell| cell.text.contains(".."));
    assert_eq!(has_spread, json["rounds"] != 1, "study {}: a spread of one round", checked.seed);
}

/// The conclusions and warnings.
fn sentences(checked: &CheckedStudy, document: &ReportDocument) {
    let (seed, recount) = (checked.seed, &checked.recount);
    let all: String = document.conclusions.iter().map(|one| format!("{}\n", one.text)).collect();
    let warnings = document.warnings.join("\n");
    let common = recount.common(&recount.engines).len();
    let missing = recount.planned * recount.rounds * (recount.engines.len() + recount.absent.len())
        - recount.cases.values().map(|case| case.runs.len()).sum::<usize>();
    assert_eq!(warnings.contains("drawn are missing"), missing > 0, "study {seed}: {warnings}");
    for engine in &recount.absent {
        let left_out = format!("{engine} all {}", recount.planned * recount.rounds);
        assert!(warnings.contains(&left_out), "study {seed}: {warnings}");
    }
    let with_runs = recount.recounted_instances().len();
    let verdicts = if with_runs < recount.planned {
        format!("({with_runs} of {} instance", recount.planned)
    } else {
        format!("({with_runs} instance")
    };
    assert!(all.contains(&verdicts), "study {seed}: {all}");
    if let Some(best) = checked.json["conclusions"]["best"].as_object() {
        let number = |name: &str| best[name].as_u64().expect("a number") as usize;
        let solved = format!("{} of {} instance", number("solved"), number("instances"));
        assert_eq!(number("instances"), common, "study {seed}");
        assert!(all.contains(&solved), "study {seed}: {all}");
        let is_part = common < recount.planned;
        let some = all.contains("has all its runs") || all.contains("have all their runs");
        let place = over_words(checked, common, recount.engines.len());
        assert_eq!(some, is_part, "study {seed}: {all}");
        assert!(!is_part || all.contains(&place), "study {seed}: {all}");
    } else if !recount.engines.is_empty() {
        assert!(!all.contains("best by"), "study {seed}: {all}");
    }
    let equal = all.lines().find(|line| line.starts_with("not significantly different"));
    for other in checked.json["conclusions"]["others"].as_array().expect("a list") {
        let name = format!(" {} (", other["engine"].as_str().expect("a name"));
        let is_equal = equal.is_some_and(|line| line.contains(&name));
        assert_eq!(is_equal, other["relation"] == "not_significant", "study {seed}: {all}");
        // The ratio has its instances, and the losses are named.
        let (both, instances) = (&other["both"], &other["instances"]);
        let words = match (both == instances, other["ratio"].is_null()) {
            _ if *instances == 0 => continue,
            (true, false) => format!("times on {instances} instance"),
            (_, true) => format!("none of {instances} instance"),
            _ => format!("times on the {both} of {instances} instance"),
        };
        assert!(all.contains(&words), "study {seed}: {all}: {words}");
    }
    let single = "one run of each engine on each instance";
    let said = format!("{all}{warnings}").matches(single).count();
    assert_eq!(said, usize::from(recount.rounds == 1 && with_runs > 0), "study {seed}");
}

/// The title of a column, and its figure in the object of an engine.
type TitledFigure<'f> = (&'f str, &'f dyn Fn(&Value) -> Value);

/// The tables have the figures of the object.
fn tables(checked: &CheckedStudy, document: &ReportDocument) {
    let engines = checked.json["engines"].as_array().expect("a list");
    let lane = |name: &str| engines.iter().find(|lane| lane["engine"] == *name);
    let compare = |id: &str, columns: &[TitledFigure<'_>]| {
        let Some(found) = section(document, id) else { return };
        for row in &found.sheet.rows {
            let Some(lane) = lane(&row[0].text) else { continue };
            for (title, value) in columns {
                let at = found.sheet.columns.iter().position(|column| column.title == *title);
                let shown = at.and_then(|at| row[at].number).map_or(Value::Null, Value::from);
                let wanted = value(lane).as_f64();
                // A table drops a column without content, and may leave the cell of a 0 empty.
                if at.is_some() || wanted.is_some_and(|wanted| wanted != 0.0) {
                    checked.is(&format!("{id}: {title}"), &shown, wanted);
                }
            }
        }
    };
    compare(
        "answers",
        &[
            ("runs", &|lane| lane["runs"].clone()),
            ("missing", &|lane| lane["missing"].clone()),
            ("solved", &|lane| lane["solved"].clone()),
            ("sat", &|lane| lane["answers"]["sat"].clone()),
            ("unknown", &|lane| lane["answers"]["unknown"].clone()),
            ("walltime", &|lane| lane["exits"]["walltime"].clone()),
        ],
    );
    compare(
        "times",
        &[
            ("solved", &|lane| lane["times"]["solved"].clone()),
            ("PAR2", &|lane| lane["times"]["par2_s"].clone()),
            ("median", &|lane| lane["times"]["median_s"].clone()),
            ("geo", &|lane| lane["times"]["geometric_s"].clone()),
            ("sgm", &|lane| lane["times"]["shifted_s"].clone()),
        ],
    );
    compare(
        "costs",
        &[
            ("encode", &|lane| lane["parts_s"]["encode"].clone()),
            ("cpu", &|lane| lane["cpu_s"].clone()),
        ],
    );
    compare(
        "best",
        &[
            ("fastest", &|lane| lane["best"]["fastest"].clone()),
            ("alone", &|lane| lane["best"]["alone"].clone()),
            ("slower s", &|lane| lane["best"]["slower_without_s"].clone()),
        ],
    );
}

/// All formats print these captions and figures.
fn formats(checked: &CheckedStudy, document: &ReportDocument) {
    let squeezed = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let html = render_result_page(&checked.analysis);
    let plain = squeezed(render_text(document, &TextLayout::default()));
    let all = [
        ("markdown", squeezed(render_markdown(document))),
        ("latex", squeezed(latex_tables(document))),
        ("html", squeezed(html)),
        ("text", plain),
    ];
    let notes = document.sections.iter().flat_map(|section| &section.notes);
    let sentences = document.conclusions.iter().map(|conclusion| &conclusion.text);
    for words in notes.chain(sentences).chain(&document.warnings) {
        for (format, printed) in &all {
            let words = match *format {
                "html" => parallax_instance::escape_markup(words),
                // Markdown's marks are escaped by a backslash.
                "markdown" => words
                    .chars()
                    .flat_map(|c| {
                        let escaped = matches!(c, '\\' | '`' | '*' | '_' | '<' | '[' | ']' | '#');
                        escaped.then_some('\\').into_iter().chain([c])
                    })
                    .collect(),
                _ => words.clone(),
            };
            let words = squeezed(words);
            assert!(printed.contains(&words), "study {}: {format}: {words}", checked.seed);
        }
    }
    let cells = document.sections.iter().flat_map(|section| section.sheet.rows.iter().flatten());
    for cell in cells.filter(|cell| cell.number.is_some()) {
        // Formats abbreviate or escape other texts; plain digits are the same in all four.
        let is_figure = cell.text.chars().all(|c| c.is_ascii_digit() || c == '.');
        for (format, printed) in all.iter().filter(|_| is_figure) {
            assert!(printed.contains(&cell.text), "study {}: {format}: {cell:?}", checked.seed);
        }
    }
}
