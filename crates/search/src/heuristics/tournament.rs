//! A tournament tree: the best of many variables, maintained incrementally.

use parallax_model::VarId;
use parallax_propagation::store::DomainStore;

/// Minimum number of candidates for a tournament; fewer are compared directly. Tests are small and
/// must cover both cases.
const MIN_TOURNAMENT_SIZE: usize = if cfg!(test) { 4 } else { 1 << 10 };

/// The score of a fixed variable.
const FIXED_VARIABLE_SCORE: f64 = f64::NEG_INFINITY;

/// No variable.
const NO_CANDIDATE: u32 = u32::MAX;

/// A tournament tree over variables: the larger score wins a match, and ties go to the variable
/// with the smaller index. Only matches of variables whose domains or scores changed are
/// replayed, so the cost of a choice depends on the number of changes since the last one, not
/// on the number of variables.
#[derive(Clone)]
pub(super) struct TournamentTree {
    /// The candidates in ascending order, and the place of each variable among them.
    variables: Vec<VarId>,
    places: Vec<u32>,
    /// The score of each candidate; [`FIXED_VARIABLE_SCORE`] for a fixed one.
    scores: Vec<f64>,
    /// The winner below each node: node 1 is the root, and node `n` has the children `2n` and
    /// `2n + 1`.
    winners: Vec<u32>,
    /// The length of the trail up to which all changes have been processed.
    mark: usize,
    /// Further places that may have changed.
    stale: Vec<u32>,
    /// Whether the score of any candidate may have changed.
    unknown: bool,
}

impl TournamentTree {
    /// Builds a tournament, or returns `None` if there are few candidates.
    pub(super) fn from_candidates(candidates: &[VarId], variables: usize) -> Option<Self> {
        if candidates.len() < MIN_TOURNAMENT_SIZE {
            return None;
        }
        let mut places = vec![NO_CANDIDATE; variables];
        for (place, v) in candidates.iter().enumerate() {
            places[v.index()] = place as u32;
        }
        Some(TournamentTree {
            winners: vec![NO_CANDIDATE; candidates.len().next_power_of_two() * 2],
            scores: vec![FIXED_VARIABLE_SCORE; candidates.len()],
            variables: candidates.to_vec(),
            places,
            mark: 0,
            stale: Vec::new(),
            unknown: true,
        })
    }

    /// Marks all scores as possibly changed.
    pub(super) fn reset(&mut self) {
        self.unknown = true;
    }

    /// Marks the score of a variable as possibly changed.
    pub(super) fn mark_stale(&mut self, v: VarId) {
        if !self.unknown {
            self.stale.extend(Some(self.places[v.index()]).filter(|&place| place != NO_CANDIDATE));
        }
    }

    /// Notes the changes that the trail is about to undo, down to a length.
    pub(super) fn note_undo(&mut self, down_to: usize, store: &DomainStore) {
        if self.unknown {
            return;
        }
        for entry in store.trail().get(down_to..self.mark).unwrap_or_default() {
            self.mark_stale(entry.variable());
        }
        // The trail grows again from here with other entries, which are all new to the tournament.
        self.mark = self.mark.min(down_to);
        // When the list gets too long, replay everything at once.
        if self.stale.len() > self.scores.len() * 4 {
            self.stale.clear();
            self.unknown = true;
        }
    }

    /// Returns the unfixed variable with the largest score.
    pub(super) fn best_candidate(
        &mut self,
        store: &DomainStore,
        score: impl Fn(VarId) -> f64,
    ) -> Option<VarId> {
        let current = |v: VarId| if store.is_fixed(v) { FIXED_VARIABLE_SCORE } else { score(v) };
        if self.unknown {
            self.play_all(current);
        } else {
            // Lent out, because `replay_matches` borrows the tree.
            let stale = std::mem::take(&mut self.stale);
            stale.iter().for_each(|&place| self.replay_matches(place as usize, current));
            self.stale = stale;
            for entry in store.trail().get(self.mark..).unwrap_or_default() {
                let place = self.places[entry.variable().index()];
                if place != NO_CANDIDATE {
                    self.replay_matches(place as usize, current);
                }
            }
        }
        self.unknown = false;
        self.stale.clear();
        self.mark = store.trail().len();
        let winner = self.winners[1];
        (winner != NO_CANDIDATE).then(|| self.variables[winner as usize])
    }

    fn play_all(&mut self, current: impl Fn(VarId) -> f64) {
        // A complete binary tree in an array: leaf `i` is at `leaves + i`, and leaves beyond the
        // candidates stay empty.
        let leaves = self.winners.len() / 2;
        for (place, &v) in self.variables.iter().enumerate() {
            self.scores[place] = current(v);
            let stays = self.scores[place] > FIXED_VARIABLE_SCORE;
            self.winners[leaves + place] = if stays { place as u32 } else { NO_CANDIDATE };
        }
        for node in (1..leaves).rev() {
            self.winners[node] = self.match_below(node);
        }
    }

    /// Replays the matches of one variable if its score changed.
    fn replay_matches(&mut self, place: usize, current: impl Fn(VarId) -> f64) {
        let score = current(self.variables[place]);
        // Most stale variables have their old score after backtracking: no match above them can
        // change.
        if score == self.scores[place] {
            return;
        }
        self.scores[place] = score;
        let mut node = self.winners.len() / 2 + place;
        self.winners[node] = if score > FIXED_VARIABLE_SCORE { place as u32 } else { NO_CANDIDATE };
        while node > 1 {
            node /= 2;
            self.winners[node] = self.match_below(node);
        }
    }

    fn match_below(&self, node: usize) -> u32 {
        let (left, right) = (self.winners[node * 2], self.winners[node * 2 + 1]);
        match (left, right) {
            (NO_CANDIDATE, other) | (other, NO_CANDIDATE) => other,
            // Candidates of the left subtree come first in the model.
            _ if self.scores[right as usize] > self.scores[left as usize] => right,
            _ => left,
        }
    }
}
