//! Random models and random engines.

use std::sync::Arc;

use parallax_encodings::EncodingOptions;
use parallax_engines::brute::BruteForce;
use parallax_engines::{
    Counter, DimacsEngine, NativeSearch, OpbEngine, SatEngine, Spec, Xcsp3Engine,
};
use parallax_model::engine_api::Engine;
use parallax_model::sample::DomainSpan;
use parallax_model::{ConstraintKind, Model, sample};
use parallax_search::ConsistencyLevel;
use parallax_search::SearchSettings;
use parallax_search::count::{ComponentCountOptions, ComponentKeyKind, ComponentVariableOrder};
use parallax_solvers::SatKind;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

/// The numbers of native engines with random settings, and of SAT engines with random encodings, in
/// each case.
const NATIVE_ENGINE_COUNT: usize = 3;
const SAT_ENGINE_COUNT: usize = 4;

/// One of this number of cases has an engine of the remaining kinds, because these are slow.
const SLOW_ENGINE_INTERVAL: u64 = 16;

/// The kind of models to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModelDrawKind {
    /// Small numbers, few values.
    #[default]
    Plain,
    /// Numbers at the limits; sparse, empty and wide domains; chains and cycles; optimisation
    /// at the limits.
    Hostile,
}

impl ModelDrawKind {
    /// Draws a random model.
    pub(super) fn draw_model(self, rng: &mut impl Rng) -> Model {
        match self {
            ModelDrawKind::Plain => draw_plain_model(rng),
            ModelDrawKind::Hostile => draw_hostile_model(rng),
        }
    }
}

/// The engines to compare with brute force.
#[derive(Clone, Default)]
pub enum EngineEntrants {
    /// Native search with random settings, the SAT solvers of this build with random encodings,
    /// and occasionally the other engines.
    #[default]
    Drawn,
    /// These engines; if there are more than seven, seven at random for each case.
    Of(Vec<Arc<dyn Engine>>),
}

impl EngineEntrants {
    /// Draws the engines of a case, without brute force.
    pub(super) fn draw_engines(&self, rng: &mut impl Rng, case: u64) -> Vec<Arc<dyn Engine>> {
        let specs = match self {
            EngineEntrants::Of(engines) => {
                let mut engines = engines.clone();
                // A case costs as much as with drawn engines, however many the user names.
                if engines.len() > NATIVE_ENGINE_COUNT + SAT_ENGINE_COUNT {
                    engines.shuffle(rng);
                    engines.truncate(NATIVE_ENGINE_COUNT + SAT_ENGINE_COUNT);
                }
                return engines;
            }
            EngineEntrants::Drawn => draw_specs(rng, case),
        };
        specs.into_iter().map(|spec| Arc::new(spec) as Arc<dyn Engine>).collect()
    }
}

fn draw_specs(rng: &mut impl Rng, case: u64) -> Vec<Spec> {
    let mut specs = Vec::with_capacity(NATIVE_ENGINE_COUNT + SAT_ENGINE_COUNT + 1);
    specs.extend(
        (0..NATIVE_ENGINE_COUNT).map(|_| Spec::native_with(draw_settings(rng, is_for_few(case)))),
    );
    let solvers: Vec<SatKind> = SatKind::ALL.into_iter().filter(|kind| kind.is_built()).collect();
    for _ in 0..SAT_ENGINE_COUNT {
        if let Some(&solver) = solvers.choose(rng) {
            specs.push(Spec::new(SatEngine { solver, options: draw_encodings(rng) }));
        }
    }
    // Reformulation is for models with dimensions; it refuses all others at once.
    if let Ok(reform) = draw_reformulation(rng).parse() {
        specs.push(reform);
    }
    if case.is_multiple_of(SLOW_ENGINE_INTERVAL) {
        let usual = |spec: &Spec| {
            spec.is_engine::<BruteForce>()
                || spec.is_engine::<NativeSearch>()
                || spec.is_engine::<SatEngine>()
        };
        let mut others = Spec::all_variants();
        // Counters cannot list solutions; they take part in counted cases below.
        let counts = Spec::is_engine::<Counter>;
        others.retain(|spec| spec.is_built() && !usual(spec) && !counts(spec));
        specs.extend(others.choose(rng).cloned());
    }
    if is_counted(case) {
        // Half of these cases have a cache of the default size, the others none.
        let cache = usize::from(case.is_multiple_of(2 * COUNTED_CASE_INTERVAL))
            * ComponentCountOptions::default().cache;
        let order =
            *ComponentVariableOrder::ALL.choose(rng).unwrap_or(&ComponentVariableOrder::Place);
        let keys = *ComponentKeyKind::ALL.choose(rng).unwrap_or(&ComponentKeyKind::Auto);
        specs.push(Spec::new(Counter::Native(ComponentCountOptions { cache, order, keys })));
        specs.push(Spec::new(Counter::decision_diagrams()));
    }
    specs
}

/// Whether the solutions of a case are counted instead of listed, so that engines that only count
/// take part.
pub(super) fn is_counted(case: u64) -> bool {
    case.is_multiple_of(COUNTED_CASE_INTERVAL)
}

/// One of this number of cases is counted.
const COUNTED_CASE_INTERVAL: u64 = 4;

/// Whether a case asks for one solution, or a few, so that search that learns takes part.
pub(super) fn is_for_few(case: u64) -> bool {
    case % COUNTED_CASE_INTERVAL == 1
}

/// Returns the number of solutions that such a case asks for.
pub(super) fn solution_limit(case: u64) -> u64 {
    1 + case / COUNTED_CASE_INTERVAL % 4
}

/// Draws a spec of a reformulation.
fn draw_reformulation(rng: &mut impl Rng) -> String {
    let mut pick = |names: [&'static str; 3]| *names.choose(rng).unwrap_or(&"");
    let split = pick(["auto", "always", "never"]);
    let agenda = pick(["last-in", "first-in", "best-first"]);
    let again = pick(["all", "all", "new"]);
    let leaf = pick(["native", "brute", "sat:batsat"]);
    format!("reform:split={split},agenda={agenda},consistency={again},leaf={leaf}")
}

/// Draws when native search learns: in most cases for few solutions, seldom in others.
fn draw_learning(rng: &mut impl Rng, is_for_few: bool) -> &'static str {
    let all = [
        ",learn",
        ",learn=1",
        ",learn=after:0",
        ",learn=after:1",
        ",learn=after:4",
        ",learn=never",
    ];
    let share = if is_for_few { 0.7 } else { 0.2 };
    if rng.random_bool(share) { all.choose(rng).copied().unwrap_or_default() } else { "" }
}

/// Draws compatible settings of native search.
fn draw_settings(rng: &mut impl Rng, is_for_few: bool) -> SearchSettings {
    let known = SearchSettings::list_choices();
    let of = |part| known.iter().filter(|c| c.part == part).map(|c| &*c.name).collect::<Vec<_>>();
    let (kinds, levels): (Vec<&str>, Vec<&str>) =
        of("level").into_iter().partition(|name| name.ends_with("=LEVEL"));
    // Random settings often exclude each other. The parser knows which, so drawing repeats until it
    // accepts.
    loop {
        let mut text = String::new();
        let learning = draw_learning(rng, is_for_few);
        // Search that learns from the start has its own choices.
        let chooses = !learning.starts_with(",learn") || learning.contains("=after");
        if chooses
            && rng.random_bool(0.8)
            && let (Some(v), Some(w)) = (of("variables").choose(rng), of("values").choose(rng))
        {
            text += &format!(":{v}+{w}");
        }
        if rng.random_bool(0.6) {
            levels.choose(rng).iter().for_each(|level| text += &format!(",{level}"));
        }
        // Sampled constraints have no labels, so there are no groups.
        for kind in kinds.iter().filter(|kind| !kind.starts_with('@')) {
            if rng.random_bool(0.1) {
                let level = ConsistencyLevel::ALL.choose(rng).map_or("none", |level| level.name());
                text += &format!(",{}", kind.replace("LEVEL", level));
            }
        }
        for other in of("other").into_iter().filter(|other| !other.contains('=')) {
            if other != "learn" && rng.random_bool(0.3) {
                text += &format!(",{other}");
            }
        }
        let restarts = ["luby", "luby:2", "geometric", "geometric:3"];
        if rng.random_bool(0.3) {
            restarts.choose(rng).iter().for_each(|name| text += &format!(",restarts={name}"));
        }
        text += learning;
        if let Ok(settings) = text.parse() {
            return settings;
        }
    }
}

/// Draws compatible encodings; each option keeps its default half of the time.
fn draw_encodings(rng: &mut impl Rng) -> EncodingOptions {
    // As for the settings of search, combinations that an encoder refuses are drawn again.
    loop {
        let mut options = EncodingOptions::default();
        for (index, choice) in
            [&EncodingOptions::INTEGERS].into_iter().chain(EncodingOptions::CHOICES).enumerate()
        {
            if let Some(name) = (choice.names)().choose(rng)
                && (index == 0 || rng.random_bool(0.5))
            {
                // Cannot fail: the names come from the option.
                let _ = (choice.set)(&mut options, name);
            }
        }
        if options.check_combination().is_ok() {
            return options;
        }
    }
}

/// Draws a model: every fourth with a single constraint, every eighth with an objective, every
/// fourth with a grid.
///
/// # Panics
/// If a sample is unsound, which would be a fault of the samples.
pub fn draw_plain_model(rng: &mut impl Rng) -> Model {
    let drawn = match rng.random_range(0..8) {
        0 | 1 => {
            let kind = ConstraintKind::ALL.choose(rng).expect("not empty");
            sample::model_of_kind(rng, *kind)
        }
        2 => sample::model_with_objective(rng),
        3..=5 => sample::model_with_globals(rng),
        _ => sample::random_model(rng),
    };
    let mut model = drawn.expect("samples are sound");
    if rng.random_bool(0.25) {
        // Fails if there are too few variables for the larger grid; the model then has no grid.
        let _ = model.set_grid(rng.random_range(1..=2));
    }
    model
}

/// Draws a model at the limits of numbers, domains and scopes.
fn draw_hostile_model(rng: &mut impl Rng) -> Model {
    let span = if rng.random_bool(0.7) { DomainSpan::Few } else { DomainSpan::Any };
    if rng.random() {
        sample::extreme_with_globals(rng, span)
    } else {
        sample::extreme_model(rng, span)
    }
}

/// Returns the family of an engine and its options, as a tally counts them.
pub(super) fn counted_choices(spec: &str) -> (String, Vec<String>) {
    let Ok(engine) = spec.parse::<Spec>() else { return (spec.to_owned(), Vec::new()) };
    if let Some(NativeSearch { settings }) = engine.as_engine() {
        let mut names = vec![
            format!("native variables={}", settings.variables),
            format!("native values={}", settings.values),
        ];
        let text = settings.to_string();
        names.extend(text.split(',').skip(1).map(|name| format!("native {name}")));
        ("native".into(), names)
    } else if let Some(SatEngine { solver, options }) = engine.as_engine() {
        let all = [&EncodingOptions::INTEGERS].into_iter().chain(EncodingOptions::CHOICES);
        let names = all.map(|c| format!("sat {}={}", c.key, (c.get)(options))).collect();
        (format!("sat:{solver}"), names)
    } else if let Some(DimacsEngine { program, .. }) = engine.as_engine() {
        (format!("dimacs:{}", program.name()), Vec::new())
    } else if let Some(Xcsp3Engine { program }) = engine.as_engine() {
        (format!("xcsp3:{}", program.name()), Vec::new())
    } else if let Some(OpbEngine { program, .. }) = engine.as_engine() {
        (format!("opb:{}", program.name()), Vec::new())
    } else {
        (spec.to_owned(), Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_choice_is_drawn() {
        let mut seen = BTreeSet::new();
        for case in 0..400 {
            for spec in draw_specs(&mut crate::cases::case_rng(1, case), case) {
                seen.extend(counted_choices(&spec.to_string()).1);
            }
        }
        for choice in [&EncodingOptions::INTEGERS].into_iter().chain(EncodingOptions::CHOICES) {
            for name in (choice.names)() {
                assert!(seen.contains(&format!("sat {}={name}", choice.key)), "{name}");
            }
        }
        for choice in SearchSettings::list_choices() {
            let name = match choice.part {
                part @ ("variables" | "values") => format!("native {part}={}", choice.name),
                _ if choice.name.contains('=') => continue,
                _ => format!("native {}", choice.name),
            };
            assert!(seen.contains(&name), "{name}");
        }
    }
}
