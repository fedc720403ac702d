//! Explanations of small runs.

use std::sync::Arc;

use parallax_engines::Spec;
use parallax_instance::ModelSource;
use parallax_model::engine_api::{Control, StepEnd};
use parallax_model::{Domain, Model};
use parallax_puzzles::set::SetBoard;
use parallax_puzzles::sudoku::SudokuPuzzle;

use super::{RunExplanation, render_dot, render_explanation_page, render_tree};

/// The six cards of Figure 13 of Swearngin, Choueiry and Freuder (2011).
fn figure_13() -> SetBoard {
    let cards = ["1021", "1020", "0022", "0020", "2021", "0021"];
    let card = |digits: &str| digits.bytes().map(|digit| u16::from(digit - b'0')).collect();
    SetBoard::from_standard_cards(cards.iter().map(|digits| card(digits)).collect()).unwrap()
}

fn explanation(board: &SetBoard, engine: &str, most: usize) -> RunExplanation {
    let model = Arc::new(board.model(&board.default_viewpoint()).unwrap());
    let spec: Spec = engine.parse().unwrap();
    let traced = spec.record_trace(&model, 0, most, &Control::unlimited()).unwrap();
    RunExplanation::new("board", &board.title(), engine, &model, traced)
}

#[test]
fn decimals_are_the_users_numbers() {
    let mut model = Model::new("prices");
    let x = model.add_shown("x", Domain::from_values([-125, 50])).unwrap();
    model.set_digits(x, 2);
    let model = Arc::new(model);
    let spec: Spec = "native".parse().unwrap();
    let traced = spec.record_trace(&model, 0, 100, &Control::unlimited()).unwrap();
    let text = render_tree(&RunExplanation::new("p", "prices", "native", &model, traced));
    assert!(text.contains("x: 2 {-1.25, 0.5}") && text.contains("★ -1.25"), "{text}");
    assert!(!text.contains("125,") && !text.contains("50"), "{text}");
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn figure_13_in_text() {
    insta::assert_snapshot!(render_tree(&explanation(&figure_13(), "reform:paper", 100)), @"
board: set 6 cards, 4 attributes of 3 values
reform:paper
8 nodes (5 branched, 3 leaves); 3 solutions; subproblems=5 leaves=3 leaf cards=3 nodes=9 checks=21

0. the whole problem
│  D1 = D2 = D3: 6 {1, 2, 3, 4, 5, 6}
│  branch on fill: Heuristic 1: the most zeros in column l
│    number: one l=3; two l=2; three l=1
│    color: red l=6; green l=0; purple l=0
│    fill: solid l=0; striped l=0; open l=6
│    shape: diamond l=2; oval l=3; squiggle l=1
│  ✗ fill = solid: Test 1: no card has this value
│  ✗ fill = striped: Test 1: no card has this value
│  ✗ fill ≠: Test 1: some value has no card, three values are needed
└─ 1. fill = open
   │  D1 = D2 = D3: 6 {1, 2, 3, 4, 5, 6}
   │  branch on color: Heuristic 1: the most zeros in column l
   │    number: one l=3; two l=2; three l=1
   │    color: red l=6; green l=0; purple l=0
   │    shape: diamond l=2; oval l=3; squiggle l=1
   │  ✗ color = green: Test 1: no card has this value
   │  ✗ color = purple: Test 1: no card has this value
   │  ✗ color ≠: Test 1: some value has no card, three values are needed
   └─ 2. color = red
      │  D1 = D2 = D3: 6 {1, 2, 3, 4, 5, 6}
      │  branch on shape: Heuristic 2: the most entries below three in column l
      │    number: one l=3; two l=2; three l=1
      │    shape: diamond l=2; oval l=3; squiggle l=1
      │  ✗ shape = diamond: Test 2: fewer than three cards have this value
      │  ✗ shape = squiggle: Test 2: fewer than three cards have this value
      ├─ 3. shape = oval
      │  │  D1 = D2 = D3: 3 {1, 5, 6}
      │  │  branch on number: Heuristic 2: the most entries below three in column l
      │  │    number: one l=1; two l=1; three l=1
      │  │  ✗ number = one: Test 2: fewer than three cards have this value
      │  │  ✗ number = two: Test 2: fewer than three cards have this value
      │  │  ✗ number = three: Test 2: fewer than three cards have this value
      │  └─ 5. number ≠
      │        D1: 1 {6}
      │        D2: 1 {1}
      │        D3: 1 {5}
      │        solved: search with forward checking
      │        ★ 1 5 6
      │        nodes=3 checks=6
      └─ 4. shape ≠
         │  D1: 2 {2, 4}
         │  D2: 3 {1, 5, 6}
         │  D3: 1 {3}
         │  branch on number: Heuristic 5: the most nulls in column f
         │    number: one c=1 d=1 e=1 f=1 g=3 h=6; two c=1 d=1 e=0 f=0 g=2 h=6; three c=0 d=1 e=0 f=0 g=1 h=6
         │  ✗ number = two: column f is null: some domain has no card of this value
         │  ✗ number = three: column f is null: some domain has no card of this value
         ├─ 6. number = one
         │     D1: 1 {4}
         │     D2: 1 {6}
         │     D3: 1 {3}
         │     solved: search with forward checking
         │     ★ 3 4 6
         │     nodes=3 checks=6
         └─ 7. number ≠
               D1: 1 {2}
               D2: 1 {5}
               D3: 1 {3}
               still to hold: number ≠
               solved: search with forward checking
               ★ 2 3 5
               nodes=3 checks=9

values:
  1 two red open oval
  2 two red open diamond
  3 one red open squiggle
  4 one red open diamond
  5 three red open oval
  6 one red open oval
");
}

#[test]
fn every_engine_explains_the_whole_run() {
    let deck = SetBoard::deal_cards(27, Some(3)).unwrap();
    let counts =
        ["reform:paper", "reform", "reform:split=never", "reform:leaf=sat:batsat", "native"].map(
            |engine| {
                let explanation = explanation(&deck, engine, 10_000);
                assert_eq!(explanation.stopped, None, "{engine}");
                for (place, step) in explanation.steps().iter().enumerate() {
                    assert_eq!(step.parent.is_none(), place == 0);
                    assert!(step.parent.is_none_or(|parent| parent < place), "{engine}");
                    assert_ne!(step.end, StepEnd::Open, "{engine}: {step:?}");
                    let branches = step.parent.map(|parent| &explanation.steps()[parent].end);
                    assert!(branches.is_none_or(|end| *end == StepEnd::Branched), "{engine}");
                }
                // Every format has every node.
                let nodes = explanation.steps().len();
                assert_eq!(render_dot(&explanation).matches("fillcolor=\"").count(), nodes);
                let json: serde_json::Value =
                    serde_json::from_str(&serde_json::to_string(&explanation).unwrap()).unwrap();
                assert_eq!(json["steps"].as_array().unwrap().len(), nodes);
                // The page takes the number for its heading and its table from the same member.
                assert_eq!(json["solutions"], explanation.solutions, "{engine}");
                assert_eq!(render_tree(&explanation).matches("the whole problem").count(), 1);
                explanation.solutions
            },
        );
    assert_eq!(counts, [counts[0]; 5]);
    assert!(counts[0] > 0);
}

#[test]
fn effort_at_the_leaves_adds_up() {
    let deck = SetBoard::deal_cards(81, None).unwrap();
    let explanation = explanation(&deck, "reform:paper", 1000);
    let sum =
        |name| explanation.steps().iter().filter_map(|step| step.counters.get(name)).sum::<u64>();
    assert_eq!((sum("checks"), sum("nodes"), explanation.solutions), (31_158, 2565, 1080));
    let ends = |is: fn(&StepEnd) -> bool| explanation.steps().iter().filter(|s| is(&s.end)).count();
    assert_eq!(ends(|end| *end == StepEnd::Branched), 85);
    assert_eq!(ends(|end| matches!(end, StepEnd::Leaf(_))), 175);
}

#[test]
fn the_published_search_has_a_step_for_each_card_and_pair() {
    for (board, steps) in
        [(SetBoard::deal_cards(81, None), 1 + 81 + 3240), (SetBoard::deal_cards(1, None), 2)]
    {
        let board = board.unwrap();
        let explanation = explanation(&board, "native:set-paper", 10_000);
        let sum = |name| {
            explanation.steps().iter().filter_map(|step| step.counters.get(name)).sum::<u64>()
        };
        assert_eq!(explanation.steps().len(), steps);
        for name in ["checks", "nodes"] {
            assert_eq!(Some(sum(name)), explanation.counters.get(name), "{name}");
        }
        let sets = if board.cards().len() == 81 { 1080 } else { 0 };
        assert_eq!(explanation.solutions, sets);
    }
}

#[test]
fn a_limit_ends_the_run_and_is_reported() {
    for engine in ["reform:paper", "native:set-paper", "reform", "native"] {
        let explanation = explanation(&SetBoard::deal_cards(81, None).unwrap(), engine, 20);
        assert!(
            explanation
                .stopped
                .as_ref()
                .is_some_and(|why| why.as_str().contains("limit of 20 nodes")),
            "{engine}"
        );
        assert_eq!(explanation.steps().len(), 20, "{engine}");
    }
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let mut explanation = explanation(&figure_13(), "reform", 100);
    explanation.title = "</script><b>".to_owned();
    let page = render_explanation_page(&[explanation]);
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("http") && !page.contains("{{"));
    assert!(page.contains("\\u003c/script>") && page.contains("&lt;/script&gt;"));
}

#[test]
fn other_engines_say_that_they_explain_nothing() {
    let model = Arc::new(figure_13().model(&figure_13().default_viewpoint()).unwrap());
    let refused = Spec::brute().record_trace(&model, 0, 9, &Control::unlimited()).unwrap_err();
    assert!(format!("{refused:?}").contains("reform:paper"));
}

#[test]
fn boards_are_drawn_where_a_model_has_a_grid() {
    let sudoku = SudokuPuzzle::new(
        4,
        "14.......1.4....".chars().map(|c| c.to_digit(10)).map(|d| d.map(|d| d as i32)).collect(),
    );
    let sudoku = sudoku.unwrap();
    let cells = sudoku.default_viewpoint();
    let model = Arc::new(sudoku.model(&cells).unwrap().restrict_givens(&sudoku.givens(&cells)));
    let trace = Spec::native().record_trace(&model, 0, 100, &Control::unlimited()).unwrap();
    let explanation = RunExplanation::new("board", &sudoku.title(), "native", &model, trace);
    insta::assert_snapshot!(render_tree(&explanation), @"
board: sudoku 4x4, 4 clues
native
3 nodes (1 branched, 2 solutions); 2 solutions; nodes=1 enumerations=2 backtracks=0 assignments=1 prunings=16 propagations=48 checks=0 depth=1

0. the whole problem
│  1  4  | .  .
│  .  .  | 4  1
│  ------+------
│  .  1  | .  4
│  4  .  | 1  .
│  8 open cells, 16 candidates
│  branch on r1c3: domain size by weight of failed constraints; the median value
│  propagations=0 prunings=28
├─ 1. r1c3 = 2
│     1  4  | 2* 3*
│     3* 2* | 4  1
│     ------+------
│     2* 1  | 3* 4
│     4  3* | 1  2*
│     a solution
│     propagations=24 prunings=8
└─ 2. r1c3 ≠ 2
      1  4  | 3* 2*
      2* 3* | 4  1
      ------+------
      3* 1  | 2* 4
      4  2* | 1  3*
      a solution
      propagations=24 prunings=8

. open cell, * fixed since the node above
");
    let page = render_explanation_page(&[explanation]);
    assert!(page.contains("\"board\":{\"order\":4,\"box_height\":2,\"box_width\":2}"));
}
