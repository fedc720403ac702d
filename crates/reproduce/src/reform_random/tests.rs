use parallax_puzzles::csp::BlockPartition;

use super::*;

fn setting(engines: &[&str]) -> RandomProblemSetting {
    RandomProblemSetting {
        sizes: vec![4, 6],
        values: 4,
        density: "0.6".parse().unwrap(),
        tightness: "0.25".parse().unwrap(),
        blocks: vec![2, 4],
        partitions: BlockPartition::ALL.to_vec(),
        number: 3,
        seed: 1,
        engines: engines.iter().map(|spec| spec.parse().unwrap()).collect(),
    }
}

fn measured(engines: &[&str], jobs: usize) -> Vec<RandomPointMeasurement> {
    let mut done = 0;
    let step = &mut |_| done += 1;
    let all = measure_points(&setting(engines), None, jobs, &Control::unlimited(), step).unwrap();
    assert_eq!(done, 2 * 2 * 2 * 3);
    all
}

#[test]
fn counts_and_nodes_are_the_same_for_any_number_of_threads() {
    let figures = |jobs| {
        let all = measured(&["native", "sat:batsat"], jobs);
        let line = |group: &RandomPointMeasurement| {
            assert!(group.lanes.iter().all(|lane| lane.ended == 3 && lane.limits == 0));
            let (point, native) = (group.point, &group.lanes[0]);
            format!(
                "{} {} {}: {} solutions, {} nodes",
                point.variables, point.partition, point.blocks, group.solutions, native.nodes.sum
            )
        };
        all.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let one = figures(1);
    assert_eq!(one, figures(3));
    insta::assert_snapshot!(one, @r"
    4 own 2: 224 solutions, 221 nodes
    4 own 4: 236 solutions, 233 nodes
    4 shared 2: 272 solutions, 269 nodes
    4 shared 4: 240 solutions, 237 nodes
    6 own 2: 730 solutions, 728 nodes
    6 own 4: 719 solutions, 716 nodes
    6 shared 2: 1152 solutions, 1150 nodes
    6 shared 4: 878 solutions, 875 nodes
    ");
}

#[test]
fn an_engine_without_an_answer_has_no_figures() {
    let all = measured(&["native", "reform:paper"], 2);
    for group in &all {
        assert!(group.lanes[1].unsupported.is_some() && group.lanes[1].ended == 0);
        assert_eq!(
            (group.lanes[1].speedup_factor(), group.lanes[1].nodes.mean_value()),
            (None, None)
        );
        assert_eq!(group.lanes[0].speedup_factor(), Some(1.0));
    }
}

#[test]
fn a_time_limit_leaves_no_count_and_an_interrupt_no_problem() {
    let setting = setting(&["native"]);
    let control = Control::unlimited();
    let all = measure_points(&setting, Some(Duration::ZERO), 1, &control, &mut |_| ()).unwrap();
    assert!(all.iter().all(|group| group.lanes[0].limits == 3 && group.counted == 0));
    assert!(all.iter().all(|group| group.mean_solutions().is_none()));
    control.cancel_work();
    assert!(measure_points(&setting, None, 1, &control, &mut |_| ()).unwrap().is_empty());
}

#[test]
fn impossible_settings_are_refused() {
    let error = |change: &dyn Fn(&mut RandomProblemSetting)| {
        let mut setting = setting(&["native"]);
        change(&mut setting);
        measure_points(&setting, None, 1, &Control::unlimited(), &mut |_| ()).unwrap_err()
    };
    let errors = [
        error(&|s| s.blocks = vec![2, 5]),
        error(&|s| s.tightness = "0.99".parse().unwrap()),
        error(&|s| s.sizes.clear()),
        error(&|s| s.number = 0),
        error(&|s| s.seed = u64::MAX),
        error(&|s| s.engines.clear()),
    ];
    insta::assert_snapshot!(errors.map(|error| error.to_string()).join("\n"), @r#"
    random:n=4,d=4,density=0.6,tightness=0.25,blocks=5,partition=own@1: 5 blocks of values; expected 1 to 4
    random:n=4,d=4,density=0.6,tightness=0.99,blocks=2,partition=own@1: a tightness of 0.99 forbids 4 of the 4 pairs of blocks; 2 blocks that all differ need 1 to 3
    there is nothing to measure
    there is nothing to measure
    there is no seed 18446744073709551615 + 2
    there is nothing to measure
    "#);
}
