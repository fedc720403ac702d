//! `auto`: the engine that it chooses, and the output of `solve` about it.

use std::path::Path;

use parallax_compare::{ClaimEvidence, ComparisonPlan, ModelSelection};
use parallax_engines::auto::{ModelFeatures, SearchTask, choose_engine, first_settings};
use parallax_model::engine_api::{Control, Task};
use parallax_search::SearchState;
use serde_json::{Value, json};

use crate::common::{engines, fed, plan, results, solved, stream};

/// Returns the engine that continues if the first slice of native search does not answer.
fn choice(name: &str) -> String {
    let found = stream(name).next().unwrap().unwrap();
    let viewpoint = found.instance.default_viewpoint();
    let model = found.instance.model(&viewpoint).unwrap();
    let model = model.restrict_givens(&found.instance.givens(&viewpoint));
    let search = SearchState::new(&model, &first_settings(&model), 0, &Control::unlimited()).ok();
    let features = ModelFeatures::from_model(&model, search.as_ref());
    choose_engine(&features, if features.objective { SearchTask::Best } else { SearchTask::One })
        .then
        .map_or_else(|| "native".to_owned(), |spec| spec.to_string())
}

/// The choice depends only on the model and the engines of the build.
#[test]
fn the_choice_for_each_model() {
    let sat = if cfg!(feature = "cadical") { "sat:cadical+direct" } else { "sat:batsat+direct" };
    let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    for (name, expected) in [
        ("latin:12", sat),
        ("sudoku:9", sat),
        ("sudoku:16", sat),
        ("petersen.cnf", sat),
        ("pigeons-4.cnf", sat),
        // Sums make a permutation of the numbers hard for clauses.
        ("magic:5", "native"),
        ("queens:20", "native"),
        ("timetable:20@1", "native"),
        ("zebra:4@1", "native"),
        ("keisuke-12.keisuke", "native"),
        ("random:n=30,d=10,density=0.3,tightness=0.38@1", "native"),
        // Orders of tasks: search that learns.
        ("job-shop-5.model.json", "native"),
        ("set-12.set", "native"),
        ("talks.model.json", "native"),
    ] {
        let file = instances.join(name);
        let name = if file.exists() { file.to_str().unwrap() } else { name };
        assert_eq!(choice(name), expected, "{name}");
        assert_eq!(choice(name), choice(name), "{name}");
    }
}

#[test]
fn models_beyond_a_formula_stay_with_native_search() {
    let small =
        ModelFeatures { open: 900, permuted: 900, literals: 100_000, ..ModelFeatures::default() };
    assert!(choose_engine(&small, SearchTask::One).then.is_some());
    assert!(choose_engine(&small, SearchTask::Best).then.is_some());
    let large = ModelFeatures { literals: u64::MAX, ..small.clone() };
    assert_eq!(choose_engine(&large, SearchTask::Best).then, None);
    for features in [
        ModelFeatures { literals: u64::MAX, ..small.clone() },
        ModelFeatures { longest: 9, ..small.clone() },
        ModelFeatures { permuted: 100, ..small.clone() },
    ] {
        assert_eq!(choose_engine(&features, SearchTask::One).then, None, "{features:?}");
    }
}

fn row(folder: &Path, args: &[&str]) -> Value {
    let ran = fed(folder, &[&["solve"][..], args, &["--format", "json"]].concat(), b"");
    serde_json::from_str(ran.out.lines().next().unwrap_or_else(|| panic!("{}", ran.err))).unwrap()
}

#[test]
fn the_row_names_who_answers_and_why() {
    let folder = tempfile::tempdir().unwrap();
    let by = json!({"engine": "native", "why": "its first slice suffices"});
    for args in [&["latin:4"][..], &["latin:4", "--unique"], &["latin:4", "--engine", "auto"]] {
        let row = row(folder.path(), args);
        assert_eq!((&row["engine"], &row["answered_by"]), (&json!("auto"), &by), "{args:?}");
    }
    // A child makes the same choice.
    assert_eq!(row(folder.path(), &["latin:4", "--isolate"])["answered_by"], by);
    for args in [
        &["latin:4", "--count"][..],
        &["latin:4", "--threads", "2"],
        &["latin:4", "--certify"],
        &["latin:4", "--engine", "auto", "--certify"],
    ] {
        let row = row(folder.path(), args);
        assert_eq!(
            (&row["engine"], &row["answered_by"]),
            (&json!("native"), &Value::Null),
            "{args:?}"
        );
    }
    let row = row(folder.path(), &["latin:4", "--engine", "auto", "--core"]);
    assert!(row["engine"].as_str().unwrap().starts_with("sat:"), "{row}");
}

#[test]
fn text_names_the_engine_and_says_why_where_details_are_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let out = |args: &[&str]| fed(folder.path(), args, b"").out;
    let plain = out(&["solve", "latin:4"]);
    assert!(plain.contains("\nnative, model cells: "), "{plain}");
    assert!(!plain.contains("auto"), "{plain}");
    let verbose = out(&["solve", "latin:4", "-v"]);
    assert!(verbose.contains("auto: answered by native: its first slice suffices\n"), "{verbose}");
}

#[test]
fn auto_agrees_with_nothing_of_the_family_that_answers() {
    let standing = |list: &str| {
        let compared = solved(list, Task::All, "latin:3").remove(0);
        compared.rows[0].standing.unwrap()
    };
    assert_eq!(standing("auto,native,gac"), ClaimEvidence::Claimed);
    assert_eq!(standing("auto,sat:batsat"), ClaimEvidence::CrossAgreed);
}

/// One session answers a block of boards, and its choice is made once.
#[test]
fn many_boards_have_the_answers_of_native_search() {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/sudoku-9.sudoku");
    let plan = ComparisonPlan {
        models: ModelSelection::Default,
        ..plan(engines("auto,native"), Task::Limit(2))
    };
    let compared = results(&plan, stream(boards).map(|found| found.expect("a good file")));
    assert!(compared.len() > 1);
    for compared in &compared {
        let [auto, native] = &compared.rows[..] else { panic!("two rows") };
        assert_eq!((&auto.answer, &auto.solutions), (&native.answer, &native.solutions));
        assert_eq!((auto.deciding_spec(), native.deciding_spec()), ("native", "native"));
        assert!(!compared.verdict.is_disagreement());
    }
}
