//! The key of a component.

use parallax_model::{Model, Value, VarId};
use parallax_propagation::store::DomainStore;

use super::refine::ColouredGraph;
use super::refine::mix_bits;
use crate::count::divide::{ComponentDivider, CountComponent};
use crate::count::key::{put_number, put_signed};
use crate::count::names::ComponentNames;
use crate::count::residue::ConstraintResidues;

/// Writes the keys of components by their shape.
#[derive(Debug, Default)]
pub(in crate::count) struct ShapeKeyWriter {
    /// By variable of the model: its place in the component.
    places: Vec<u32>,
    pub(super) values: Vec<Value>,
    residues: ConstraintResidues,
    pub(super) graph: ColouredGraph,
    /// Variables and values in the order of their colours, and the inverse permutation.
    pub(super) order: Vec<u32>,
    ranks: Vec<u32>,
    bits: Vec<u64>,
    /// The constraints as bytes, to be sorted.
    written: Vec<Vec<u8>>,
    /// The last key.
    pub(in crate::count) bytes: Vec<u8>,
}

/// Maximum number of variables, and of values, of a component that gets a key.
const MAX_KEY_VERTICES: usize = 1 << 10;

/// Maximum number of pairs of a variable and a value, and of a variable and a constraint.
const MAX_KEY_PAIRS: usize = 1 << 13;

impl ShapeKeyWriter {
    /// Creates a writer of keys; with `certified`, two problems with one key are one to the checker
    /// of certificates.
    pub(in crate::count) fn new(certified: bool) -> Self {
        ShapeKeyWriter { residues: ConstraintResidues::new(certified), ..ShapeKeyWriter::default() }
    }

    /// Writes the key of a component into [`bytes`](ShapeKeyWriter::bytes). Returns false if the
    /// component is too large or has a constraint without a residue.
    pub(in crate::count) fn write_key(
        &mut self,
        part: CountComponent,
        links: &ComponentDivider,
        model: &Model,
        store: &DomainStore,
    ) -> bool {
        let variables = links.component_variables(part);
        self.graph.clear();
        self.graph.steps = variables.len() + links.component_constraints(part).len();
        if variables.len() > MAX_KEY_VERTICES
            || !self.describe_component(part, links, model, store)
            || !self.find_values(variables, store)
        {
            return false;
        }
        self.build_graph(variables, links, store);
        if !self.graph.label_vertices(variables.len() + self.values.len()) {
            return false;
        }
        self.rank_vertices(variables.len());
        self.bytes.clear();
        self.write_component(variables, links, store);
        true
    }

    /// Returns the variables and values of the last key, of a component with these variables.
    pub(in crate::count) fn component_names(&self, variables: &[u32]) -> ComponentNames {
        let (own, values) = self.order.split_at(variables.len());
        let values = if self.residues.names_values { &[] } else { values };
        ComponentNames {
            variables: own.iter().map(|&place| variables[place as usize]).collect(),
            values: values.iter().map(|&own| self.values[own as usize - variables.len()]).collect(),
        }
    }

    /// Returns the elementary steps of the last key.
    pub(in crate::count) fn key_steps(&self) -> usize {
        self.graph.steps
    }

    fn describe_component(
        &mut self,
        part: CountComponent,
        links: &ComponentDivider,
        model: &Model,
        store: &DomainStore,
    ) -> bool {
        self.residues.clear();
        let constraints = links.component_constraints(part);
        constraints.len() <= MAX_KEY_PAIRS
            && constraints.iter().all(|&place| {
                let constraint = &model.constraints()[place as usize].constraint;
                self.residues.add_constraint(constraint, model, store)
                    && self.residues.use_count() <= MAX_KEY_PAIRS
            })
    }

    /// Collects the values of all domains; returns whether there are few enough.
    fn find_values(&mut self, variables: &[u32], store: &DomainStore) -> bool {
        self.values.clear();
        let mut pairs = 0;
        for &v in variables {
            let v = VarId::new(v as usize);
            pairs += store.domain_size(v) as usize;
            if pairs > MAX_KEY_PAIRS {
                return false;
            }
            self.values.extend(store.values(v));
        }
        self.values.sort_unstable();
        self.values.dedup();
        self.values.len() <= MAX_KEY_VERTICES
    }

    /// Builds the graph: variables, values, constraints.
    fn build_graph(&mut self, variables: &[u32], links: &ComponentDivider, store: &DomainStore) {
        let ShapeKeyWriter { graph, places, values, residues, .. } = self;
        for (place, &v) in variables.iter().enumerate() {
            // The buffer keeps entries of earlier components; only variables of this one are looked
            // up below.
            if places.len() <= v as usize {
                places.resize(v as usize + 1, 0);
            }
            places[v as usize] = place as u32;
            graph.colours.push(mix_bits(1 + u64::from(links.is_shown(v))));
        }
        let first_value = variables.len() as u32;
        for &value in values.iter() {
            // Without a name, all values start with one colour and only their uses distinguish
            // them.
            let name = if residues.names_values { u64::from(value.cast_unsigned()) } else { 0 };
            graph.colours.push(mix_bits(name << 8 | 3));
        }
        for (place, &v) in variables.iter().enumerate() {
            for value in store.values(VarId::new(v as usize)) {
                let at = values.binary_search(&value).unwrap_or(0) as u32;
                graph.add_edge(place as u32, first_value + at, 4);
            }
        }
        // One vertex for each constraint, coloured by its residue, with an edge to each of its
        // variables labelled by the role.
        for number in 0..residues.len() {
            let vertex = graph.colours.len() as u32;
            let (bytes, uses) = residues.get(number);
            graph
                .colours
                .push(bytes.iter().fold(5, |hash, &b| mix_bits(hash << 8 ^ hash ^ u64::from(b))));
            for &(v, (part, label)) in uses {
                let label = mix_bits(label).wrapping_add(u64::from(part) + 6);
                graph.add_edge(places[v.index()], vertex, label);
            }
        }
    }

    /// Ranks variables, and values, by their colours.
    fn rank_vertices(&mut self, variables: usize) {
        let number = variables + self.values.len();
        let colours = &self.graph.colours;
        self.order.clear();
        self.order.extend(0..number as u32);
        // `label_vertices` has given all variables and values different colours.
        let by_colour = |&v: &u32| (colours[v as usize], v);
        self.order[..variables].sort_unstable_by_key(by_colour);
        if !self.residues.names_values {
            self.order[variables..].sort_unstable_by_key(by_colour);
        }
        self.ranks.clear();
        self.ranks.resize(number, 0);
        for (rank, &v) in self.order[..variables].iter().enumerate() {
            self.ranks[v as usize] = rank as u32;
        }
        for (rank, &v) in self.order[variables..].iter().enumerate() {
            self.ranks[v as usize] = rank as u32;
        }
    }

    /// Writes the component with ranks in place of names.
    fn write_component(
        &mut self,
        variables: &[u32],
        links: &ComponentDivider,
        store: &DomainStore,
    ) {
        let bytes = &mut self.bytes;
        // The key of a component by its names begins with the number of its variables, never 0.
        put_number(bytes, 0);
        put_number(bytes, variables.len() as u64);
        put_number(bytes, self.values.len() as u64);
        bytes.push(u8::from(self.residues.names_values));
        if self.residues.names_values {
            for &value in &self.order[variables.len()..] {
                put_signed(bytes, self.values[value as usize - variables.len()].into());
            }
        }
        for &place in &self.order[..variables.len()] {
            let v = variables[place as usize];
            bytes.push(u8::from(links.is_shown(v)));
            self.bits.clear();
            // The domain as a bit set over the ranks of the values.
            self.bits.resize(self.values.len().div_ceil(64), 0);
            for value in store.values(VarId::new(v as usize)) {
                let at = self.values.binary_search(&value).unwrap_or(0);
                let rank = self.ranks[variables.len() + at] as usize;
                self.bits[rank / 64] |= 1 << (rank % 64);
            }
            self.bits.iter().for_each(|&word| put_number(bytes, word));
        }
        self.put_constraints();
    }

    fn put_constraints(&mut self) {
        let number = self.residues.len();
        // Each constraint is written into its own buffer first: their order in the model is a name
        // as well, so they are sorted as bytes.
        self.written.resize_with(number, Vec::new);
        let mut uses = Vec::new();
        for (place, written) in self.written.iter_mut().enumerate() {
            let (own, used) = self.residues.get(place);
            written.clear();
            put_number(written, own.len() as u64);
            written.extend(own);
            put_number(written, used.len() as u64);
            uses.clear();
            let rank = |v: VarId| self.ranks[self.places[v.index()] as usize];
            uses.extend(used.iter().map(|&(v, role)| (role, rank(v))));
            uses.sort_unstable();
            for &((part, label), rank) in &uses {
                written.push(part);
                put_number(written, label);
                put_number(written, rank.into());
            }
        }
        self.written.sort_unstable();
        self.written.iter().for_each(|written| self.bytes.extend(written));
    }
}
