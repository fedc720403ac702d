//! Files of results: they can be continued from any byte, and shards give the results of the whole.

use std::fs;

use parallax_experiment::{AnswerKind, ResultsFile, RunExit};
use parallax_model::engine_api::Task;

use super::{FILE, SMALL, canonical, experiment, fails, folder, records, succeeds};

#[test]
fn each_run_has_one_record() {
    let folder = folder(SMALL);
    let out = succeeds(folder.path(), &["run", "e.toml", "--jobs", "2"]);
    insta::assert_snapshot!(out.trim_end(), @r"
    e.results.jsonl: 36 of 36 runs; 36 ok
    no disagreement (3 instances: 3 agree)
    ");
    let records = records(folder.path(), FILE);
    assert_eq!(records.iter().map(|r| r.run).collect::<Vec<_>>(), (0..36).collect::<Vec<_>>());
    for record in &records {
        let (answer, count) = match (record.instance.as_str(), record.index) {
            ("latin:3", 0) => (AnswerKind::Sat, 12),
            ("two.pls", 0) => (AnswerKind::Sat, 1),
            ("two.pls", 1) => (AnswerKind::Unsat, 0),
            other => panic!("{other:?}"),
        };
        assert_eq!((record.answer, record.exit), (answer, RunExit::Ok));
        assert_eq!(record.count, count);
        assert!(record.is_solved(Some(Task::Count)) && record.complete && record.checked);
        let measured = record.measured.expect("costs");
        assert!(measured.cpu_s.expect("a time") > 0.0);
        assert!(measured.memory_bytes.expect("bytes") > 1 << 20);
        let start = measured.start_s.expect("a time");
        assert!(start > 0.0);
        assert!(measured.wall_s >= start + measured.encode_s + measured.solve_s);
    }
    // Seeds and repetitions vary fastest.
    let inner: Vec<(u64, u32)> = records[..4].iter().map(|r| (r.seed, r.repeat)).collect();
    assert_eq!(inner, [(1, 1), (1, 2), (2, 1), (2, 2)]);
    assert!(records.chunks(12).all(|chunk| chunk.iter().all(|r| r.instance == chunk[0].instance)));
}

#[test]
fn runs_in_this_process_answer_the_same() {
    let own = folder(SMALL);
    let shared = folder(&format!("in-process = true\n{SMALL}"));
    succeeds(own.path(), &["run", "e.toml"]);
    succeeds(shared.path(), &["run", "e.toml"]);
    let answers = |folder: &std::path::Path| -> Vec<_> {
        let all = records(folder, FILE);
        all.into_iter().map(parallax_experiment::RunRecord::into_canonical).collect()
    };
    assert_eq!(answers(own.path()), answers(shared.path()));
}

#[test]
fn a_file_that_ends_anywhere_can_be_continued() {
    let folder = folder(&format!("in-process = true\n{SMALL}"));
    succeeds(folder.path(), &["run", "e.toml"]);
    let whole = fs::read(folder.path().join(FILE)).expect("results");
    let expected = canonical(folder.path(), &[FILE]);
    let header = whole.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    let cuts = (header..whole.len()).step_by(whole.len() / 24).chain([whole.len() - 1]);
    for cut in cuts {
        fs::write(folder.path().join(FILE), &whole[..cut]).expect("a file");
        let kept =
            ResultsFile::read_file(&folder.path().join(FILE)).expect("results").records.len();
        let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(kept, lines - 1, "{cut}");
        succeeds(folder.path(), &["run", "e.toml", "--resume"]);
        assert_eq!(canonical(folder.path(), &[FILE]), expected, "{cut}");
        assert_eq!(records(folder.path(), FILE).len(), 36);
    }
    // A header that was being written.
    for cut in [0, 1, 20, header / 2, header - 1] {
        fs::write(folder.path().join(FILE), &whole[..cut]).expect("a file");
        succeeds(folder.path(), &["run", "e.toml", "--resume"]);
        assert_eq!(canonical(folder.path(), &[FILE]), expected, "{cut}");
    }
    // A file of another kind.
    fs::write(folder.path().join(FILE), "{\"format\":\"other").expect("a file");
    insta::assert_snapshot!(fails(folder.path(), &["run", "e.toml", "--resume"]), @"parallax: e.results.jsonl:1:1: no line; expected results that 'parallax experiment run' wrote");
}

#[test]
fn shards_merge_to_the_whole() {
    let folder = folder(&format!("in-process = true\n{SMALL}"));
    succeeds(folder.path(), &["run", "e.toml"]);
    let expected = canonical(folder.path(), &[FILE]);
    for of in [2, 3, 7] {
        let names: Vec<String> = (1..=of).map(|i| format!("e.results.{i}-of-{of}.jsonl")).collect();
        for number in 1..=of {
            let shard = format!("{number}/{of}");
            succeeds(folder.path(), &["run", "e.toml", "--shard", &shard, "--jobs", "2"]);
        }
        let mut files: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(canonical(folder.path(), &files), expected, "{of}");
        files.reverse();
        assert_eq!(canonical(folder.path(), &files), expected, "{of}");
    }
    let parts: Vec<usize> = (1..=7)
        .map(|i| records(folder.path(), &format!("e.results.{i}-of-7.jsonl")).len())
        .collect();
    assert!(parts.iter().all(|part| (5..=6).contains(part)), "{parts:?}");
}

#[test]
fn only_the_shards_of_one_experiment_merge() {
    let folder = folder(&format!("in-process = true\n{SMALL}"));
    let path = folder.path();
    for shard in ["1/3", "2/3", "3/3", "1/2"] {
        succeeds(path, &["run", "e.toml", "--shard", shard]);
    }
    let merge = |files: &[&str]| fails(path, &[&["merge"], files].concat());
    let [one, two, three] = [1, 2, 3].map(|i| format!("e.results.{i}-of-3.jsonl"));
    insta::assert_snapshot!(merge(&[&one, &three]), @"parallax: shards of 3 that are missing: 2");
    insta::assert_snapshot!(merge(&[&one, &two, &two]), @"parallax: e.results.2-of-3.jsonl: shard 2/3 is also in e.results.2-of-3.jsonl");
    insta::assert_snapshot!(merge(&[&one, "e.results.1-of-2.jsonl"]), @"parallax: e.results.1-of-2.jsonl: shard 1/2; e.results.1-of-3.jsonl has shards of 3");
    // A shard without all its runs.
    let text = fs::read_to_string(path.join(&two)).expect("a file");
    let short: Vec<&str> = text.split_inclusive('\n').take(5).collect();
    fs::write(path.join("short.jsonl"), short.concat()).expect("a file");
    let ran = merge(&[&one, "short.jsonl", &three]);
    assert!(ran.contains("8 runs are missing, the first is run "), "{ran}");
    // Another experiment.
    fs::write(
        path.join("f.toml"),
        format!("in-process = true\nname = 'e'\n{SMALL}").replace("..2", "..3"),
    )
    .expect("a file");
    succeeds(path, &["run", "f.toml", "--shard", "2/3"]);
    insta::assert_snapshot!(merge(&[&one, "f.results.2-of-3.jsonl", &three]), @"parallax: f.results.2-of-3.jsonl: the manifest differs from that of e.results.1-of-3.jsonl");
    // The merged file is also a file of results.
    succeeds(path, &["merge", "--out", "all.jsonl", &one, &two, &three]);
    assert_eq!(canonical(path, &["all.jsonl"]), canonical(path, &[&one, &two, &three]));
    let again = fails(path, &["merge", "--out", "all.jsonl", &one, &two, &three]);
    assert!(again.starts_with("parallax: all.jsonl: cannot write: "), "{again}");
}

#[test]
fn results_that_were_changed_are_refused() {
    let folder = folder(&format!("in-process = true\n{SMALL}"));
    let path = folder.path();
    succeeds(path, &["run", "e.toml"]);
    let text = fs::read_to_string(path.join(FILE)).expect("results");
    let fault = |text: &str| {
        fs::write(path.join(FILE), text).expect("a file");
        let first = fails(path, &["merge", FILE]);
        if !text.is_empty() {
            assert_eq!(fails(path, &["run", "e.toml", "--resume"]), first);
        }
        first
    };
    insta::assert_snapshot!(fault(&text.replacen("\"count\":1,", "\"count\":2,", 1).replacen("\"count\":12", "\"count\":13", 1)), @"parallax: e.results.jsonl:2:1: the checksum does not fit; the line was changed after it was written");
    insta::assert_snapshot!(fault(&text.replacen("\"repeats\":2", "\"repeats\":3", 1)), @"parallax: e.results.jsonl:1:1: the checksum does not fit; the line was changed after it was written");
    insta::assert_snapshot!(fault(&text.replacen('\n', "\n\n", 1)), @"parallax: e.results.jsonl:2:1: a line without a checksum; expected results that 'parallax experiment run' wrote, not edited");
    insta::assert_snapshot!(fault("{}\n"), @"parallax: e.results.jsonl:1:1: a line without a checksum; expected results that 'parallax experiment run' wrote, not edited");
    insta::assert_snapshot!(fault(""), @"parallax: e.results.jsonl:1:1: no line; expected results that 'parallax experiment run' wrote");
    assert_eq!(fault(&text.replacen("\"run\":", "\"ran\":", 1)).matches(":2:1: ").count(), 1);
}

#[test]
fn results_belong_to_their_experiment() {
    let folder = folder(&format!("in-process = true\n{SMALL}"));
    let path = folder.path();
    succeeds(path, &["run", "e.toml"]);
    insta::assert_snapshot!(fails(path, &["run", "e.toml"]), @"parallax: e.results.jsonl: there are results already; --resume continues them, --out names another file");
    insta::assert_snapshot!(fails(path, &["run", "e.toml", "--resume", "--out", FILE, "--shard", "1/2"]), @"parallax: e.results.jsonl: results of shard 1/1");
    fs::write(path.join("two.pls"), "order 2\n1 -1\n-1 -1\norder 2\n2 2\n-1 -1\n").expect("a file");
    insta::assert_snapshot!(fails(path, &["run", "e.toml", "--resume"]), @"parallax: e.results.jsonl: results of another manifest; the specification, its instances or the engines of this build have changed");
    // Runs that failed can be repeated; here none failed.
    let unchanged = experiment(path, &["run", "e.toml", "--retry", "ok"]);
    assert_eq!(unchanged.code, Some(2));
}
