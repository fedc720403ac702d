//! A model as decision diagrams, and the number of its solutions from them.
//!
//! Each constraint becomes a reduced multi-valued decision diagram, built from its meaning. Small
//! diagrams that end at the same variable are conjoined. The conjunction of all is compiled from
//! the top, one variable after another, by pairing their nodes (Bergman et al. 2016; the frontier
//! method of Sekine et al. 1995), and the number of paths is added up on the way, so that only
//! two layers are held. A hidden variable does not split paths: after it, a state is a set of
//! combinations of nodes, so distinct assignments of the shown variables are counted.
//!
//! Components multiply. No propagator and no search takes part.
//!
//! Decision diagrams are our own (`lower/diagrams/`), because a conjunction must stop at a
//! deadline, count the same nodes every time and need no stack. OxiDD cannot be interrupted,
//! recurses with the depth of the diagram, and collects garbage in a thread of its own, so that
//! whether a limit is reached depends on time. Only the diagrams of constraints are reduced;
//! their conjunction is compiled layer by layer and never held as a whole.

mod apply;
mod arena;
mod effort;
mod expand;
mod layer;
mod machine;
mod machines;
mod order;
mod parts;
mod product;
mod rows;
mod scope;
#[cfg(test)]
mod tests;
mod totals;

use std::ops::Range;

use parallax_model::ask::{Control, Count, Counters, Refusal, Stop};
use parallax_model::{Given, Model, Value, VarId};

use self::apply::{Op, apply};
use self::arena::{Arena, FALSE, Node, TRUE};
use self::effort::NodeBudget;
use self::product::Product;
use self::scope::Scope;

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
    arena: Arena,
    /// The variable at each level, and its values.
    order: Vec<VarId>,
    values: Vec<Vec<Value>>,
    components: Vec<Component>,
    /// Variables without constraints: whether each is shown, and its values.
    free: Vec<(VarId, bool, parallax_model::Domain)>,
    /// Whether a constraint without variables is violated, or a domain is empty.
    impossible: bool,
    conjunctions: u64,
    limit: u64,
}

/// Connected levels, and the diagrams whose conjunction they satisfy.
struct Component {
    levels: Range<u32>,
    /// Whether the variable at each of its levels is shown.
    shown: Vec<bool>,
    /// Sorted by their first level.
    parts: Vec<RootedDiagram>,
}

/// A diagram, with the first and the last level that it depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RootedDiagram {
    first: u32,
    last: u32,
    root: Node,
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
struct Builder<'a> {
    model: &'a Model,
    control: &'a Control,
    arena: Arena,
    order: Vec<VarId>,
    /// The values at each level.
    values: Vec<Vec<Value>>,
    /// The level of each variable.
    level: Vec<u32>,
    /// A value for every variable; a constraint reads those of its scope.
    scratch: Vec<Value>,
}

impl Builder<'_> {
    fn level(&self, v: VarId) -> u32 {
        self.level[v.index()]
    }

    fn levels(&self) -> &[u32] {
        &self.level
    }

    fn variable(&self, level: u32) -> VarId {
        self.order[level as usize]
    }

    fn values(&self, level: u32) -> &[Value] {
        &self.values[level as usize]
    }

    fn scope(&self, variables: &[VarId]) -> Scope {
        Scope::of(variables.iter().copied(), &self.level)
    }

    /// Returns the maximum number of steps to build one diagram.
    fn most_steps(&self) -> usize {
        1 << 24
    }

    fn apply(&mut self, op: Op, a: Node, b: Node) -> Result<Node, DiagramError> {
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
fn listed(model: &Model, v: VarId) -> Result<Vec<Value>, DiagramError> {
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
