//! Limits, files that are cut, and large counts.

use std::io::ErrorKind;

use super::{accepts, checked, different, model, refuses};
use parallax_certificates::{CertificateClaim, ClaimKind, check_certificate};

#[test]
fn counts_of_more_than_128_bits() {
    // 60 variables with 10 values: 10^60 points, twice and a half.
    let wide: Vec<i64> = (0..10).collect();
    let domains: Vec<&[i64]> =
        std::iter::once(&[0, 1][..]).chain((0..60).map(|_| &wide[..])).collect();
    let own = model(&domains, vec![]);
    let shown =
        checked(&own, ClaimKind::Count, "d 0 0 / h / c / u / b 0 / q").expect("it is right");
    assert_eq!(shown.to_string(), format!("2{}", "0".repeat(60)));
    // The count before it is taken off, also with a borrow.
    let steps = "d 0 0 / d 1 0 / c / u / h / c / u / d 1 0 / c / u / b 0";
    let shown = checked(&own, ClaimKind::Count, steps);
    assert!(shown.is_err());
    let steps = format!("{steps} / q 2{}", "0".repeat(60));
    let shown = checked(&own, ClaimKind::Count, &steps).expect("it is right");
    assert_eq!(shown.claim_kind(), ClaimKind::Count);
    refuses(&own, &steps.replace("q 2", "q 3"), "the end claims 3");
}

/// A problem takes 8 numbers, and one for each 18 digits of the count before it. Lemmas fill the
/// rest.
#[test]
fn problems_are_limited_in_number() {
    let own = model(&[&[0, 1], &[0]], vec![]);
    // 26 atoms that exclude each other.
    let lemma = format!("l{}\ne\n", " = 0 0 = 0 1".repeat(13));
    let lemmas = (1 << 25) / (3 * 26) - 3;
    let left = (1 << 25) - 3 * 26 * lemmas;
    let text = format!("parallax-certificate 3 {} count\n{}", own.digest(), lemma.repeat(lemmas));
    let mut none = |_: &str| Err(ErrorKind::NotFound.into());
    let (first, each) = ("d 0 0\nc\nu\n", 9);
    let text = text + first + &"h\n".repeat(left / each + 1);
    let full =
        check_certificate(&own, text.as_bytes(), &mut none, &|| Ok(())).expect_err("too many");
    let why = "more than 33554432 numbers in lemmas, lists and problems";
    assert!(full.why.to_string().contains(why), "{full}");
    assert_eq!(full.line as usize, 1 + 2 * lemmas + 3 + left / each + 1);
}

/// A certificate with every step of problems, in both forms.
#[test]
fn a_file_that_is_cut_is_refused() {
    let own = model(&[&[0, 1], &[0, 1]], vec![different(&[0, 1])]);
    let text = format!(
        "parallax-certificate 3 {} count\nd 0 0\nh\nt 0\nc\nu\nb 0 1 1 1 1 2 0 1 1 0\nq 2\n",
        own.digest()
    );
    let mut none = |_: &str| Err(ErrorKind::NotFound.into());
    let mut shown = |bytes: &[u8]| {
        check_certificate(&own, bytes, &mut none, &|| Ok(())).map(|own| own.claim).ok()
    };
    let two = CertificateClaim::Count(2.into());
    assert_eq!(shown(text.as_bytes()), Some(two.clone()));
    (0..text.len()).for_each(|end| assert_eq!(shown(&text.as_bytes()[..end]), None, "{end}"));
    let mut binary = format!("parallax-certificate 3 {} count binary\n", own.digest()).into_bytes();
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
