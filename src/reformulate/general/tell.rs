//! The general strategy in the words of a trace.

use super::choose::{Choice, Way};
use super::node::{Kept, Node};
use super::options::{FEW, Split};
use super::orbits::{Boxes, Piece};
use super::problem::Problem;
use crate::ask::{Domains, Step, StepTable, Trace};
use crate::model::ClassRelation;

/// A subproblem as a step.
pub(super) fn step(problem: &Problem, node: &Node, parent: Option<usize>, branch: String) -> Step {
    let mut placed = vec![0; problem.groups.len()];
    let domains = node.blocks.iter().map(|block| {
        let group = &problem.groups[block.group as usize];
        let from = placed[block.group as usize];
        placed[block.group as usize] += block.count as usize;
        let names = match group.ordered && group.variables.len() > block.count as usize {
            // Which of the set it is does not matter.
            true => format!("{} of {}", block.count, problem.model.names_of(&group.variables)),
            false => {
                let to = from + block.count as usize;
                problem.model.names_of(&group.variables[from..to])
            }
        };
        let values = node.domain(block).iter().map(|&value| problem.values[value as usize]);
        let mut values: Vec<_> = values.collect();
        values.sort_unstable();
        Domains::new(names, values)
    });
    let kept = node.kept.iter().map(|kept| kept_words(problem, *kept));
    Step { domains: domains.collect(), kept: kept.collect(), ..Step::new(parent, branch) }
}

/// The relation's dimension, and where several are about it its variables.
fn name(problem: &Problem, relation: usize) -> String {
    let dimension = problem.dimension_of(relation);
    match problem.is_shared(relation) {
        true => {
            let scope = problem.model.names_of(&problem.relations[relation].scope);
            format!("{dimension} of {scope}")
        }
        false => dimension.to_owned(),
    }
}

fn kept_words(problem: &Problem, kept: Kept) -> String {
    let name = name(problem, kept.relation as usize);
    match kept.part {
        Kept::WHOLE => name,
        part => part_words(&name, &problem.relations[kept.relation as usize].parts[part as usize]),
    }
}

fn part_words(name: &str, part: &ClassRelation) -> String {
    match part {
        ClassRelation::AllDifferent => format!("{name} ≠"),
        ClassRelation::AllSame => format!("{name} ="),
        other => format!("{name}: {}", other.words()),
    }
}

/// The name of the branch of a box.
pub(super) fn branch(problem: &Problem, choice: &Choice, pieces: &[Piece]) -> String {
    let dimension = problem.model.dimension(problem.relations[choice.relation].dimension);
    let word = |class: u32| dimension.classes()[class as usize].as_str();
    let set = |piece: &Piece| piece.classes().map(word).collect::<Vec<_>>().join("|");
    let name = name(problem, choice.relation);
    let all_same = pieces.iter().all(|piece| set(piece) == set(&pieces[0]));
    if all_same && !pieces.is_empty() {
        return format!("{name} = {}", set(&pieces[0]));
    }
    let each = pieces.iter().flat_map(|p| std::iter::repeat_n(set(p), p.count as usize));
    format!("{name} = ({})", each.collect::<Vec<_>>().join(", "))
}

/// The name of the branch in which a part is kept.
pub(super) fn kept(problem: &Problem, choice: &Choice, part: usize) -> String {
    let words = part_words(
        &name(problem, choice.relation),
        &problem.relations[choice.relation].parts[part],
    );
    format!("{words} (kept)")
}

/// A box without enough values.
pub(super) fn too_few(
    trace: &mut Trace,
    problem: &Problem,
    parent: &Node,
    choice: &Choice,
    pieces: &[Piece],
) {
    let why = "some domain has too few values of these classes";
    trace.absent(parent.step, &[(branch(problem, choice, pieces), why)]);
}

/// Says how a node is branched on.
pub(super) fn branched(
    trace: &mut Trace,
    problem: &Problem,
    parent: &Node,
    choice: &Choice,
    split: Split,
) {
    let own = &problem.relations[choice.relation];
    let children = choice.children();
    let mut why = match children {
        0 => "no combination of classes is allowed".to_owned(),
        _ => format!("the fewest subproblems, {children}, of {} relations", parent.pending.len()),
    };
    for (part, way) in choice.ways.iter().enumerate() {
        let boxes = choice.boxes(part).map(Boxes::len);
        why += &format!(
            "; {}: {}",
            own.parts[part].words(),
            decision(way, boxes, split, problem.is_pure())
        );
    }
    let table = table(problem, choice);
    trace.branch(parent.step, &name(problem, choice.relation), &why, Some(table));
    let dimension = problem.model.dimension(own.dimension);
    let nowhere = (0..dimension.classes().len() as u32).filter(|&class| {
        (0..choice.look.blocks.len()).all(|place| choice.look.count(place, class) == 0)
    });
    let absent: Vec<(String, &str)> = nowhere
        .map(|class| {
            let word = &dimension.classes()[class as usize];
            (format!("{} = {word}", name(problem, choice.relation)), "no value has this class")
        })
        .collect();
    trace.absent(parent.step, &absent);
}

/// What is done with a part of a relation, and why.
fn decision(way: &Way, boxes: Option<usize>, split: Split, pure: bool) -> String {
    let share = format!("{:.1} % of the combinations", way.share() * 100.0);
    match (way.split, way.children, boxes) {
        (_, 0, _) => "impossible".into(),
        (true, children, _) if split == Split::Auto && pure && children <= FEW => {
            format!("split into {children} with {share} (up to {FEW} are always split)")
        }
        (true, children, _) => format!("split into {children} with {share}"),
        (false, _, None) => format!("kept with {share}, too many boxes to list"),
        (false, _, Some(boxes)) => {
            format!("kept with {share}, {boxes} boxes would not pay")
        }
    }
}

/// The domain table of a node: values by class, for the relation chosen.
fn table(problem: &Problem, choice: &Choice) -> StepTable {
    let dimension = problem.model.dimension(problem.relations[choice.relation].dimension);
    let blocks = &choice.look.blocks;
    let header = ["dimension".to_owned(), "class".to_owned()];
    let heads = (1..=blocks.len()).map(|i| format!("D{i}"));
    let mut rows = Vec::new();
    for (class, word) in dimension.classes().iter().enumerate() {
        let counts =
            (0..blocks.len()).map(|place| choice.look.count(place, class as u32).to_string());
        let named = [dimension.name().to_owned(), word.clone()];
        rows.push(named.into_iter().chain(counts).collect());
    }
    StepTable { header: header.into_iter().chain(heads).collect(), rows }
}
