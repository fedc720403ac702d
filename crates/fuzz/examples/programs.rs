//! Fuzzes programs: `programs SEED CASES SECONDS FOLDER TARGET…`.

use std::error::Error;
use std::time::Duration;

use parallax_fuzz::programs::campaign::{Campaign, Event};
use parallax_fuzz::programs::report;
use parallax_fuzz::programs::target::{Limits, Spec};
use parallax_model::ask::Control;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [seed, cases, seconds, folder, targets @ ..] = args.as_slice() else {
        return Err("programs SEED CASES SECONDS FOLDER TARGET…".into());
    };
    let number = |text: &String| text.parse::<u64>();
    let only = std::env::var("FUZZ_ONLY").ok().map(|names| {
        names.split(',').filter_map(parallax_fuzz::programs::Operator::named).collect::<Vec<_>>()
    });
    let campaign = Campaign {
        seed: number(seed)?,
        from: 0,
        places: std::collections::BTreeMap::new(),
        cases: number(cases)?,
        jobs: std::env::var("FUZZ_JOBS").ok().and_then(|n| n.parse().ok()).unwrap_or(1),
        targets: targets.iter().map(|text| text.parse::<Spec>()).collect::<Result<_, _>>()?,
        operators: only,
        limits: Limits::default(),
        attempts: 250,
        known: Vec::new(),
    };
    let control = Control::unlimited().within(Some(Duration::from_secs(number(seconds)?)));
    let folder = std::path::Path::new(folder);
    let result = campaign.run(&control, &|event| match event {
        Event::Found(finding) => {
            eprintln!("{:>8} ms: {}", finding.after_ms, finding.stem());
        }
        Event::Kept(finding) => {
            eprintln!("  kept {} {}", finding.cause(), finding.text.trim_end());
            if let Err(error) = report::keep(folder, finding) {
                eprintln!("  not written: {error}");
            }
        }
        Event::Disputed(dispute) => eprintln!("in dispute: {}", dispute.words()),
    })?;
    report::write(folder, &result)?;
    print!("{}", report::text(&result));
    Ok(())
}
