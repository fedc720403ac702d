//! The facts and warnings at the head of a report.

use parallax_experiment::BenchmarkMachine;
use parallax_experiment::regress::plural_noun;

use super::analysis::StudyAnalysis;
use super::number_cells::date_time;
use super::study::{ResultStudy, StudyExperiment};

/// Returns the title: the names of the experiments.
pub(super) fn study_title(study: &ResultStudy) -> String {
    let mut names: Vec<&str> = Vec::new();
    for experiment in &study.experiments {
        let name = experiment.header.manifest.name.as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// Returns the facts: names and values of the experiments and their machines.
pub(super) fn study_facts(study: &ResultStudy) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    for experiment in &study.experiments {
        facts.extend(of_experiment(experiment));
    }
    for machine in study.machines() {
        facts.push(("machine".to_owned(), of_machine(machine)));
    }
    facts
}

fn of_experiment(experiment: &StudyExperiment) -> Vec<(String, String)> {
    let manifest = &experiment.header.manifest;
    let task = manifest.task.map_or("each instance's own".to_owned(), |task| task.to_string());
    let parts = [
        plural_noun(manifest.instance_count(), "instance"),
        plural_noun(manifest.engines.len(), "engine"),
        plural_noun(manifest.seeds.len(), "seed"),
        plural_noun(manifest.repeats, "repetition"),
    ];
    let process = if manifest.isolated {
        "each run in a process of its own"
    } else {
        "all runs in one process"
    };
    let facts = [
        ("experiment", format!("{} ({})", manifest.name, parts.join(", "))),
        ("manifest", experiment.header.digest.clone()),
        ("files", experiment.files.join(", ")),
        ("runs", format!("{} of {}", experiment.runs, manifest.len())),
        ("task", task),
        ("limits", format!("{}; {process}", manifest.limits)),
    ];
    facts.map(|(name, value)| (name.to_owned(), value)).into()
}

/// Describes a machine.
pub(super) fn of_machine(machine: &BenchmarkMachine) -> String {
    let processor = machine.processor.as_deref().unwrap_or(&machine.architecture);
    let memory = machine.memory_bytes.map(|bytes| format!("{:.1} GB", bytes as f64 / 1e9));
    let governor = machine.governor.as_ref().map(|governor| format!("governor {governor}"));
    let load = machine.load.map(|load| format!("load {load:.1}"));
    let pinned = if machine.pinned { ", each on a processor of its own" } else { "" };
    let all = [
        Some(processor.to_owned()),
        Some(plural_noun(machine.processors, "processor")),
        memory,
        Some(machine.system.clone()),
        governor,
        load,
        Some(format!("{} at a time{pinned}", plural_noun(machine.jobs, "run"))),
        Some(format!("parallax {}", machine.version)),
        Some(date_time(machine.began_unix_s)),
    ];
    all.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Returns the warnings to read before the numbers.
pub(super) fn study_warnings(analysis: &StudyAnalysis) -> Vec<String> {
    let study = &analysis.study;
    let mut warnings: Vec<String> =
        study.input_faults().map(|fault| format!("not read: {fault}")).collect();
    warnings.extend(incomplete_runs(study));
    warnings.extend(left_out(analysis));
    if study.experiments.len() > 1 {
        warnings.push(format!("{} experiments are reported together", study.experiments.len()));
    }
    if !study.timed {
        warnings
            .push("these are canonical results, without times; nothing is said about speed".into());
    }
    let mut kinds: Vec<_> =
        study.machines().iter().map(|m| (&m.processor, m.processors, &m.system)).collect();
    // `dedup` removes only neighbours, but more than one element remains exactly if two kinds
    // differ.
    kinds.dedup();
    if kinds.len() > 1 {
        warnings.push(
            "the runs were made on different machines; their times are compared all the same"
                .into(),
        );
    }
    warnings.extend(study.machines().iter().filter_map(|machine| machine.overload_warning()));
    if study.timed && is_single(study) {
        warnings.push(
            "one run of each engine on each instance: how much times vary between runs is not \
             measured"
                .into(),
        );
    }
    let mut unique: Vec<String> = Vec::new();
    for warning in warnings {
        if !unique.contains(&warning) {
            unique.push(warning);
        }
    }
    unique
}

/// Counts the runs that the files lack, by engine, and those that were replaced.
pub(super) fn incomplete_runs(study: &ResultStudy) -> Vec<String> {
    let mut warnings = Vec::new();
    for experiment in &study.experiments {
        let (name, whole) = (&experiment.header.manifest.name, experiment.header.manifest.len());
        let missing = whole.saturating_sub(experiment.runs);
        if missing > 0 {
            let runs = plural_noun(missing, "run");
            warnings.push(format!("{runs} of {whole} of {name} are missing"));
        }
        if experiment.replaced > 0 {
            let runs = plural_noun(experiment.replaced, "record");
            warnings.push(format!("{runs} of {name} were replaced by later ones of the same run"));
        }
    }
    warnings
}

/// Names the engines whose runs are missing, and the instances that figures are about.
fn left_out(analysis: &StudyAnalysis) -> Vec<String> {
    let study = &analysis.study;
    let coverage = &study.coverage;
    let lanes = study.lanes.iter().zip(&analysis.lanes).zip(&coverage.of_lane);
    let lacking = lanes.filter(|((_, lane), _)| lane.missing > 0);
    let of_lane = lacking
        .map(|((name, lane), planned)| format!("{} {} of {planned}", name.name(), lane.missing));
    let absent = coverage
        .absent
        .iter()
        .map(|(name, planned)| format!("{name} all {planned}, so that it is in no figure"));
    let missing: Vec<String> = of_lane.chain(absent).collect();
    let mut warnings = Vec::new();
    if !missing.is_empty() {
        warnings.push(format!("missing runs by engine: {}", missing.join(", ")));
    }
    let without = coverage.instances.saturating_sub(study.instances.len());
    if without > 0 {
        let instances = plural_noun(coverage.instances, "instance");
        warnings.push(format!("{without} of {instances} have no run at all"));
    }
    let population = &analysis.population;
    if population.whole_size() == 0 && !study.lanes.is_empty() {
        warnings.push(
            "there is no instance on which every engine has all its runs: means, the best engine \
             and the virtual best solver are left out; each pair has instances of its own"
                .into(),
        );
    } else if population.is_part() && !study.lanes.is_empty() {
        warnings.push(format!(
            "means, the best engine and the virtual best solver are of {}",
            population.describe_instances()
        ));
    }
    warnings
}

/// Whether each engine has at most one run on each instance.
fn is_single(study: &ResultStudy) -> bool {
    let experiments = || study.experiments.iter().map(|experiment| &experiment.header.manifest);
    let mut pairs = study.places.windows(2);
    experiments().all(|manifest| manifest.seeds.len() == 1 && manifest.repeats == 1)
        && !study.places.is_empty()
        // The places are sorted, so two runs of one engine on one instance are neighbours.
        && pairs.all(|pair| pair[0] != pair[1])
}
