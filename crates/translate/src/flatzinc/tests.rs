//! The form of written files: what is used is declared before, and no number is beyond 32 bits.

use std::collections::HashSet;

use parallax_model::engine_api::Control;
use parallax_model::{Model, sample};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{FlatzincGlobals, FlatzincTranslation, MAX_NUMBER};

/// Requires the order of items and the size of numbers; returns the names of constraints.
fn check(text: &str) -> HashSet<String> {
    let (mut declared, mut called) = (HashSet::new(), HashSet::new());
    let mut last = 0;
    for item in text.lines().filter(|line| !line.starts_with('%')) {
        let item = item.strip_suffix(';').unwrap_or_else(|| panic!("no item: {item}"));
        let rank = match item.split([' ', ':']).next() {
            Some("var") => 0,
            Some("constraint") => 1,
            Some("solve") => 2,
            _ => panic!("no item: {item}"),
        };
        assert!(rank >= last && last < 2, "{item} stands too late\n{text}");
        last = rank;
        if rank == 0 {
            let (_, name) = item.split_once(": ").expect("a name");
            let name = name.split(' ').next().expect("a name");
            assert!(declared.insert(name.to_owned()), "{name} is declared twice\n{text}");
        }
        if let Some(call) = item.strip_prefix("constraint ") {
            called.extend(call.split('(').next().map(str::to_owned));
        }
        let words = item.split(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c));
        for word in words.filter(|word| !word.is_empty()) {
            let is_name = word.starts_with(['x', 'b']) && word[1..].parse::<usize>().is_ok();
            if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
                let number: i64 = word.parse().expect("a number");
                assert!(number.abs() <= MAX_NUMBER, "{number} in {item}");
            } else if is_name {
                assert!(declared.contains(word), "{word} is not declared before {item}");
            }
        }
    }
    assert_eq!(last, 2, "no solve item\n{text}");
    called
}

/// Returns the text of a model; `None` if it is refused.
fn text(model: &Model, globals: FlatzincGlobals) -> Option<String> {
    let flat = FlatzincTranslation::from_model(model, globals, &Control::unlimited()).ok()?;
    let mut out = Vec::new();
    flat.write_text(true, &mut out).expect("written");
    Some(String::from_utf8(out).expect("UTF-8"))
}

#[test]
fn every_name_is_declared_before_it_is_used() {
    for globals in [FlatzincGlobals::Std, FlatzincGlobals::Gecode] {
        let (mut called, mut written) = (HashSet::new(), 0);
        for seed in 0..300 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = match seed % 3 {
                0 => sample::model_with_objective(&mut rng),
                1 => Ok(sample::extreme_model(&mut rng, sample::DomainSpan::Few)),
                _ => sample::random_model(&mut rng),
            };
            let text = text(&model.expect("a model"), globals);
            written += usize::from(text.is_some());
            called.extend(text.iter().flat_map(|text| check(text)));
        }
        assert!(written > 200, "{written}");
        let is_gecode = called.iter().any(|name| {
            name.ends_with("_imp") || name.starts_with("gecode_") || name.starts_with("all_diff")
        });
        assert_eq!(is_gecode, globals == FlatzincGlobals::Gecode, "{called:?}");
    }
}
