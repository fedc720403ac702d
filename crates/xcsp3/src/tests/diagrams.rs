//! Decision diagrams, whose transitions come in any order.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{agree, each_assignment, file, meant, read, solved, x, xy};

/// A transition: a node, a value, the next node.
type Arc = (usize, i32, usize);

fn mdd(transitions: &str) -> String {
    format!("<mdd> <list> x[] </list> <transitions> {transitions} </transitions> </mdd>")
}

#[test]
fn the_root_is_the_node_that_no_transition_enters() {
    let rows = |v: &[i32]| [[0, 1], [2, 0], [2, 2]].iter().any(|row| row[..] == *v);
    for transitions in [
        "(r,0,n)(r,2,m)(n,1,t)(m,0,t)(m,2,t)",
        "(m,2,t)(m,0,t)(n,1,t)(r,2,m)(r,0,n)",
        "(n,1,t)(r,2,m)(m,0,t)(r,0,n)(m,2,t)",
    ] {
        let rows: fn(&[i32]) -> bool = rows;
        agree(&x(2, "0..2"), &mdd(transitions), rows);
    }
    // A node with transitions that no variable can take is no end.
    let text = "(r,0,n)(r,1,m)(n,0,t)(m,5000000000,u)(n,1,u)";
    agree(&x(2, "0..2"), &mdd(text), |v| v[0] == 0 && v[1] < 2);
    let text = file(&x(1, "0..2"), &mdd("(n,{},t)(r,0,n)(r,1,e)"));
    assert_eq!(solved(&read(&text).unwrap()), [[1]]);
}

#[test]
fn diagrams_without_one_root_are_refused() {
    let refused = |transitions: &str| {
        let text = file(&xy(2, "0..2", "0..2"), &mdd(transitions));
        read(&text).map(|_| ()).unwrap_err().to_string()
    };
    let expected = "f:6:26: <transitions>: 2 nodes that no transition enters, 'a' and 'b' among \
                    them; expected one, the root of the diagram";
    assert_eq!(refused("(a,0,c)(b,1,c)(c,0,d)"), expected);
    // A part that the root does not reach.
    assert!(refused("(a,0,c)(c,0,d)(u,0,v)").contains("'a' and 'u'"));
    for cycle in ["(a,0,b)(b,0,a)", "(a,0,a)", "(r,0,a)(a,0,b)(b,0,a)(b,1,t)"] {
        let message = refused(cycle);
        assert!(message.contains("a cycle through the node '"), "{message}");
        assert!(!message.contains("'t'") && !message.contains("'r'"), "{message}");
    }
}

/// Draws layers of nodes, each entered from the one before. Some lead nowhere, and some transitions
/// leap or end early.
fn drawn(rng: &mut ChaCha8Rng, layers: usize) -> Vec<Arc> {
    let mut arcs = Vec::new();
    let (mut before, mut nodes) = (vec![0], 1);
    for layer in 0..layers {
        let last = layer + 1 == layers;
        let count = if last { rng.random_range(1..=2) } else { rng.random_range(1..=3) };
        let here: Vec<usize> = (nodes..nodes + count).collect();
        nodes += count;
        for &node in &here {
            let from = before[rng.random_range(0..before.len())];
            arcs.push((from, rng.random_range(-1..=3), node));
        }
        for _ in 0..rng.random_range(0..4) {
            let from = before[rng.random_range(0..before.len())];
            let to = here[rng.random_range(0..here.len())];
            arcs.push((from, rng.random_range(0..=2), to));
        }
        before = here;
    }
    if rng.random_bool(0.3) {
        arcs.push((0, rng.random_range(0..=2), nodes - 1));
    }
    arcs.sort_unstable();
    arcs.dedup();
    arcs
}

/// Whether a walk from a node along the values ends where no transition leaves.
fn walks(arcs: &[Arc], node: usize, values: &[i32]) -> bool {
    match values {
        [] => arcs.iter().all(|arc| arc.0 != node),
        [value, rest @ ..] => arcs
            .iter()
            .filter(|arc| (arc.0, arc.1) == (node, *value))
            .any(|arc| walks(arcs, arc.2, rest)),
    }
}

/// With the first source for a root, the second diagram already has other solutions.
#[test]
fn shuffled_diagrams_have_the_solutions_of_a_walk() {
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok());
    let mut rng = ChaCha8Rng::seed_from_u64(59);
    for case in 0..cases.unwrap_or(150u32) {
        let layers = rng.random_range(1..=4);
        let mut arcs = drawn(&mut rng, layers);
        arcs.shuffle(&mut rng);
        let names: Vec<u32> = {
            let mut names: Vec<u32> = (0..40).collect();
            names.shuffle(&mut rng);
            names
        };
        let name = |node: usize| names[node];
        let text: String = arcs
            .iter()
            .map(|arc| format!("(n{},{},n{})", name(arc.0), arc.1, name(arc.2)))
            .collect();
        let text = file(&x(layers, "0..2"), &mdd(&text));
        let instance = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut expected = Vec::new();
        each_assignment(&instance, &mut |values| {
            if walks(&arcs, 0, values) {
                expected.push(values.to_vec());
            }
        });
        assert_eq!(meant(&instance), expected, "case {case}, the meaning of\n{text}");
        assert_eq!(solved(&instance), expected, "case {case}, the model of\n{text}");
    }
}
