//! The Latin square of order 3, which the page of the format has as its example.

use super::{accepts, checked, different, model, same};
use parallax_certificates::{CertificateClaim, CheckerModel, ClaimKind, Constraint, NaturalNumber};

/// Rows are the constraints 0 to 2, columns 3 to 5.
fn square() -> CheckerModel {
    let row = |own: usize| different(&[3 * own, 3 * own + 1, 3 * own + 2]);
    let column = |own: usize| different(&[own, own + 3, own + 6]);
    let all: Vec<Constraint> = (0..3).map(row).chain((0..3).map(column)).collect();
    model(&same(&[1, 2, 3], 9), all)
}

const STEPS: &str = "d 0 1 / h / g 0 1 1 1 2 1 1 / g 3 3 1 1 6 1 1 / d 1 2 / h / p 0 2 2 / \
    g 4 4 1 2 7 1 2 / g 5 5 1 3 8 1 3 / d 3 2 / h / g 1 5 1 2 4 1 1 / p 3 6 2 / p 5 8 1 / p 4 7 3 / \
    c / u / b 2 5 5 4 6 8 7 0 2 2 3 3 2 / u / b 1 0 0 2 2 3 3 2 / u / d 0 2 / b 0 0 0 2 1 2 2 1 / u / \
    b 0 0 0 3 1 2 2 3 3 1 / q 12";

#[test]
fn the_example_of_the_page() {
    accepts(&square(), STEPS, 12);
    let page = include_str!("../../../../../docs/reference/certificate-format.md");
    assert!(page.contains(&super::lines(STEPS)), "the example of the page is another one");
}

#[test]
fn each_line_counts() {
    let lines: Vec<&str> = STEPS.split(" / ").collect();
    let without = |left_out: usize| -> String {
        let kept = (0..lines.len()).filter(|&own| own != left_out).map(|own| lines[own]);
        kept.collect::<Vec<_>>().join(" / ")
    };
    let twelve = CertificateClaim::Count(NaturalNumber::from(12));
    for line in 0..lines.len() {
        let shown = checked(&square(), ClaimKind::Count, &without(line));
        assert!(shown.is_err() || shown == Ok(twelve.clone()), "line {line}: {shown:?}");
        // Without its claim, too.
        let steps = without(line).replace(" / q 12", " / q");
        let shown = checked(&square(), ClaimKind::Count, &steps);
        assert!(shown.is_err() || shown == Ok(twelve.clone()), "line {line}: {shown:?}");
    }
}
