//! Variables, groups, slides, blocks, objectives, labels, solutions, cuts.

use std::ops::ControlFlow;

use parallax_instance::{Instance, ModelSource, PuzzleReduction};
use parallax_model::engine_api::{Control, Session, Task};
use parallax_search::SearchState;
use parallax_search::settings::SearchSettings;

use super::{
    Xcsp3Instance, agree, file, meant, model, optimum, read, solved, solved_with_hidden, x,
};

#[test]
fn variables_have_their_domains_and_names() {
    let text = file(
        "<array id=\"x\" size=\"[2]\"> 1..3 +7 9..10 </array>\n\
         <array id=\"y\" size=\"[2][2]\">\n\
         <domain for=\"y[0][0] y[1][1]\"> -2..-1 </domain>\
         <domain for=\"others\"> 5 </domain></array>\n\
         <array id=\"z\" size=\"[2]\" as=\"x\"/><var id=\"u\" as=\"y\"> </var>",
        "",
    );
    assert!(read(&text).unwrap_err().to_string().contains("several domains"));
    let text = text.replace(" as=\"y\"", " as=\"z\"");
    let instance = read(&text).unwrap();
    let listed: Vec<String> = instance
        .document()
        .variables()
        .iter()
        .map(|own| format!("{} {}", own.name, own.domain))
        .collect();
    let domain = "{1..3, 7, 9..10}";
    assert_eq!(
        listed,
        [
            format!("x[0] {domain}"),
            format!("x[1] {domain}"),
            "y[0][0] -2..-1".into(),
            "y[0][1] {5}".into(),
            "y[1][0] {5}".into(),
            "y[1][1] -2..-1".into(),
            format!("z[0] {domain}"),
            format!("z[1] {domain}"),
            format!("u {domain}"),
        ]
    );
    assert!(model(&instance).shown().is_empty(), "no variable is used");
    assert_eq!(solved_with_hidden(&instance), 1);
}

#[test]
fn cells_without_a_domain_do_not_exist() {
    let holes =
        "<array id=\"x\" size=\"[2][2]\"><domain for=\"x[0][] x[1][1]\"> 0..2 </domain></array>";
    agree(holes, "<allDifferent> x[0][] x[1][1] </allDifferent>", |v| {
        v.len() == 3 && v[0] != v[1] && v[1] != v[2] && v[0] != v[2]
    });
    let error = read(&file(holes, "<allDifferent> x[][] </allDifferent>")).unwrap_err();
    insta::assert_snapshot!(error, @"f:6:16: 'x' has no variable at one of these places: no domain");
}

#[test]
fn groups_repeat_a_template() {
    let group =
        "<group id=\"sums\">\n<sum> <list> %1 %... </list> <condition> (%0) </condition> </sum>";
    assert!(read(&file(&x(3, "0..2"), &format!("{group}</group>"))).is_ok(), "no arguments");
    agree(
        &x(5, "0..2"),
        "<block class=\"a\"><block> <group> <sum> <list> %1 %... </list> <condition> (in,%0) \
         </condition> </sum> <args> 2..3 x[0] x[1..2] </args> <args> {0,4} x[3] x[4] 1 </args> \
         </group> </block> <intension> ne(x[0],x[3]) </intension> </block>",
        |v| {
            (2..=3).contains(&(v[0] + v[1] + v[2]))
                && [0, 4].contains(&(v[3] + v[4] + 1))
                && v[0] != v[3]
        },
    );
    agree(
        &x(4, "0..2"),
        "<group> <intension> eq(%0,add(%1,1)) </intension> <args> x[0] x[1] </args> \
         <args> mul(x[2],2) 1 </args> <args> eq(x[3],1) sub(x[2],1) </args> </group>",
        |v| v[0] == v[1] + 1 && 2 * v[2] == 2 && i32::from(v[3] == 1) == v[2],
    );
    // Tables and automata are shared.
    let table = "<group> <extension> <list> %0 %1 </list> <supports> (0,1)(1,2) </supports> \
                 </extension> <args> x[0] x[1] </args> <args> x[1] x[2] </args> </group>";
    agree(&x(3, "0..2"), table, |v| *v == [0, 1, 2]);
    let instance = read(&file(&x(3, "0..2"), table)).unwrap();
    let tuples: Vec<_> = model(&instance)
        .constraints()
        .iter()
        .filter_map(|posted| match &posted.constraint {
            parallax_model::Constraint::Table(table) => Some(std::sync::Arc::as_ptr(&table.tuples)),
            _ => None,
        })
        .collect();
    assert!(tuples.len() == 2 && tuples[0] == tuples[1], "{tuples:?}");
}

#[test]
fn slides_move_a_window() {
    let plain = "<slide> <list> x[] </list> <intension> ne(%0,%1) </intension> </slide>";
    agree(&x(4, "0..2"), plain, |v| v.windows(2).all(|pair| pair[0] != pair[1]));
    let circular = "<slide circular=\"true\"> <list> x[] </list> <intension> ne(%0,%1) </intension> \
                    </slide>";
    agree(&x(4, "0..2"), circular, |v| (0..4).all(|i| v[i] != v[(i + 1) % 4]));
    let offset =
        "<slide> <list offset=\"2\"> x[] </list> <intension> le(%0,%1) </intension> </slide>";
    agree(&x(5, "0..2"), offset, |v| v[0] <= v[1] && v[2] <= v[3]);
    let two = "<slide> <list collect=\"2\"> x[0..2] </list> <list> x[3..4] </list> \
               <intension> eq(%2,dist(%0,%1)) </intension> </slide>";
    agree(&x(5, "0..2"), two, |v| (v[0] - v[1]).abs() == v[3] && (v[1] - v[2]).abs() == v[4]);
}

fn objective(variables: &str, constraints: &str, objective: &str) -> String {
    file(variables, constraints).replace(
        "</constraints>",
        &format!("</constraints>\n<objectives> {objective} </objectives>"),
    )
}

/// The value of an objective for a solution.
type Amount = fn(&[i32]) -> i32;

/// Fails unless the objective of each solution has this value.
fn has_value(instance: &Xcsp3Instance, value: Amount) {
    let (model, viewpoint) = (model(instance), instance.default_viewpoint());
    let control = Control::unlimited();
    let mut search = SearchState::new(&model, &SearchSettings::default(), 0, &control).unwrap();
    search.ask(&[], Task::All, &control, &mut |values| {
        let solution = instance.solution(&viewpoint, &model.check(&[], values).unwrap());
        let expected = Some(i64::from(value(&solution)));
        assert_eq!(model.objective().map(|own| own.value_under(values)), expected);
        ControlFlow::Continue(())
    });
}

#[test]
fn objectives_have_the_values_of_the_file() {
    let sum = "<sum> <list> x[] </list> <condition> (eq,6) </condition> </sum>";
    let cases: &[(&str, Amount, bool)] = &[
        ("<minimize> x[0] </minimize>", |v| v[0], false),
        (
            "<maximize> sub(mul(x[0],x[1]),add(x[2],3)) </maximize>",
            |v| v[0] * v[1] - v[2] - 3,
            true,
        ),
        (
            "<minimize type=\"sum\"> <list> x[] dist(x[0],2) </list> <coeffs> 3 -1 2 -2 </coeffs> \
             </minimize>",
            |v| 3 * v[0] - v[1] + 2 * v[2] - 2 * (v[0] - 2).abs(),
            false,
        ),
        (
            "<minimize type=\"maximum\"> x[] 2 </minimize>",
            |v| v[0].max(v[1]).max(v[2]).max(2),
            false,
        ),
        (
            "<maximize type=\"minimum\"> <list> x[] </list> <coeffs> 1 2 3 </coeffs> </maximize>",
            |v| v[0].min(2 * v[1]).min(3 * v[2]),
            true,
        ),
        ("<maximize type=\"product\"> x[] </maximize>", |v| v[0] * v[1] * v[2], true),
        (
            "<minimize type=\"nValues\"> x[] add(x[0],1) </minimize>",
            |v| {
                let mut all = vec![v[0], v[1], v[2], v[0] + 1];
                all.sort_unstable();
                all.dedup();
                all.len() as i32
            },
            false,
        ),
    ];
    for (text, value, is_max) in cases {
        let instance = read(&objective(&x(3, "0..4"), sum, text)).unwrap();
        let all = meant(&instance);
        let values = all.iter().map(|v| i64::from(value(v)));
        let best = if *is_max { values.max() } else { values.min() };
        assert_eq!(optimum(&instance), best, "{text}");
        assert_eq!(solved(&instance), all, "{text}");
        has_value(&instance, *value);
    }
    let text = objective(&x(2, "0..2"), "", "<minimize> div(4,x[0]) </minimize>");
    assert_eq!(solved(&read(&text).unwrap()), [[1], [2]]);
    assert_eq!(meant(&read(&text).unwrap()), [[1], [2]]);
}

#[test]
fn labels_name_groups_and_arguments() {
    let constraints = "<allDifferent> x[0] x[1] </allDifferent>\n<group>\n\
        <intension> lt(%0,%1) </intension>\n<args> x[0] x[1] </args><args> x[1] x[2] </args>\n\
        </group><slide><list> x[] </list><intension> ne(%0,%1) </intension></slide>\n\
        <block><sum id=\"total\"> <list> x[] </list> <condition> (le,3) </condition> </sum></block>\n\
        <group note=\" no gaps \"><allEqual> x[0] %0 </allEqual><args> 0 </args></group>";
    let instance = read(&file(&x(3, "0..2"), constraints)).unwrap();
    let model = model(&instance);
    let labels: Vec<&str> = model.constraints().iter().map(|own| own.label.as_str()).collect();
    for label in [
        "constraint 1: allDifferent",
        "group 1, args 1: intension",
        "group 1, args 2: intension",
        "slide 1, window 2: intension",
        "total: sum",
        "no gaps, args 1: allEqual",
    ] {
        assert!(labels.contains(&label), "{label} is none of {labels:?}");
    }
    let broken = |values: &[i32]| instance.rules(values).unwrap_err().to_string();
    insta::assert_snapshot!(broken(&[1, 1, 2]), @"constraint 1: allDifferent: the constraint does not hold");
    insta::assert_snapshot!(broken(&[0, 2, 1]), @"group 1, args 2: intension: the constraint does not hold");
    insta::assert_snapshot!(broken(&[0, 1, 3]), @"x[2]: 3 is outside its domain 0..2");
    insta::assert_snapshot!(broken(&[0, 1]), @"solution: 2 values for 3 variables");
    assert!(instance.rules(&[0, 1, 2]).is_ok());
}

#[test]
fn outputs_of_solvers_are_solutions() {
    let variables = "<array id=\"x\" size=\"[2][2]\"><domain for=\"x[0][] x[1][1]\"> 0..9 </domain>\
                     </array><var id=\"y\"> 0..9 </var><var id=\"free\"> 0..9 </var>";
    let instance = read(&file(variables, "<allEqual> x[0][] x[1][1] y </allEqual>")).unwrap();
    let output = "c text\no 7\nv <instantiation id='sol1'> <list> y </list> <values> 3 </values> \
        </instantiation>\no 5\nv <instantiation type='solution' cost='5'>\nv <list> x[][] y free \
        </list>\nv <values> 5x2 * 5x2 * </values>\nv </instantiation>\ns OPTIMUM FOUND\n";
    assert_eq!(instance.notation().read_solutions("f", output).unwrap(), [[5, 5, 5, 5]]);
    let bare = "<instantiation> <list> x[0][] x[1][1] y </list> <values> +1 1 2 1 </values> \
                </instantiation>";
    assert_eq!(instance.notation().read_solutions("f", bare).unwrap(), [[1, 1, 2, 1]]);
    let written = instance.notation().write_solution(&[4, 4, 4, 4]);
    assert_eq!(
        instance.notation().read_solutions("f", &written).unwrap(),
        [[4, 4, 4, 4]],
        "{written}"
    );
    let error = |list: &str, values: &str| {
        let text = format!(
            "\nv <instantiation> <list> {list} </list>\nv <values> {values} </values></instantiation>"
        );
        instance.notation().read_solutions("f", &text).unwrap_err().to_string()
    };
    insta::assert_snapshot!(error("y", "1"), @"f: no value for 'x[0][0]'");
    insta::assert_snapshot!(error("y x[0][]", "1"), @"f:3:3: <values>: 3 variables and 1 values");
    insta::assert_snapshot!(error("y y", "1 2"), @"f:3:3: <values>: 'y' has two values");
    insta::assert_snapshot!(error("z", "1"), @"f:2:26: 'z' in <list>; expected a variable of the instance");
    insta::assert_snapshot!(error("y", "1x99999999999"), @"f:3:12: the file expands to more than 50000000 arguments and cells; a variable counts as 10");
}

#[test]
fn cuts_remove_what_they_name() {
    let constraints = "<allDifferent> x[] </allDifferent><block><group>\n\
        <intension> lt(%0,%1) </intension>\n<args> x[0] x[1] </args><args> x[1] x[2] </args>\n\
        </group></block>";
    let text = objective(&x(3, "0..2"), constraints, "<minimize> x[0] </minimize>");
    let instance = read(&text).unwrap();
    let numbers: Vec<usize> = instance.list_cuts().iter().map(|own| own.number).collect();
    assert_eq!(numbers, [2, 2, 1]);
    let after =
        |kind, run| instance.make_cut(kind, run).expect("a cut").notation().write_instance();
    assert!(!after(0, 0..1).contains("allDifferent") && after(0, 0..1).contains("intension"));
    assert!(!after(0, 1..2).contains("intension"));
    assert!(!after(1, 1..2).contains("x[2] </args>") && after(1, 1..2).contains("x[1] </args>"));
    assert!(!after(2, 0..1).contains("minimize"));
    assert!(instance.make_cut(3, 0..1).is_none() && instance.make_cut(0, 1..3).is_none());
}
