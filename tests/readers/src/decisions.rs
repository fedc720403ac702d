//! Decisions of DMN, read, evaluated without inputs, and checked table by table; expressions alone.

use parallax_dmn::columns::{TableFacts, TableLinks, read_column_tables};
use parallax_dmn::decisions::{DecisionModel, GivenInputs};
use parallax_dmn::feel::{parse_cell, parse_expression, without_names};

use crate::targets::{Target, text};

/// Returns the readers.
pub(crate) fn targets() -> Vec<Target> {
    vec![
        Target::new("decisions", FILES, |bytes| evaluate_all(&text(bytes))),
        Target::new("decision-tables", FILES, |bytes| check_tables(&text(bytes))),
        Target::new("expressions", EXPRESSIONS, |bytes| {
            let text = text(bytes);
            let cell = without_names(|names| parse_cell(&text, names).is_ok());
            without_names(|names| parse_expression(&text, names).is_ok()) || cell
        }),
    ]
}

/// Evaluates all decisions with all inputs null.
fn evaluate_all(text: &str) -> bool {
    let Ok(model) = DecisionModel::read_model("text", text, &|| Ok(())) else { return false };
    let inputs = GivenInputs::new(&model);
    for decision in 0..model.decisions().len() {
        if let Ok(plan) = model.plan_evaluation(&[decision])
            && let Ok(results) = plan.explain_inputs(inputs.values())
        {
            results.values.iter().for_each(|value| _ = value.to_json());
        }
    }
    true
}

/// Finds the faults of all tables.
fn check_tables(text: &str) -> bool {
    let Ok(separate) = read_column_tables("text", text, &|| Ok(())) else { return false };
    let links = TableLinks::from_tables(&separate.tables);
    for table in &separate.tables {
        let _ = TableFacts::find_facts(table, 10, &|| false);
        let _ = links.find_faults(table);
    }
    true
}

const FILES: [&str; 2] = [
    "<definitions><itemDefinition name='tAge'><typeRef>number</typeRef><allowedValues><text>[0..150]\
     </text></allowedValues></itemDefinition><inputData name='Age' id='i'><variable name='Age' \
     typeRef='tAge'/></inputData><decision name='Risk' id='d'><informationRequirement><requiredInput \
     href='#i'/></informationRequirement><decisionTable hitPolicy='PRIORITY'><input><inputExpression \
     typeRef='number'><text>Age</text></inputExpression></input><input><inputExpression><text>Country\
     </text></inputExpression><inputValues><text>\"be\", \"fr\"</text></inputValues></input>\
     <output name='risk'><outputValues><text>\"high\", \"low\"</text></outputValues>\
     <defaultOutputEntry><text>\"low\"</text></defaultOutputEntry></output><rule><inputEntry><text>&lt; \
     18, [30..40)</text></inputEntry><inputEntry><text>not(\"be\")</text></inputEntry><outputEntry>\
     <text>\"high\"</text></outputEntry></rule><rule><inputEntry><text>-</text></inputEntry>\
     <inputEntry><text>null</text></inputEntry><outputEntry><text>\"low\"</text></outputEntry></rule>\
     </decisionTable></decision></definitions>",
    "<definitions><businessKnowledgeModel name='f'><encapsulatedLogic><formalParameter name='n'/>\
     <literalExpression><text>n + 1</text></literalExpression></encapsulatedLogic>\
     </businessKnowledgeModel><decision name='A'><context><contextEntry><variable name='x y'/>\
     <literalExpression><text>f(2) * 3 ** 2</text></literalExpression></contextEntry><contextEntry>\
     <literalExpression><text>if x y &gt; 5 then {a: x y}.a else [1, 2]</text></literalExpression>\
     </contextEntry></context></decision><decision name='B'><invocation><literalExpression><text>f\
     </text></literalExpression><binding><parameter name='n'/><literalExpression><text>A</text>\
     </literalExpression></binding></invocation></decision><decision name='C'><conditional><if>\
     <literalExpression><text>B = 1</text></literalExpression></if><then><list><literalExpression>\
     <text>1</text></literalExpression></list></then><else><relation><column name='c'/><row>\
     <literalExpression><text>date(\"2024-02-29\")</text></literalExpression></row></relation></else>\
     </conditional></decision></definitions>",
];

const EXPRESSIONS: [&str; 6] = [
    "1 + 2.5e-3 * -3 ** 2 / (4 - 1)",
    "if \"a\" < \"b\" and not(null) or 1 in (2, [3..4), > 5) then true else false",
    "{a: 1, \"b c\": [1, {d: 2}]}.b c",
    "not(< 5, ]1..2], \"a\\n\\u00e9\")",
    "decimal(n: round half up(1/3, 5), scale: 2) between min(1, 2) and max([3])",
    "substring(\"foobar\", 3, 2) + string(@\"P1Y2M\") // comment",
];
