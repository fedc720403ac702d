//! Specs and lists of engines, read and printed.

use super::*;

#[test]
fn every_engine_reads_back_its_own_name() {
    let mut more = Spec::variants();
    more.push("sat:batsat+order,amo=ladder,sum=adder".parse().unwrap());
    for spec in more {
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
}

#[test]
fn lists_keep_choices_with_their_engine() {
    let list =
        parse_list("native:mid+aval,gac,sum=bounds,sat:batsat+order,amo=ladder,sum=adder,brute")
            .unwrap();
    let names: Vec<String> = list.every_spec().iter().map(Spec::to_string).collect();
    assert_eq!(
        names,
        ["native:mid+aval,gac,sum=bounds", "sat:batsat+order,amo=ladder,sum=adder", "brute"]
    );
    assert_eq!(
        parse_list("sat:*+order").unwrap().every_spec().len(),
        SatKind::ALL.iter().filter(|kind| kind.is_built()).count()
    );
    assert!(parse_list("all").unwrap().every_spec().len() >= 4);
}

#[test]
fn combinations_are_every_valid_one_that_matters() {
    let number = |list: &str| parse_list(list).unwrap().every_spec().len();
    let names = |key: &str| (Options::choice(key).unwrap().names)().len();
    assert_eq!(number("sat:batsat+order,sum=*"), names("sum") - 1);
    assert_eq!(number("sat:batsat+*,amo=ladder"), names("integers"));
    let at = 2 + usize::from(cfg!(feature = "minisat"));
    assert_eq!(number("sat:*at+order,amo=ladder,sum=adder"), at);
    let list = parse_list("sat:batsat+*").unwrap();
    let every = list.every_spec();
    assert!(every.len() > 50 && list.has_combinations());
    for spec in &every {
        assert_eq!(spec.to_string().parse().as_ref(), Ok(spec));
    }
    let sums = list.specs(&|_, choice| choice.key == "sum");
    assert_eq!(sums.len(), names("integers") * (names("sum") - 1));
    assert!(sums.iter().all(|spec| every.len() == 1 || !spec.to_string().contains("amo")));
}

#[test]
fn wrong_names_list_the_right_ones() {
    for (text, expected) in [
        ("nativ", "did you mean 'native'?"),
        ("cadical+order", "did you mean 'sat:cadical+order'?"),
        ("sat:cadicl", "did you mean 'cadical'?"),
        ("chess", "expected for example auto, native, sat:batsat"),
        ("sat:lingeling", "known: varisat, batsat, cadical, minisat, glucose"),
        ("sat:batsat+unary", "direct"),
        ("sat:batsat,amo=foo", "ladder"),
        ("sat:batsat,amo=lader", "did you mean 'ladder'?"),
        ("native:domwdge", "did you mean 'domwdeg'?"),
        ("native,depth=3", "unknown constraint kind 'depth'"),
        ("sat:foo*", "parallax engines"),
        ("sat:batsat+*,colour=red", "amo=NAME"),
        ("sat:batsat+*,sum=red", "adder"),
        ("native,sum=*", "sat:*+order"),
        ("", "no engine named"),
    ] {
        let error = parse_list(text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
