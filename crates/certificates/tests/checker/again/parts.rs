//! Problems of independent parts.

use std::io::{Error, Read};

use super::{accepts, different, implies, lines, model, refuses, same, sum};
use parallax_certificates::{CheckerModel, Relation, check_certificate};

/// a and b differ, so do c and d, and where s is 1 the sum of c and d is too large.
fn two() -> CheckerModel {
    let large = sum(&[(1, 3), (1, 4)], Relation::Ge, 5);
    let domains: [&[i64]; 5] = [&[0, 1], &[1, 2, 3], &[1, 2, 3], &[1, 2], &[1, 2]];
    model(&domains, vec![different(&[1, 2]), different(&[3, 4]), implies(0, large)])
}

#[test]
fn constraints_of_another_part() {
    // The parts have no solution together, but the first has some.
    let first = "d 0 1 / m -1 0 0 1 1 / h";
    let again = "n / u / m -1 0 0 1 1 / b 0 / n / q 0";
    for step in ["f 2", "t 2", "p 2 1 1 2 3", "k 2 1 4 5", "g 2 1 0 4 5", "f 1", "a 1 3"] {
        let why = if step == "a 1 3" { "is not in this part" } else { "not of this part" };
        refuses(&two(), &format!("{first} / {step} / {again}"), why);
    }
    // No constraint of another part may take the value of a variable of this one.
    let own =
        model(&[&[1, 2], &[1, 2], &[3], &[3, 4]], vec![different(&[0, 1]), different(&[2, 3])]);
    refuses(&own, "m 0 0 -1 1 / a 1 2 / q", "is not in this part");
    // Nor one without open variables, of which nothing is asked.
    let fixed =
        model(&[&[1, 2], &[1, 2], &[3], &[4]], vec![different(&[0, 1]), different(&[2, 3])]);
    refuses(&fixed, "m 0 0 -1 -1 / t 1 / q", "not of this part");
    accepts(&fixed, "t 1 / m 0 0 -1 -1 / d 0 1 / t 0 / c / u / t 0 / c / n / q 2", 2);
    let pair = "h / d 1 1 / p 0 2 1 / c / u / d 1 2 / p 0 2 2 / c / u / p 0 2 3 / c / n";
    let rest = "h / d 3 1 / p 1 4 1 / c / u / p 1 4 2 / c / n";
    accepts(&two(), &format!("d 0 1 / f 2 / u / m -1 0 0 1 1 / {pair} / {rest} / q 12"), 12);
}

#[test]
fn a_part_without_a_solution_ends_the_split() {
    let own = model(
        &[&[0, 1], &[0, 1], &[0, 1], &[1, 2], &[1, 2]],
        vec![different(&[0, 1, 2]), different(&[3, 4])],
    );
    accepts(&own, "m 0 0 0 1 1 / f 0 / n / q 0", 0);
    refuses(&own, "m 0 0 0 1 1 / f 0 / n / c / n / q 0", "is closed");
    // The count of the other part is not known.
    refuses(&own, "m 1 1 1 0 0 / h / f 1 / n / q 0", "can hold");
    // A split that was never closed leaves no count.
    refuses(&own, "m 1 1 1 0 0 / h / n / q 0", "is open");
}

#[test]
fn a_constraint_joins_parts_unless_it_is_certain() {
    let own = model(&[&[1, 2], &[1, 2, 3]], vec![different(&[0, 1])]);
    refuses(&own, "m 0 1 / c / n / c / n / q 6", "joins two parts");
    let high = sum(&[(1, 1)], Relation::Ge, 3);
    let own = model(&[&[1, 2], &[1, 2, 3, 4]], vec![different(&[0, 1]), high]);
    accepts(&own, "k 1 1 3 4 / m 0 1 / c / n / c / n / q 4", 4);
    // It belongs to none of them.
    refuses(&own, "k 1 1 3 4 / m 0 1 / t 0 / q 4", "not of this part");
    let own = model(&[&[1, 2], &[1, 2, 3, 4]], vec![different(&[0, 1])]);
    refuses(&own, "d 1 3 / c / u / m 0 1 / c / n / c / n / q", "joins two parts");
}

#[test]
fn only_variables_of_the_part_have_names() {
    let own =
        model(&same(&[1, 2], 6), vec![different(&[0, 1]), different(&[2, 3]), different(&[4, 5])]);
    let first = "m 0 0 1 1 2 2 / h / d 0 1 / p 0 1 1 / c / u / p 0 1 2 / c / n";
    accepts(&own, &format!("{first} / b 0 / n / b 0 2 5 4 / n / q 8"), 8);
    accepts(&own, &format!("{first} / b 0 / n / b 0 2 5 4 0 2 1 2 2 1 / n / q 8"), 8);
    for names in ["2 4 5", "2 0 1", "2 2 2", "4 2 3 4 5", "1 2"] {
        refuses(&own, &format!("{first} / b 0 {names} / n / q"), "other variables");
    }
    refuses(&own, &format!("{first} / b 0 0 1 4 0 / n / q"), "which is not open");
    // In a split within a part, and outside of it, where all constraints are asked.
    let free = model(&[&[0, 1], &[1, 2], &[1, 2], &[1, 2]], vec![different(&[1, 2])]);
    let part = "d 0 0 / m -1 0 0 1 / h / d 1 1 / p 0 2 1 / c / u / p 0 2 2 / c / n / c / n / u";
    refuses(&free, &format!("{part} / b 0 / q"), "another problem");
    accepts(&free, &format!("{part} / m -1 0 0 1 / b 0 / n / c / n / q 8"), 8);
    let nested = "m 0 0 0 0 1 1 / m 0 0 1 1 -1 -1 / h / d 0 1 / p 0 1 1 / c / u / p 0 1 2 / c / n / b 0 / n / n";
    accepts(&own, &format!("{nested} / b 0 / n / q 8"), 8);
}

#[test]
fn a_split_of_nothing_has_one_part() {
    let own = model(&[&[1], &[2]], vec![different(&[0, 1])]);
    accepts(&own, "m -1 -1 / c / n / q 1", 1);
    accepts(&own, "m -1 -1 / h / c / n / q 1", 1);
    refuses(&own, "m -1 -1 / n / q 1", "is open");
    let none = model(&[], vec![]);
    accepts(&none, "m / h / s / n / q 1", 1);
    accepts(&none, "h / c / q 1", 1);
}

#[test]
fn a_joined_file_has_problems_of_its_own() {
    let own = model(&[&[0, 1], &[0, 1]], vec![different(&[0, 1])]);
    let joined = |inner: &str, steps: &str| {
        let file = |part: &str, steps: &str| {
            format!("parallax-certificate 3 {} count{part}\n{}", own.digest(), lines(steps))
        };
        let mut files = |name: &str| -> Result<Box<dyn Read>, Error> {
            assert_eq!(name, "part");
            Ok(Box::new(std::io::Cursor::new(file(" where = 0 0", inner).into_bytes())))
        };
        let shown = check_certificate(&own, file("", steps).as_bytes(), &mut files, &|| Ok(()));
        shown.map(|own| own.to_string()).map_err(|own| own.why.to_string())
    };
    let inner = "d 1 1 / h / c / u / f 0 / q";
    let steps = "d 0 0 / h / j part / u / b 0 0 0 2 0 1 1 0 / q 2";
    assert_eq!(joined(inner, steps), Ok("count 2".to_owned()));
    // Neither file knows the problems of the other.
    let steps = "d 0 0 / j part / u / b 0 / q 2";
    assert_eq!(joined(inner, steps), Err("there is no problem 0".to_owned()));
    let refused = joined("b 0 / q", "d 0 0 / h / p 0 1 0 / c / u / d 1 0 / j part / q");
    assert!(refused.expect_err("another box").contains("there is no problem 0"));
}
