//! The instances over which the figures of several engines are computed, so that all figures of a
//! table are about the same instances.

use super::cases::InstanceRuns;
use super::study::ResultStudy;

/// The instances of figures over some lanes.
#[derive(Clone, Debug, Default)]
pub(super) struct InstancePopulation {
    /// By instance: whether each of the lanes has all its runs.
    pub(super) whole: Vec<bool>,
    /// By instance: whether, moreover, each of the solving lanes solved it in every run.
    pub(super) solved: Vec<bool>,
    /// By lane: whether it is one of the lanes and solves a whole instance in every run.
    pub(super) solving: Vec<bool>,
    /// The lanes that solve none.
    idle: Vec<String>,
    /// The number of lanes.
    lanes: usize,
    /// The number of planned instances.
    planned: usize,
}

impl InstancePopulation {
    /// Finds the instances that all these lanes have in common.
    pub(super) fn from_cases(study: &ResultStudy, cases: &[InstanceRuns], lanes: &[bool]) -> Self {
        let number = lanes.iter().filter(|is_one| **is_one).count();
        let ours = || cases.iter().filter(|case| lanes[case.lane]);
        let mut runs = vec![0; study.instances.len()];
        // Each case is one lane on one instance, so an instance is whole if as many cases as lanes
        // are.
        ours().filter(|case| case.is_whole).for_each(|case| runs[case.instance] += 1);
        let whole: Vec<bool> = runs.iter().map(|runs| number > 0 && *runs == number).collect();
        // The solving lanes are found first, over the whole instances only. A lane that solves
        // nothing is then left out of `solved`, since it alone would empty that set.
        let mut solving = vec![false; lanes.len()];
        for case in ours().filter(|case| whole[case.instance]) {
            solving[case.lane] |= case.is_solved;
        }
        let mut solved = whole.clone();
        for case in ours().filter(|case| solving[case.lane]) {
            solved[case.instance] &= case.is_solved;
        }
        // Without a solving lane the loop above has removed nothing; "solved by all of none" is not
        // meant.
        if !solving.contains(&true) {
            solved.fill(false);
        }
        let idle = (0..lanes.len()).filter(|&lane| lanes[lane] && !solving[lane]);
        InstancePopulation {
            idle: idle.map(|lane| study.lanes[lane].name()).collect(),
            lanes: number,
            planned: study.coverage.instances,
            whole,
            solved,
            solving,
        }
    }

    /// Returns the number of instances of which each lane has all runs.
    pub(super) fn whole_size(&self) -> usize {
        self.whole.iter().filter(|is_one| **is_one).count()
    }

    /// Returns the number of instances that each solving lane solved in every run.
    pub(super) fn solved_size(&self) -> usize {
        self.solved.iter().filter(|is_one| **is_one).count()
    }

    /// Whether there are planned instances outside.
    pub(super) fn is_part(&self) -> bool {
        self.whole_size() < self.planned
    }

    /// Names the instances: `all 8 instances`, or which ones of how many.
    pub(super) fn describe_instances(&self) -> String {
        let (size, planned) = (self.whole_size(), self.planned);
        match (self.is_part(), self.lanes) {
            (false, _) if planned == 1 => "the 1 instance".into(),
            (false, _) => format!("all {planned} instances"),
            (true, 1) => format!("the {size} of {planned} instances that have all their runs"),
            (true, _) => {
                format!("the {size} of {planned} instances on which every engine has all its runs")
            }
        }
    }

    /// Names the instances among these that are solved.
    pub(super) fn solved_words(&self) -> String {
        let size = self.solved_size();
        let who = if self.lanes > 1 { "every engine solves" } else { "it solves" };
        let idle = match &self.idle[..] {
            [] => String::new(),
            idle => format!(" (but for {}, which solves none)", idle.join(", ")),
        };
        format!("the {size} of them that {who} in every run{idle}")
    }
}
