//! The diagrams of a model, part by part.

use std::ops::Range;

use parallax_model::ask::{Control, Count, Counters, Refusal, Stop};
use parallax_model::{Given, Model, Value, VarId};

use super::apply::{Op, apply};
use super::arena::{Arena, FALSE, Node, TRUE};
use super::effort::NodeBudget;
use super::order;
use super::parts;
use super::product::Product;
use super::scope::Scope;

/// The reason why there are no diagrams, or no count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagramError {
    /// A limit or a cancellation.
    Stopped(Stop),
    /// More than this many nodes.
    Nodes(u64),
    /// The description of a constraint or a domain that is too large for a diagram.
    Large(String),
}

impl From<Stop> for DiagramError {
    fn from(stop: Stop) -> Self {
        DiagramError::Stopped(stop)
    }
}

impl From<DiagramError> for Refusal {
    fn from(fault: DiagramError) -> Self {
        match fault {
            DiagramError::Stopped(stop) => Refusal::Stopped(stop),
            DiagramError::Nodes(limit) => Refusal::Failed(format!("more than {limit} nodes")),
            DiagramError::Large(what) => Refusal::Unsupported(what),
        }
    }
}

/// Maximum number of pairs of nodes in the conjunction of two constraints; beyond it they stay
/// apart.
const SMALL: usize = 1 << 12;

/// Maximum number of values of a variable with constraints.
const MOST_VALUES: u64 = 1 << 20;

/// A model as decision diagrams.
pub struct Diagrams {
    pub(super) arena: Arena,
    /// The variable at each level, and its values.
    pub(super) order: Vec<VarId>,
    pub(super) values: Vec<Vec<Value>>,
    pub(super) components: Vec<Component>,
    /// Variables without constraints: whether each is shown, and its values.
    pub(super) free: Vec<(VarId, bool, parallax_model::Domain)>,
    /// Whether a constraint without variables is violated, or a domain is empty.
    impossible: bool,
    pub(super) conjunctions: u64,
    pub(super) limit: u64,
}

/// Connected levels, and the diagrams whose conjunction they satisfy.
pub(super) struct Component {
    pub(super) levels: Range<u32>,
    /// Whether the variable at each of its levels is shown.
    pub(super) shown: Vec<bool>,
    /// Sorted by their first level.
    pub(super) parts: Vec<RootedDiagram>,
}

/// A diagram, with the first and the last level that it depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RootedDiagram {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) root: Node,
}

/// The number of solutions, one of them, and the effort.
#[derive(Debug)]
pub struct Counted {
    /// The number of distinct assignments of the shown variables.
    pub number: Count,
    /// Values for all variables, if there is a solution.
    pub solution: Option<Vec<Value>>,
    /// Nodes of the conjunction, and of its widest layer.
    pub counters: Counters,
}

/// The model, the order and the arena from which the constraints' diagrams are built.
pub(super) struct Builder<'a> {
    pub(super) model: &'a Model,
    pub(super) control: &'a Control,
    pub(super) arena: Arena,
    pub(super) order: Vec<VarId>,
    /// The values at each level.
    pub(super) values: Vec<Vec<Value>>,
    /// The level of each variable.
    pub(super) level: Vec<u32>,
    /// A value for every variable; a constraint reads those of its scope.
    pub(super) scratch: Vec<Value>,
}

impl Builder<'_> {
    pub(super) fn level(&self, v: VarId) -> u32 {
        self.level[v.index()]
    }

    pub(super) fn levels(&self) -> &[u32] {
        &self.level
    }

    pub(super) fn variable(&self, level: u32) -> VarId {
        self.order[level as usize]
    }

    pub(super) fn values(&self, level: u32) -> &[Value] {
        &self.values[level as usize]
    }

    pub(super) fn scope(&self, variables: &[VarId]) -> Scope {
        Scope::of(variables.iter().copied(), &self.level)
    }

    /// Returns the maximum number of steps to build one diagram.
    pub(super) fn most_steps(&self) -> usize {
        1 << 24
    }

    pub(super) fn apply(&mut self, op: Op, a: Node, b: Node) -> Result<Node, DiagramError> {
        let most = self.most_steps();
        apply(&mut self.arena, op, a, b, most, self.control)
    }
}

impl Diagrams {
    /// Builds the diagrams of a model's constraints, of at most `limit` nodes.
    ///
    /// # Errors
    /// If `limit` is too small, a constraint or a domain too large, or `control` stops it.
    pub fn of(model: &Model, limit: u64, control: &Control) -> Result<Self, DiagramError> {
        let scopes: Vec<Vec<VarId>> =
            model.constraints().iter().map(|posted| posted.constraint.scope()).collect();
        let groups = order::groups(model, &scopes, control)?;
        let order: Vec<VarId> = groups.iter().flat_map(|g| &g.variables).copied().collect();
        let values = order.iter().map(|&v| listed(model, v)).collect::<Result<Vec<_>, _>>()?;
        let mut level = vec![u32::MAX; model.variables().len()];
        order.iter().zip(0..).for_each(|(v, place)| level[v.index()] = place);
        let free = (0..level.len()).filter(|&v| level[v] == u32::MAX).map(VarId::new);
        let variables = model.variables();
        let free = free.map(|v| (v, variables[v.index()].shown, model.domain(v).clone())).collect();
        let widths = values.iter().map(Vec::len).collect();
        let arena = Arena::new(widths, limit, control.formula_bytes());
        let scratch = vec![0; variables.len()];
        let mut builder = Builder { model, control, arena, order, values, level, scratch };
        let mut impossible = variables.iter().any(|v| v.domain.is_empty());
        for (posted, _) in
            model.constraints().iter().zip(&scopes).filter(|(_, scope)| scope.is_empty())
        {
            impossible |= parts::parts(&mut builder, &posted.constraint)? != [TRUE];
        }
        let mut components = Vec::new();
        let mut conjunctions = 0;
        let mut next = 0;
        for group in groups.iter().filter(|_| !impossible) {
            let levels = next..next + group.variables.len() as u32;
            next = levels.end;
            let mut roots = Vec::new();
            for &place in &group.constraints {
                control.check()?;
                roots.extend(parts::parts(&mut builder, &model.constraints()[place].constraint)?);
            }
            let shown = group.variables.iter().map(|v| variables[v.index()].shown).collect();
            let parts = builder.joined(roots, &mut conjunctions)?;
            components.push(Component { levels, shown, parts });
        }
        let Builder { arena, order, values, .. } = builder;
        Ok(Diagrams { arena, order, values, components, free, impossible, conjunctions, limit })
    }

    /// Returns the number of nodes of the constraints' diagrams, and of the pairs conjoined.
    #[must_use]
    pub fn sizes(&self) -> Counters {
        let mut counters = Counters::new();
        counters.add("diagram nodes", self.arena.len() as u64);
        counters.add("conjunctions", self.conjunctions);
        counters
    }

    /// Counts the solutions under `givens`.
    ///
    /// # Errors
    /// If the conjunction has too many nodes or does not fit in the memory that `control` allows
    /// for a formula, or `control` stops it.
    pub fn count(&self, givens: &[Given], control: &Control) -> Result<Counted, DiagramError> {
        let mut number = Count::one();
        let mut values: Vec<Value> = vec![0; self.order.len() + self.free.len()];
        let mut effort = NodeBudget::new(self.limit, self.arena.bytes());
        let mut possible = !self.impossible;
        for (v, shown, domain) in &self.free {
            let mut own = givens.iter().filter(|given| given.variable == *v);
            let first = own.next().map(|given| given.value);
            values[v.index()] = first.or(domain.min()).unwrap_or(0);
            match first {
                Some(value) => {
                    possible &= domain.contains(value) && own.all(|given| given.value == value);
                }
                None if *shown => number *= &Count::from(domain.len()),
                None => {}
            }
        }
        for component in self.components.iter().filter(|_| possible) {
            if number.is_zero() {
                break;
            }
            let product = Product::new(self, component, givens, &mut effort, control);
            let (own, solution) = product.count()?;
            number *= &own;
            for (level, place) in component.levels.clone().zip(solution) {
                let level = level as usize;
                values[self.order[level].index()] = self.values[level][place as usize];
            }
        }
        if !possible {
            number = Count::zero();
        }
        let solution = (!number.is_zero()).then_some(values);
        Ok(Counted { number, solution, counters: effort.counters() })
    }
}

/// Lists the values of a variable; [`DiagramError::Large`] beyond [`MOST_VALUES`].
pub(super) fn listed(model: &Model, v: VarId) -> Result<Vec<Value>, DiagramError> {
    let domain = model.domain(v);
    if domain.len() > MOST_VALUES {
        let (name, number) = (model.name_of(v), domain.len());
        return Err(DiagramError::Large(format!(
            "'{name}' has {number} values, a diagram takes {MOST_VALUES}"
        )));
    }
    Ok(domain.to_vec())
}

impl Builder<'_> {
    /// Conjoins diagrams that end at the same level if the result is small, and omits those that
    /// always hold. If one is `FALSE`, the result is `FALSE` alone.
    fn joined(
        &mut self,
        roots: Vec<Node>,
        conjunctions: &mut u64,
    ) -> Result<Vec<RootedDiagram>, DiagramError> {
        if roots.contains(&FALSE) {
            return Ok(vec![RootedDiagram { first: 0, last: 0, root: FALSE }]);
        }
        let part = |arena: &Arena, root| RootedDiagram {
            first: arena.level(root),
            last: arena.deepest(root),
            root,
        };
        let roots = roots.into_iter().filter(|&root| root != TRUE);
        let mut parts: Vec<RootedDiagram> = roots.map(|root| part(&self.arena, root)).collect();
        parts.sort_unstable_by_key(|part| (part.last, std::cmp::Reverse(part.first), part.root));
        parts.dedup();
        let mut joined: Vec<RootedDiagram> = Vec::new();
        for next in parts {
            self.control.check()?;
            let last = joined.last_mut().filter(|last| last.last == next.last);
            let Some(last) = last else {
                joined.push(next);
                continue;
            };
            match apply(&mut self.arena, Op::And, last.root, next.root, SMALL, self.control) {
                Ok(root) if root == FALSE => {
                    return Ok(vec![RootedDiagram { first: 0, last: 0, root: FALSE }]);
                }
                Ok(root) => {
                    *conjunctions += 1;
                    *last = part(&self.arena, root);
                }
                Err(DiagramError::Nodes(_)) => joined.push(next),
                Err(fault) => return Err(fault),
            }
        }
        joined.sort_unstable();
        Ok(joined)
    }
}
