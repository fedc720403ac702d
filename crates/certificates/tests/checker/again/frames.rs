//! When a problem is counted, and where it may be met.

use super::{
    accepts, checked, different, hiding, model, refuses, same, sum, table, with_objective,
};
use parallax_certificates::{CheckerModel, ClaimKind, Relation};

fn pair() -> CheckerModel {
    model(&[&[0, 1], &[0, 1]], vec![different(&[0, 1])])
}

#[test]
fn a_problem_is_counted_once_its_branch_is_closed() {
    for (steps, why) in [
        ("h / b 0 / q", "not counted yet"),
        ("h / d 0 0 / h / b 1 / u / q", "not counted yet"),
        // Inside of itself, one branch deeper.
        ("d 0 0 / h / d 1 1 / b 0 / u / q", "not counted yet"),
        ("d 0 0 / h / r / d 0 0 / b 0 / u / q", "not counted yet"),
        ("h / d 0 0 / p 0 1 0 / c / u / b 0 / q", "not counted yet"),
        ("b 0 / q", "there is no problem 0"),
        ("b 9223372036854775807 / q", "there is no problem"),
        ("b -1 / q", "no place"),
        ("b / q", "no step 'b' of 0 numbers"),
        ("h 0 / q", "no step 'h' of 1 numbers"),
        ("d 0 0 / h / p 0 1 0 / c / u / p 0 1 1 / c / h / q", "is closed"),
        ("d 0 0 / h / p 0 1 0 / c / b 0 / u / q", "is closed"),
        ("d 0 0 / h / p 0 1 0 / c / u / p 0 1 1 / c / b 0 / q", "is closed"),
    ] {
        refuses(&pair(), steps, why);
    }
    // One that is noted further out is not closed with a branch inside of it.
    let own = model(&[&[0, 1], &[0, 1, 2], &[0, 1, 2]], vec![different(&[1, 2])]);
    let first = "d 0 0 / h / d 1 0 / p 0 2 0 / c / u";
    refuses(&own, &format!("{first} / d 1 1 / p 0 2 1 / c / u / b 0 / u / q"), "not counted yet");
    let steps = format!("{first} / d 1 1 / p 0 2 1 / c / u / p 0 2 2 / c / u / b 0 / q 12");
    accepts(&own, &steps, 12);
}

#[test]
fn counts_since_the_problem_was_noted() {
    let own = model(&[&[0, 1, 2], &[0, 1, 2], &[0, 1]], vec![different(&[0, 1])]);
    // Solutions counted before it, in its own branch and outside, are not of it.
    let steps = "d 0 0 / p 0 1 0 / c / u / d 2 0 / d 0 1 / p 0 1 1 / c / u / h / p 0 1 2 / c / u / \
        d 0 1 / p 0 1 1 / c / u";
    accepts(&own, &format!("{steps} / b 0 / q 12"), 12);
    refuses(&own, &format!("{steps} / b 0 / q 14"), "the end claims 14");
    let steps = "d 0 0 / p 0 1 0 / c / u / d 2 0 / h / d 0 1 / p 0 1 1 / c / u / p 0 1 2 / c / u";
    accepts(&own, &format!("{steps} / b 0 / q 12"), 12);
    // Two notes of one box are two problems with one count.
    let steps = steps.replace(" h /", " h / h /");
    accepts(&own, &format!("{steps} / b 1 / q 12"), 12);
}

#[test]
fn a_restart_forgets_open_problems() {
    // Without a solution, so that going back to the root is allowed.
    let zero = |v| sum(&[(1, v)], Relation::Le, 0);
    let own = model(&same(&[0, 1], 4), vec![different(&[0, 1]), zero(2), zero(3)]);
    refuses(&own, "d 3 0 / h / r / d 2 1 / f 1 / u / b 0 3 0 1 3 / q 0", "not counted yet");
    refuses(&own, "d 3 0 / h / r / d 2 1 / f 1 / u / d 3 0 / b 0 / q 0", "not counted yet");
    // Not over solutions that a problem has counted.
    let own = model(&[&[0, 1], &[0, 1], &[0, 1, 2]], vec![different(&[0, 1])]);
    let first = "d 2 0 / h / d 0 0 / p 0 1 0 / c / u / p 0 1 1 / c / u";
    refuses(&own, &format!("{first} / d 2 1 / b 0 / r / d 2 1 / b 0 / u / b 0 / q 8"), "counted");
    accepts(&own, &format!("{first} / d 2 1 / b 0 / u / b 0 / q 6"), 6);
    // A count from before stays true.
    let own = model(&[&[0, 1, 2], &[1, 2], &[1, 2], &[1, 2]], vec![different(&[1, 2, 3])]);
    accepts(&own, "d 0 1 / h / f 0 / u / d 0 0 / r / d 0 0 / b 0 / u / b 0 / q 0", 0);
}

#[test]
fn nothing_is_counted_below_a_hidden_variable() {
    let rows = [[0, 0], [1, 0], [1, 1]];
    let own = hiding(model(&same(&[0, 1], 3), vec![table([0, 2], &rows, false)]), &[2]);
    let first = "d 0 0 / p 0 2 1 / h / c / u";
    refuses(&own, &format!("{first} / d 2 0 / b 0 / u / b 0 / q 6"), "which is hidden");
    accepts(&own, &format!("{first} / c / q 4"), 4);
    refuses(&own, "d 2 1 / h / c / u / q", "which is hidden");
    // A problem without a solution may be met there, and noted.
    let own = model(
        &[&[0, 1], &[1, 2], &[1, 2], &[1, 2], &[0, 1]],
        vec![table([0, 4], &rows, false), different(&[1, 2, 3])],
    );
    let own = hiding(own, &[4]);
    accepts(&own, "d 0 0 / p 0 4 1 / h / f 1 / u / d 4 0 / b 0 / u / b 0 / q 0", 0);
    accepts(&own, "d 4 0 / d 0 1 / h / f 1 / u / b 0 / u / f 1 / q 0", 0);
}

#[test]
fn not_in_lemmas_next_to_lists_or_for_an_optimum() {
    let own = pair();
    refuses(&own, "w 0 1 / h / q", "next to a list");
    refuses(&own, "w 0 1 / d 0 0 / h / q", "next to a list");
    refuses(&own, "l = 0 0 / h / e / q", "in a lemma");
    refuses(&own, "d 0 0 / h / p 0 1 0 / c / u / w 1 0 / q", "beside leaves");
    let none = model(&same(&[0, 1], 3), vec![different(&[0, 1, 2])]);
    let first = "d 0 0 / h / f 0 / u";
    accepts(&none, &format!("{first} / b 0 0 0 2 0 1 1 0 / q 0"), 0);
    refuses(&none, &format!("{first} / l = 1 0 / b 0 / e / q"), "in a lemma");
    let own = with_objective(none);
    for steps in ["h / q", "d 0 0 / h / q", "d 0 0 / f 0 / u / h / q"] {
        let refused = checked(&own, ClaimKind::Optimum, steps).expect_err(steps);
        assert!(refused.why.to_string().contains("for an optimum"), "{refused}");
    }
    let refused = checked(&own, ClaimKind::Optimum, "b 0 / q").expect_err("no problem");
    assert!(refused.why.to_string().contains("there is no problem 0"), "{refused}");
}

#[test]
fn lemmas_keep_counts_true() {
    // A lemma of the root that a branch has left: x is not 0 any more.
    let own = model(&[&[0, 1], &[0, 1], &[0, 1]], vec![different(&[0, 1])]);
    let steps =
        "d 0 0 / p 0 1 0 / c / u / l = 1 1 / f 0 / e / d 2 0 / h / p 2 1 1 / c / u / b 0 / q 4";
    accepts(&own, steps, 4);
}
