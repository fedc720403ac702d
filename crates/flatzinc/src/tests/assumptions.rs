//! Assumptions: their meaning, and the minimal sets of them that cannot hold together.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_instance::{ExplanationSource, ModelSource};
use parallax_model::engine_api::Control;

use super::{agree, instance, read, solutions};

/// Three orders that make a cycle, and one that does not.
const CYCLE: &str = "var 1..3: x :: output_var; var 1..3: y; var 1..3: z; var bool: a; var bool: b;
    var bool: c; var bool: d; constraint int_lt_reif(x,y,a); constraint int_lt_reif(y,z,b);
    constraint int_lt_reif(z,x,c); constraint int_le_reif(x,3,d);
    constraint fzn_assume([d,a,b,c]); solve satisfy;";

#[test]
fn assumptions_are_a_conjunction() {
    for assumed in ["", "a", "a,b", "a,a", "a,true", "b,false", "a,b,c"] {
        agree(&format!(
            "var bool: a :: output_var; var bool: b :: output_var; var bool: c :: output_var;
             constraint bool_clause([a,b],[c]); constraint fzn_assume([{assumed}]); solve satisfy;"
        ));
    }
}

/// Returns the places of the constraints of the model to explain that are facts, and those of
/// each assumption.
fn parts(text: &str) -> (Arc<parallax_model::Model>, Vec<usize>, Vec<(String, usize)>) {
    let instance = instance(text);
    let viewpoint = instance.default_viewpoint();
    let model = instance.explainable_model(&viewpoint, &Control::unlimited()).expect("a model");
    let (mut facts, mut assumed) = (Vec::new(), Vec::new());
    for (place, posted) in model.constraints().iter().enumerate() {
        match instance.assumption_name(&posted.label) {
            Some(name) => assumed.push((name.to_owned(), place)),
            None => facts.push(place),
        }
        assert_eq!(
            instance.is_definition(posted),
            instance.assumption_name(&posted.label).is_none()
        );
    }
    (Arc::new(model), facts, assumed)
}

#[test]
fn a_subset_of_the_assumptions_is_the_file_with_these_alone() {
    let (model, facts, assumed) = parts(CYCLE);
    let names: BTreeSet<&str> = assumed.iter().map(|(name, _)| &**name).collect();
    assert!(names.is_superset(&BTreeSet::from(["a", "b", "c"])), "{names:?}");
    for set in 0..1u32 << assumed.len() {
        let of_set = |place: &usize| set >> place & 1 == 1;
        let chosen: Vec<usize> = (0..assumed.len()).filter(of_set).collect();
        let mut places = facts.clone();
        places.extend(chosen.iter().map(|&own| assumed[own].1));
        places.sort_unstable();
        let named: Vec<&str> = chosen.iter().map(|&own| &*assumed[own].0).collect();
        let alone = CYCLE.replace("[d,a,b,c]", &format!("[{}]", named.join(",")));
        let alone = instance(&alone);
        assert_eq!(
            solutions(&alone, &model.with_constraints(&places)).len(),
            super::solved(&alone).len(),
            "{named:?}"
        );
    }
}

#[test]
fn bounds_do_not_follow_from_assumptions_in_an_explanation() {
    // Without the assumption, y may be 9.
    let (model, facts, assumed) = parts(
        "var 0..9: y :: output_var; var bool: a; constraint int_le_reif(y,4,a);
         constraint fzn_assume([a]); solve satisfy;",
    );
    assert_eq!(assumed.len(), 1);
    let free = model.with_constraints(&facts);
    assert_eq!(free.domain(free.shown()[0]).max(), Some(9));
    let unbounded = instance(
        "var int: y :: output_var; var bool: a; constraint int_le_reif(y,4,a);
         constraint int_le(0,y); constraint fzn_assume([a]); constraint int_le(y,7); solve satisfy;",
    );
    let viewpoint = unbounded.default_viewpoint();
    let model = unbounded.explainable_model(&viewpoint, &Control::unlimited()).expect("a model");
    assert_eq!(model.domain(model.shown()[0]).max(), Some(7));
}

#[test]
fn a_label_of_the_user_is_no_assumption() {
    let own = instance(
        "var bool: a :: output_var; constraint fzn_assume([a]);
         constraint bool_eq(a,false) :: mzn_constraint_name(\"assumption a\"); solve satisfy;",
    );
    assert_eq!(own.assumption_name("assumption a"), Some("a"));
    assert_eq!(own.assumption_name("assumption a: bool_eq"), None);
    assert_eq!(own.assumption_name("a"), None);
}

#[test]
fn parts_have_the_names_of_their_annotations() {
    let text = "var 0..3: x :: output_var; var bool: a; var bool: b; var bool: c;
        constraint int_le_imp(x,1,a); constraint int_le_imp(2,x,b); constraint int_ne(x,0);
        constraint parallax_part(a) :: mzn_constraint_name(\"low\");
        constraint parallax_part(b) :: mzn_constraint_name(\"high\");
        constraint parallax_part(false) :: mzn_constraint_name(\"never\"); solve satisfy;";
    agree(text);
    let instance = instance(text);
    assert_eq!(instance.part_names(), ["high", "low", "never"]);
    let viewpoint = instance.default_viewpoint();
    let model = instance.explainable_model(&viewpoint, &Control::unlimited()).expect("a model");
    let posted = model.constraints().iter().enumerate();
    let (facts, parts): (Vec<_>, Vec<_>) = posted.partition(|(_, own)| instance.is_definition(own));
    let names: Vec<_> =
        parts.iter().filter_map(|(_, own)| instance.part_name(&own.label)).collect();
    assert_eq!(names, ["low", "high", "never"]);
    // Without the parts, x may be 1 to 3; with one of them, less.
    for (kept, count) in [(None, 3), (Some(0), 1), (Some(1), 2), (Some(2), 0)] {
        let kept = kept.map(|place: usize| parts[place].0);
        let mut places: Vec<usize> = facts.iter().map(|(place, _)| *place).chain(kept).collect();
        places.sort_unstable();
        assert_eq!(solutions(&instance, &model.with_constraints(&places)).len(), count);
    }
}

#[test]
fn an_assumption_has_no_truth_value() {
    for name in ["fzn_assume_reif", "fzn_assume_imp"] {
        let text = format!("var bool: a; var bool: r; constraint {name}([a],r); solve satisfy;");
        let error = read(&text).expect_err("refused").to_string();
        assert!(error.contains("an assumption has no truth value"), "{error}");
    }
}
