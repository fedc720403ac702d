use parallax_model::engine_api::Control;

use super::super::first_solution::TrialEnd;
use super::run::solve_cell;
use super::{
    CrawfordBoards, CrawfordStrategy, CrawfordTableKind, CrawfordTableVersion, PublishedCell,
};

/// Cells that differ from the paper's: table, strategy, problem, E, B.
const OTHER: [(&str, &str, &str, u64, u64); 20] = [
    ("2", "S7", "N=3", 4, 0),
    ("3", "S8", "N²=16", 358_775, 358_722),
    ("3", "S8", "N²=25", 557_090, 557_068),
    ("3", "S6", "N²=25", 8_264_964, 8_264_864),
    ("2-literal", "S3", "N=10", 70, 3),
    ("2-literal", "S3", "N=15", 173, 11),
    ("2-literal", "S4", "N=10", 65, 0),
    ("2-literal", "S4", "N=15", 163, 3),
    ("2-literal", "S7", "N=3", 4, 0),
    ("2-literal", "S7", "N=4", 10, 0),
    ("3-literal", "S3", "N²=9", 10, 6),
    ("3-literal", "S3", "N²=16", 2691, 2673),
    ("3-literal", "S3", "N²=25", 2263, 2234),
    ("3-literal", "S4", "N²=16", 418, 396),
    ("3-literal", "S4", "N²=25", 7463, 7438),
    ("3-literal", "S4", "N²=49", 7749, 7691),
    ("3-literal", "S11", "N²=9", 10, 6),
    ("3-literal", "S11", "N²=16", 1459, 1432),
    ("3-literal", "S11", "N²=25", 417, 398),
    ("3-literal", "S12", "N²=16", 799, 771),
];

/// Solves the cells of both tables that should take at most `most` enumerations; returns how
/// many of their numbers equal the paper's.
fn equal_up_to(which: CrawfordTableKind, most: u64) -> (usize, usize) {
    let table = which.make_table(&CrawfordBoards::Own).unwrap();
    let (mut numbers, mut equal) = (0, 0);
    for cell in &table.cells {
        let (name, problem) = (cell.strategy.name(), &cell.problem.name);
        let other = OTHER.iter().find(|o| (o.0, o.1, o.2) == (which.name(), &*name, problem));
        let paper = match cell.published {
            PublishedCell::Solved(e, b, _) => Some((e, b)),
            _ => None,
        };
        let Some((e, b)) = other.map(|o| (o.3, o.4)).or(paper).filter(|found| found.0 <= most)
        else {
            continue;
        };
        let trial = solve_cell(cell, None, &Control::unlimited());
        let got = (trial.counter_value("enumerations"), trial.counter_value("backtracks"));
        assert_eq!((&trial.end, got), (&TrialEnd::Solved, (e, b)), "{name} {problem}");
        if let Some(paper) = paper {
            numbers += 2;
            equal += usize::from(got.0 == paper.0) + usize::from(got.1 == paper.1);
        }
    }
    (equal, numbers)
}

#[test]
fn latin_squares_take_the_published_numbers() {
    assert_eq!(
        equal_up_to(CrawfordTableKind::Latin(CrawfordTableVersion::Fitted), 100_000),
        (63, 64)
    );
}

#[test]
fn value_orders_by_the_letter_take_others() {
    assert_eq!(
        equal_up_to(CrawfordTableKind::Latin(CrawfordTableVersion::Literal), 100_000),
        (55, 64)
    );
    assert_eq!(
        equal_up_to(CrawfordTableKind::Magic(CrawfordTableVersion::Literal), 10_000),
        (32, 52)
    );
}

#[test]
fn magic_squares_take_the_published_numbers() {
    assert_eq!(
        equal_up_to(CrawfordTableKind::Magic(CrawfordTableVersion::Fitted), 900_000),
        (68, 70)
    );
}

#[test]
#[ignore = "minutes"]
fn large_magic_squares_take_the_published_numbers() {
    assert_eq!(
        equal_up_to(CrawfordTableKind::Magic(CrawfordTableVersion::Fitted), 10_000_000),
        (70, 72)
    );
}

#[test]
fn latin_squares_of_order_30_are_within_reach() {
    for (strategy, enumerations) in
        CrawfordStrategy::from_numbers(1..=4).into_iter().zip([814, 814, 3593, 941])
    {
        let problem = super::BenchmarkPuzzle::latin_square(30, true).unwrap();
        let cell = super::CrawfordCell { problem, strategy, published: PublishedCell::Nothing };
        let trial = solve_cell(&cell, None, &Control::unlimited());
        assert_eq!(
            (trial.end.clone(), trial.counter_value("enumerations")),
            (TrialEnd::Solved, enumerations)
        );
    }
}
