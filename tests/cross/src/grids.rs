//! Grid puzzles: real ones have their number of solutions, and every form gives the same.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_formats::inputs::InputSources;
use parallax_instance::Instance;
use parallax_model::engine_api::{Control, Engine, Task};
use serde_json::Value as Json;

use crate::common::{data, lacks_real_instances};

/// Returns the real grid puzzles of some folders: their names and what is known about them.
fn expected(folders: &[&str]) -> BTreeMap<String, Json> {
    let text = fs::read_to_string(data().join("grids/expected.json")).expect("a file");
    let all: BTreeMap<String, Json> = serde_json::from_str(&text).expect("an object");
    let of = |name: &String| folders.iter().any(|f| name.split('/').next() == Some(*f));
    all.into_iter().filter(|(name, _)| of(name)).collect()
}

/// Reads the only puzzle of a file.
fn read(name: &str, ignore_drawings: bool) -> Result<Box<dyn Instance>, String> {
    let names = vec![data().join("grids").join(name).display().to_string()];
    let mut stream =
        InputSources { names, ignore_drawings, ..InputSources::default() }.stream_instances();
    let found = stream.next().expect("a puzzle").map_err(|error| error.to_string())?;
    match stream.next() {
        None => Ok(found.instance),
        Some(_) => Err("a second puzzle".to_owned()),
    }
}

/// Returns the number of solutions up to `most`, each checked by the model and by the rules. `None`
/// if the engine does not find it within its limits.
fn count(instance: &dyn Instance, engine: &str, most: u64) -> Option<u64> {
    let viewpoint = instance.default_viewpoint();
    let model = Arc::new(instance.model(&viewpoint).expect("a model"));
    let givens = instance.givens(&viewpoint);
    let control = Control::unlimited();
    let spec: Spec = engine.parse().expect("an engine");
    let mut session = spec.prepare(&model, 0, &control).expect("a session");
    let mut number = 0;
    let outcome = session.ask(&givens, Task::Limit(most), &control, &mut |values| {
        let solution = model.check(&givens, values).expect("a solution of the model");
        let cells = instance.solution(&viewpoint, &solution);
        instance
            .rules(&cells)
            .unwrap_or_else(|broken| panic!("{broken}\n{}", instance.notation().write_instance()));
        number += 1;
        ControlFlow::Continue(())
    });
    (outcome.complete || number == most).then_some(number)
}

/// Returns the known number of solutions, and the largest to look for.
fn known(about: &Json) -> Option<(u64, u64)> {
    match &about["solutions"] {
        Json::Number(number) => number.as_u64().map(|number| (number, number + 1)),
        Json::String(_) => Some((2, 2)),
        _ => None,
    }
}

#[test]
fn small_puzzles_have_all_their_solutions() {
    if lacks_real_instances() {
        return;
    }
    for (name, about) in expected(&["edge"]) {
        let (number, most) = known(&about).expect("a number");
        let puzzle = read(&name, false).unwrap_or_else(|error| panic!("{error}"));
        for engine in ["native", "sat:batsat"] {
            assert_eq!(count(&*puzzle, engine, most), Some(number), "{name} by {engine}");
        }
    }
}

/// The files that only a rule outside of the family explains: connected cells, counting circles,
/// equal sums of sets.
fn is_outside(about: &Json) -> bool {
    let rules = about["rules"].as_array().expect("rules");
    rules.iter().any(|rule| ["hitori", "circles", "equal sum"].iter().any(|own| rule == own))
}

#[test]
fn real_puzzles_have_their_number_of_solutions() {
    if lacks_real_instances() {
        return;
    }
    let (mut right, mut open) = (0, Vec::new());
    let folders = ["own", "fpuzzles", "iss", "tatham", "pzpr", "minizinc"];
    for (name, about) in expected(&folders) {
        let Some((number, most)) = known(&about) else { continue };
        let puzzle = match read(&name, true) {
            Ok(puzzle) => puzzle,
            Err(error) if is_outside(&about) => {
                assert!(!error.is_empty());
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        // Few take more nodes; they are only left out.
        match count(&*puzzle, "native,limit=3000", most) {
            Some(found) => {
                assert_eq!(found, number, "{name}");
                right += 1;
            }
            None => open.push(name),
        }
    }
    assert!(right >= 240, "{right} right, open: {open:?}");
}

#[test]
fn faulty_texts_are_refused() {
    if lacks_real_instances() {
        return;
    }
    for (name, about) in expected(&["refuse"]) {
        assert!(about["refused"].is_string(), "{name}");
        assert!(read(&name, false).is_err(), "{name} is read");
    }
}

#[test]
fn one_puzzle_in_several_forms_is_one() {
    let forms = [
        "puzzle: sudoku 4\n....\n1...\n....\n....\ncage 5: r1c2 r1c3\nthermo: r2c1 r3c1 r4c2\n\
         little killer 8: r1c2 dr\n",
        "{\"size\":4,\"grid\":[[{},{},{},{}],[{\"value\":1,\"given\":true},{},{},{}],[{},{},{},{}],\
         [{},{},{},{}]],\"killercage\":[{\"cells\":[\"R1C2\",\"R1C3\"],\"value\":\"5\"}],\
         \"thermometer\":[{\"lines\":[[\"R2C1\",\"R3C1\",\"R4C2\"]]}],\
         \"littlekillersum\":[{\"cell\":\"R0C1\",\"direction\":\"DR\",\"value\":\"8\"}]}\n",
        ".Shape~4x4.~R2C1_1.Cage~5~R1C2~R1C3.Thermo~R2C1~R3C1~R4C2.LittleKiller~8~R3C4\n",
    ];
    let solutions = forms.map(|text| {
        let bytes = text.as_bytes().to_vec();
        let mut stream = InputSources::default().of_bytes("text", bytes).expect("a form");
        let found = stream.next().expect("a puzzle");
        let instance = found.unwrap_or_else(|error| panic!("{error}")).instance;
        assert_eq!(count(&*instance, "native", 2), Some(1), "{text}");
        assert_eq!(instance.puzzle_name(), "grid");
        instance.notation().write_instance()
    });
    assert!(solutions.iter().all(|text| text.contains("thermo: r2c1 r3c1 r4c2")), "{solutions:?}");
}
