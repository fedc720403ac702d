//! Techniques of rules that are not all-different: cages, sums, orders, pairs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_explain::ClaimConfirmation;
use parallax_formats::ModelInstance;
use parallax_hints::{
    AllowedReasoning, CandidateState, DeductionStep, HintContent, HintOptions, PathGoal,
    PersonEntries, StepFinder, Technique, find_hint,
};
use parallax_instance::ModelSource;
use parallax_model::engine_api::{Control, Task};
use parallax_model::{
    AllDifferent, Compare, ComparisonOperator, Constraint, Domain, Linear, LinearTerm, Model,
    Table, Value, VarId,
};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::ratings::engines_of_hints;

/// A model of cells, with rules by label.
struct Cells {
    model: Model,
}

impl Cells {
    /// The rows and columns of a square, and boxes if they have a height.
    fn square(order: usize, height: Option<usize>) -> Self {
        let mut model = Model::new("cells");
        for cell in 0..order * order {
            let name = format!("r{}c{}", cell / order + 1, cell % order + 1);
            model.add_shown(name, Domain::from_range(1, order as Value)).unwrap();
        }
        let mut cells = Cells { model };
        for line in 0..order {
            let row: Vec<usize> = (0..order).map(|place| line * order + place).collect();
            cells.different(&format!("row {}", line + 1), &row);
            let column: Vec<usize> = (0..order).map(|place| place * order + line).collect();
            cells.different(&format!("column {}", line + 1), &column);
        }
        if let Some(height) = height {
            let width = order / height;
            for number in 0..order {
                let (top, left) = (number / height * height, number % height * width);
                let at = |place: usize| (top + place / width) * order + left + place % width;
                let own: Vec<usize> = (0..order).map(at).collect();
                cells.different(&format!("box {}", number + 1), &own);
            }
        }
        cells
    }

    /// One row of cells.
    fn row(order: usize) -> Self {
        let mut model = Model::new("cells");
        for cell in 0..order {
            model
                .add_shown(format!("c{}", cell + 1), Domain::from_range(1, order as Value))
                .unwrap();
        }
        let mut cells = Cells { model };
        cells.different("row", &(0..order).collect::<Vec<_>>());
        cells
    }

    fn post(&mut self, label: &str, constraint: Constraint) {
        self.model.post(label, constraint).unwrap();
    }

    fn different(&mut self, label: &str, cells: &[usize]) {
        let scope = cells.iter().map(|&cell| VarId::new(cell)).collect();
        self.post(label, Constraint::AllDifferent(AllDifferent { scope }));
    }

    fn sum(&mut self, label: &str, terms: &[(i64, usize)], constant: i64) {
        let terms = terms
            .iter()
            .map(|&(coefficient, cell)| LinearTerm { coefficient, variable: VarId::new(cell) })
            .collect();
        self.post(
            label,
            Constraint::Linear(Linear { terms, relation: ComparisonOperator::Eq, constant }),
        );
    }

    /// A cage: as a table of all its tuples, or as a difference and a sum.
    fn cage(&mut self, label: &str, cells: &[usize], sum: i64, as_table: bool) {
        if !as_table {
            self.different(label, cells);
            let terms: Vec<(i64, usize)> = cells.iter().map(|&cell| (1, cell)).collect();
            return self.sum(label, &terms, sum);
        }
        self.table(label, cells, &|tuple| {
            let all: BTreeSet<Value> = tuple.iter().copied().collect();
            all.len() == tuple.len() && tuple.iter().map(|&v| i64::from(v)).sum::<i64>() == sum
        });
    }

    fn table(&mut self, label: &str, cells: &[usize], holds: &dyn Fn(&[Value]) -> bool) {
        let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
        for &cell in cells {
            let domain = self.model.domain(VarId::new(cell)).to_vec();
            let longer = |tuple: &Vec<Value>| {
                domain.iter().map(|&v| [&tuple[..], &[v]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        tuples.retain(|tuple| holds(tuple));
        let scope = cells.iter().map(|&cell| VarId::new(cell)).collect();
        let table = Table { scope, tuples: Arc::new(tuples), forbidden: false };
        self.post(label, Constraint::Table(table));
    }

    fn order(&mut self, label: &str, cells: &[usize]) {
        for pair in cells.windows(2) {
            let [left, right] = [pair[0], pair[1]].map(VarId::new);
            let compare = Compare { left, relation: ComparisonOperator::Lt, right, offset: 0 };
            self.post(label, Constraint::Compare(compare));
        }
    }

    fn instance(&self) -> ModelInstance {
        ModelInstance::new(self.model.clone())
    }
}

fn named_only(confirm: bool) -> HintOptions {
    HintOptions {
        uniqueness: false,
        named_only: true,
        smallest: None,
        until: PathGoal::Solution,
        max_steps: usize::MAX,
        trim: false,
        confirm,
    }
}

/// Returns the first steps in words: a line for the technique and the conclusion, and the reason.
fn steps(cells: &Cells, most: usize) -> Vec<String> {
    let (instance, control) = (cells.instance(), Control::unlimited());
    let viewpoint = instance.default_viewpoint();
    let allowed = AllowedReasoning { named_only: true, ..AllowedReasoning::default() };
    let engines = engines_of_hints();
    let mut guide =
        StepFinder::for_instance(&instance, &viewpoint, allowed, engines, &control).unwrap();
    let mut state = CandidateState::from_givens(&guide.rules, &[]).unwrap();
    let mut words = Vec::new();
    for _ in 0..most {
        let Some(step) = guide.next(&state, &control).unwrap() else { break };
        words.push(format!("{}: {}", step.technique, guide.describe_conclusions(&step)));
        words.extend(guide.reason_lines(&state, &step).iter().map(|why| format!("- {why}")));
        step.apply_conclusions(&guide.rules, &mut state);
    }
    words
}

/// Returns the names of the first steps.
fn names(cells: &Cells, most: usize) -> Vec<String> {
    let name = |words: &String| words.split(':').next().unwrap_or_default().to_owned();
    steps(cells, most).iter().filter(|words| !words.starts_with('-')).map(name).collect()
}

#[test]
fn a_cage_has_its_combinations_and_keeps_their_values() {
    let mut cells = Cells::row(6);
    cells.cage("cage c1 c2 c3 = 6", &[0, 1, 2], 6, true);
    insta::assert_snapshot!(steps(&cells, 2).join("\n"), @r"
    cage combinations: c1 is not 4, 5 or 6, c2 is not 4, 5 or 6, c3 is not 4, 5 or 6
    - cage c1 c2 c3 = 6
    values that a rule needs: c4 is not 1, 2 or 3, c5 is not 1, 2 or 3, c6 is not 1, 2 or 3
    - cage c1 c2 c3 = 6; c1 is 1, 2 or 3, c2 is 1, 2 or 3, c3 is 1, 2 or 3
    - row
    ");
    // With a difference and a sum of its own, a cage loses the doubles, too.
    let mut cells = Cells::row(6);
    cells.cage("cage c1 c2 = 4", &[0, 1], 4, false);
    insta::assert_snapshot!(steps(&cells, 3).join("\n"), @r"
    cage combinations: c1 is not 2, 4, 5 or 6, c2 is not 2, 4, 5 or 6
    - cage c1 c2 = 4: c1 + c2 = 4
    values that a rule needs: c3 is not 1 or 3, c4 is not 1 or 3, c5 is not 1 or 3, c6 is not 1 or 3
    - cage c1 c2 = 4: c1 + c2 = 4; c1 is 1 or 3, c2 is 1 or 3
    - row has only one 1 and one 3
    ");
}

#[test]
fn bounds_and_parities_of_a_sum_have_names() {
    let mut cells = Cells::square(4, None);
    cells.sum("arrow", &[(1, 1), (1, 4), (1, 5), (-1, 0)], 0);
    insta::assert_snapshot!(steps(&cells, 1).join("\n"), @r"
    bounds of a sum: r1c1 is not 1 or 2, r1c2 is not 3 or 4, r2c1 is not 3 or 4, r2c2 is not 3 or 4
    - arrow: r1c2 + r2c1 + r2c2 - r1c1 = 0
    ");
    let mut cells = Cells::square(4, None);
    cells.sum("zipper", &[(2, 0), (2, 5), (1, 10)], 10);
    insta::assert_snapshot!(steps(&cells, 1).join("\n"), @r"
    parity of a sum: r1c1 is not 4, r2c2 is not 4, r3c3 is not 1 or 3
    - zipper: 2*r1c1 + 2*r2c2 + r3c3 = 10
    ");
}

#[test]
fn a_sum_knows_the_houses_of_its_cells() {
    let mut cells = Cells::square(4, None);
    cells.sum("arrow r1c1 = r1c2 r1c3", &[(1, 1), (1, 2), (-1, 0)], 0);
    insta::assert_snapshot!(steps(&cells, 2).join("\n"), @r"
    bounds of a sum: r1c1 is not 1, r1c2 is not 4, r1c3 is not 4
    - arrow r1c1 = r1c2 r1c3: r1c2 + r1c3 - r1c1 = 0
    innies and outies: r1c1 is not 2, r1c4 is not 1 or 3
    - row 1 has the sum 10
    - with arrow r1c1 = r1c2 r1c3: r1c2 + r1c3 - r1c1 = 0
    - that leaves 2*r1c1 + r1c4 = 10; r1c1 is 2, 3 or 4
    ");
    let mut cells = Cells::square(7, None);
    cells.sum("arrow r3c3 = r1c2 r2c2", &[(1, 1), (1, 8), (-1, 16)], 0);
    assert_eq!(names(&cells, 2), ["bounds of a sum", "a sum and the houses of its cells"]);
}

#[test]
fn an_order_is_one_step() {
    let mut cells = Cells::square(4, None);
    cells.order("thermo r1c1 r2c2 r3c3", &[0, 5, 10]);
    insta::assert_snapshot!(steps(&cells, 2).join("\n"), @r"
    cells in order: r1c1 is not 3 or 4, r2c2 is not 1 or 4, r3c3 is not 1 or 2
    - thermo r1c1 r2c2 r3c3
    ");
}

#[test]
fn pairs_along_a_line_are_one_step() {
    let mut cells = Cells::square(5, None);
    for pair in [[0, 6], [6, 12], [12, 18]] {
        cells.table("whispers r1c1 r2c2 r3c3 r4c4", &pair, &|two| (two[0] - two[1]).abs() >= 3);
    }
    insta::assert_snapshot!(steps(&cells, 3).join("\n"), @r"
    pairs along a line: r1c1 is not 3, r2c2 is not 3, r3c3 is not 3, r4c4 is not 3
    - whispers r1c1 r2c2 r3c3 r4c4
    ");
}

#[test]
fn places_exclude_through_rules_of_two_cells() {
    // The 1 of row 2 is in r2c1 or r2c2, and each is unequal to r4c4.
    let mut cells = Cells::square(4, None);
    let unequal = |left: usize, right: usize| {
        let [left, right] = [left, right].map(VarId::new);
        Constraint::Compare(Compare { left, relation: ComparisonOperator::Ne, right, offset: 0 })
    };
    cells.post("r2c1 is not r4c4", unequal(4, 15));
    cells.post("r2c2 is not r4c4", unequal(5, 15));
    cells.table("r2c3 r2c4", &[6, 7], &|two| two.iter().all(|&value| value > 1));
    insta::assert_snapshot!(steps(&cells, 2).join("\n"), @r"
    entries that fit: r2c3 is not 1, r2c4 is not 1
    - r2c3 r2c4
    locked candidates by rules: r4c4 is not 1
    - r2c1 is not r4c4: r2c1 != r4c4
    - r2c2 is not r4c4: r2c2 != r4c4
    - row 2 has its 1 in r2c1 or r2c2
    ");
}

#[test]
fn innies_and_outies_are_what_houses_and_cages_leave() {
    // One innie of a row, behind cages that allow all digits.
    let mut cells = Cells::square(6, None);
    cells.cage("cage A", &[0, 1], 7, true);
    cells.cage("cage B", &[2, 3, 4], 11, true);
    insta::assert_snapshot!(steps(&cells, 1).join("\n"), @r"
    innies and outies: r1c6 = 3
    - row 1 has the sum 21
    - with cage A, cage B
    - that leaves r1c6 = 3
    ");
    // One outie of two rows: one cage leaves them.
    let mut cells = Cells::square(4, None);
    cells.cage("cage A", &[0, 1, 4], 7, true);
    cells.cage("cage B", &[2, 6, 5], 6, true);
    cells.sum("cage C", &[(1, 3), (1, 7), (1, 11)], 9);
    let found = names(&cells, 40);
    assert!(found.contains(&"innies and outies of several houses".to_owned()), "{found:?}");
}

/// Returns the solutions of a model, up to a number, by native search.
fn solutions(model: &Model, most: u64) -> Vec<Vec<Value>> {
    let (native, control) = (crate::engines("native").remove(0), Control::unlimited());
    let mut session = native.prepare(&Arc::new(model.clone()), 0, &control).unwrap();
    let mut found = Vec::new();
    session.ask(&[], Task::Limit(most), &control, &mut |values| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    found
}

/// Returns a full square of this order, with boxes if they have a height.
fn full(order: usize, height: Option<usize>, rng: &mut ChaCha8Rng) -> Vec<Value> {
    let mut values: Vec<Value> = (1..=order as Value).collect();
    values.shuffle(rng);
    let shift = |row: usize| match height {
        Some(height) => row % height * (order / height) + row / height,
        None => row,
    };
    (0..order * order).map(|cell| values[(shift(cell / order) + cell % order) % order]).collect()
}

/// Returns the cells of a path of neighbours, of some length if there is room.
fn path(order: usize, length: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut cells = vec![rng.random_range(0..order * order)];
    while cells.len() < length {
        let last = cells[cells.len() - 1];
        let (row, column) = (last / order, last % order);
        let all = [
            (row > 0).then(|| last - order),
            (row + 1 < order).then_some(last + order),
            (column > 0).then(|| last - 1),
            (column + 1 < order).then_some(last + 1),
        ];
        let next: Vec<usize> =
            all.into_iter().flatten().filter(|cell| !cells.contains(cell)).collect();
        let Some(&next) = next.choose(rng) else { break };
        cells.push(next);
    }
    cells
}

/// Adds a random rule that a full square satisfies.
fn add_rule(cells: &mut Cells, right: &[Value], order: usize, rng: &mut ChaCha8Rng) {
    let length = rng.random_range(2..=4);
    let mut own = path(order, length, rng);
    let value = |cell: usize| i64::from(right[cell]);
    let label = format!("rule {}", cells.model.constraints().len());
    match rng.random_range(0..7) {
        0..=2 => {
            let mut seen = BTreeSet::new();
            own.retain(|&cell| seen.insert(right[cell]));
            let sum = own.iter().map(|&cell| value(cell)).sum();
            if own.len() > 1 {
                cells.cage(&label, &own, sum, rng.random_bool(0.7));
            }
        }
        3 => {
            // An arrow: a sum of cells less another one.
            let terms: Vec<(i64, usize)> =
                own.iter().enumerate().map(|(n, &c)| (if n == 0 { -1 } else { 1 }, c)).collect();
            let sum = terms.iter().map(|&(factor, cell)| factor * value(cell)).sum();
            cells.sum(&label, &terms, sum);
        }
        4 => {
            own.sort_by_key(|&cell| right[cell]);
            own.dedup_by_key(|cell| right[*cell]);
            cells.order(&label, &own);
        }
        5 => {
            let least = own.windows(2).map(|two| (value(two[0]) - value(two[1])).abs()).min();
            let least = least.unwrap_or(0) as Value;
            for pair in own.windows(2) {
                cells.table(&label, pair, &|tuple| (tuple[0] - tuple[1]).abs() >= least);
            }
        }
        _ => {
            let most = own.iter().map(|&cell| value(cell)).max().unwrap_or(0) as Value;
            cells.table(&label, &own, &|tuple| tuple.iter().any(|&value| value >= most));
        }
    }
}

#[test]
fn steps_lose_no_solution_and_other_engines_confirm_them() {
    let control = Control::unlimited();
    let engines = engines_of_hints();
    let mut number: BTreeMap<Technique, usize> = BTreeMap::new();
    for seed in 0..150 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (order, height) = *[(4, Some(2)), (5, None), (6, Some(2))].choose(&mut rng).unwrap();
        let right = full(order, height, &mut rng);
        let mut cells = Cells::square(order, height);
        for _ in 0..rng.random_range(order..=order * 3) {
            add_rule(&mut cells, &right, order, &mut rng);
        }
        let all = solutions(&cells.model, 3_000);
        assert!(all.contains(&right) || all.len() == 3_000, "seed {seed}");
        let instance = cells.instance();
        let (viewpoint, entries) = (instance.default_viewpoint(), PersonEntries::default());
        let wish = named_only(true);
        let found =
            find_hint(&instance, &viewpoint, &entries, wish, &engines, &control, &mut |_| ());
        let found = found.unwrap();
        let HintContent::Steps { path, confirmed, .. } = &found.next else { continue };
        let rules = &found.guide.rules;
        let check = |step: &DeductionStep, values: &[Value]| {
            let holds = |c| {
                let given = rules.given(c);
                values[given.variable.index()] == given.value
            };
            let is_right =
                step.places.iter().all(|&c| holds(c)) && !step.removes.iter().any(|&c| holds(c));
            assert!(is_right, "seed {seed}: {step:?}\n{}", cells.model);
        };
        for (step, confirmed) in path.steps.iter().zip(confirmed) {
            *number.entry(step.technique).or_default() += 1;
            all.iter().for_each(|values| check(step, values));
            let what = format!("seed {seed}: {confirmed:?} {step:?}");
            assert!(matches!(confirmed, ClaimConfirmation::By(_)), "{what}");
        }
    }
    println!("{number:?}");
    for technique in [
        Technique::CageCombinations,
        Technique::NeededValues,
        Technique::SumBounds,
        Technique::SumParity,
        Technique::SumAndHouses,
        Technique::RuleAndHouses,
        Technique::Innies,
        Technique::InniesOfHouses,
        Technique::Order,
        Technique::Pairs,
    ] {
        assert!(number.contains_key(&technique), "{technique}: {number:?}");
    }
}
