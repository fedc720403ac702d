//! Tests the parts of the published reformulation on the paper's own examples.

use parallax_model::{
    ClassRelation, Compare, ComparisonOperator, Constraint, DimensionRelation, Domain, Model,
    ValueDimension,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::children::branch_attribute;
use super::heuristics::{PaperHeuristic, different_domains, same_domains};
use super::*;

/// Builds cards from columns of digits, one column for each attribute.
fn cards(columns: &[&str]) -> CardModel {
    let mut model = Model::new("cards");
    let count = columns[0].len() as i32;
    let scope = ["x", "y", "z"].map(|v| model.add_shown(v, Domain::from_range(1, count)).unwrap());
    for pair in scope.windows(2) {
        let order = Compare::new(pair[0], ComparisonOperator::Lt, pair[1]);
        model.post("order", Constraint::Compare(order)).unwrap();
    }
    for (i, column) in columns.iter().enumerate() {
        let members = column.bytes().enumerate();
        let members: Vec<_> =
            members.map(|(card, value)| (card as i32 + 1, usize::from(value - b'1'))).collect();
        let values = ["1", "2", "3"].map(str::to_owned).to_vec();
        let dimension = ValueDimension::new(format!("A{i}"), values, &members).unwrap();
        let dimension = model.add_dimension(dimension).unwrap();
        let relation = ClassRelation::AllSameOrAllDifferent;
        let relation = DimensionRelation { scope: scope.to_vec(), dimension, relation };
        model.post("", Constraint::Dimension(relation)).unwrap();
    }
    CardModel::from_model(&model).unwrap()
}

fn whole(cards: &CardModel) -> PaperSubproblem {
    PaperSubproblem {
        domains: [(0..cards.len()).collect(), vec![], vec![]],
        same: true,
        active: (0..cards.attributes().len()).collect(),
        ..PaperSubproblem::default()
    }
}

/// Returns number, color, filling and shape of Figure 4.
fn figure_4() -> CardModel {
    cards(&["311233131", "112321311", "122111122", "231331222"])
}

#[test]
fn variables_ascend_in_any_order_of_the_model() {
    let read = |pairs: &[[usize; 2]]| {
        let mut model = Model::new("cards");
        let scope =
            ["x", "y", "z"].map(|v| model.add_shown(v, Domain::from_range(1, 3)).expect("new"));
        for pair in pairs {
            let [left, right] = pair.map(|place| scope[place]);
            let order = Compare::new(left, ComparisonOperator::Lt, right);
            model.post("order", Constraint::Compare(order)).expect("valid");
        }
        let values = ["1", "2", "3"].map(str::to_owned).to_vec();
        let dimension = ValueDimension::new("A", values, &[(1, 0), (2, 1), (3, 2)]);
        let dimension = model.add_dimension(dimension.expect("valid")).expect("new");
        let relation = ClassRelation::AllSameOrAllDifferent;
        let relation = DimensionRelation { scope: scope.to_vec(), dimension, relation };
        model.post("", Constraint::Dimension(relation)).expect("valid");
        CardModel::from_model(&model).map(|cards| cards.candidate_values([0, 1, 2]))
    };
    assert_eq!(read(&[[0, 1], [1, 2]]), Ok([1, 2, 3]));
    assert_eq!(read(&[[2, 1], [1, 0]]), Ok([3, 2, 1]));
    assert_eq!(read(&[[0, 2], [2, 1]]), Ok([1, 3, 2]));
    assert_eq!(read(&[[0, 1], [0, 2], [1, 2], [0, 1]]), Ok([1, 2, 3]));
    for pairs in [&[[0, 1], [0, 2]][..], &[[0, 1]], &[[0, 1], [1, 2], [2, 0]]] {
        assert_eq!(read(pairs), Err(CardsError::Order), "{pairs:?}");
    }
}

#[test]
fn column_l_is_that_of_table_1() {
    let cards = figure_4();
    let root = whole(&cards);
    let table = PaperDomainTable::from_domain(&cards, root.variable_domain(0), &root.active);
    let expected = [[4, 1, 4], [5, 2, 2], [5, 4, 0], [2, 4, 3]];
    assert_eq!(table.rows.iter().map(|row| row.1).collect::<Vec<_>>(), expected);
    // Filling has a value without cards.
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    assert_eq!(same_domains(&table, rng), (2, PaperHeuristic::H1));
    let made = branch_attribute(&cards, &root, 2, PaperConsistency::New);
    assert_eq!(made.made.len(), 2);
    assert_eq!(made.made[1].1.domains[0], [1, 2, 7, 8]);
    let absent: Vec<&str> = made.absent.iter().map(|(name, _)| &**name).collect();
    assert_eq!(absent, ["A2 = 3", "A2 ≠"]);
}

#[test]
fn figure_14_has_one_child_of_number() {
    // Number and shape of Figure 13.
    let cards = cards(&["221131", "231322"]);
    let root = whole(&cards);
    let made = branch_attribute(&cards, &root, 0, PaperConsistency::New);
    let names: Vec<&str> = made.made.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["A0 = 1", "A0 ≠"]);
    let different = &made.made[1].1;
    assert_eq!(different.domains, [vec![2, 3, 5], vec![0, 1], vec![4]]);
    assert!(!different.same && different.kept.is_empty() && different.combination_count() == 6);
    // Its summary: shape by domain, and the products and sums of Table 4.
    let table = SummaryTable::from_domains(&cards, &different.domains, &different.active);
    let summary = table.rows[0].1;
    assert_eq!(summary.counts, [[1, 0, 0], [1, 1, 1], [1, 1, 0]]);
    assert_eq!(
        (summary.count_products(), summary.count_sums(), summary.product_of_sums()),
        ([0, 1, 0], [1, 3, 2], 6)
    );
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    assert_eq!(different_domains(&table, rng), (1, PaperHeuristic::H5));
    // The third domain has only shape 2, which the others lose.
    let made = branch_attribute(&cards, different, 1, PaperConsistency::New);
    let kept = &made.made[1].1;
    assert_eq!((&made.made[0].0[..], &made.made[1].0[..]), ("A1 = 2", "A1 ≠"));
    assert_eq!(kept.domains, [vec![2], vec![1], vec![4]]);
    let loose = branch_attribute(&cards, different, 1, PaperConsistency::None);
    assert_eq!(loose.made[1].1.domains, different.domains);
}

#[test]
fn the_conditions() {
    use super::conditions::{test1, test2, test3};
    assert!(test1([3, 0, 4]) && !test1([1, 1, 1]));
    assert!(!test2(0) && test2(1) && test2(2) && !test2(3));
    assert!(test3(&AttributeSummary { counts: [[0, 0, 0], [1, 1, 1], [2, 0, 1]] }));
    assert!(!test3(&AttributeSummary { counts: [[0, 0, 1], [1, 1, 1], [2, 0, 1]] }));
}

#[test]
fn heuristics_in_their_order() {
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let table =
        |rows: &[[u32; 3]]| PaperDomainTable { rows: rows.iter().copied().enumerate().collect() };
    assert_eq!(same_domains(&table(&[[3, 3, 3], [2, 4, 3]]), rng), (1, PaperHeuristic::H2));
    assert_eq!(same_domains(&table(&[[0, 5, 4], [0, 0, 9]]), rng), (1, PaperHeuristic::H1));
    assert_eq!(same_domains(&table(&[[0, 5, 4], [0, 1, 8]]), rng), (1, PaperHeuristic::H1));
    let equal = table(&[[3, 3, 3]; 3]);
    let drawn: std::collections::BTreeSet<usize> =
        (0..50).map(|seed| same_domains(&equal, &mut ChaCha8Rng::seed_from_u64(seed)).0).collect();
    assert_eq!(drawn.len(), 3, "ties are broken at random");
    let summary = |counts| AttributeSummary { counts };
    let full = summary([[1; 3]; 3]);
    let thin = summary([[1, 0, 1], [1; 3], [1; 3]]);
    let none = summary([[0; 3], [1; 3], [1; 3]]);
    let of = |rows: &[AttributeSummary]| SummaryTable {
        rows: rows.iter().copied().enumerate().collect(),
    };
    assert_eq!(different_domains(&of(&[full, thin, none]), rng), (2, PaperHeuristic::H4));
    assert_eq!(different_domains(&of(&[full, thin]), rng), (1, PaperHeuristic::H5));
    assert_eq!(different_domains(&of(&[full, full]), rng).1, PaperHeuristic::H3);
}
