//! Natural numbers of any size.

use parallax_certificates::NaturalNumber;

#[test]
fn factorials_and_powers() {
    let mut own = NaturalNumber::from(1);
    (1..=40).for_each(|number| own.multiply_by(&NaturalNumber::from(number)));
    assert_eq!(own.to_string(), "815915283247897734345611269596115894272000000000");
    let mut power = NaturalNumber::from(u64::MAX);
    power.add_number(&NaturalNumber::from(1));
    assert_eq!(power.to_string(), "18446744073709551616");
    let square = power.clone();
    power.multiply_by(&square);
    assert_eq!(power.to_string(), "340282366920938463463374607431768211456");
    power.add_number(&power.clone());
    assert_eq!(power.to_string(), "680564733841876926926749214863536422912");
    power.multiply_by(&NaturalNumber::default());
    assert_eq!((power.to_string(), power), ("0".to_owned(), NaturalNumber::from(0)));
}

/// Random sums of products against 128 bits.
#[test]
fn small_ones_are_as_in_128_bits() {
    let mut state = 7u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> (state >> 59)
    };
    for _ in 0..100_000 {
        let (a, b, c) = (next(), next(), next());
        let mut own = NaturalNumber::from(a);
        own.multiply_by(&NaturalNumber::from(b));
        own.add_number(&NaturalNumber::from(c));
        assert_eq!(own.to_string(), (u128::from(a) * u128::from(b) + u128::from(c)).to_string());
    }
}
