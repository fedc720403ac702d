//! Components of a model, and the order of their variables.

use parallax_model::engine_api::{Control, StopReason};
use parallax_model::{Model, VarId};

/// Maximum number of steps to find another order; beyond it, components keep the model's order.
const MOST_WORK: usize = 1 << 28;

/// Connected variables, in the order of the diagrams, and the constraints about them, by their
/// place in the model.
pub(super) struct VariableComponent {
    pub(super) variables: Vec<VarId>,
    pub(super) constraints: Vec<usize>,
}

/// Returns the components of a model. Each variable of a constraint is in one of them; constraints
/// without variables are in none.
pub(super) fn find_components(
    model: &Model,
    scopes: &[Vec<VarId>],
    control: &Control,
) -> Result<Vec<VariableComponent>, StopReason> {
    // Union-find over the scopes: variables of one constraint are connected.
    let mut parent: Vec<usize> = (0..model.variables().len()).collect();
    for scope in scopes {
        for pair in scope.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|v| find_root(&mut parent, v.index()));
            // The smaller root stays, so a root is the least variable of its component.
            parent[a.max(b)] = a.min(b);
        }
    }
    let mut of_root: Vec<Option<usize>> = vec![None; parent.len()];
    let mut groups: Vec<VariableComponent> = Vec::new();
    for (place, scope) in scopes.iter().enumerate() {
        let Some(first) = scope.first() else { continue };
        let number = *of_root[find_root(&mut parent, first.index())].get_or_insert_with(|| {
            groups.push(VariableComponent { variables: Vec::new(), constraints: Vec::new() });
            groups.len() - 1
        });
        groups[number].constraints.push(place);
    }
    for v in 0..parent.len() {
        if let Some(number) = of_root[find_root(&mut parent, v)] {
            groups[number].variables.push(VarId::new(v));
        }
    }
    for group in &mut groups {
        control.check_stop()?;
        // Each choice of the greedy order may look at every mention, so this product bounds its
        // work.
        let mentions: usize = group.constraints.iter().map(|&place| scopes[place].len()).sum();
        if group.variables.len().saturating_mul(mentions) <= MOST_WORK {
            group.sort_variables(model, scopes, control)?;
        }
    }
    Ok(groups)
}

/// Returns the least variable of a component.
fn find_root(parent: &mut [usize], mut v: usize) -> usize {
    while parent[v] != v {
        // Halves the path, so later searches are short.
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    v
}

impl VariableComponent {
    /// Chooses between the order of the model and a greedy one: the one with the narrower
    /// frontier.
    fn sort_variables(
        &mut self,
        model: &Model,
        scopes: &[Vec<VarId>],
        control: &Control,
    ) -> Result<(), StopReason> {
        let mut cut = OrderCut::new(self, model, scopes);
        let natural = (0..self.variables.len()).collect::<Vec<_>>();
        let greedy = cut.greedy_order(control)?;
        if cut.order_cost(&greedy) < cut.order_cost(&natural) {
            self.variables = greedy.into_iter().map(|place| self.variables[place]).collect();
        }
        Ok(())
    }
}

/// The number of bits that a prefix of an order must remember: for each constraint with variables
/// on both sides, the smaller number of bits of the two sides.
struct OrderCut {
    /// The bits of each variable's domain.
    bits: Vec<u64>,
    /// Whether each variable is shown.
    shown: Vec<bool>,
    /// The constraints of each variable.
    constraints: Vec<Vec<usize>>,
    /// The variables of each constraint.
    scopes: Vec<Vec<usize>>,
    /// The bits of each constraint before and after the cut.
    sides: Vec<(u64, u64)>,
}

impl OrderCut {
    fn new(group: &VariableComponent, model: &Model, scopes: &[Vec<VarId>]) -> Self {
        // Variables of a component ascend, and a scope has no others.
        let place = |v: &VarId| group.variables.binary_search(v).unwrap_or(0);
        let bits = |v: &VarId| {
            u64::from(u64::BITS - model.domain(*v).len().saturating_sub(1).leading_zeros())
        };
        let bits: Vec<u64> = group.variables.iter().map(bits).collect();
        let scopes: Vec<Vec<usize>> = group
            .constraints
            .iter()
            .map(|&number| scopes[number].iter().map(place).collect())
            .collect();
        let mut constraints = vec![Vec::new(); bits.len()];
        for (number, scope) in scopes.iter().enumerate() {
            scope.iter().for_each(|&v| constraints[v].push(number));
        }
        let shown = |v: &VarId| model.variables()[v.index()].shown;
        let shown = group.variables.iter().map(shown).collect();
        let mut cut = OrderCut { bits, shown, constraints, scopes, sides: Vec::new() };
        cut.reset_cut();
        cut
    }

    /// Moves every variable after the cut.
    fn reset_cut(&mut self) {
        let sum = |scope: &Vec<usize>| scope.iter().map(|&v| self.bits[v]).sum();
        self.sides = self.scopes.iter().map(|scope| (0, sum(scope))).collect();
    }

    /// Returns the bits that the constraints of a variable add to the cut when it moves before it.
    fn width_change(&self, v: usize) -> i64 {
        let change = |&number: &usize| {
            let (before, after) = self.sides[number];
            // A state must remember one side of a constraint, the smaller: all its variables before
            // the cut, or what they leave for those after it.
            let moved = before + self.bits[v];
            moved.min(after - self.bits[v]) as i64 - before.min(after) as i64
        };
        self.constraints[v].iter().map(change).sum()
    }

    /// Whether a variable is hidden and no constraint determines it yet: all its values would go
    /// into one state.
    fn is_early(&self, v: usize) -> bool {
        // A constraint whose only remaining variable this is.
        let closes = |&number: &usize| self.sides[number].1 == self.bits[v];
        !self.shown[v] && !self.constraints[v].iter().any(closes)
    }

    fn take_variable(&mut self, v: usize) {
        for &number in &self.constraints[v] {
            let (before, after) = self.sides[number];
            self.sides[number] = (before + self.bits[v], after - self.bits[v]);
        }
    }

    /// Returns the width of the widest cut of an order, and the sum of all widths.
    fn order_cost(&mut self, order: &[usize]) -> (i64, i64) {
        self.reset_cut();
        let (mut now, mut widest, mut sum) = (0, 0, 0_i64);
        for &v in order {
            now += self.width_change(v);
            self.take_variable(v);
            widest = widest.max(now);
            sum = sum.saturating_add(now);
        }
        (widest, sum)
    }

    /// Begins with the first variable and takes next, among the variables that share a constraint
    /// with those before, the one that keeps the cut narrowest. Hidden variables wait until a
    /// constraint has no other variable remaining.
    fn greedy_order(&mut self, control: &Control) -> Result<Vec<usize>, StopReason> {
        self.reset_cut();
        let mut order = Vec::new();
        let mut near = std::collections::BTreeSet::from([0]);
        let mut taken = vec![false; self.bits.len()];
        while let Some(&v) =
            near.iter().min_by_key(|&&v| (self.is_early(v), self.width_change(v), v))
        {
            control.check_stop()?;
            near.remove(&v);
            taken[v] = true;
            self.take_variable(v);
            order.push(v);
            let scopes = self.constraints[v].iter().flat_map(|&number| &self.scopes[number]);
            near.extend(scopes.copied().filter(|&w| !taken[w]));
        }
        Ok(order)
    }
}
