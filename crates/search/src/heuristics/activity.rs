//! Activity: how often propagation changed each variable.

use parallax_model::VarId;
use parallax_propagation::store::DomainStore;

/// The factor by which each commit ages earlier activity.
const ACTIVITY_DECAY: f64 = 0.999;
/// Above this, all activities are scaled down before they overflow.
const ACTIVITY_RESCALE_THRESHOLD: f64 = 1e100;

/// The number of propagations that changed each domain, with later commits counting more (Michel
/// and Van Hentenryck 2012, section 4, without sampling). Instead of decaying all activities, the
/// increment grows.
#[derive(Clone)]
pub(super) struct VariableActivity {
    of_variable: Vec<f64>,
    /// The last commit that touched each variable.
    touched: Vec<u64>,
    commits: u64,
    gain: f64,
    /// The length of the trail before the last commit.
    mark: usize,
}

impl VariableActivity {
    pub(super) fn new(variables: usize) -> Self {
        VariableActivity {
            of_variable: vec![0.0; variables],
            touched: vec![0; variables],
            commits: 0,
            gain: 1.0,
            mark: 0,
        }
    }

    pub(super) fn reset(&mut self) {
        *self = VariableActivity::new(self.of_variable.len());
    }

    #[inline]
    pub(super) fn variable_activity(&self, v: VarId) -> f64 {
        self.of_variable[v.index()]
    }

    pub(super) fn note_commit(&mut self, store: &DomainStore) {
        self.mark = store.trail().len();
        self.commits += 1;
        self.gain /= ACTIVITY_DECAY;
    }

    pub(super) fn note_propagation(&mut self, store: &DomainStore) {
        for entry in store.trail().get(self.mark..).unwrap_or_default() {
            let variable = entry.variable().index();
            // A variable counts once per commit, however often propagation changes it.
            if self.touched[variable] != self.commits {
                self.touched[variable] = self.commits;
                self.of_variable[variable] += self.gain;
            }
        }
        if self.gain > ACTIVITY_RESCALE_THRESHOLD {
            self.of_variable
                .iter_mut()
                .for_each(|activity| *activity /= ACTIVITY_RESCALE_THRESHOLD);
            self.gain /= ACTIVITY_RESCALE_THRESHOLD;
        }
    }
}
