//! The set of violated constraints, from which one can be drawn.

const NO_PLACE: u32 = u32::MAX;

/// A set of numbers below a bound.
pub(super) struct ViolatedSet {
    list: Vec<u32>,
    place: Vec<u32>,
}

impl ViolatedSet {
    pub(super) fn new(bound: usize) -> Self {
        ViolatedSet { list: Vec::with_capacity(bound), place: vec![NO_PLACE; bound] }
    }

    /// Inserts or removes a number.
    pub(super) fn set_member(&mut self, number: u32, is_in: bool) {
        let place = self.place[number as usize];
        if is_in && place == NO_PLACE {
            self.place[number as usize] = self.list.len() as u32;
            self.list.push(number);
        } else if !is_in && place != NO_PLACE {
            // The last member fills the gap, which takes constant time; members are drawn at
            // random, so their order has no meaning.
            self.list.swap_remove(place as usize);
            if let Some(&moved) = self.list.get(place as usize) {
                self.place[moved as usize] = place;
            }
            self.place[number as usize] = NO_PLACE;
        }
    }

    pub(super) fn member_list(&self) -> &[u32] {
        &self.list
    }
}
