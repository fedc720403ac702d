//! The numbers of the paper, reproduced.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_instance::{Instance, ModelSource};
use parallax_model::Value;
use parallax_model::engine_api::{Control, Engine, QuestionOutcome, Task};
use parallax_puzzles::set::SetBoard;
use parallax_reformulate::paper::{CardModel, PaperSubproblem};

use super::{Paper, PaperRun, leaf};
use crate::Spec;

/// Returns the sets of a board found by one algorithm, and its outcome.
fn sets(board: &SetBoard, spec: &Spec) -> (Vec<Vec<Value>>, QuestionOutcome) {
    let model = Arc::new(board.model(&board.default_viewpoint()).unwrap());
    let control = Control::unlimited();
    let mut session = spec.prepare(&model, 0, &control).unwrap();
    let mut found = Vec::new();
    let outcome = session.ask(&[], Task::All, &control, &mut |values| {
        model.check(&[], values).unwrap();
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    assert!(outcome.complete);
    found.sort();
    (found, outcome)
}

/// Returns the sets found by all three, with the checks and nodes of each.
fn all(board: &SetBoard) -> (Vec<Vec<Value>>, [(u64, u64); 3]) {
    let each = Paper::ALL.map(|algorithm| sets(board, &Spec::new(algorithm)));
    assert!(
        each.iter().all(|(found, _)| *found == each[0].0),
        "{}",
        board.notation().write_instance()
    );
    let effort = |outcome: &QuestionOutcome| {
        (outcome.counters.get("checks").unwrap(), outcome.counters.get("nodes").unwrap())
    };
    let efforts = [0, 1, 2].map(|i| effort(&each[i].1));
    (each[0].0.clone(), efforts)
}

/// Deals cards from the deck, in the deck's order.
fn deal(cards: usize, seed: u64) -> SetBoard {
    let mut dealt = SetBoard::deal_cards(cards, Some(seed)).unwrap().cards().to_vec();
    dealt.sort();
    SetBoard::from_standard_cards(dealt).unwrap()
}

#[test]
fn the_full_deck_gives_table_5() {
    let deck = SetBoard::deal_cards(81, None).unwrap();
    let (found, efforts) = all(&deck);
    assert_eq!(found.len(), 1080);
    assert_eq!(efforts, [(758_808, 85_320), (553_365, 4_401), (31_158, 2_565)]);
    let (_, outcome) = sets(&deck, &"reform:paper".parse().unwrap());
    let count = |name| outcome.counters.get(name);
    assert_eq!(count("subproblems"), Some(85));
    assert_eq!((count("leaves"), count("leaf cards")), (Some(175), Some(405)));
    let (natural, outcome) = sets(&deck, &"native:set-paper,order=natural".parse().unwrap());
    assert_eq!((natural, outcome.counters.get("checks")), (found, Some(554_877)));
}

#[test]
fn neither_agenda_nor_consistency_changes_the_sets() {
    for seed in 0..20 {
        let board = deal(21, seed);
        let (expected, _) = sets(&board, &"brute:paper".parse().unwrap());
        for agenda in ["last-in", "first-in", "best-first"] {
            for level in ["none", "new", "all"] {
                let spec = format!("reform:paper,agenda={agenda},consistency={level}");
                assert_eq!(sets(&board, &spec.parse().unwrap()).0, expected, "{spec}");
            }
        }
    }
    // The order of the agenda does not change the tree of the full deck.
    let deck = SetBoard::deal_cards(81, None).unwrap();
    for agenda in ["first-in", "best-first"] {
        let (_, outcome) = sets(&deck, &format!("reform:paper,agenda={agenda}").parse().unwrap());
        assert_eq!(outcome.counters.get("checks"), Some(31_158));
    }
}

#[test]
fn twelve_cards_give_the_published_means() {
    let mut sums = [0.0; 7];
    for seed in 0..1000 {
        let (found, [brute, search, reform]) = all(&deal(12, seed));
        let figures =
            [found.len() as u64, brute.0, brute.1, search.0, search.1, reform.0, reform.1];
        sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure as f64);
    }
    // Means of 200,000 deals, and the standard errors of means of 1000.
    let expected = [
        ("sets", 2.787, 0.04),
        ("brute checks", 1956.57, 1.86),
        ("brute nodes", 220.0, 0.0),
        ("search checks", 1727.06, 1.45),
        ("search nodes", 80.785, 0.04),
        ("reformulation checks", 83.74, 1.88),
        ("reformulation nodes", 12.639, 0.18),
    ];
    for (sum, (name, mean, error)) in sums.into_iter().zip(expected) {
        let ours = sum / 1000.0;
        assert!((ours - mean).abs() <= 3.0 * error, "{name}: {ours}, expected {mean}");
    }
}

#[test]
fn leaves_cost_what_the_identity_says() {
    // A leaf with d residual inequalities: domains of 3^d cards, with every combination of
    // values once.
    let weights = [108, 162, 108, 27];
    let mut whole = 0.0;
    for (d, weight) in weights.into_iter().enumerate() {
        let (deck, leaf) = full_leaf(d);
        let control = Control::unlimited();
        let mut ignore = |_| ControlFlow::Continue(());
        let mut run = PaperRun::new(&control, &mut ignore);
        leaf::solve_subproblem(&deck, &leaf, &mut run).unwrap();
        let firsts = leaf.variable_domain(0).len() as f64;
        let d = d as f64;
        let s = 3f64.powf(d);
        let (e1, e2) = (3.0 * (1.0 - (2.0f64 / 3.0).powf(d)), 2.0 * (1.0 - 2f64.powf(-d)));
        let value = 4.0 * s + 2.0 * s * e1 + 4f64.powf(d) * (2.0 + e2);
        assert!((run.checks as f64 - firsts * value).abs() < 1e-6, "d = {d}");
        whole += f64::from(weight) * value;
    }
    assert!((whole - 31_158.0).abs() < 1e-6);
}

/// Makes three domains that differ in one attribute, with every combination of `d` others in each,
/// whose inequalities are kept.
fn full_leaf(d: usize) -> (CardModel, PaperSubproblem) {
    let count = 3usize.pow(d as u32 + 1);
    let digits = |card: usize| (0..=d).rev().map(move |i| (card / 3usize.pow(i as u32) % 3) as u16);
    let cards = (0..count).map(|card| digits(card).collect()).collect();
    let board = SetBoard::from_digits(d + 1, 3, cards).unwrap();
    let third = count / 3;
    let leaf = PaperSubproblem {
        domains: [0, 1, 2].map(|i| (i * third..(i + 1) * third).collect()),
        kept: (1..=d).collect(),
        ..PaperSubproblem::default()
    };
    (CardModel::from_model(&board.model(&board.default_viewpoint()).unwrap()).unwrap(), leaf)
}

/// Makes a board from columns of values, in the paper's notation.
fn board(attributes: [&str; 4]) -> SetBoard {
    let columns = attributes.map(|column| column.split(' ').collect::<Vec<_>>());
    let place = |value: &str, of: &str| of.find(value).unwrap() as u16;
    let card = |i: usize| {
        vec![
            place(columns[0][i], "123"),
            place(columns[1][i], "rgp"),
            place(columns[2][i], "fse"),
            place(columns[3][i], "dos"),
        ]
    };
    SetBoard::from_standard_cards((0..columns[0].len()).map(card).collect()).unwrap()
}

#[test]
fn boards_of_the_paper() {
    let figure_4 =
        board(["3 1 1 2 3 3 1 3 1", "r r g p g r p r r", "f e e f f f f e e", "o d s d d s o o o"]);
    assert_eq!(all(&figure_4).0, Vec::<Vec<Value>>::new());
    // The two figures disagree on the seventh card.
    let figure_11 =
        board(["3 1 1 2 3 3 3 3 1", "r r g p g r p r r", "f e e f f f f e e", "o d s d d s d o o"]);
    assert_eq!(all(&figure_11).0, Vec::<Vec<Value>>::new());
    let table_3 =
        board(["1 2 3 3 2 1 2 3 2", "r g p g g r p p g", "f e s s s s s f f", "s o d o o o d d s"]);
    assert_eq!(all(&table_3).0, [[1, 2, 3]]);
    let figure_13 = board(["2 2 1 1 3 1", "r r r r r r", "e e e e e e", "o d s d o o"]);
    assert_eq!(all(&figure_13).0, [[1, 5, 6], [2, 3, 5], [3, 4, 6]]);
}

#[test]
fn the_twelve_cards_of_the_tables_of_decisions() {
    let digits = "1010 0200 1101 0111 1001 2022 0020 0211 1021 2212 1200 1120";
    let card = |digits: &str| digits.bytes().map(|digit| u16::from(digit - b'0')).collect();
    let board = SetBoard::from_standard_cards(digits.split(' ').map(card).collect()).unwrap();
    let expected = [[1, 4, 10], [1, 11, 12], [3, 7, 10], [4, 6, 11], [6, 7, 9]];
    assert_eq!(all(&board).0, expected);
}

#[test]
fn small_and_odd_boards() {
    for cards in 0..6 {
        let dealt = deal(81, 1).cards()[..cards].to_vec();
        all(&SetBoard::from_standard_cards(dealt).unwrap());
    }
    let two_values = (0..16u16).map(|card| (0..4).map(|i| card >> i & 1).collect()).collect();
    assert_eq!(all(&SetBoard::from_digits(4, 2, two_values).unwrap()).0.len(), 0);
    let four = SetBoard::from_digits(2, 4, vec![vec![0, 0], vec![3, 1], vec![2, 2]]).unwrap();
    let refused =
        CardModel::from_model(&four.model(&four.default_viewpoint()).unwrap()).unwrap_err();
    insta::assert_snapshot!(refused, @"it takes attributes of at most 3 values, 'a1' has 4; 'reform' takes any");
    let dealt = deal(12, 0);
    let selected = dealt.model(&dealt.viewpoint("selected").unwrap()).unwrap();
    insta::assert_snapshot!(CardModel::from_model(&selected).unwrap_err(), @"it takes three cards a set, the model has 12 variables");
    let deck = SetBoard::deal_cards(81, None).unwrap();
    let fixed = deck.model(&deck.viewpoint("cards+symmetry").unwrap()).unwrap();
    insta::assert_snapshot!(CardModel::from_model(&fixed).unwrap_err(), @"it takes the rules of SET only, not the constraint 'symmetry': card1 = 1");
}

#[test]
fn specs_read_back() {
    for text in [
        "brute:paper",
        "native:set-paper",
        "native:set-paper,order=natural",
        "reform:paper",
        "reform:paper,agenda=first-in",
        "reform:paper,agenda=best-first,consistency=all",
        "reform:paper,consistency=none",
    ] {
        assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
    }
    for (text, expected) in [
        ("reform:paper,agenda=lifo", "last-in"),
        ("reform:paper,consistency=gac", "none, new, all"),
        ("brute:paper,agenda=first-in", "no choice"),
        ("reform:paper,order=natural", "no choice"),
        ("native:set-paper,order=random", "fitted, natural"),
    ] {
        assert!(text.parse::<Spec>().unwrap_err().to_string().contains(expected), "{text}");
    }
}
