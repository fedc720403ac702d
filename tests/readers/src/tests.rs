//! Readers survive damaged texts, planted faults are found, and so is the end of a child.

use std::sync::Arc;
use std::time::Duration;

use parallax_fuzz::cases::{CaseCampaign, CaseTally, ChildOptions};
use parallax_model::engine_api::Control;

use crate::damaged::{DamagedTexts, ReaderTally, Trouble};
use crate::targets::{self, Target};

fn read(targets: Vec<Target>, cases: u64, jobs: usize) -> (ReaderTally, Vec<Trouble>) {
    let mut found = Vec::new();
    let plan = DamagedTexts { seed: 5, from: 0, cases, jobs, targets };
    let control = Control::unlimited();
    let tally = plan.run_campaign(
        None,
        &control,
        &mut |trouble| found.push(trouble.clone()),
        &mut |_, _| (),
    );
    (tally, found)
}

#[test]
fn damaged_texts_are_read_or_refused() {
    let (alone, found) = read(targets::all(5), 8000, 1);
    assert_eq!(found, []);
    assert_eq!((alone.cases, alone.findings), (8000, 0));
    for (name, counts) in &alone.formats {
        assert!(counts.read > 0 && counts.refused > 0, "{name}: {counts:?}");
    }
    assert_eq!(read(targets::all(5), 8000, 3).0, alone);
}

#[test]
fn a_planted_panic_is_caught() {
    let planted = Target {
        name: "planted".into(),
        texts: vec![b"seven".to_vec()],
        reader: Arc::new(|bytes| {
            assert!(bytes.starts_with(b"s"), "planted");
            bytes.len() == 5
        }),
    };
    let (tally, found) = read(vec![planted], 300, 2);
    let counts = tally.formats["planted"];
    assert!(counts.panicked > 0 && counts.read > 0 && counts.refused > 0, "{counts:?}");
    assert_eq!((tally.findings, tally.exit_code()), (counts.panicked, 5));
    for trouble in found.iter().take(100) {
        assert!(!trouble.bytes.starts_with(b"s") && trouble.how.contains("planted"));
    }
}

/// Works on ranges of cases silently, except for one in which it hangs and one that ends it.
const CHILD: &str = r#"while read -r from to; do
    case=$from
    while [ "$case" -lt "$to" ]; do
        echo "at $case reader"
        [ "$case" = 40 ] && exec sleep 600
        [ "$case" = 70 ] && kill -ABRT $$
        case=$((case + 1))
    done
    echo "sum {\"tally\":{\"cases\":$((to - from)),\"findings\":0,\"formats\":{}},\"findings\":[]}"
done"#;

/// A hang, an abort and unbounded memory are findings of their case, and the cases around them are
/// completed.
#[test]
fn what_ends_a_child_is_a_finding() {
    let args = ["-c", CHILD].map(str::to_owned).to_vec();
    let children = ChildOptions { program: "sh".into(), args, patience: Duration::from_secs(2) };
    for jobs in [1, 3] {
        let plan = DamagedTexts { seed: 5, from: 0, cases: 100, jobs, targets: targets::all(5) };
        let (mut found, control) = (Vec::new(), Control::unlimited());
        let tally = plan.run_campaign(
            Some(&children),
            &control,
            &mut |trouble| found.push((trouble.case, trouble.how.clone())),
            &mut |_, _| (),
        );
        assert_eq!((tally.cases, tally.findings), (100, 2));
        let expected =
            [(40, "no answer within 2 s".to_owned()), (70, "crash: signal 6".to_owned())];
        assert_eq!(found, expected);
    }
}
