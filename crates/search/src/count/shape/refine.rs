//! Colours the vertices of a graph independently of their numbers.

/// A graph with coloured vertices and labelled edges. Refinement gives different colours to
/// vertices that the graph distinguishes (colour refinement: Weisfeiler and Leman 1968; with
/// individual vertices as in McKay, Practical graph isomorphism, 1981).
#[derive(Debug, Default)]
pub(super) struct ColouredGraph {
    pub(super) colours: Vec<u64>,
    /// Both directions of each edge: from, to, label.
    edges: Vec<(u32, u32, u64)>,
    sums: Vec<u64>,
    sorted: Vec<u64>,
    /// The steps of the last refinements, in edges.
    pub(super) steps: usize,
}

impl ColouredGraph {
    pub(super) fn clear(&mut self) {
        self.colours.clear();
        self.edges.clear();
        self.steps = 0;
    }

    pub(super) fn add_edge(&mut self, from: u32, to: u32, label: u64) {
        let label = mix_bits(label);
        self.edges.push((from, to, label));
        // Another label for the way back, so that a vertex distinguishes what points to it from
        // what it points to.
        self.edges.push((to, from, label.rotate_left(1)));
    }

    /// Gives the first `number` vertices different colours. If refinement alone cannot, a vertex of
    /// the smallest class is singled out, so that the result may depend on the numbers of vertices
    /// that look alike. Returns false if this takes more than [`MAX_LABELLING_STEPS`].
    pub(super) fn label_vertices(&mut self, number: usize) -> bool {
        let mut classes = self.refine_colours();
        while let Some(class) = self.smallest_class(number) {
            if let Some(one) = self.colours[..number].iter_mut().find(|colour| **colour == class) {
                // Its new colour differs from all others, except for a collision of hashes; the
                // next refinement spreads the difference.
                *one = mix_bits(*one ^ SINGLED_VERTEX_SALT);
            }
            classes = self.refine_from(classes + 1);
            if self.steps > MAX_LABELLING_STEPS {
                return false;
            }
        }
        true
    }

    fn refine_colours(&mut self) -> usize {
        let classes = self.count_classes();
        self.refine_from(classes)
    }

    /// Refines until a round finds no more classes.
    fn refine_from(&mut self, mut classes: usize) -> usize {
        loop {
            self.refine_round();
            let found = self.count_classes();
            if found <= classes {
                return found;
            }
            classes = found;
        }
    }

    fn refine_round(&mut self) {
        self.sums.clear();
        self.sums.resize(self.colours.len(), 0);
        for &(from, to, label) in &self.edges {
            let sum = &mut self.sums[to as usize];
            // A sum does not depend on the order of the edges, and mixing each term keeps different
            // multisets of neighbours apart.
            *sum = sum.wrapping_add(mix_bits(self.colours[from as usize] ^ label));
        }
        for (colour, sum) in self.colours.iter_mut().zip(&self.sums) {
            // The old colour takes part, so classes only split: except for collisions of hashes,
            // two colours that differ stay different.
            *colour = mix_bits(colour.wrapping_mul(3).wrapping_add(*sum));
        }
        self.steps += self.edges.len() + self.colours.len();
    }

    fn count_classes(&mut self) -> usize {
        self.sorted.clear();
        self.sorted.extend(&self.colours);
        self.sorted.sort_unstable();
        self.sorted.dedup();
        self.sorted.len()
    }

    /// Returns the colour of the smallest class of several among the first `number` vertices; the
    /// least colour on a tie.
    fn smallest_class(&mut self, number: usize) -> Option<u64> {
        self.sorted.clear();
        self.sorted.extend(&self.colours[..number]);
        self.sorted.sort_unstable();
        let classes = self.sorted.chunk_by(|a, b| a == b);
        classes.filter(|class| class.len() > 1).min_by_key(|class| class.len()).map(|c| c[0])
    }
}

/// Maximum number of steps of one labelling: some milliseconds.
const MAX_LABELLING_STEPS: usize = 1 << 20;

const SINGLED_VERTEX_SALT: u64 = 0x5bd1_e995_9e37_79b9;

/// Permutes the 64-bit numbers (the finaliser of SplitMix64).
pub(in crate::count) fn mix_bits(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
