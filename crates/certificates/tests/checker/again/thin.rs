//! Constraints that take all that they can.

use super::{accepts, different, model, refuses, same, sum, with_objective};
use parallax_certificates::{CertificateClaim, ClaimKind, Relation};

#[test]
fn values_that_cannot_be_are_taken() {
    let square = model(
        &same(&[1, 2, 3], 4),
        vec![different(&[0, 1, 2]), sum(&[(1, 0), (1, 3)], Relation::Le, 3)],
    );
    // x0 = 1: x1 and x2 lose it, and x3 is at most 2.
    let steps = "d 0 1 / t 0 1 / d 1 2 / t 0 / c / u / t 0 / c / u / p 1 0 3 / t 0 1";
    accepts(&square, &format!("{steps} / d 1 1 / t 0 / c / u / t 0 / c / q 6"), 6);
    refuses(&square, &format!("{steps} / c / q 6"), "may fail");
    let steps = steps.replace("p 1 0 3 / ", "");
    // Nothing is taken twice, and an empty list takes nothing.
    accepts(
        &square,
        &format!("t / t 0 0 1 1 / {steps} / t 0 1 / d 1 1 / t 0 / c / u / t 0 / c / q 6"),
        6,
    );
    for (steps, why) in [
        ("t 2 / q", "there is no constraint 2"),
        ("t -1 / q", "no place"),
        ("t 9223372036854775807 / q", "there is no constraint"),
        ("d 0 1 / t 0 / p 0 1 1 / q", "has no value 1"),
    ] {
        refuses(&square, steps, why);
    }
    // An empty domain closes the box; whatever follows in the list is refused.
    let none = model(&same(&[1, 2], 3), vec![different(&[0, 1, 2])]);
    accepts(&none, "t 0 / q 0", 0);
    refuses(&none, "t 0 0 / q 0", "is closed");
}

#[test]
fn also_in_lemmas_and_for_an_optimum() {
    let own = model(&same(&[1, 2, 3], 3), vec![different(&[0, 1, 2])]);
    let rest = |v: u32| format!("t 0 / d 1 {v} / t 0 / c / u / t 0 / c");
    let steps = format!("d 0 1 / {} / u / d 0 2 / {} / u / {} / q 6", rest(2), rest(1), rest(1));
    accepts(&own, &steps, 6);
    accepts(&own, &format!("l = 0 1 < 1 2 < 2 2 / t 0 / e / {steps}"), 6);
    refuses(&own, &format!("l = 0 1 < 1 2 / t 0 / e / {steps}"), "not all closed");
    let own = with_objective(own);
    let shown = super::checked(&own, ClaimKind::Optimum, "d 0 1 / t 0 / s 1 2 3 / u / f 1 / q 1");
    assert_eq!(shown.ok(), Some(CertificateClaim::Optimum(Some(1))));
}
