//! Bounds that constraints give to variables without any.

use parallax_instance::Instance;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{instance, model, read, solved};

/// Returns the domain of the last variable `v`, which the file declares without bounds.
fn domain(constraints: &str) -> String {
    let text = format!(
        "var -4..5: x :: output_var;\nvar 2..3: y :: output_var;\nvar bool: b;\nvar int: v;\n\
         {constraints}solve satisfy;\n"
    );
    let own = instance(&text);
    let model = model(&own);
    let variable = model.find("v").unwrap_or_else(|| panic!("{model}"));
    model.domain(variable).to_string()
}

#[test]
fn bounds_follow_from_constraints() {
    for (constraints, expected) in [
        ("constraint int_plus(x,y,v);\n", "-2..8"),
        ("constraint int_times(x,y,v);\n", "-12..15"),
        ("constraint int_times(x,x,v);\n", "0..25"),
        ("constraint int_times(v,y,x);\n", "-2..2"),
        ("constraint int_div(x,y,v);\n", "-2..2"),
        ("constraint int_mod(x,y,v);\n", "-2..2"),
        ("constraint int_pow(y,y,v);\n", "0..27"),
        ("constraint int_abs(x,v);\n", "0..5"),
        ("constraint int_abs(v,x);\n", "-5..5"),
        ("constraint int_max(x,y,v);\n", "2..5"),
        ("constraint array_int_minimum(v,[x,y,1]);\n", "-4..1"),
        ("constraint array_int_element(y,[9,4,7,1],v);\n", "4..7"),
        (
            "constraint array_var_int_element(y,[v,x,y],v);\nconstraint int_le(v,9);\n\
          constraint int_le(-9,v);\n",
            "-4..5",
        ),
        ("constraint int_lin_eq([3,-2,-1],[x,y,v],4);\n", "-22..7"),
        ("constraint int_lin_le([1,1],[v,x],9);\nconstraint int_le(0,v);\n", "0..13"),
        ("constraint set_in(v,{2,3,9});\n", "{2..3, 9}"),
        ("constraint bool2int(b,v);\nconstraint int_le(v,3);\n", "0..1"),
        ("constraint parallax_table_int([x,v],[1,7,2,9,9,20]);\n", "7..9"),
        ("constraint parallax_count_eq([x,y],3,v);\n", "0..2"),
        ("constraint int_eq(v,6);\nconstraint int_le(x,v);\n", "6"),
    ] {
        if constraints.contains("int_eq(v") || constraints.contains("bool2int") {
            // It has one value, or is the bool.
            assert!(
                read(&format!(
                    "var -4..5: x;\nvar bool: b;\nvar int: v;\n{constraints}solve satisfy;\n"
                ))
                .is_ok()
            );
            continue;
        }
        assert_eq!(domain(constraints), expected, "{constraints}");
    }
}

#[test]
fn variables_without_bounds_are_refused_by_name() {
    for (text, parts) in [
        ("var int: v :: output_var;\nsolve satisfy;\n", vec!["f:1:1", "'v'", "no bounds"]),
        (
            "var int: v;\nvar int: w;\nconstraint int_lt(v,w) :: mzn_constraint_name(\"row 1\");\n\
             solve satisfy;\n",
            vec!["f:1:1", "'v'", "row 1"],
        ),
        (
            "var 1..100000: x;\nvar int: v;\nconstraint int_times(x,x,v);\nsolve satisfy;\n",
            vec!["f:2:1", "'v'", "10000000000"],
        ),
        ("var 0..9000000000: v :: output_var;\nsolve satisfy;\n", vec!["f:1:1", "0..9000000000"]),
    ] {
        let error = read(text).map(|_| ()).expect_err(text).to_string();
        for part in parts {
            assert!(error.contains(part), "{error}\nhas no '{part}'");
        }
    }
}

#[test]
fn contradictions_leave_no_solution() {
    for constraints in [
        "constraint int_lt(v,w);\nconstraint int_lt(w,v);\nconstraint int_le(v,9);\n\
         constraint int_le(0,w);\n",
        "constraint int_eq(v,3);\nconstraint int_le(v,2);\n",
        "constraint int_lin_eq([2],[v],3);\n",
        "constraint set_in(v,{});\n",
    ] {
        let text =
            format!("var int: v :: output_var;\nvar -9..9: w;\n{constraints}solve satisfy;\n");
        assert!(solved(&instance(&text)).is_empty(), "{text}");
    }
}

#[test]
fn equal_variables_are_one() {
    let own = instance(
        "var 1..5: x :: output_var;\nvar 3..9: y :: output_var;\nvar 0..4: z;\nvar bool: b;\n\
         var 0..1: i :: output_var;\nconstraint int_eq(x,y);\nconstraint int_eq(z,y);\n\
         constraint bool2int(b,i);\nsolve satisfy;\n",
    );
    assert_eq!(model(&own).variables().len(), 2);
    assert_eq!(solved(&own).len(), 4);
    assert_eq!(own.solution_text(&[3, 1]), "x = 3;\ny = 3;\ni = 1;\n----------\n");
    assert!(own.rules(&[5, 1]).is_err() && own.rules(&[4, 0]).is_ok());
}

#[test]
fn wide_sums_have_no_variable() {
    let declarations = "var 0..9: a :: output_var;\nvar 0..9: b :: output_var;\nvar bool: r;\n";
    let sum = "constraint int_lin_eq([100000000,1000,-1],[a,b,v],-7);\n";
    for (declared, others, expected) in [
        ("var int: v;\n", "constraint int_lin_le([1],[v],300005007);\n", 36),
        ("var 0..200000000: v;\n", "", 20),
        ("var int: v;\n", "constraint int_lin_ne([1,-100000000],[v,b],7);\n", 99),
        ("var int: v;\n", "constraint int_le_reif(v,5007,r);\n", 100),
        (
            "var int: v;\nvar int: w;\n",
            "constraint int_lin_eq([-1,1,1],[w,v,a],3);\n\
          constraint int_le(w,100009000);\n",
            19,
        ),
    ] {
        let text = format!("{declarations}{declared}{sum}{others}solve maximize v;\n");
        let own = instance(&text);
        assert!(model(&own).find("v").is_none(), "{}", model(&own));
        let found = solved(&own);
        assert_eq!(found.len(), expected, "{text}");
        for solution in &found {
            let v = i64::from(solution[0]) * 100_000_000 + i64::from(solution[1]) * 1000 + 7;
            assert_eq!(own.objective_value(solution), Some(v.into()));
        }
        let best = found.iter().filter_map(|solution| own.objective_value(solution)).max();
        assert_eq!(super::optimum(&own).map(i128::from), best);
    }
    // A product needs the variable, and it has too many values.
    let text =
        format!("{declarations}var int: v;\n{sum}constraint int_times(v,10,a);\nsolve satisfy;\n");
    assert_eq!(solved(&instance(&text)).len(), 0);
}

/// Constraints that determine their last argument.
const DEFINITIONS: &[&str] = &[
    "int_plus(A,B,V)",
    "int_minus(A,B,V)",
    "int_times(A,B,V)",
    "int_times(A,A,V)",
    "int_div(A,B,V)",
    "int_mod(A,B,V)",
    "int_abs(A,V)",
    "int_max(A,B,V)",
    "int_min(A,-1,V)",
    "array_int_maximum(V,[A,B,0])",
    "array_var_int_element(B,[A,7,B,-4],V)",
    "int_lin_eq([3,-2,-1],[A,B,V],1)",
    "int_lin_eq([2,2,1],[A,V,A],1)",
    "int_plus(V,A,B)",
    "int_pow(A,2,V)",
    "bool2int(b,V)",
];

#[test]
fn bounds_lose_no_solution() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut satisfiable = 0;
    for _ in 0..250 {
        let mut constraints = String::new();
        let mut known = vec!["x", "y"];
        for name in ["v", "w"] {
            let definition = DEFINITIONS[rng.random_range(0..DEFINITIONS.len())];
            let pick = |rng: &mut ChaCha8Rng| known[rng.random_range(0..known.len())];
            let text = definition.replace('A', pick(&mut rng)).replace('B', pick(&mut rng));
            constraints += &format!("constraint {};\n", text.replace('V', name));
            known.push(name);
        }
        let (a, b) = (known[rng.random_range(0..4)], known[rng.random_range(0..4)]);
        let other = ["int_le", "int_lt", "int_ne", "int_eq"][rng.random_range(0..4)];
        constraints += &format!("constraint {other}({a},{b});\n");
        let text = |domain: &str| {
            format!(
                "var -3..4: x :: output_var;\nvar -2..3: y :: output_var;\nvar bool: b;\n\
                 var {domain}: v :: output_var;\nvar {domain}: w :: output_var;\n\
                 {constraints}solve satisfy;\n"
            )
        };
        let (open, bounded) = (instance(&text("int")), instance(&text("-3000..3000")));
        let found = solved(&open);
        assert_eq!(found, solved(&bounded), "{constraints}");
        satisfiable += usize::from(!found.is_empty());
    }
    assert!(satisfiable > 150, "{satisfiable}");
}

#[test]
fn hidden_variables_that_nothing_mentions_are_left_out() {
    let own = instance(
        "var int: v;\nvar 5..9000000000: w;\nvar {3,7}: u;\nvar 1..2: x :: output_var;\n\
         solve satisfy;\n",
    );
    assert_eq!(model(&own).variables().len(), 1);
    assert_eq!(solved(&own).len(), 2);
}

#[test]
fn clauses_with_one_open_bool_fix_it() {
    for clause in ["bool_clause([a,b],[c])", "array_bool_or([a,b,a],c)"] {
        let own = instance(&format!(
            "var bool: a;\nvar bool: b;\nvar bool: c;\nvar 0..9: x :: output_var;\n\
             constraint bool_eq(b,false);\nconstraint bool_eq(c,true);\nconstraint {clause};\n\
             constraint int_le_reif(x,3,a);\nsolve satisfy;\n"
        ));
        assert_eq!(model(&own).variables()[0].domain.to_string(), "0..3", "{clause}");
        assert_eq!(solved(&own).len(), 4);
    }
}

#[test]
fn values_near_the_ends_of_64_bits_are_refused_and_not_lost() {
    for (low, high) in [
        (i64::MAX - 240, i64::MAX - 240),
        (i64::MIN, i64::MIN),
        ((1 << 62) - 1, 1 << 62),
        (1 << 62, (1 << 62) + 1),
        (-(1 << 62) - 1, -(1 << 62)),
        (i64::MIN, i64::MAX),
    ] {
        let text = format!("var {low}..{high}: x :: output_var; solve satisfy;");
        let error = read(&text).expect_err(&text).to_string();
        assert!(error.contains(&format!("the values {low}..{high}")), "{error}");
    }
    // A constraint may still leave a value that fits.
    let small = instance(&format!(
        "var {}..{}: x :: output_var; constraint int_le(x,4); constraint int_le(3,x); solve satisfy;",
        i64::MIN,
        i64::MAX
    ));
    assert_eq!(solved(&small).len(), 2);
}
