//! The question of each kind against brute force over random boxes.
//!
//! `PARALLAX_CASES` is the number of boxes of each kind, `PARALLAX_SEED` the first seed.

use parallax_certificates::{Constraint, DomainBox};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::meaning::Meaning;
use crate::random::{KINDS, constraint, domains, model_of, number, points};

/// No answer is "no" where a point of the box satisfies the constraint, and none is "certain" where
/// one does not. Where no variable is named twice, "yes" is exact, too.
#[test]
fn the_question_is_right_in_random_boxes() {
    let (cases, seed) = (number("PARALLAX_CASES", 3_000u64), number("PARALLAX_SEED", 0u64));
    for kind in KINDS {
        let (mut no, mut certain, mut missed, mut wrong) = (0u64, 0u64, 0u64, Vec::new());
        for case in 0..cases {
            let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(case));
            let domains = domains(&mut rng);
            let own = constraint(&mut rng, kind, domains.len());
            let mut space = DomainBox::from_model(&model_of(&domains));
            let holding = points(&domains).iter().filter(|point| own.holds(point)).count();
            let number: usize = domains.iter().map(Vec::len).product();
            let (possible, always) = (own.is_possible(&space), own.is_certain(&mut space));
            no += u64::from(!possible);
            certain += u64::from(always);
            missed += u64::from(possible && holding == 0 && number > 0);
            if (!possible && holding > 0) || (always && holding < number) {
                wrong.push(format!("case {case}: {own:?} in {domains:?}"));
            }
            let twice = repeats(&own);
            let exact = twice || !possible || holding > 0 || number == 0;
            assert!(exact, "{kind}: missed, case {case}: {own:?} in {domains:?}");
            // A single point is judged by the same question.
            let is_exact = number != 1 || possible == (holding == 1);
            assert!(is_exact, "{kind}: wrong, case {case}: {own:?} at {domains:?}");
        }
        println!(
            "{kind}: {cases} boxes, {no} impossible, {certain} certain, {missed} missed, {} wrong",
            wrong.len()
        );
        assert!(wrong.is_empty(), "{kind}: wrong, first {}", wrong[0]);
        assert!(cases < 1_000 || no * 100 > cases, "{kind}: {no}");
    }
}

/// Whether a constraint names a variable twice. A variable at one place of both sides of an order
/// is equal to itself, which counts for nothing.
fn repeats(own: &Constraint) -> bool {
    let mut all = Vec::new();
    match own {
        Constraint::Lexicographic { left, right, .. } => {
            let pairs = left.iter().zip(right).filter(|(one, other)| one != other);
            all.extend(pairs.flat_map(|(&one, &other)| [one, other]));
            let common = left.len().min(right.len());
            all.extend(left[common..].iter().chain(&right[common..]));
        }
        _ => own.each_variable(&mut |variable| all.push(variable)),
    }
    let number = all.len();
    all.sort_unstable();
    all.dedup();
    all.len() < number
}
