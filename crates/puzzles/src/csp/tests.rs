use std::collections::{BTreeSet, HashSet};

use parallax_model::{Constraint, Model, Table};

use super::{BlockPartition, QueensProblem, RandomBinaryProblem, from_name};

fn random(text: &str) -> RandomBinaryProblem {
    text.parse().unwrap()
}

fn tables(model: &Model) -> Vec<&Table> {
    fn table(constraint: &Constraint) -> &Table {
        match constraint {
            Constraint::Table(table) => table,
            other => panic!("{other:?}"),
        }
    }
    model.constraints().iter().map(|posted| table(&posted.constraint)).collect()
}

/// The values of one side of a table, by what the table allows them on the other side.
fn classes(table: &Table, values: i32, side: usize) -> Vec<BTreeSet<i32>> {
    let allows = |value: i32| -> BTreeSet<i32> {
        let with = table.tuples.iter().filter(|pair| pair[side] == value);
        with.map(|pair| pair[1 - side]).collect()
    };
    let mut classes: Vec<(BTreeSet<i32>, BTreeSet<i32>)> = Vec::new();
    for value in 1..=values {
        let allowed = allows(value);
        match classes.iter_mut().find(|(other, _)| *other == allowed) {
            Some((_, class)) => {
                class.insert(value);
            }
            None => classes.push((allowed, BTreeSet::from([value]))),
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}

#[test]
fn density_tightness_and_classes_are_exact() {
    for (text, constraints, forbidden) in [
        ("n=12,d=8,density=0.5,tightness=0.25,blocks=2@1", 33, Some(16)),
        ("n=12,d=8,density=0.5,tightness=0.5,blocks=4,partition=shared@2", 33, Some(32)),
        ("n=5,d=9,density=1,tightness=0.3,blocks=3@3", 10, Some(27)),
        ("n=5,d=9,density=0.25,tightness=0.3", 3, Some(24)),
        ("n=4,d=7,density=1,tightness=0.4,blocks=3@3", 6, None),
        ("n=4,d=5,density=0.9,tightness=1,blocks=1@3", 5, Some(25)),
        ("n=9,d=3,density=0,tightness=0.5,blocks=2", 0, None),
        ("n=1,d=1,density=1,tightness=0", 0, None),
    ] {
        let made = random(text);
        let model = made.build_model().unwrap();
        let tables = tables(&model);
        assert_eq!(tables.len(), constraints, "{text}");
        assert_eq!(tables.iter().map(|t| &t.scope).collect::<HashSet<_>>().len(), constraints);
        let d = made.values as i32;
        for table in tables {
            assert!(!table.forbidden && table.scope[0] < table.scope[1]);
            if let Some(forbidden) = forbidden {
                assert_eq!(table.tuples.len(), made.values * made.values - forbidden, "{text}");
            }
            for side in 0..2 {
                let classes = classes(table, d, side);
                assert_eq!(classes.len(), made.blocks, "{text}");
                let sizes = made.values / made.blocks..=made.values.div_ceil(made.blocks);
                assert!(classes.iter().all(|class| sizes.contains(&class.len())), "{text}");
            }
        }
    }
}

#[test]
fn a_shared_partition_is_the_same_in_all_constraints_of_a_variable() {
    let ways = |partition: BlockPartition| {
        let mut made = random("n=6,d=8,density=1,tightness=0.25,blocks=4@5");
        made.partition = partition;
        let model = made.build_model().unwrap();
        let mut ways = vec![HashSet::new(); 6];
        for table in tables(&model) {
            for side in 0..2 {
                let mut classes = classes(table, 8, side);
                classes.sort();
                ways[table.scope[side].index()].insert(classes);
            }
        }
        ways.iter().map(HashSet::len).collect::<Vec<_>>()
    };
    assert_eq!(ways(BlockPartition::Shared), [1; 6]);
    assert!(
        ways(BlockPartition::Own).iter().all(|&ways| ways > 1),
        "{:?}",
        ways(BlockPartition::Own)
    );
}

#[test]
fn a_seed_fixes_the_graph_and_the_model() {
    let scopes = |text: &str| {
        let model = random(text).build_model().unwrap();
        tables(&model).iter().map(|table| table.scope.clone()).collect::<Vec<_>>()
    };
    let one = scopes("n=10,d=8,density=0.4,tightness=0.25,blocks=2@1");
    assert_eq!(one, scopes("n=10,d=6,density=0.4,tightness=0.5,blocks=6,partition=shared@1"));
    assert_ne!(one, scopes("n=10,d=8,density=0.4,tightness=0.25,blocks=2@2"));
    // Every machine draws these tables.
    let model = random("n=3,d=4,density=1,tightness=0.25,blocks=2@7").build_model().unwrap();
    let shown = |table: &&Table| {
        let pairs: Vec<String> = table.tuples.iter().map(|p| format!("{}{}", p[0], p[1])).collect();
        pairs.join(" ")
    };
    let all: Vec<String> = tables(&model).iter().map(shown).collect();
    insta::assert_snapshot!(all.join("\n"), @r#"
    11 12 21 22 31 32 33 34 41 42 43 44
    11 12 13 14 23 24 31 32 33 34 43 44
    11 12 21 22 23 24 31 32 41 42 43 44
    "#);
}

#[test]
fn queens_do_not_attack_each_other() {
    for n in 1..=6 {
        let model = QueensProblem { queens: n }.build_model().unwrap();
        let (mut found, mut expected) = (0, 0);
        for place in 0..n.pow(n as u32) {
            let rows: Vec<i32> =
                (0..n).map(|column| (place / n.pow(column as u32) % n) as i32 + 1).collect();
            let mut values = rows.clone();
            for sign in [-1, 1] {
                values.extend((1..).zip(&rows).map(|(column, row)| row + sign * column));
            }
            // Shown variables come first, then the diagonals of one direction, then of the other.
            found += u32::from(model.check(&[], &values).is_ok());
            let attack = |(i, j): (usize, usize)| {
                rows[i] == rows[j] || (rows[i] - rows[j]).unsigned_abs() as usize == j - i
            };
            let mut pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
            expected += u32::from(!pairs.any(attack));
        }
        assert_eq!(found, expected, "{n}");
    }
}

#[test]
fn a_thousand_queens_and_the_largest_problems_build() {
    let model = QueensProblem { queens: 1000 }.build_model().unwrap();
    assert_eq!((model.variables().len(), model.constraints().len()), (3000, 2003));
    let model = random("n=1000,d=1,density=1,tightness=0").build_model().unwrap();
    assert_eq!(model.constraints().len(), 499_500);
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn names_make_models_or_errors_with_the_expected_form() {
    let texts = [
        "queens:8",
        "queens:0",
        "queens:1001",
        "queens:",
        "queens:8@1",
        "queens:-1",
        "queens",
        "random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7",
        "random:d=8, n=12, tightness=0.250,density=0.50",
        "random:n=12,d=8,density=0.5,tightness=0.3,blocks=2,partition=shared",
        "random:",
        "random:n=12,d=8,density=0.5",
        "random:n=12,d=8,density=0.5,tightness=0.3,n=3",
        "random:n=12,d=8,density=0.5,tightness=0.3,size=3",
        "random:12,8,0.5,0.3",
        "random:n=12,d=8,density=1.5,tightness=0.3",
        "random:n=12,d=8,density=0.5,tightness=-1",
        "random:n=x,d=8,density=0.5,tightness=0.3",
        "random:n=12,d=8,density=0.5,tightness=0.3,blocks=9",
        "random:n=12,d=8,density=0.5,tightness=0.3,blocks=0",
        "random:n=12,d=8,density=0.5,tightness=0.3,partition=mine",
        "random:n=12,d=8,density=0.5,tightness=0.3@x",
        "random:n=12,d=8,density=0.5,tightness=0.05",
        "random:n=12,d=8,density=0.5,tightness=1,blocks=2",
        "random:n=0,d=8,density=0.5,tightness=0.3",
        "random:n=1001,d=8,density=0.5,tightness=0.3",
        "random:n=12,d=101,density=0.5,tightness=0.3",
        "random:n=1000,d=100,density=0.5,tightness=0.3",
        "random:n=99999999999999999999,d=8,density=0.5,tightness=0.3",
    ];
    let summary = |text: &str| match from_name(text) {
        None => "no generator".into(),
        Some(Err(error)) => error.to_string(),
        Some(Ok(model)) => {
            assert_eq!(from_name(model.name()), Some(Ok(model.clone())), "{text}");
            format!(
                "{}, {} variables, {} constraints",
                model.name(),
                model.variables().len(),
                model.constraints().len()
            )
        }
    };
    let all = texts.map(|text| format!("{text} => {}", summary(text)));
    insta::assert_snapshot!(all.join("\n"), @r#"
    queens:8 => queens:8, 24 variables, 19 constraints
    queens:0 => 0 queens; expected 1 to 1000 (queens:N)
    queens:1001 => 1001 queens; expected 1 to 1000 (queens:N)
    queens: => '' is not a number of queens; expected a text like queens:8
    queens:8@1 => '8@1' has a seed, but nothing about queens is random; expected a text like queens:8
    queens:-1 => '-1' is not a number of queens; expected a text like queens:8
    queens => no generator
    random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7 => random:n=12,d=8,density=0.5,tightness=0.25,blocks=2,partition=own@7, 12 variables, 33 constraints
    random:d=8, n=12, tightness=0.250,density=0.50 => random:n=12,d=8,density=0.5,tightness=0.25,blocks=8,partition=own@0, 12 variables, 33 constraints
    random:n=12,d=8,density=0.5,tightness=0.3,blocks=2,partition=shared => random:n=12,d=8,density=0.5,tightness=0.3,blocks=2,partition=shared@0, 12 variables, 33 constraints
    random: => '' is none of n=, d=, density=, tightness=, blocks=, partition=; expected a text like random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7
    random:n=12,d=8,density=0.5 => tightness is missing; expected a text like random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7
    random:n=12,d=8,density=0.5,tightness=0.3,n=3 => n is given twice; expected a text like random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7
    random:n=12,d=8,density=0.5,tightness=0.3,size=3 => 'size=3' is none of n=, d=, density=, tightness=, blocks=, partition=; expected a text like random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7
    random:12,8,0.5,0.3 => '12' is none of n=, d=, density=, tightness=, blocks=, partition=; expected a text like random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7
    random:n=12,d=8,density=1.5,tightness=0.3 => density: '1.5'; expected a number from 0 to 1 with at most 9 decimals
    random:n=12,d=8,density=0.5,tightness=-1 => tightness: '-1'; expected a number from 0 to 1 with at most 9 decimals
    random:n=x,d=8,density=0.5,tightness=0.3 => 'x' is not a number of variables; expected a text like random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7
    random:n=12,d=8,density=0.5,tightness=0.3,blocks=9 => 9 blocks of values; expected 1 to 8
    random:n=12,d=8,density=0.5,tightness=0.3,blocks=0 => 0 blocks of values; expected 1 to 8
    random:n=12,d=8,density=0.5,tightness=0.3,partition=mine => unknown partition 'mine'; known: own, shared
    random:n=12,d=8,density=0.5,tightness=0.3@x => the seed after @ is not a whole number; expected a text like random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7
    random:n=12,d=8,density=0.5,tightness=0.05 => a tightness of 0.05 forbids 3 of the 64 pairs of blocks; 8 blocks that all differ need 7 to 57
    random:n=12,d=8,density=0.5,tightness=1,blocks=2 => a tightness of 1 forbids 4 of the 4 pairs of blocks; 2 blocks that all differ need 1 to 3
    random:n=0,d=8,density=0.5,tightness=0.3 => 0 variables; expected 1 to 1000
    random:n=1001,d=8,density=0.5,tightness=0.3 => 1001 variables; expected 1 to 1000
    random:n=12,d=101,density=0.5,tightness=0.3 => 101 values; expected 1 to 100
    random:n=1000,d=100,density=0.5,tightness=0.3 => 249750 constraints on 10000 pairs of values each; expected at most 1000000 in all
    random:n=99999999999999999999,d=8,density=0.5,tightness=0.3 => '99999999999999999999' is not a number of variables; expected a text like random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7
    "#);
}
