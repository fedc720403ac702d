//! Joins the results of all shards of an experiment.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{Header, Record, Results, Shard, seal};

/// Joins the results of all shards of an experiment.
///
/// # Errors
/// Returns the reason if the manifests differ, or shards or runs are missing or occur twice.
pub fn merge(all: Vec<Results>) -> Result<(Header, Vec<Record>), String> {
    let Some(first) = all.first() else { return Err("no results to merge".into()) };
    let (manifest, of) = (first.header.manifest.clone(), first.header.shard.of);
    let digest = first.header.digest.clone();
    let first = first.source.clone();
    let mut shards: BTreeMap<u64, String> = BTreeMap::new();
    let mut machines = Vec::new();
    let mut records: Vec<Option<(usize, Record)>> = Vec::new();
    records.resize_with(usize::try_from(manifest.len()).map_err(|_| "too many runs")?, || None);
    let sources: Vec<String> = all.iter().map(|results| results.source.clone()).collect();
    for (file, results) in all.into_iter().enumerate() {
        let Results { source, header, records: own, .. } = results;
        if header.digest != digest {
            return Err(format!("{source}: another manifest than that of {first}"));
        }
        if header.shard.of != of {
            return Err(format!("{source}: shard {}; {first} has shards of {of}", header.shard));
        }
        if let Some(other) = shards.insert(header.shard.number, source.clone()) {
            return Err(format!("{source}: shard {} once more, also in {other}", header.shard));
        }
        machines.extend(header.machines);
        for record in own {
            let slot = &mut records[record.run as usize];
            if let Some((other, _)) = slot {
                let other = &sources[*other];
                return Err(format!("{source}: run {} once more, also in {other}", record.run));
            }
            *slot = Some((file, record));
        }
    }
    let missing: Vec<String> =
        (1..=of).filter(|number| !shards.contains_key(number)).map(|n| n.to_string()).collect();
    if !missing.is_empty() {
        return Err(format!("shards of {of} that are missing: {}", missing.join(", ")));
    }
    let open = records.iter().filter(|slot| slot.is_none()).count();
    if open > 0 {
        let run = records.iter().position(Option::is_none).unwrap_or_default();
        let runs = if open == 1 { "run is" } else { "runs are" };
        return Err(format!("{open} {runs} missing, the first is run {run}; resume their shards"));
    }
    let records = records.into_iter().flatten().map(|(_, record)| record).collect();
    Ok((Header::new(manifest, Shard::WHOLE, machines), records))
}

/// Writes results. With `canonical`, leaves out what is measured: the canonical results of one
/// manifest are identical for any number of shards and any machine.
///
/// # Errors
/// Returns the error of the writer.
pub fn write(
    out: &mut dyn Write,
    mut header: Header,
    records: Vec<Record>,
    canonical: bool,
) -> io::Result<()> {
    let mut line = Vec::new();
    if canonical {
        header.machines.clear();
    }
    seal(&header, &mut line);
    out.write_all(&line)?;
    for record in records {
        line.clear();
        seal(&if canonical { record.canonical() } else { record }, &mut line);
        out.write_all(&line)?;
    }
    out.flush()
}
