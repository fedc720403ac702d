//! Limits, files that are cut, and large counts.

use std::io::ErrorKind;

use super::{accepts, checked, different, model, refuses, sum};
use parallax_certificates::{Claim, Kind, Relation, check};

#[test]
fn counts_of_more_than_128_bits() {
    // 60 variables with 10 values: 10^60 points, twice and a half.
    let wide: Vec<i64> = (0..10).collect();
    let domains: Vec<&[i64]> =
        std::iter::once(&[0, 1][..]).chain((0..60).map(|_| &wide[..])).collect();
    let own = model(&domains, vec![]);
    let shown = checked(&own, Kind::Count, "d 0 0 / h / c / u / b 0 / q").expect("it is right");
    assert_eq!(shown.to_string(), format!("2{}", "0".repeat(60)));
    // What was counted before it is taken off, also with a borrow.
    let steps = "d 0 0 / d 1 0 / c / u / h / c / u / d 1 0 / c / u / b 0";
    let shown = checked(&own, Kind::Count, steps);
    assert!(shown.is_err());
    let steps = format!("{steps} / q 2{}", "0".repeat(60));
    let shown = checked(&own, Kind::Count, &steps).expect("it is right");
    assert_eq!(shown.kind(), Kind::Count);
    refuses(&own, &steps.replace("q 2", "q 3"), "the end claims 3");
}

/// A problem takes 8 numbers and the places of the count before it, of 18 digits each.
#[test]
fn problems_are_limited_in_number() {
    // With s = 0 there are 64^300 solutions, a number of 542 digits; with s = 1 all others are 0.
    let values: Vec<i64> = (0..64).collect();
    let domains: Vec<&[i64]> =
        std::iter::once(&[0, 1][..]).chain((0..300).map(|_| &values[..])).collect();
    let terms: Vec<(i64, usize)> =
        std::iter::once((63 * 300, 0)).chain((1..=300).map(|own| (1, own))).collect();
    let own = model(&domains, vec![sum(&terms, Relation::Le, 63 * 300)]);
    let zeros: String = (1..=300).map(|own| format!(" {own} 0 0 0")).collect();
    let first = format!("d 0 0\nc\nu\ng 0{zeros}\n");
    let most = (1 << 25) / (8 + 31);
    let text = format!("parallax-certificate 2 {} count\n{first}", own.digest());
    let text = text + &"h\n".repeat(most + 1);
    let mut none = |_: &str| Err(ErrorKind::NotFound.into());
    let full = check(&own, text.as_bytes(), &mut none, &|| Ok(())).expect_err("too many");
    assert!(
        full.why.contains("more than 33554432 numbers in lemmas, lists and problems"),
        "{full}"
    );
    assert_eq!(full.line, 5 + most as u64 + 1);
}

/// A certificate with every step of problems, in both forms.
#[test]
fn a_file_that_is_cut_is_refused() {
    let own = model(&[&[0, 1], &[0, 1]], vec![different(&[0, 1])]);
    let text = format!(
        "parallax-certificate 2 {} count\nd 0 0\nh\nt 0\nc\nu\nb 0 1 1 1 1 2 0 1 1 0\nq 2\n",
        own.digest()
    );
    let mut none = |_: &str| Err(ErrorKind::NotFound.into());
    let mut shown =
        |bytes: &[u8]| check(&own, bytes, &mut none, &|| Ok(())).map(|own| own.claim).ok();
    let two = Claim::Count(2.into());
    assert_eq!(shown(text.as_bytes()), Some(two.clone()));
    (0..text.len()).for_each(|end| assert_eq!(shown(&text.as_bytes()[..end]), None, "{end}"));
    let mut binary = format!("parallax-certificate 2 {} count binary\n", own.digest()).into_bytes();
    for bytes in [
        &[b'd', 0, 0][..],
        b"h",
        &[b't', 2, 0],
        b"cu",
        &[b'b', 0, 18, 2, 2, 2, 2, 4, 0, 2, 2, 0],
        &[b'q', 2, b'2'],
    ] {
        binary.extend(bytes);
    }
    assert_eq!(shown(&binary), Some(two));
    (0..binary.len()).for_each(|end| assert_eq!(shown(&binary[..end]), None, "{end}"));
}

#[test]
fn an_empty_model_is_a_problem() {
    let own = model(&[&[0, 1]], vec![]);
    accepts(&own, "d 0 0 / h / c / u / b 0 / q 2", 2);
    accepts(&own, "d 0 0 / h / s 0 / u / b 0 0 / q 2", 2);
    refuses(&own, "d 0 0 / h / s 0 / u / b 0 1 0 / q 2", "other variables");
}
