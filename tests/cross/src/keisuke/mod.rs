//! Keisukes: every engine finds, from every viewpoint, the filled grids that brute force over
//! grids finds by the rules alone.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_instance::{Instance, ModelSource, PuzzleSolution};
use parallax_model::Value;
use parallax_model::engine_api::{Answer, Control, Engine, PreparationError, Session, Task};
use parallax_puzzles::keisuke::{
    BLACK_VALUE, BLANK_VALUE, DrawnKeisuke, KeisukeCell, KeisukeEntry, KeisukePattern,
    KeisukePuzzle, RandomOptions, RunDirection, random_keisuke,
};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{data, lacks_real_instances, stream};

mod generators;

type Grids = BTreeSet<PuzzleSolution>;

const VIEWPOINTS: [&str; 5] = ["cells", "slots", "channelled", "words", "cells+pairs"];

/// Returns one engine of each kind, without those that are not built in.
fn engines() -> Vec<Spec> {
    let names = [
        "native",
        "native:mad+gval,bounds,d-way",
        "reform",
        "sat:varisat",
        "sat:batsat+order",
        "sat:cadical+direct",
        "sat:minisat",
        "sat:glucose",
        "smt:z3",
        "cp:pumpkin",
    ];
    let specs = names.into_iter().map(|name| name.parse::<Spec>().expect(name));
    specs.filter(Spec::is_built).collect()
}

/// Returns all solutions of a viewpoint, each checked by the rules; `None` if the engine or the
/// viewpoint does not support the puzzle.
fn solved(spec: &Spec, keisuke: &KeisukePuzzle, name: &str) -> Option<Grids> {
    let control = Control::unlimited();
    let viewpoint = keisuke.viewpoint(name).ok()?;
    let model = Arc::new(keisuke.model(&viewpoint).ok()?);
    let givens = keisuke.givens(&viewpoint);
    let mut session: Box<dyn Session> = match spec.prepare(&model, 0, &control) {
        Ok(session) => session,
        Err(PreparationError::Unsupported(_)) => return None,
        Err(refusal) => panic!("{spec}: {refusal:?}\n{model}"),
    };
    let mut found = Grids::new();
    let outcome = session.ask(&givens, Task::All, &control, &mut |values| {
        let solution = model.check(&givens, values).unwrap_or_else(|why| {
            panic!("{spec} {name}: {why}\n{}", keisuke.notation().write_instance());
        });
        let grid = keisuke.solution(&viewpoint, &solution);
        assert_eq!(
            keisuke.rules(&grid),
            Ok(()),
            "{spec} {name}\n{}",
            keisuke.notation().write_instance()
        );
        assert!(
            found.insert(grid),
            "{spec} {name}: a grid twice\n{}",
            keisuke.notation().write_instance()
        );
        ControlFlow::Continue(())
    });
    if matches!(outcome.answer, Answer::Unsupported(_)) {
        return None;
    }
    assert!(
        outcome.complete,
        "{spec} {name}: {outcome:?}\n{}",
        keisuke.notation().write_instance()
    );
    Some(found)
}

/// Returns the grids that satisfy the rules, by trying every value of every cell.
fn by_rules(keisuke: &KeisukePuzzle, digits: Value) -> Grids {
    let values = |cell: usize| -> Vec<Value> {
        match keisuke.known_cells().get(cell) {
            Some(KeisukeCell::Black) => vec![BLACK_VALUE],
            Some(_) => [BLANK_VALUE].into_iter().chain(1..=digits).collect(),
            None => [BLACK_VALUE, BLANK_VALUE].into_iter().chain(1..=digits).collect(),
        }
    };
    let cells = keisuke.height() * keisuke.width();
    let values: Vec<Vec<Value>> = (0..cells).map(values).collect();
    let (mut found, mut places) = (Grids::new(), vec![0; cells]);
    loop {
        let grid: Vec<Value> = places.iter().zip(&values).map(|(&at, of)| of[at]).collect();
        if keisuke.rules(&grid).is_ok() {
            found.insert(grid);
        }
        let Some(cell) = (0..cells).find(|&cell| places[cell] + 1 < values[cell].len()) else {
            return found;
        };
        places[cell] += 1;
        places[..cell].fill(0);
    }
}

/// Makes a small puzzle. Some have clues, right or wrong, some an entry with another digit, some an
/// uncovered cell.
fn small(seed: u64) -> (KeisukePuzzle, Value) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (height, width, digits) =
        *[(2, 2, 3), (2, 3, 3), (3, 2, 2), (3, 3, 2), (2, 4, 2), (1, 5, 3), (4, 2, 1)]
            .choose(&mut rng)
            .unwrap();
    let density = *[0.0, 0.2, 0.4].choose(&mut rng).unwrap();
    let touching = rng.random_bool(0.5);
    let options = RandomOptions { height, width, digits, density, touching };
    let DrawnKeisuke { puzzle, solution } = random_keisuke(&mut rng, &options).unwrap();
    assert_eq!(puzzle.rules(&solution), Ok(()), "{}", puzzle.notation().write_instance());
    let mut cells = puzzle.known_cells().to_vec();
    let mut lists = RunDirection::BOTH.map(|direction| puzzle.entries(direction).to_vec());
    for cell in 0..cells.len() {
        let alone = |other: usize| solution.get(other).is_none_or(|&value| value == BLACK_VALUE);
        let (row, column) = (cell / width, cell % width);
        let uncovered = alone(cell + width)
            && (row == 0 || alone(cell - width))
            && (column == 0 || alone(cell - 1))
            && (column + 1 == width || alone(cell + 1));
        if cells[cell] == KeisukeCell::White && rng.random_bool(0.1) {
            let clue =
                if rng.random_bool(0.8) { solution[cell] as u8 } else { rng.random_range(0..=9) };
            cells[cell] = KeisukeCell::Clue(clue);
        } else if cells[cell] == KeisukeCell::Black && uncovered {
            cells[cell] = KeisukeCell::White;
            break;
        }
    }
    if rng.random_bool(0.2)
        && let Some(entry) = lists[0].first_mut()
    {
        let mut changed = entry.digits().to_vec();
        changed[0] = rng.random_range(1..=digits);
        *entry = KeisukeEntry::from_digits(changed).unwrap();
    }
    let [across, down] = lists;
    (
        KeisukePuzzle::new(height, width, KeisukePattern::Known(cells), across, down).unwrap(),
        digits.into(),
    )
}

#[test]
fn engines_and_viewpoints_find_the_grids_of_brute_force() {
    let mut answered: BTreeMap<String, usize> = BTreeMap::new();
    let (mut solvable, mut several, mut pairs) = (0, 0, 0);
    const PUZZLES: u64 = 200;
    for seed in 0..PUZZLES {
        let (keisuke, digits) = small(seed);
        let expected = by_rules(&keisuke, digits);
        solvable += usize::from(!expected.is_empty());
        several += usize::from(expected.len() > 1);
        for name in VIEWPOINTS {
            let takes = keisuke.model(&keisuke.viewpoint(name).unwrap()).is_ok();
            let twice = RunDirection::BOTH.iter().any(|&direction| {
                let entries = keisuke.entries(direction);
                entries.iter().collect::<BTreeSet<_>>().len() < entries.len()
            });
            assert_eq!(
                takes,
                !(name == "cells+pairs" && twice),
                "{name}\n{}",
                keisuke.notation().write_instance()
            );
            pairs += usize::from(takes && name == "cells+pairs");
            // The slower engines take every fourth puzzle.
            let specs = engines();
            let specs = specs.iter().take(if seed % 4 == 0 { specs.len() } else { 2 });
            for spec in specs {
                if let Some(found) = solved(spec, &keisuke, name) {
                    assert_eq!(
                        found,
                        expected,
                        "{spec} {name}\n{}",
                        keisuke.notation().write_instance()
                    );
                    *answered.entry(format!("{spec} {name}")).or_default() += 1;
                }
            }
        }
    }
    assert!(solvable > 150 && several > 5 && pairs > 80, "{solvable} {several} {pairs}");
    for spec in engines().iter().filter(|spec| !spec.to_string().starts_with("reform")) {
        for name in ["cells", "slots", "channelled", "words"] {
            let number = answered.get(&format!("{spec} {name}")).copied().unwrap_or(0);
            assert!(number >= PUZZLES as usize / 4, "{spec} {name}: {number}");
        }
    }
}

#[test]
fn brute_force_over_the_model_agrees() {
    for seed in 0..60 {
        let (keisuke, digits) = small(seed);
        let expected = by_rules(&keisuke, digits);
        for name in VIEWPOINTS {
            let Ok(model) = keisuke.model(&keisuke.viewpoint(name).unwrap()) else { continue };
            if model.assignment_count().is_some_and(|number| number < 20_000) {
                assert_eq!(
                    solved(&Spec::brute(), &keisuke, name),
                    Some(expected.clone()),
                    "{name}"
                );
            }
        }
    }
}

/// Puzzles that are too large for brute force.
#[test]
fn engines_and_viewpoints_agree_on_larger_grids() {
    for seed in 0..24 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let digits = [2, 3, 5, 9][seed as usize % 4];
        let side = 4 + seed as usize % 3;
        let options =
            RandomOptions { height: side, width: 6, digits, density: 0.25, touching: true };
        let DrawnKeisuke { puzzle, solution } = random_keisuke(&mut rng, &options).unwrap();
        let expected = solved(&Spec::native(), &puzzle, "cells").unwrap();
        assert!(expected.contains(&solution));
        for name in VIEWPOINTS {
            for spec in engines() {
                if let Some(found) = solved(&spec, &puzzle, name) {
                    assert_eq!(
                        found,
                        expected,
                        "{spec} {name}\n{}",
                        puzzle.notation().write_instance()
                    );
                }
            }
        }
    }
}

#[test]
fn unknown_grids_have_the_grids_of_brute_force() {
    let (mut several, mut none) = (0, 0);
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (height, width, digits) =
            [(2, 3, 2), (3, 2, 2), (2, 4, 1), (3, 3, 1)][seed as usize % 4];
        let touching = rng.random_bool(0.5);
        let options = RandomOptions { height, width, digits, density: 0.3, touching };
        let DrawnKeisuke { puzzle, .. } = random_keisuke(&mut rng, &options).unwrap();
        let [mut across, down] = RunDirection::BOTH.map(|d| puzzle.entries(d).to_vec());
        if seed % 5 == 0 && !across.is_empty() {
            across.pop();
        }
        let pattern = KeisukePattern::Unknown { apart: rng.random_bool(0.5) };
        let unknown = KeisukePuzzle::new(height, width, pattern, across, down).unwrap();
        let expected = by_rules(&unknown, digits.into());
        several += usize::from(expected.len() > 1);
        none += usize::from(expected.is_empty());
        assert_eq!(unknown.model_names(), ["cells"]);
        for spec in engines() {
            if let Some(found) = solved(&spec, &unknown, "cells") {
                assert_eq!(found, expected, "{spec}\n{}", unknown.notation().write_instance());
            }
        }
    }
    assert!(several > 10 && none > 2, "{several} {none}");
}

#[test]
fn real_puzzles_have_the_known_solutions() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let path = data.join("keisuke/fixed_grid.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let found: Vec<_> = stream(&path).map(|found| found.unwrap().instance).collect();
    assert_eq!(found.len(), json.as_array().unwrap().len());
    for (instance, json) in found.iter().zip(json.as_array().unwrap()) {
        let number = json["solutions"].as_u64().unwrap();
        let rows: Vec<&str> = json["a_solution"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row.as_str().unwrap())
            .collect();
        let known = instance.notation().read_solutions("", &rows.join("\n")).unwrap().remove(0);
        assert_eq!(instance.rules(&known), Ok(()));
        for name in instance.model_names() {
            let all = all_of(&**instance, name);
            assert_eq!(all.len() as u64, number, "{name}");
            assert!(all.contains(&known), "{name}");
        }
    }
}

/// Returns all solutions by native search.
fn all_of(instance: &dyn Instance, name: &str) -> Grids {
    let (viewpoint, control) = (instance.viewpoint(name).unwrap(), Control::unlimited());
    let model = Arc::new(instance.model(&viewpoint).unwrap());
    let givens = instance.givens(&viewpoint);
    let mut session = Spec::native().prepare(&model, 0, &control).unwrap();
    let mut found = Grids::new();
    session.ask(&givens, Task::Limit(1000), &control, &mut |values| {
        let solution = model.check(&givens, values).unwrap();
        found.insert(instance.solution(&viewpoint, &solution));
        ControlFlow::Continue(())
    });
    found
}

#[test]
fn puzzles_of_the_peers_are_solved() {
    if lacks_real_instances() {
        return;
    }
    let data = data();
    let folder = data.join("../peers/instances/keisuke");
    for name in ["k10_0", "k10_1", "k10_2", "k10d2_0", "k10d3_1", "k15_0", "k15d3_0"] {
        let instance = stream(folder.join(name).with_extension("txt")).next().unwrap().unwrap();
        let text = std::fs::read_to_string(folder.join(name).with_extension("sol")).unwrap();
        let known = instance.instance.notation().read_solutions(name, &text).unwrap().remove(0);
        let cells = all_of(&*instance.instance, "cells");
        // The known solution also has digits in uncovered cells.
        let is_known = |grid: &PuzzleSolution| {
            grid.iter().zip(&known).all(|(value, known)| value == known || *value == BLANK_VALUE)
        };
        assert!(cells.iter().any(is_known), "{name}");
        for other in ["slots", "channelled", "words"] {
            assert_eq!(all_of(&*instance.instance, other), cells, "{name} {other}");
        }
    }
}

/// Puzzles that are too large are refused, and the largest grids are solved.
#[test]
fn large_puzzles_are_solved_or_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let options = RandomOptions { height: 100, width: 100, ..RandomOptions::default() };
    let DrawnKeisuke { puzzle, .. } = random_keisuke(&mut rng, &options).unwrap();
    let refused = |name: &str| match puzzle.model(&puzzle.viewpoint(name).unwrap()) {
        Ok(model) => format!("{} constraints", model.constraints().len()),
        Err(why) => why.to_string(),
    };
    assert!(refused("cells").ends_with(" constraints"));
    assert!(
        refused("cells+pairs").starts_with("'+pairs' makes all runs different, but across lists")
    );
    assert!(refused("slots+pairs").starts_with("'+pairs' is about cells"));
    let lists = RunDirection::BOTH.map(|direction| puzzle.entries(direction).to_vec());
    let [across, down] = lists;
    let unknown =
        KeisukePuzzle::new(100, 100, KeisukePattern::Unknown { apart: false }, across, down)
            .unwrap();
    let why = unknown.model(&unknown.default_viewpoint()).unwrap_err().to_string();
    assert!(why.contains("the limit is 4194304"), "{why}");
    assert_eq!(puzzle.notation().write_instance(), stream_of(&puzzle.notation().write_instance()));
    assert_eq!(
        unknown.notation().write_instance(),
        stream_of(&unknown.notation().write_instance())
    );
}

fn stream_of(text: &str) -> String {
    let found =
        parallax_formats::inputs::from_bytes("text", text.as_bytes().to_vec(), None).unwrap();
    let written: Vec<String> =
        found.map(|found| found.unwrap().instance.notation().write_instance()).collect();
    written.concat()
}

/// Number fill-ins: the lists of a puzzle are one list, and runs of both directions share it.
#[test]
fn engines_find_the_grids_of_fill_ins() {
    let mut more = 0;
    for seed in 0..120 {
        let (keisuke, digits) = small(seed);
        let lists = RunDirection::BOTH.map(|direction| keisuke.entries(direction).to_vec());
        let (height, width) = (keisuke.height(), keisuke.width());
        let fill_in =
            KeisukePuzzle::fill_in(height, width, keisuke.known_cells().to_vec(), lists.concat())
                .unwrap();
        let expected = by_rules(&fill_in, digits);
        let own = by_rules(&keisuke, digits);
        assert!(expected.is_superset(&own), "{}", fill_in.notation().write_instance());
        more += usize::from(expected.len() > own.len());
        for name in ["cells", "slots", "channelled", "cells+pairs"] {
            for spec in engines().iter().take(if seed % 8 == 0 { usize::MAX } else { 2 }) {
                if let Some(found) = solved(spec, &fill_in, name) {
                    assert_eq!(
                        found,
                        expected,
                        "{spec} {name}\n{}",
                        fill_in.notation().write_instance()
                    );
                }
            }
        }
    }
    assert!(more > 5, "{more}");
}
