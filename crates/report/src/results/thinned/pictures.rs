//! The plots and the table of instances of the page against the second count.

use serde_json::Value;

use super::CheckedStudy;
use super::caption_check::over_words;
use super::recount::RecountedCase;
use crate::results::{chart, render_result_page};

pub(super) fn check(checked: &CheckedStudy) {
    let recount = &checked.recount;
    if recount.engines.is_empty() {
        return;
    }
    let common = recount.common(&recount.engines);
    let (_, shared) = recount.shared(&recount.engines);
    let solved = |engine: &String| recount.times(&common, engine).iter().flatten().count();
    let cactus = chart::draw_cactus(&checked.analysis);
    let boxes = chart::draw_boxes(&checked.analysis);
    for engine in &recount.engines {
        let curve = format!(">{engine} ({})<", solved(engine));
        assert!(cactus.contains(&curve), "study {}: {curve}", checked.seed);
        let row = format!(">{engine}: solves {} of {}<", solved(engine), common.len());
        assert!(boxes.contains(&row), "study {}: {row}", checked.seed);
    }
    let over = over_words(checked, common.len(), recount.engines.len());
    for (name, plot) in [("cactus", &cactus), ("boxes", &boxes)] {
        assert!(plot.contains(&over), "study {}: {name}: {over}", checked.seed);
    }
    let drawn = boxes.matches("fill-opacity").count();
    let solving = recount.shared(&recount.engines).0.len();
    let expected = if shared.is_empty() { 0 } else { solving };
    assert_eq!(drawn, expected, "study {}: boxes", checked.seed);
    scatter(checked);
    instances(checked);
}

fn scatter(checked: &CheckedStudy) {
    let recount = &checked.recount;
    for (one, first) in recount.engines.iter().enumerate() {
        for (two, second) in recount.engines.iter().enumerate().skip(one + 1) {
            let plot = chart::draw_scatter(&checked.analysis, one, two);
            let number = recount.common(&[first.clone(), second.clone()]).len();
            let marks = plot.matches("m-3 0a3").count() + plot.matches("m-3 -3l6").count();
            assert_eq!(marks, number, "study {}: {first} and {second}", checked.seed);
            let words = format!("{number} of {} instances; ", recount.planned);
            assert!(plot.contains(&words), "study {}: {words}", checked.seed);
        }
    }
}

/// The table of instances that the script of the page draws.
fn instances(checked: &CheckedStudy) {
    let recount = &checked.recount;
    let page = render_result_page(&checked.analysis);
    let (_, data) = page.split_once("id=\"data\">").expect("data");
    let data: Value =
        serde_json::from_str(data.split_once("</script>").expect("an end").0).expect("JSON");
    let spots = recount.recounted_instances();
    checked.is_number("instances of the page", &data["planned"], recount.planned);
    for (spot, row) in spots.iter().zip(data["results"].as_array().expect("a list")) {
        for (engine, found) in recount.engines.iter().zip(row.as_array().expect("a list")) {
            let expected = match recount.whole(spot, engine).map(RecountedCase::time) {
                None => {
                    assert_eq!(found, "missing", "study {}: {spot:?} {engine}", checked.seed);
                    continue;
                }
                Some(time) => time,
            };
            match expected {
                Some(time) => {
                    // The page has whole microseconds; the median of two lies between.
                    let near = found.as_f64().is_some_and(|found| (found - time).abs() < 1e-6);
                    assert!(near, "study {}: {found}, counted {time}", checked.seed);
                }
                None => assert!(found.is_string() && found != "missing", "study {}", checked.seed),
            }
        }
    }
}
