//! Damaged texts do not panic, large ones are read in linear time and memory.

use parallax_instance::{Instance, ModelSource};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{file, read, solved, xy};
use crate::constraints::ELEMENTS;

/// A file with most constraints.
fn long() -> String {
    let constraints = "<group> <intension> le(add(%0,1),%1) </intension> <args> x[0] y </args> \
        <args> mod(x[1],2) 2..3 </args> </group> <slide> <list> x[] </list> <extension> \
        <list> %0 %1 </list> <supports> (0,*)(1,2) </supports> </extension> </slide>\n\
        <regular> <list> x[] </list> <transitions> (a,0,a)(a,{1,2},b)(b,0..2,b) </transitions> \
        <start> a </start> <final> a b </final> </regular>\n\
        <cumulative> <origins> x[] </origins> <lengths> 1x3 </lengths> <heights> y 1 2 </heights> \
        <condition> (le,4) </condition> </cumulative>\n\
        <binPacking> <list> x[] </list> <sizes> 1 2 3 </sizes> <conditions> (le,5)(in,{1,3})(eq,y) \
        </conditions> </binPacking> <element> <matrix> (x[0],1)(2,x[1]) </matrix> \
        <index> y x[2] </index> <condition> (ne,1) </condition> </element>\n\
        <cardinality> <list> x[] </list> <values closed=\"true\"> 0 1 2 </values> \
        <occurs> y 0..2 3 </occurs> </cardinality>";
    let text = file(&xy(3, "0..2", "0 2..4"), constraints).replace("2..3 </args>", "3 </args>");
    text.replace(
        "</constraints>",
        "</constraints>\n<objectives> <minimize type=\"sum\"> <list> x[] y </list> \
         <coeffs> 1x3 -2 </coeffs> </minimize> </objectives>",
    )
}

#[test]
fn the_long_text_is_an_instance() {
    let instance = read(&long()).unwrap();
    assert_eq!(solved(&instance), super::meant(&instance));
    assert!(instance.title().contains("4 variables"), "{}", instance.title());
    assert_eq!(
        read(&instance.notation().write_instance()).unwrap().notation().write_instance(),
        instance.notation().write_instance()
    );
}

#[test]
fn long_templates_are_counted_for_each_of_their_arguments() {
    let blanks = " ".repeat(1 << 20);
    let args = "<args> y </args>".repeat(2000);
    let group = format!("<group> <allEqual> {blanks} x[0] %0 </allEqual> {args} </group>");
    let error = read(&file(&xy(3, "0..2", "0..2"), &group)).unwrap_err().to_string();
    assert!(error.contains("expands to more than"), "{error}");
}

#[test]
fn cut_texts_are_refused() {
    let text = long();
    for end in 0..text.trim_end().len() {
        assert!(read(&text[..end]).is_err(), "{end}");
    }
}

#[test]
fn damaged_texts_do_not_panic() {
    let text = long();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut read_anyway = 0;
    for _ in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..rng.random_range(1..4) {
            let place = rng.random_range(0..bytes.len());
            bytes[place] = b"0129-+*%.,()[]{}<>/x \"ay"[rng.random_range(0..24)];
        }
        let Ok(damaged) = String::from_utf8(bytes) else { continue };
        read_anyway += usize::from(read(&damaged).is_ok());
    }
    assert!((30..2900).contains(&read_anyway), "{read_anyway}");
}

#[test]
fn every_constraint_is_refused_without_its_parts() {
    for name in ELEMENTS {
        let text = file(&xy(3, "0..2", "0..2"), &format!("<{name}> <foo/> </{name}>"));
        let error = read(&text).expect_err(name).to_string();
        assert!(error.contains(&format!("<foo> in <{name}> is not supported")), "{error}");
    }
}

#[test]
fn large_tables_and_groups_are_read_without_much_work() {
    let rows: String = (0..200_000).map(|i| format!("({},{})", i % 1000, i / 200)).collect();
    let table =
        format!("<extension> <list> x[0] y </list> <supports> {rows} </supports> </extension>");
    let instance = read(&file(&xy(3, "0..999", "0..999"), &table)).unwrap();
    assert_eq!(instance.document().constraint_count(), 1);
    let args: String = (0..50_000).map(|i| format!("<args> x[{}] {i} </args>\n", i % 3)).collect();
    let group = format!("<group> <intension> ne(%0,add(%1,1)) </intension> {args} </group>");
    let instance = read(&file(&xy(3, "0..999", "0..999"), &group)).unwrap();
    assert_eq!(instance.document().constraint_count(), 50_000);
}
