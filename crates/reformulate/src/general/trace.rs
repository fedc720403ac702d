//! Records the general strategy as steps of a trace.

use parallax_model::ClassRelation;
use parallax_model::engine_api::{SolverTrace, StepTable, TraceDomain, TraceStep};

use super::candidate::RelationCandidate;
use super::cost::BranchCost;
use super::decomposition::ModelDecomposition;
use super::node::{DecompositionNode, KeptRelation};
use super::options::{FEW_BOXES, SplitCondition};
use super::orbits::{BoxFactor, ClassBoxes};

/// Describes a subproblem as a step.
pub(super) fn describe_step(
    problem: &ModelDecomposition,
    node: &DecompositionNode,
    parent: Option<usize>,
    branch: String,
) -> TraceStep {
    let mut placed = vec![0; problem.groups.len()];
    let domains = node.blocks.iter().map(|block| {
        let group = &problem.groups[block.group as usize];
        let from = placed[block.group as usize];
        placed[block.group as usize] += block.count as usize;
        let names = if group.ordered && group.variables.len() > block.count as usize {
            format!("{} of {}", block.count, problem.model.names_of(&group.variables))
        } else {
            let to = from + block.count as usize;
            problem.model.names_of(&group.variables[from..to])
        };
        let values = node.block_domain(block).iter().map(|&value| problem.values[value as usize]);
        let mut values: Vec<_> = values.collect();
        values.sort_unstable();
        TraceDomain::new(names, values)
    });
    let kept = node.kept.iter().map(|kept| kept_words(problem, *kept));
    TraceStep { domains: domains.collect(), kept: kept.collect(), ..TraceStep::new(parent, branch) }
}

/// Returns the relation's dimension, followed by its variables if several relations are in that
/// dimension.
fn relation_name(problem: &ModelDecomposition, relation: usize) -> String {
    let dimension = problem.dimension_of(relation);
    if problem.is_shared(relation) {
        let scope = problem.model.names_of(&problem.relations[relation].scope);
        format!("{dimension} of {scope}")
    } else {
        dimension.to_owned()
    }
}

fn kept_words(problem: &ModelDecomposition, kept: KeptRelation) -> String {
    let name = relation_name(problem, kept.relation as usize);
    match kept.alternative {
        KeptRelation::ALL => name,
        alternative => alternative_words(
            &name,
            &problem.relations[kept.relation as usize].alternatives[alternative as usize],
        ),
    }
}

fn alternative_words(name: &str, alternative: &ClassRelation) -> String {
    match alternative {
        ClassRelation::AllDifferent => format!("{name} ≠"),
        ClassRelation::AllSame => format!("{name} ="),
        other => format!("{name}: {}", other.description()),
    }
}

/// Returns the name of the branch of a box.
pub(super) fn branch_name(
    problem: &ModelDecomposition,
    candidate: &RelationCandidate,
    factors: &[BoxFactor],
) -> String {
    let dimension = problem.model.dimension(problem.relations[candidate.relation].dimension);
    let word = |class: u32| dimension.class_names()[class as usize].as_str();
    let set = |factor: &BoxFactor| factor.classes().map(word).collect::<Vec<_>>().join("|");
    let name = relation_name(problem, candidate.relation);
    let all_same = factors.iter().all(|factor| set(factor) == set(&factors[0]));
    if all_same && !factors.is_empty() {
        return format!("{name} = {}", set(&factors[0]));
    }
    let each = factors.iter().flat_map(|p| std::iter::repeat_n(set(p), p.count as usize));
    format!("{name} = ({})", each.collect::<Vec<_>>().join(", "))
}

/// Returns the name of the branch in which an alternative is kept.
pub(super) fn kept_name(
    problem: &ModelDecomposition,
    candidate: &RelationCandidate,
    alternative: usize,
) -> String {
    let words = alternative_words(
        &relation_name(problem, candidate.relation),
        &problem.relations[candidate.relation].alternatives[alternative],
    );
    format!("{words} (kept)")
}

/// Records a box without enough values.
pub(super) fn too_few(
    trace: &mut SolverTrace,
    problem: &ModelDecomposition,
    parent: &DecompositionNode,
    candidate: &RelationCandidate,
    factors: &[BoxFactor],
) {
    let why = "some domain has too few values of these classes";
    trace.record_omitted(parent.step, &[(branch_name(problem, candidate, factors), why)]);
}

/// Records the branching on a node.
pub(super) fn record_branching(
    trace: &mut SolverTrace,
    problem: &ModelDecomposition,
    parent: &DecompositionNode,
    candidate: &RelationCandidate,
    split: SplitCondition,
) {
    let relation = &problem.relations[candidate.relation];
    let children = candidate.child_count();
    let mut why = match children {
        0 => "no combination of classes is allowed".to_owned(),
        _ => format!("the fewest subproblems, {children}, of {} relations", parent.pending.len()),
    };
    for (alternative, cost) in candidate.costs.iter().enumerate() {
        let boxes = candidate.alternative_boxes(alternative).map(ClassBoxes::len);
        why += &format!(
            "; {}: {}",
            relation.alternatives[alternative].description(),
            describe_decision(cost, boxes, split, problem.leaves_are_boxes())
        );
    }
    let table = step_table(problem, candidate);
    trace.record_choice(
        parent.step,
        &relation_name(problem, candidate.relation),
        &why,
        Some(table),
    );
    let dimension = problem.model.dimension(relation.dimension);
    let nowhere = (0..dimension.class_names().len() as u32).filter(|&class| {
        (0..candidate.table.blocks.len())
            .all(|place| candidate.table.class_count(place, class) == 0)
    });
    let absent: Vec<(String, &str)> = nowhere
        .map(|class| {
            let word = &dimension.class_names()[class as usize];
            (
                format!("{} = {word}", relation_name(problem, candidate.relation)),
                "no value has this class",
            )
        })
        .collect();
    trace.record_omitted(parent.step, &absent);
}

/// Describes the decision on an alternative of a relation, and the reason.
fn describe_decision(
    cost: &BranchCost,
    boxes: Option<usize>,
    split: SplitCondition,
    pure: bool,
) -> String {
    let fraction = format!("{:.1} % of the combinations", cost.remaining_fraction() * 100.0);
    match (cost.split, cost.children, boxes) {
        (_, 0, _) => "impossible".into(),
        (true, children, _) if split == SplitCondition::Auto && pure && children <= FEW_BOXES => {
            format!("split into {children} with {fraction} (up to {FEW_BOXES} are always split)")
        }
        (true, children, _) => format!("split into {children} with {fraction}"),
        (false, _, None) => format!("kept with {fraction}, too many boxes to list"),
        (false, _, Some(boxes)) => {
            format!("kept with {fraction}, {boxes} boxes would not pay")
        }
    }
}

/// Returns the domain table of a node: values by class, for the chosen relation.
fn step_table(problem: &ModelDecomposition, candidate: &RelationCandidate) -> StepTable {
    let dimension = problem.model.dimension(problem.relations[candidate.relation].dimension);
    let blocks = &candidate.table.blocks;
    let header = ["dimension".to_owned(), "class".to_owned()];
    let heads = (1..=blocks.len()).map(|i| format!("D{i}"));
    let mut rows = Vec::new();
    for (class, word) in dimension.class_names().iter().enumerate() {
        let counts = (0..blocks.len())
            .map(|place| candidate.table.class_count(place, class as u32).to_string());
        let named = [dimension.name().to_owned(), word.clone()];
        rows.push(named.into_iter().chain(counts).collect());
    }
    StepTable { header: header.into_iter().chain(heads).collect(), rows }
}
