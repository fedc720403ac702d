//! The diagrams of a model, part by part.

use std::ops::Range;

use parallax_model::engine_api::{
    Control, EffortCounters, PreparationError, SolutionCount, StopReason,
};
use parallax_model::{Given, Model, Value, VarId};

use super::arena::{DiagramArena, DiagramNode, FALSE_NODE, TRUE_NODE};
use super::combine_diagrams::{DiagramConnective, combine_diagrams};
use super::component_conjunction::ComponentConjunction;
use super::constraint_diagrams;
use super::effort::NodeBudget;
use super::order;
use super::scope::LevelScope;

/// The reason why there are no diagrams, or no count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagramError {
    /// A limit or a cancellation.
    Stopped(StopReason),
    /// More than this many nodes.
    Nodes(u64),
    /// The description of a constraint or a domain that is too large for a diagram.
    Large(String),
}

impl From<StopReason> for DiagramError {
    fn from(stop: StopReason) -> Self {
        DiagramError::Stopped(stop)
    }
}

impl From<DiagramError> for PreparationError {
    fn from(fault: DiagramError) -> Self {
        match fault {
            DiagramError::Stopped(stop) => PreparationError::Stopped(stop),
            DiagramError::Nodes(limit) => {
                PreparationError::Failed(format!("more than {limit} nodes"))
            }
            DiagramError::Large(what) => PreparationError::Unsupported(what),
        }
    }
}

/// Maximum number of pairs of nodes in the conjunction of two constraints; beyond it they stay
/// apart.
const MAX_JOIN_PAIRS: usize = 1 << 12;

/// Maximum number of values of a variable with constraints.
const MOST_VALUES: u64 = 1 << 20;

/// A model as decision diagrams.
pub struct ModelDiagrams {
    pub(super) arena: DiagramArena,
    /// The variable at each level, and its values.
    pub(super) order: Vec<VarId>,
    pub(super) values: Vec<Vec<Value>>,
    pub(super) components: Vec<DiagramComponent>,
    /// Variables without constraints: whether each is shown, and its values.
    pub(super) free: Vec<(VarId, bool, parallax_model::Domain)>,
    /// Whether a constraint without variables is violated, or a domain is empty.
    impossible: bool,
    pub(super) conjunctions: u64,
    pub(super) limit: u64,
}

/// Connected levels, and the diagrams whose conjunction they satisfy.
pub(super) struct DiagramComponent {
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
    pub(super) root: DiagramNode,
}

/// The number of solutions, one of them, and the effort.
#[derive(Debug)]
pub struct DiagramCount {
    /// The number of distinct assignments of the shown variables.
    pub number: SolutionCount,
    /// Values for all variables, if there is a solution.
    pub solution: Option<Vec<Value>>,
    /// Nodes of the conjunction, and of its widest layer.
    pub counters: EffortCounters,
}

/// The model, the order and the arena from which the constraints' diagrams are built.
pub(super) struct DiagramBuilder<'a> {
    pub(super) model: &'a Model,
    pub(super) control: &'a Control,
    pub(super) arena: DiagramArena,
    pub(super) order: Vec<VarId>,
    /// The values at each level.
    pub(super) values: Vec<Vec<Value>>,
    /// The level of each variable.
    pub(super) level: Vec<u32>,
    /// A value for every variable; a constraint reads those of its scope.
    pub(super) scratch: Vec<Value>,
}

impl DiagramBuilder<'_> {
    pub(super) fn level_of_variable(&self, v: VarId) -> u32 {
        self.level[v.index()]
    }

    pub(super) fn level_numbers(&self) -> &[u32] {
        &self.level
    }

    pub(super) fn variable_at(&self, level: u32) -> VarId {
        self.order[level as usize]
    }

    pub(super) fn values_at(&self, level: u32) -> &[Value] {
        &self.values[level as usize]
    }

    pub(super) fn order_scope(&self, variables: &[VarId]) -> LevelScope {
        LevelScope::from_variables(variables.iter().copied(), &self.level)
    }

    /// Returns the maximum number of steps to build one diagram.
    pub(super) fn most_steps(&self) -> usize {
        1 << 24
    }

    pub(super) fn apply_connective(
        &mut self,
        op: DiagramConnective,
        a: DiagramNode,
        b: DiagramNode,
    ) -> Result<DiagramNode, DiagramError> {
        let most = self.most_steps();
        combine_diagrams(&mut self.arena, op, a, b, most, self.control)
    }
}

impl ModelDiagrams {
    /// Builds the diagrams of a model's constraints, of at most `limit` nodes.
    ///
    /// # Errors
    /// If `limit` is too small, a constraint or a domain too large, or `control` stops it.
    pub fn from_model(model: &Model, limit: u64, control: &Control) -> Result<Self, DiagramError> {
        let scopes: Vec<Vec<VarId>> =
            model.constraints().iter().map(|posted| posted.constraint.scope()).collect();
        let groups = order::find_components(model, &scopes, control)?;
        // Components follow one another, so the levels of each are a range.
        let order: Vec<VarId> = groups.iter().flat_map(|g| &g.variables).copied().collect();
        let values = order
            .iter()
            .map(|&v| list_values_within_limit(model, v))
            .collect::<Result<Vec<_>, _>>()?;
        let mut level = vec![u32::MAX; model.variables().len()];
        order.iter().zip(0..).for_each(|(v, place)| level[v.index()] = place);
        // A variable without constraints has no level; it multiplies the count.
        let free = (0..level.len()).filter(|&v| level[v] == u32::MAX).map(VarId::new);
        let variables = model.variables();
        let free = free.map(|v| (v, variables[v.index()].shown, model.domain(v).clone())).collect();
        let widths = values.iter().map(Vec::len).collect();
        let arena = DiagramArena::new(widths, limit, control.formula_bytes());
        let scratch = vec![0; variables.len()];
        let mut builder = DiagramBuilder { model, control, arena, order, values, level, scratch };
        // A constraint without variables is a constant: it always holds, or the model has no
        // solution.
        let mut impossible = variables.iter().any(|v| v.domain.is_empty());
        for (posted, _) in
            model.constraints().iter().zip(&scopes).filter(|(_, scope)| scope.is_empty())
        {
            impossible |=
                constraint_diagrams::build_parts(&mut builder, &posted.constraint)? != [TRUE_NODE];
        }
        let mut components = Vec::new();
        let mut conjunctions = 0;
        let mut next = 0;
        for group in groups.iter().filter(|_| !impossible) {
            let levels = next..next + group.variables.len() as u32;
            next = levels.end;
            let mut roots = Vec::new();
            for &place in &group.constraints {
                control.check_stop()?;
                roots.extend(constraint_diagrams::build_parts(
                    &mut builder,
                    &model.constraints()[place].constraint,
                )?);
            }
            let shown = group.variables.iter().map(|v| variables[v.index()].shown).collect();
            let parts = builder.join_diagrams(roots, &mut conjunctions)?;
            components.push(DiagramComponent { levels, shown, parts });
        }
        let DiagramBuilder { arena, order, values, .. } = builder;
        Ok(ModelDiagrams {
            arena,
            order,
            values,
            components,
            free,
            impossible,
            conjunctions,
            limit,
        })
    }

    /// Returns the number of nodes of the constraints' diagrams, and of the pairs conjoined.
    #[must_use]
    pub fn diagram_sizes(&self) -> EffortCounters {
        let mut counters = EffortCounters::new();
        counters.add_amount("diagram nodes", self.arena.len() as u64);
        counters.add_amount("conjunctions", self.conjunctions);
        counters
    }

    /// Counts the solutions under `givens`.
    ///
    /// # Errors
    /// If the conjunction has too many nodes or does not fit in the memory that `control` allows
    /// for a formula, or `control` stops it.
    pub fn count_solutions(
        &self,
        givens: &[Given],
        control: &Control,
    ) -> Result<DiagramCount, DiagramError> {
        let mut number = SolutionCount::one();
        let mut values: Vec<Value> = vec![0; self.order.len() + self.free.len()];
        let mut effort = NodeBudget::new(self.limit, self.arena.bytes());
        let mut possible = !self.impossible;
        for (v, shown, domain) in &self.free {
            let mut own = givens.iter().filter(|given| given.variable == *v);
            // A given fixes the variable; others for it must agree.
            let first = own.next().map(|given| given.value);
            values[v.index()] = first.or(domain.min()).unwrap_or(0);
            match first {
                Some(value) => {
                    possible &= domain.contains(value) && own.all(|given| given.value == value);
                }
                // A hidden variable has one value for each solution, whichever it is.
                None if *shown => number *= &SolutionCount::from(domain.len()),
                None => {}
            }
        }
        for component in self.components.iter().filter(|_| possible) {
            // 0 stays 0, so the other components need not be counted.
            if number.is_zero() {
                break;
            }
            let product = ComponentConjunction::new(self, component, givens, &mut effort, control);
            let (own, solution) = product.count_paths()?;
            number *= &own;
            for (level, place) in component.levels.clone().zip(solution) {
                let level = level as usize;
                values[self.order[level].index()] = self.values[level][place as usize];
            }
        }
        if !possible {
            number = SolutionCount::zero();
        }
        let solution = (!number.is_zero()).then_some(values);
        Ok(DiagramCount { number, solution, counters: effort.counters() })
    }
}

/// Lists the values of a variable; [`DiagramError::Large`] beyond [`MOST_VALUES`].
pub(super) fn list_values_within_limit(
    model: &Model,
    v: VarId,
) -> Result<Vec<Value>, DiagramError> {
    let domain = model.domain(v);
    if domain.len() > MOST_VALUES {
        let (name, number) = (model.name_of(v), domain.len());
        return Err(DiagramError::Large(format!(
            "'{name}' has {number} values, a diagram takes {MOST_VALUES}"
        )));
    }
    Ok(domain.to_vec())
}

impl DiagramBuilder<'_> {
    /// Conjoins diagrams that end at the same level if the result is small, and omits those that
    /// always hold. If one is `FALSE_NODE`, the result is `FALSE_NODE` alone.
    fn join_diagrams(
        &mut self,
        roots: Vec<DiagramNode>,
        conjunctions: &mut u64,
    ) -> Result<Vec<RootedDiagram>, DiagramError> {
        if roots.contains(&FALSE_NODE) {
            return Ok(vec![RootedDiagram { first: 0, last: 0, root: FALSE_NODE }]);
        }
        let part = |arena: &DiagramArena, root| RootedDiagram {
            first: arena.level(root),
            last: arena.deepest_level(root),
            root,
        };
        let roots = roots.into_iter().filter(|&root| root != TRUE_NODE);
        let mut parts: Vec<RootedDiagram> = roots.map(|root| part(&self.arena, root)).collect();
        // Diagrams that end at one level become neighbours, those that begin deepest first: they
        // have the fewest levels to combine.
        parts.sort_unstable_by_key(|part| (part.last, std::cmp::Reverse(part.first), part.root));
        parts.dedup();
        let mut joined: Vec<RootedDiagram> = Vec::new();
        for next in parts {
            self.control.check_stop()?;
            let last = joined.last_mut().filter(|last| last.last == next.last);
            let Some(last) = last else {
                joined.push(next);
                continue;
            };
            match combine_diagrams(
                &mut self.arena,
                DiagramConnective::And,
                last.root,
                next.root,
                MAX_JOIN_PAIRS,
                self.control,
            ) {
                Ok(root) if root == FALSE_NODE => {
                    return Ok(vec![RootedDiagram { first: 0, last: 0, root: FALSE_NODE }]);
                }
                Ok(root) => {
                    *conjunctions += 1;
                    *last = part(&self.arena, root);
                }
                // Too large together, so both stay, and the conjunction of the component pairs
                // them.
                Err(DiagramError::Nodes(_)) => joined.push(next),
                Err(fault) => return Err(fault),
            }
        }
        // The conjunction takes up parts in the order of their first levels.
        joined.sort_unstable();
        Ok(joined)
    }
}
