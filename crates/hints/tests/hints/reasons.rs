//! Minimal reasons of published states.

use std::collections::HashMap;
use std::fs;
use std::time::Instant;

use parallax_hints::reason::{
    CandidateLiteral, counting_parts, counts_literal, minimal_parts, smallest_parts,
};
use parallax_hints::{CandidateId, CandidateRules, CandidateState, HouseId, RulePart};
use parallax_instance::{Instance, ModelSource};
use parallax_model::engine_api::Control;
use parallax_model::{Given, Value, VarId};
use parallax_puzzles::sudoku::SudokuPuzzle;
use serde_json::Value as Json;

use parallax_test_support::{data as folder, lacks_real_instances};

/// The states of the techniques' library, by id.
pub struct States {
    pub rules: CandidateRules,
    pub records: Vec<Json>,
}

impl States {
    /// Reads the states.
    pub fn read() -> Self {
        let text = fs::read_to_string(folder().join("hints/techniques.jsonl")).unwrap();
        let records = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        States { rules: rules(9), records }
    }

    /// The state of a record.
    pub fn state(&self, record: &Json) -> CandidateState {
        state(&self.rules, record)
    }
}

/// The units of an empty board.
pub fn rules(order: usize) -> CandidateRules {
    let empty = SudokuPuzzle::without_clues(order).unwrap();
    let viewpoint = empty.default_viewpoint();
    CandidateRules::from_model(
        empty.model(&viewpoint).unwrap().into(),
        empty.picture().board_layout(&viewpoint),
    )
}

fn digits(text: &str) -> Vec<Given> {
    let given = |(cell, c): (usize, char)| {
        let value = c.to_digit(10).filter(|&digit| digit > 0)? as Value;
        Some(Given { variable: VarId::new(cell), value })
    };
    text.chars().enumerate().filter_map(given).collect()
}

fn state(rules: &CandidateRules, record: &Json) -> CandidateState {
    let mut state =
        CandidateState::from_givens(rules, &digits(record["givens"].as_str().unwrap())).unwrap();
    for given in digits(record["placed"].as_str().unwrap()) {
        state.place_candidate(rules, rules.find_candidate(given).unwrap());
    }
    for removed in record["removed"].as_array().unwrap() {
        state.remove_candidate(candidate(rules, removed.as_str().unwrap()));
    }
    state
}

/// Reads `r3c5=7`.
pub fn candidate(rules: &CandidateRules, text: &str) -> CandidateId {
    let number = |at: usize| text.as_bytes()[at] as usize - b'0' as usize;
    let variable = VarId::new((number(1) - 1) * 9 + number(3) - 1);
    rules.find_candidate(Given { variable, value: number(5) as Value }).unwrap()
}

/// Reads `some row 3 = 7` or `one r1c1`.
fn part(rules: &CandidateRules, text: &str) -> RulePart {
    let (half, unit) = text.split_once(' ').unwrap();
    let unit = match unit.split_once(" = ") {
        Some((house, value)) => {
            let (kind, number) = house.split_once(' ').unwrap();
            let number = number.parse::<usize>().unwrap() - 1;
            let house = match kind {
                "row" => HouseId::Row(number),
                "col" => HouseId::Column(number),
                _ => HouseId::Box(number),
            };
            rules.find_unit(house, value.parse().ok())
        }
        None => {
            let number = |at: usize| unit.as_bytes()[at] as usize - b'0' as usize;
            rules.find_unit(HouseId::Cell((number(1) - 1) * 9 + number(3) - 1), None)
        }
    };
    if half == "some" { RulePart::Some(unit.unwrap()) } else { RulePart::One(unit.unwrap()) }
}

struct Record {
    state: CandidateState,
    literal: CandidateLiteral,
    size: usize,
    one: Vec<RulePart>,
}

fn records(states: &States) -> Vec<Record> {
    let by_id: HashMap<&str, &Json> =
        states.records.iter().map(|record| (record["id"].as_str().unwrap(), record)).collect();
    let text = fs::read_to_string(folder().join("hints/smallest-9x9.jsonl")).unwrap();
    let rules = &states.rules;
    let read = |line: &str| {
        let record: Json = serde_json::from_str(line).unwrap();
        let derive = record["derive"].as_str().unwrap();
        let literal = match derive.strip_prefix("not ") {
            Some(text) => CandidateLiteral::negative(candidate(rules, text)),
            None => CandidateLiteral::positive(candidate(rules, derive)),
        };
        let one = record["one_smallest"].as_array().unwrap();
        Record {
            state: states.state(by_id[record["id"].as_str().unwrap()]),
            literal,
            size: record["smallest"].as_u64().unwrap() as usize,
            one: one.iter().map(|text| part(rules, text.as_str().unwrap())).collect(),
        }
    };
    text.lines().map(read).collect()
}

/// Compares every `step`-th record, and prints the measurements.
fn compare(step: usize) -> [usize; 5] {
    let states = States::read();
    let (rules, control) = (&states.rules, Control::unlimited());
    let (mut all, mut quick, mut equal, mut deletions, mut proofs) = (0, 0, 0, 0, 0);
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for record in records(&states).iter().step_by(step) {
        all += 1;
        let Record { state, literal, size, one } = record;
        let begun = Instant::now();
        let found = minimal_parts(rules, state, *literal, &control).unwrap().unwrap();
        times[0].push(begun.elapsed());
        assert!(found.len() >= *size, "{literal:?}: {found:?} is smaller than {one:?}");
        quick += usize::from(found.len() == *size);
        let begun = Instant::now();
        let best = smallest_parts(rules, state, *literal, 200, &control).unwrap().unwrap();
        times[1].push(begun.elapsed());
        assert!(best.parts.len() >= *size, "{literal:?}: {best:?} is smaller than {one:?}");
        assert!(!best.proved || best.parts.len() == *size, "{literal:?}: {best:?}, but {one:?}");
        equal += usize::from(best.parts.len() == *size);
        if !literal.holds {
            deletions += 1;
            let begun = Instant::now();
            let proof = counting_parts(rules, state, *literal, None);
            times[2].push(begun.elapsed());
            if let Some(proof) = proof {
                assert!(counts_literal(rules, state, &proof, *literal) && proof.len() >= *size);
                proofs += 1;
            }
        }
    }
    for (name, times) in ["minimal", "smallest", "counting"].into_iter().zip(&mut times) {
        times.sort_unstable();
        let at = |share: usize| times[(times.len() - 1) * share / 100];
        println!("{name}: median {:?}, p90 {:?}, max {:?}", at(50), at(90), at(100));
    }
    println!("{all} literals: quick {quick}, smallest {equal}; proofs {proofs} of {deletions}");
    [all, quick, equal, deletions, proofs]
}

#[test]
fn published_smallest_reasons_are_found() {
    if lacks_real_instances() {
        return;
    }
    let [all, _, equal, deletions, proofs] = compare(12);
    assert!(equal * 100 >= all * 95 && proofs * 100 >= deletions * 98);
}

#[test]
#[ignore = "takes minutes; prints measurements"]
fn all_published_smallest_reasons_are_found() {
    let [_, _, equal, deletions, proofs] = compare(1);
    assert!(equal >= 370 && deletions == 365 && proofs >= 360);
}
