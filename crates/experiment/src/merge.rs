//! Joins the results of all shards of an experiment.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{MergeError, ResultsFile, ResultsHeader, RunRecord, RunShard, seal_line};

/// Joins the results of all shards of an experiment.
///
/// # Errors
/// Returns the reason if the manifests differ, or shards or runs are missing or occur twice.
pub fn merge_shards(all: Vec<ResultsFile>) -> Result<(ResultsHeader, Vec<RunRecord>), MergeError> {
    let Some(first) = all.first() else { return Err(MergeError::NoResults) };
    let (manifest, of) = (first.header.manifest.clone(), first.header.shard.of);
    let digest = first.header.digest.clone();
    let first = first.source.clone();
    let mut shards: BTreeMap<u64, String> = BTreeMap::new();
    let mut machines = Vec::new();
    // A slot for each run puts the records into the order of the manifest, however the shards were
    // run.
    let mut records: Vec<Option<(usize, RunRecord)>> = Vec::new();
    let runs = usize::try_from(manifest.len()).map_err(|_| MergeError::Runs)?;
    records.resize_with(runs, || None);
    let sources: Vec<String> = all.iter().map(|results| results.source.clone()).collect();
    for (file, results) in all.into_iter().enumerate() {
        let ResultsFile { source: source_name, header, records: own, .. } = results;
        if header.digest != digest {
            return Err(MergeError::OtherManifest { source_name, first });
        }
        if header.shard.of != of {
            let shard = header.shard;
            return Err(MergeError::OtherShards { source_name, shard, first, shards: of });
        }
        if let Some(other) = shards.insert(header.shard.number, source_name.clone()) {
            let shard = header.shard;
            return Err(MergeError::ShardRepeat { source_name, shard, other });
        }
        machines.extend(header.machines);
        for record in own {
            // The index is inside: reading a file refuses runs beyond its manifest, and all
            // manifests are equal by their digests.
            let slot = &mut records[record.run as usize];
            if let Some((other, _)) = slot {
                let (run, other) = (record.run, sources[*other].clone());
                return Err(MergeError::RunRepeat { source_name, run, other });
            }
            *slot = Some((file, record));
        }
    }
    // A missing shard explains its missing runs, so it is reported first.
    let missing: Vec<u64> = (1..=of).filter(|number| !shards.contains_key(number)).collect();
    if !missing.is_empty() {
        return Err(MergeError::MissingShards { shards: of, missing });
    }
    let open = records.iter().filter(|slot| slot.is_none()).count();
    if open > 0 {
        let first = records.iter().position(Option::is_none).unwrap_or_default();
        return Err(MergeError::MissingRuns { number: open, first });
    }
    let records = records.into_iter().flatten().map(|(_, record)| record).collect();
    Ok((ResultsHeader::new(manifest, RunShard::ALL_RUNS, machines), records))
}

/// Writes results. With `canonical`, leaves out measured values: the canonical results of one
/// manifest are identical for any number of shards and any machine.
///
/// # Errors
/// Returns the error of the writer.
pub fn write_results(
    out: &mut dyn Write,
    mut header: ResultsHeader,
    records: Vec<RunRecord>,
    canonical: bool,
) -> io::Result<()> {
    let mut line = Vec::new();
    if canonical {
        header.machines.clear();
    }
    seal_line(&header, &mut line);
    out.write_all(&line)?;
    for record in records {
        line.clear();
        seal_line(&if canonical { record.into_canonical() } else { record }, &mut line);
        out.write_all(&line)?;
    }
    out.flush()
}
