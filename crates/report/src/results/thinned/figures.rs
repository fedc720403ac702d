//! The figures of a report as JSON and CSV against the second count.

use std::collections::BTreeMap;

use serde_json::Value;

use super::CheckedStudy;
use super::recount::{InstanceKey, RecountedCase, holm, median, signed_rank, wall};
use crate::results::lanes_csv;

pub(super) fn check(checked: &CheckedStudy) {
    populations(checked);
    // Without any run there are no lanes in the report, and only the population has figures.
    if checked.recount.engines.is_empty() {
        return;
    }
    for (at, engine) in checked.recount.engines.iter().enumerate() {
        let lane = &checked.json["engines"][at];
        assert_eq!(lane["engine"], **engine);
        runs(checked, engine, lane);
        times(checked, engine, lane);
        costs(checked, engine, lane);
        spread(checked, engine, lane);
    }
    virtual_best(checked);
    fastest(checked);
    pairs(checked);
    encodings(checked);
    counters(checked);
    csv(checked);
}

fn populations(checked: &CheckedStudy) {
    let (json, recount) = (&checked.json["population"], &checked.recount);
    checked.is_number("planned", &json["planned"], recount.planned);
    checked.is_number("with runs", &json["with_runs"], recount.recounted_instances().len());
    checked.is_number("common", &json["instances"], recount.common(&recount.engines).len());
    checked.is_number("shared", &json["shared"], recount.shared(&recount.engines).1.len());
    let absent: Vec<&str> = json["absent"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["engine"].as_str().expect("a name"))
        .collect();
    assert_eq!(absent, recount.absent, "study {}", checked.seed);
}

fn cases<'c>(checked: &'c CheckedStudy, engine: &str) -> Vec<&'c RecountedCase> {
    let of = checked.recount.cases.iter().filter(|((_, own), _)| own == engine);
    of.map(|(_, case)| case).collect()
}

/// The times of two engines on an instance; `None` if unsolved.
type TimePair = (Option<f64>, Option<f64>);

/// The counts of all runs of an engine.
fn runs(checked: &CheckedStudy, engine: &str, lane: &Value) {
    let runs: Vec<&(bool, Value)> = cases(checked, engine).iter().flat_map(|c| &c.runs).collect();
    checked.is_number("runs", &lane["runs"], runs.len());
    let planned = checked.recount.planned * checked.recount.rounds;
    checked.is_number("missing", &lane["missing"], planned - runs.len());
    checked.is_number("solved", &lane["solved"], runs.iter().filter(|(ok, _)| *ok).count());
    for answer in ["sat", "optimal", "unsat", "unknown", "unsupported"] {
        let number = runs.iter().filter(|(_, run)| run["answer"] == answer).count();
        checked.is_number(answer, &lane["answers"][answer], number);
    }
    for exit in ["ok", "walltime", "memory"] {
        let number = runs.iter().filter(|(_, run)| run["exit"] == exit).count();
        checked.is_number(exit, &lane["exits"][exit], number);
    }
}

/// Compares times over instances.
fn summary(checked: &CheckedStudy, found: &Value, times: &[Option<f64>], shared: &[f64]) {
    checked.is_number("instances", &found["instances"], times.len());
    checked.is_number("solved instances", &found["solved"], times.iter().flatten().count());
    checked.is("PAR2", &found["par2_s"], checked.recount.par2(times));
    checked.is_number("shared", &found["shared"], shared.len());
    let mean = |of: &dyn Fn(f64) -> f64| {
        (!shared.is_empty())
            .then(|| shared.iter().map(|time| of(*time)).sum::<f64>() / shared.len() as f64)
    };
    checked.is("median", &found["median_s"], median(shared.to_vec()));
    checked.is("geometric", &found["geometric_s"], mean(&|time| time.max(1e-6).ln()).map(f64::exp));
    let shifted = mean(&|time| (time + 1.0).ln()).map(|log| log.exp() - 1.0);
    checked.is("shifted", &found["shifted_s"], shifted);
    let total = (!shared.is_empty()).then(|| shared.iter().sum());
    checked.is("total", &found["total_s"], total);
}

fn times(checked: &CheckedStudy, engine: &str, lane: &Value) {
    let recount = &checked.recount;
    let (solving, shared) = recount.shared(&recount.engines);
    // The shared instances are those that all solving engines solve. An engine that solves nothing
    // is outside of that set and has no times there.
    let is_solving = solving.iter().any(|own| own == engine);
    let shared: Vec<f64> = if is_solving {
        recount.times(&shared, engine).into_iter().flatten().collect()
    } else {
        Vec::new()
    };
    let times = recount.times(&recount.common(&recount.engines), engine);
    summary(checked, &lane["times"], &times, &shared);
}

/// The lines of an engine on the instances that all solve.
fn shared_runs<'c>(checked: &'c CheckedStudy, engine: &str) -> Vec<&'c Value> {
    let (solving, shared) = checked.recount.shared(&checked.recount.engines);
    let is_solving = solving.iter().any(|own| own == engine);
    if is_solving { checked.recount.runs(&shared, engine) } else { Vec::new() }
}

fn costs(checked: &CheckedStudy, engine: &str, lane: &Value) {
    let runs = shared_runs(checked, engine);
    let of = |name: &str| -> Vec<f64> {
        runs.iter().map(|run| run["measured"][name].as_f64().expect("a number")).collect()
    };
    let mean = |values: Vec<f64>| {
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    checked.is("start", &lane["start_s"], mean(of("start_s")));
    for part in ["encode", "solve", "check"] {
        checked.is(part, &lane["parts_s"][part], mean(of(&format!("{part}_s"))));
    }
    checked.is("cpu", &lane["cpu_s"], median(of("cpu_s")));
    checked.is("memory", &lane["memory_bytes"], of("memory_bytes").into_iter().reduce(f64::max));
}

/// The lines by seed and repetition.
fn by_round<'r>(runs: &[&'r Value]) -> Vec<Vec<&'r Value>> {
    let mut rounds: BTreeMap<(u64, u64), Vec<&Value>> = BTreeMap::new();
    let number = |run: &Value, name: &str| run[name].as_u64().expect("a number");
    for run in runs {
        rounds.entry((number(run, "seed"), number(run, "repeat"))).or_default().push(run);
    }
    rounds.into_values().collect()
}

fn spread(checked: &CheckedStudy, engine: &str, lane: &Value) {
    let recount = &checked.recount;
    let common = recount.common(&recount.engines);
    // One round has no spread, and without common instances there is nothing to count.
    if recount.rounds < 2 || common.is_empty() {
        assert!(lane["spread"].is_null(), "study {}", checked.seed);
        return;
    }
    let found = &lane["spread"];
    checked.is_number("rounds", &found["rounds"], recount.rounds);
    // A run counts only if it belongs to a whole case; the run number identifies it among the
    // records.
    let solved = |run: &&Value| {
        common
            .iter()
            .filter_map(|spot| recount.whole(spot, engine))
            .any(|case| case.runs.iter().any(|(solved, own)| *solved && own["run"] == run["run"]))
    };
    let numbers: Vec<f64> = by_round(&recount.runs(&common, engine))
        .iter()
        .map(|round| round.iter().filter(|run| solved(run)).count() as f64)
        .collect();
    let medians: Vec<f64> = by_round(&shared_runs(checked, engine))
        .iter()
        .filter_map(|round| median(round.iter().map(|run| wall(run)).collect()))
        .collect();
    let ends = |values: &[f64]| {
        [values.iter().copied().reduce(f64::min), values.iter().copied().reduce(f64::max)]
    };
    for (at, expected) in ends(&numbers).into_iter().enumerate() {
        checked.is("solved of a round", &found["solved"][at], expected);
    }
    for (at, expected) in ends(&medians).into_iter().enumerate() {
        checked.is("median of a round", &found["median_s"][at], expected);
    }
}

fn virtual_best(checked: &CheckedStudy) {
    let recount = &checked.recount;
    let (common, (_, shared)) =
        (recount.common(&recount.engines), recount.shared(&recount.engines));
    let best = |spot: &InstanceKey, without: Option<&str>| {
        let engines = recount.engines.iter().filter(|engine| Some(&***engine) != without);
        let times = engines.filter_map(|engine| recount.whole(spot, engine)?.time());
        times.reduce(f64::min)
    };
    let times: Vec<Option<f64>> = common.iter().map(|spot| best(spot, None)).collect();
    let of_shared: Vec<f64> = shared.iter().filter_map(|spot| best(spot, None)).collect();
    summary(checked, &checked.json["virtual_best"], &times, &of_shared);
    for (at, engine) in recount.engines.iter().enumerate() {
        let found = &checked.json["engines"][at]["best"];
        let (mut fastest, mut alone, mut slower, mut cost) = (0, 0, 0.0, 0.0);
        for spot in &common {
            let Some(own) = recount.whole(spot, engine).and_then(RecountedCase::time) else {
                continue;
            };
            let others = best(spot, Some(engine));
            // Medians of whole microseconds are multiples of 0.5 us, so a quarter separates a real
            // difference from rounding.
            if others.is_some_and(|other| (other - own) < -0.25e-6) {
                continue;
            }
            fastest += 1;
            alone += usize::from(others.is_none());
            slower += others.map_or(0.0, |other| (other - own).max(0.0));
            if let Some(limit) = recount.limit {
                cost += (others.unwrap_or(2.0 * limit) - own).max(0.0);
            }
        }
        checked.is_number("fastest", &found["fastest"], fastest);
        checked.is_number("alone", &found["alone"], alone);
        checked.is("slower", &found["slower_without_s"], Some(slower));
        let cost = recount.limit.map(|_| cost / common.len().max(1) as f64);
        checked.is("PAR2 without", &found["par2_without_s"], cost);
    }
}

/// The number of instances that both solve in every run, and the ratio of the times of the second
/// to those of the first.
fn ratio(checked: &CheckedStudy, first: &str, second: &str) -> Option<(usize, f64)> {
    let recount = &checked.recount;
    let solves = |spot: &&InstanceKey, engine: &str| {
        recount.whole(spot, engine).is_some_and(RecountedCase::is_solved)
    };
    let common = recount.common(&recount.engines);
    let spots = common.iter().filter(|spot| solves(spot, first) && solves(spot, second));
    let spots: Vec<InstanceKey> = spots.cloned().collect();
    let mean = |engine: &str| {
        let log = |run: &&Value| wall(run).max(1e-6).ln();
        let geometric =
            |round: &Vec<&Value>| (round.iter().map(log).sum::<f64>() / round.len() as f64).exp();
        let rounds = by_round(&recount.runs(&spots, engine));
        rounds.iter().map(geometric).sum::<f64>() / rounds.len() as f64
    };
    (!spots.is_empty()).then(|| (spots.len(), mean(second) / mean(first)))
}

fn fastest(checked: &CheckedStudy) {
    let (found, recount) = (&checked.json["fastest_engine"], &checked.recount);
    let common = recount.common(&recount.engines);
    let answered = |engine: &str| {
        let solves =
            |spot: &&InstanceKey| recount.whole(spot, engine).is_some_and(RecountedCase::is_solved);
        common.iter().filter(solves).count()
    };
    let most = recount.engines.iter().map(|engine| answered(engine)).max().unwrap_or(0);
    let full: Vec<&String> =
        recount.engines.iter().filter(|engine| most > 0 && answered(engine) == most).collect();
    let beats = |best: &&&String| {
        full.iter()
            .filter(|other| other != best)
            .all(|other| ratio(checked, best, other).is_some_and(|(_, ratio)| ratio >= 1.0 - 1e-12))
    };
    let others = |best: &str| -> Vec<&String> {
        let others = recount.engines.iter().filter(|other| *other != best);
        others.filter(|other| ratio(checked, best, other).is_some()).collect()
    };
    let Some(best) = found["engine"].as_str() else {
        let is_there = |best: &&&String| beats(best) && !others(best).is_empty();
        assert!(!full.iter().any(|best| is_there(&best)), "study {}: no fastest", checked.seed);
        return;
    };
    assert!(full.iter().filter(beats).any(|own| *own == best), "study {}: {best}", checked.seed);
    checked.is_number("answered", &found["answered"], most);
    checked.is_number("instances of a race", &found["instances"], common.len());
    let listed = found["others"].as_array().expect("a list");
    checked.is_number("others", &listed.len().into(), others(best).len());
    for other in listed {
        let name = other["engine"].as_str().expect("a name");
        let (both, ratio) = ratio(checked, best, name).expect("instances in common");
        checked.is_number("answered by another", &other["answered"], answered(name));
        checked.is_number("both of a race", &other["both"], both);
        checked.is("ratio of a race", &other["ratio"], Some(ratio));
    }
}

/// A pair counted again: its times, p-value and lead.
struct RecountedPair {
    times: Vec<(Option<f64>, Option<f64>)>,
    p: f64,
    lead: f64,
}

fn pairs(checked: &CheckedStudy) {
    let (json, recount) = (&checked.json, &checked.recount);
    let found = json["pairs"].as_array().expect("a list");
    let number = recount.engines.len();
    assert_eq!(found.len(), number * number.saturating_sub(1) / 2, "study {}", checked.seed);
    let text = |value: &Value| value.as_str().expect("a name").to_owned();
    let counted = found.iter().map(|pair| {
        let engines = [text(&pair["engine"]), text(&pair["other"])];
        let spots = recount.common(&engines);
        let [one, two] = [0, 1].map(|side| recount.times(&spots, &engines[side]));
        let times: Vec<_> = one.into_iter().zip(two).collect();
        let (p, lead) = signed_rank(&times);
        RecountedPair { times, p, lead }
    });
    let counted: Vec<RecountedPair> = counted.collect();
    let adjusted = holm(&counted.iter().map(|pair| pair.p).collect::<Vec<_>>());
    for ((found, pair), adjusted) in found.iter().zip(&counted).zip(&adjusted) {
        let number =
            |is: &dyn Fn(&TimePair) -> bool| pair.times.iter().filter(|times| is(times)).count();
        checked.is_number("pair", &found["instances"], pair.times.len());
        let both = number(&|(a, b)| a.is_some() && b.is_some());
        checked.is_number("both", &found["both"], both);
        checked.is_number("only", &found["only"], number(&|(a, b)| a.is_some() && b.is_none()));
        let only_other = number(&|(a, b)| a.is_none() && b.is_some());
        checked.is_number("only other", &found["only_other"], only_other);
        let sum: f64 =
            pair.times.iter().filter_map(|(a, b)| Some((a.as_ref()? / b.as_ref()?).ln())).sum();
        checked.is("ratio", &found["ratio"], (both > 0).then(|| (sum / both as f64).exp()));
        checked.is("p", &found["p"], Some(pair.p));
        checked.is("p Holm", &found["p_holm"], Some(*adjusted));
        let wins: f64 =
            ["faster", "equal", "slower"].iter().map(|w| found[*w].as_f64().expect("wins")).sum();
        checked.is("wins", &wins.into(), Some(pair.times.len() as f64));
    }
    conclusions(checked, found, &counted, &adjusted);
}

/// The best engine, and the relation of each other one to it.
fn conclusions(checked: &CheckedStudy, found: &[Value], pairs: &[RecountedPair], adjusted: &[f64]) {
    let (json, recount) = (&checked.json["conclusions"], &checked.recount);
    let common = recount.common(&recount.engines);
    let solved = |engine: &String| recount.times(&common, engine).iter().flatten().count();
    let Some(best) = json["best"]["engine"].as_str() else {
        let most = recount.engines.iter().map(solved).max().unwrap_or(0);
        let tied = recount.engines.iter().filter(|engine| solved(engine) == most).count() > 1;
        let is_open = recount.limit.is_none() && tied;
        assert!(most == 0 || is_open, "study {}: no best engine", checked.seed);
        return;
    };
    let own = recount.times(&common, best);
    for engine in &recount.engines {
        let other = recount.times(&common, engine);
        let [a, b] = [recount.par2(&own), recount.par2(&other)];
        let is_better = match a.zip(b) {
            Some((a, b)) => a <= b + 1e-9,
            None => own.iter().flatten().count() >= other.iter().flatten().count(),
        };
        // Another engine may have the same PAR2, if neither solves anything.
        assert!(is_better, "study {}: {engine} is better than {best}", checked.seed);
    }
    for other in json["others"].as_array().expect("a list") {
        let name = other["engine"].as_str().expect("a name");
        let at = found.iter().position(|pair| {
            [pair["engine"].as_str(), pair["other"].as_str()].map(Option::unwrap_or_default)
                == [name, best]
                || pair["engine"] == best && pair["other"] == name
        });
        let at = at.expect("a pair");
        let turned = found[at]["engine"] == best;
        let lead = if turned { -pairs[at].lead } else { pairs[at].lead };
        let unsolved = pairs[at].times.iter().any(|&(a, b)| {
            let (own, theirs) = if turned { (b, a) } else { (a, b) };
            own.is_none() && theirs.is_some()
        });
        let expected = match () {
            () if pairs[at].times.is_empty() => "nothing_in_common",
            () if adjusted[at] < 0.05 && lead > 0.0 => "slower",
            () if adjusted[at] < 0.05 && lead < 0.0 => "faster",
            () if unsolved => "solves_fewer",
            () => "not_significant",
        };
        assert_eq!(other["relation"], expected, "study {}: {name} and {best}", checked.seed);
    }
}

fn encodings(checked: &CheckedStudy) {
    let (found, recount) = (&checked.json["encodings"], &checked.recount);
    let reports = |engine: &&String| {
        let runs = recount.cases.iter().filter(|((_, own), _)| own == *engine);
        runs.flat_map(|(_, case)| &case.runs)
            .any(|(solved, run)| *solved && run["counters"].get("clauses").is_some())
    };
    let engines: Vec<String> = recount.engines.iter().filter(reports).cloned().collect();
    let (solving, shared) = recount.shared(&engines);
    if engines.len() < 2 || solving.len() < 2 || shared.is_empty() {
        assert!(found.is_null(), "study {}: {found}", checked.seed);
        return;
    }
    let common = recount.common(&engines);
    checked.is_number("encodings, common", &found["instances"], common.len());
    checked.is_number("encodings, shared", &found["shared"], shared.len());
    // The coordinates of each, as intervals.
    let mut points: Vec<[[f64; 2]; 4]> = Vec::new();
    for (engine, found) in solving.iter().zip(found["engines"].as_array().expect("a list")) {
        assert_eq!(found["engine"], **engine);
        let is_open =
            |spot: &&InstanceKey| !recount.whole(spot, engine).expect("whole").is_solved();
        let open = common.iter().filter(is_open).count();
        checked.is_number("open", &found["open"], open);
        let runs = recount.runs(&shared, engine);
        let sums = |of: &dyn Fn(&Value) -> f64| -> [f64; 3] {
            let mut sums: Vec<f64> =
                by_round(&runs).iter().map(|round| round.iter().map(|run| of(run)).sum()).collect();
            sums.sort_by(f64::total_cmp);
            [sums[0], sums[sums.len() / 2], sums[sums.len() - 1]]
        };
        let clauses = sums(&|run| run["counters"]["clauses"].as_f64().unwrap_or(0.0));
        checked.is("clauses", &found["clauses"], Some(clauses[1]));
        let seconds = |name: &str| sums(&|run| run["measured"][name].as_f64().expect("seconds"));
        let parts = ["encode_s", "solve_s"].map(|name| (name, seconds(name)));
        for (name, expected) in parts {
            (0..3).for_each(|at| checked.is(name, &found[name][at], Some(expected[at])));
        }
        let [encode, solve] = parts.map(|(_, sums)| [sums[0], sums[2]]);
        points.push([[open as f64; 2], [clauses[1]; 2], encode, solve]);
    }
    let beats = |a: &[[f64; 2]; 4], b: &[[f64; 2]; 4]| {
        (0..4).all(|at| b[at][1] >= a[at][0]) && (0..4).any(|at| a[at][1] < b[at][0])
    };
    for (point, found) in points.iter().zip(found["engines"].as_array().expect("a list")) {
        let on_front = !points.iter().any(|other| beats(other, point));
        assert_eq!(found["front"], on_front, "study {}: {found}", checked.seed);
    }
}

fn counters(checked: &CheckedStudy) {
    for found in checked.json["counters"].as_array().expect("a list") {
        let name = found["counter"].as_str().expect("a name");
        let runs = shared_runs(checked, found["engine"].as_str().expect("a name"));
        let values: Vec<f64> =
            runs.iter().filter_map(|run| run["counters"].get(name)?.as_f64()).collect();
        checked.is_number("runs with a counter", &found["runs"], values.len());
        checked.is("counter", &found["total"], Some(values.iter().sum()));
        checked.is("median of a counter", &found["median"], median(values));
    }
}

/// The table of engines has the figures of the object.
fn csv(checked: &CheckedStudy) {
    let mut text = Vec::new();
    lanes_csv(&checked.analysis, &mut text).expect("CSV");
    let mut reader = csv::Reader::from_reader(&text[..]);
    let heads = reader.headers().expect("titles").clone();
    for (record, lane) in reader.records().zip(checked.json["engines"].as_array().expect("a list"))
    {
        let record = record.expect("a record");
        let cell = |name: &str| {
            let text = &record[heads.iter().position(|head| head == name).expect(name)];
            text.parse::<f64>().map_or(Value::Null, Value::from)
        };
        for (name, value) in [
            ("runs", &lane["runs"]),
            ("missing", &lane["missing"]),
            ("solved", &lane["solved"]),
            ("instances", &lane["times"]["instances"]),
            ("instances_solved", &lane["times"]["solved"]),
            ("par2_s", &lane["times"]["par2_s"]),
            ("instances_shared", &lane["times"]["shared"]),
            ("median_s", &lane["times"]["median_s"]),
            ("geometric_s", &lane["times"]["geometric_s"]),
            ("shifted_s", &lane["times"]["shifted_s"]),
            ("total_s", &lane["times"]["total_s"]),
            ("encode_s", &lane["parts_s"]["encode"]),
            ("cpu_s", &lane["cpu_s"]),
            ("memory_bytes", &lane["memory_bytes"]),
            ("fastest", &lane["best"]["fastest"]),
            ("alone", &lane["best"]["alone"]),
        ] {
            checked.is(name, &cell(name), value.as_f64());
        }
    }
}
