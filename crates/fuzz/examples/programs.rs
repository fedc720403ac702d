//! Fuzzes programs: `programs SEED CASES SECONDS FOLDER TARGET…`.

use std::error::Error;
use std::time::Duration;

use parallax_fuzz::programs::campaign::{CampaignEvent, ProgramCampaign};
use parallax_fuzz::programs::report;
use parallax_fuzz::programs::target::{TargetLimits, TargetSpec};
use parallax_model::engine_api::Control;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [seed, cases, seconds, folder, targets @ ..] = args.as_slice() else {
        return Err("programs SEED CASES SECONDS FOLDER TARGET…".into());
    };
    let number = |text: &String| text.parse::<u64>();
    let only = std::env::var("FUZZ_ONLY").ok().map(|names| {
        names
            .split(',')
            .filter_map(parallax_fuzz::programs::Operator::from_name)
            .collect::<Vec<_>>()
    });
    let campaign = ProgramCampaign {
        seed: number(seed)?,
        from: 0,
        places: std::collections::BTreeMap::new(),
        cases: number(cases)?,
        jobs: std::env::var("FUZZ_JOBS").ok().and_then(|n| n.parse().ok()).unwrap_or(1),
        targets: targets.iter().map(|text| text.parse::<TargetSpec>()).collect::<Result<_, _>>()?,
        operators: only,
        limits: TargetLimits::default(),
        attempts: 250,
        known: Vec::new(),
    };
    let control = Control::unlimited().with_timeout(Some(Duration::from_secs(number(seconds)?)));
    let folder = std::path::Path::new(folder);
    let result = campaign.run_campaign(&control, &|event| match event {
        CampaignEvent::Found(finding) => {
            eprintln!("{:>8} ms: {}", finding.after_ms, finding.file_stem());
        }
        CampaignEvent::Kept(finding) => {
            eprintln!("  kept {} {}", finding.cause_key(), finding.text.trim_end());
            if let Err(error) = report::write_finding(folder, finding) {
                eprintln!("  not written: {error}");
            }
        }
        CampaignEvent::Disputed(dispute) => eprintln!("in dispute: {}", dispute.describe_dispute()),
    })?;
    report::write_report(folder, &result)?;
    print!("{}", report::text_report(&result));
    Ok(())
}
