//! Stories of small runs.

use std::sync::Arc;

use super::{Story, dot, html, text};
use crate::ask::{Control, End};
use crate::engines::Spec;
use crate::instance::Instance;
use crate::puzzles::set::SetBoard;

/// The six cards of Figure 13 of Swearngin, Choueiry and Freuder (2011).
fn figure_13() -> SetBoard {
    let cards = ["1021", "1020", "0022", "0020", "2021", "0021"];
    let card = |digits: &str| digits.bytes().map(|digit| u16::from(digit - b'0')).collect();
    SetBoard::standard(cards.iter().map(|digits| card(digits)).collect()).unwrap()
}

fn story(board: &SetBoard, engine: &str, most: usize) -> Story {
    let model = Arc::new(board.model("cards").unwrap());
    let spec: Spec = engine.parse().unwrap();
    let traced = spec.trace(&model, 0, most, &Control::unlimited()).unwrap();
    Story::new("board", &board.title(), engine, &model, traced)
}

#[test]
fn figure_13_in_text() {
    insta::assert_snapshot!(text(&story(&figure_13(), "reform:paper", 100)), @"");
}

#[test]
fn every_engine_tells_the_whole_story() {
    let deck = SetBoard::dealt(27, Some(3)).unwrap();
    let counts =
        ["reform:paper", "reform", "reform:split=never", "reform:leaf=sat:batsat", "native"].map(
            |engine| {
                let story = story(&deck, engine, 10_000);
                assert_eq!(story.stopped, None, "{engine}");
                for (place, step) in story.steps().iter().enumerate() {
                    assert_eq!(step.parent.is_none(), place == 0);
                    assert!(step.parent.is_none_or(|parent| parent < place), "{engine}");
                    assert_ne!(step.end, End::Open, "{engine}: {step:?}");
                    let branches = step.parent.map(|parent| &story.steps()[parent].end);
                    assert!(branches.is_none_or(|end| *end == End::Branched), "{engine}");
                }
                // Every form has every node.
                let nodes = story.steps().len();
                assert_eq!(dot(&story).matches("fillcolor=\"").count(), nodes);
                let json: serde_json::Value =
                    serde_json::from_str(&serde_json::to_string(&story).unwrap()).unwrap();
                assert_eq!(json["steps"].as_array().unwrap().len(), nodes);
                assert_eq!(text(&story).matches("the whole problem").count(), 1);
                story.solutions()
            },
        );
    assert_eq!(counts, [counts[0]; 5]);
    assert!(counts[0] > 0);
}

#[test]
fn effort_at_the_leaves_adds_up() {
    let deck = SetBoard::dealt(81, None).unwrap();
    let story = story(&deck, "reform:paper", 1000);
    let sum = |name| story.steps().iter().filter_map(|step| step.counters.get(name)).sum::<u64>();
    assert_eq!((sum("checks"), sum("nodes"), story.solutions()), (31_158, 2565, 1080));
    let ends = |is: fn(&End) -> bool| story.steps().iter().filter(|s| is(&s.end)).count();
    assert_eq!(ends(|end| *end == End::Branched), 85);
    assert_eq!(ends(|end| matches!(end, End::Leaf(_))), 175);
}

#[test]
fn a_limit_ends_the_run_and_is_told() {
    for engine in ["reform:paper", "reform", "native"] {
        let story = story(&SetBoard::dealt(81, None).unwrap(), engine, 20);
        assert!(story.stopped.as_deref().unwrap_or("").contains("limit of 20 nodes"), "{engine}");
        assert_eq!(story.steps().len(), 20, "{engine}");
    }
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let mut story = story(&figure_13(), "reform", 100);
    story.title = "</script><b>".to_owned();
    let page = html(&story);
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("http") && !page.contains("{{"));
    assert!(page.contains("\\u003c/script>") && page.contains("&lt;/script>"));
}

#[test]
fn other_engines_say_that_they_tell_nothing() {
    let model = Arc::new(figure_13().model("cards").unwrap());
    let refused = Spec::Brute.trace(&model, 0, 9, &Control::unlimited()).unwrap_err();
    assert!(format!("{refused:?}").contains("reform:paper"));
}
