//! Decisions of small files, by what DMN 1.5 and its TCK say about them.

use super::*;

fn file(parts: &str) -> String {
    format!(
        "<definitions xmlns='https://www.omg.org/spec/DMN/20191111/MODEL/'>{parts}</definitions>"
    )
}

fn model(parts: &str) -> DecisionModel {
    DecisionModel::read_model("f.dmn", &file(parts), &|| Ok(())).unwrap()
}

/// Returns the value of a decision, the rules that apply, and the faults.
fn ask(model: &DecisionModel, decision: &str, given: &[(&str, &str)]) -> String {
    match try_ask(model, decision, given) {
        Ok(text) => text,
        Err(fault) => format!("error: {fault}"),
    }
}

fn try_ask(
    model: &DecisionModel,
    decision: &str,
    given: &[(&str, &str)],
) -> Result<String, String> {
    let asked = model.find_decision(decision).map_err(|error| error.to_string())?;
    let plan = model.plan_evaluation(&[asked]).map_err(|error| error.to_string())?;
    let mut inputs = GivenInputs::new(model);
    for (name, text) in given {
        let target = model.find_input(name).map_err(|error| error.to_string())?;
        inputs.give_text(&target, text).map_err(|error| error.to_string())?;
    }
    let results = plan.evaluate_inputs(inputs.values()).map_err(|error| error.to_string())?;
    let mut text = results.values[0].to_string();
    for trace in &results.tables {
        text += &format!(" {}{:?}", trace.table, trace.rules);
    }
    for fault in &results.faults {
        text += &format!(" ({fault})");
    }
    Ok(text)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Returns a table with one input `x`; each rule is a cell and an output.
fn table(policy: &str, output: &str, rules: &[(&str, &str)]) -> String {
    let rules: String = rules
        .iter()
        .map(|(cell, output)| {
            let (cell, output) = (escape(cell), escape(output));
            format!(
                "<rule><inputEntry><text>{cell}</text></inputEntry>\
                 <outputEntry><text>{output}</text></outputEntry></rule>"
            )
        })
        .collect();
    format!(
        "<decisionTable {policy}><input><inputExpression typeRef='number'><text>x</text>\
         </inputExpression></input>{output}{rules}</decisionTable>"
    )
}

fn table_model(policy: &str, output: &str, rules: &[(&str, &str)]) -> DecisionModel {
    model(&format!("<decision name='D'>{}</decision>", table(policy, output, rules)))
}

fn literal(name: &str, text: &str) -> String {
    let text = escape(text);
    format!(
        "<decision name='{name}'><literalExpression><text>{text}</text></literalExpression></decision>"
    )
}

#[test]
fn hit_policies() {
    let rules = [("< 5", "\"low\""), ("[3..8]", "\"mid\""), ("> 9", "\"high\"")];
    let values = "<output name='o'><outputValues><text>\"high\", \"mid\", \"low\"</text></outputValues></output>";
    for (policy, output, x, expected) in [
        ("", "<output/>", "1", "\"low\" D[1]"),
        ("hitPolicy='UNIQUE'", "<output/>", "9", "null D[]"),
        (
            "hitPolicy='UNIQUE'",
            "<output/>",
            "4",
            "null D[1, 2] ('D': rules 1 and 2 both apply, and the hit policy is UNIQUE)",
        ),
        (
            "hitPolicy='ANY'",
            "<output/>",
            "4",
            "null D[1, 2] ('D': rules 1 and 2 both give different outputs, and the hit policy is ANY)",
        ),
        ("hitPolicy='FIRST'", "<output/>", "4", "\"low\" D[1]"),
        ("hitPolicy='PRIORITY'", values, "4", "\"mid\" D[2]"),
        ("hitPolicy='OUTPUT ORDER'", values, "4", "[\"mid\", \"low\"] D[2, 1]"),
        ("hitPolicy='RULE ORDER'", values, "4", "[\"low\", \"mid\"] D[1, 2]"),
        ("hitPolicy='COLLECT'", "<output/>", "9", "[] D[]"),
        ("hitPolicy='COLLECT' aggregation='COUNT'", "<output/>", "4", "2 D[1, 2]"),
        ("hitPolicy='COLLECT' aggregation='COUNT'", "<output/>", "9", "0 D[]"),
        ("hitPolicy='COLLECT' aggregation='SUM'", "<output/>", "4", "null D[1, 2]"),
        ("hitPolicy='COLLECT' aggregation='MAX'", "<output/>", "4", "\"mid\" D[1, 2]"),
        (
            "hitPolicy='FIRST'",
            "<output><defaultOutputEntry><text>\"none\"</text></defaultOutputEntry></output>",
            "9",
            "\"none\" D[]",
        ),
        ("hitPolicy='FIRST'", "<output/>", "null", "null D[]"),
    ] {
        let model = table_model(policy, output, &rules);
        assert_eq!(ask(&model, "D", &[("x", x)]), expected, "{policy} {x}");
    }
    let sum = [("> 0", "98.83"), ("> 1", "64.32"), ("> 100", "x")];
    let policy = "hitPolicy='COLLECT' aggregation='SUM'";
    let model = table_model(policy, "<output/>", &sum);
    assert_eq!(ask(&model, "D", &[("x", "2")]), "163.15 D[1, 2]");
    assert_eq!(ask(&model, "D", &[("x", "0")]), "null D[]");
    assert_eq!(ask(&model, "D", &[("x", "100.5")]), "263.65 D[1, 2, 3]");
}

#[test]
fn several_outputs_are_a_context() {
    let text = "<decision name='D'><decisionTable hitPolicy='FIRST'>\
        <input><inputExpression><text>x</text></inputExpression></input>\
        <output name='Approved/Declined'/><output name='fee'/>\
        <rule><inputEntry><text>&lt; 5</text></inputEntry>\
        <outputEntry><text>true</text></outputEntry><outputEntry><text>x * 2</text></outputEntry></rule>\
        </decisionTable></decision>";
    let text = text.to_owned() + &literal("E", "D.fee + 1") + &literal("F", "D.Approved/Declined");
    let model = model(&text);
    assert_eq!(ask(&model, "D", &[("x", "2")]), "{\"Approved/Declined\": true, \"fee\": 4} D[1]");
    assert_eq!(ask(&model, "E", &[("x", "2")]), "5 D[1]");
    assert_eq!(ask(&model, "F", &[("x", "2")]), "true D[1]");
    assert_eq!(ask(&model, "E", &[("x", "7")]), "null D[]");
    assert_eq!(model.output_names(0), ["Approved/Declined", "fee"]);
    assert_eq!(model.final_decisions(), [1, 2]);
}

#[test]
fn every_cell_may_name_its_own_value() {
    // The first column leaves a value behind that the second must not see.
    for cell in ["< ? + 1", "[? - 1..? + 1]", "? > 9", "not(? + 1)", "> 99, ? = 50"] {
        let cell = escape(cell);
        let text = format!(
            "<decision name='D'><decisionTable><input><inputExpression><text>a</text>\
             </inputExpression></input><input><inputExpression><text>b</text></inputExpression>\
             </input><output/><rule><inputEntry><text>? &gt; 0</text></inputEntry><inputEntry><text>\
             {cell}</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>\
             </decisionTable></decision>"
        );
        let model = model(&text);
        assert_eq!(ask(&model, "D", &[("a", "1"), ("b", "50")]), "1 D[1]", "{cell}");
    }
}

/// A loan: structures, knowledge models, boxed contexts and invocations.
const LOAN: &str = "
<itemDefinition name='tLoan'>
  <itemComponent name='amount'><typeRef>number</typeRef></itemComponent>
  <itemComponent name='term in months'><typeRef>number</typeRef></itemComponent>
</itemDefinition>
<itemDefinition name='tRate'><typeRef>number</typeRef>
  <allowedValues><text>[0..1)</text></allowedValues></itemDefinition>
<inputData name='Loan' id='i1'><variable name='Loan' typeRef='tLoan'/></inputData>
<inputData name='Rate' id='i2'><variable name='Rate' typeRef='tRate'/></inputData>
<inputData name='Holder' id='i3'><variable name='Holder' typeRef='string'/></inputData>
<businessKnowledgeModel name='payment of' id='k1'><encapsulatedLogic>
  <formalParameter name='p' typeRef='number'/><formalParameter name='r' typeRef='number'/>
  <formalParameter name='n' typeRef='number'/>
  <literalExpression><text>p * r / 12 / (1 - (1 + r / 12) ** -n)</text></literalExpression>
</encapsulatedLogic></businessKnowledgeModel>
<decision name='Payment' id='d1'><variable name='Payment' typeRef='number'/>
  <informationRequirement><requiredInput href='#i1'/></informationRequirement>
  <informationRequirement><requiredInput href='#i2'/></informationRequirement>
  <knowledgeRequirement><requiredKnowledge href='#k1'/></knowledgeRequirement>
  <invocation><literalExpression><text>payment of</text></literalExpression>
    <binding><parameter name='r'/><literalExpression><text>Rate</text></literalExpression></binding>
    <binding><parameter name='p'/><literalExpression><text>Loan.amount</text></literalExpression></binding>
    <binding><parameter name='n'/><literalExpression><text>Loan.term in months</text></literalExpression></binding>
  </invocation></decision>
<decision name='Offer' id='d2'><variable name='Offer'/>
  <context>
    <contextEntry><variable name='rounded payment'/><literalExpression><text>decimal(Payment, 2)</text></literalExpression></contextEntry>
    <contextEntry><variable name='total'/><literalExpression><text>rounded payment * Loan.term in months</text></literalExpression></contextEntry>
    <contextEntry><literalExpression><text>\"Dear \" + Holder + \", you pay \" + string(total)</text></literalExpression></contextEntry>
  </context></decision>
<decision name='Is high'><conditional><if><literalExpression><text>Payment &gt; 1000</text></literalExpression></if>
  <then><list><literalExpression><text>1</text></literalExpression></list></then>
  <else><relation><column name='a'/><row><literalExpression><text>2</text></literalExpression></row></relation></else>
</conditional></decision>";

#[test]
fn knowledge_models_contexts_and_structures() {
    let model = model(LOAN);
    let given =
        [("Loan", "{amount: 600000, term in months: 360}"), ("Rate", "0.0375"), ("Holder", "Ada")];
    assert!(ask(&model, "Payment", &given).starts_with("2778.693549432766"));
    assert_eq!(ask(&model, "Offer", &given), "\"Dear Ada, you pay 1000328.4\"");
    assert_eq!(ask(&model, "Is high", &given), "[1]");
    let parts = [("Loan.amount", "1200"), ("Loan.term in months", "12"), ("Rate", "0.12")];
    assert_eq!(ask(&model, "Is high", &parts), "[{\"a\": 2}]");
    assert_eq!(ask(&model, "Is high", &[]), "null");
}

#[test]
fn given_values_are_checked() {
    let model = model(LOAN);
    for (name, text, expected) in [
        ("Rate", "1", "'Rate': 1 is not among the allowed values [0..1)"),
        (
            "Rate",
            "high",
            "'Rate': high is no literal: 'high' is no input, decision or function that is known here; strings have quotation marks, as in \"low\"",
        ),
        ("Rate", "\"high\"", "'Rate': \"high\" is a string; expected a number"),
        ("Rates", "1", "no input with the name 'Rates'; the inputs are 'Loan', 'Rate', 'Holder'"),
        ("Payment", "1", "'Payment' is a decision, whose value follows from the inputs"),
        ("Loan", "{amount: true}", "'Loan': {\"amount\": true} is a context; expected a context"),
        (
            "Loan.amount",
            "x",
            "'Loan.amount': x is no literal: 'x' is no input, decision or function that is known here; strings have quotation marks, as in \"low\"",
        ),
    ] {
        assert_eq!(ask(&model, "Payment", &[(name, text)]), format!("error: {expected}"));
    }
    assert_eq!(
        ask(&model, "Payment", &[("Rate", "0.5"), ("Rate", "0.5")]),
        "error: 'Rate' is given twice"
    );
    assert_eq!(
        ask(&model, "Payments", &[]),
        "error: f.dmn: no decision with the name 'Payments'; the decisions are 'Payment', 'Offer', 'Is high'"
    );
    // Where the type is a string, anything is one.
    for (text, expected) in [("12", "12"), ("\"12\"", "12"), ("true", "true"), ("a, b", "a, b")] {
        let given = [
            ("Holder", text),
            ("Loan.amount", "1200"),
            ("Loan.term in months", "12"),
            ("Rate", "0.12"),
        ];
        assert_eq!(ask(&model, "Offer", &given), format!("\"Dear {expected}, you pay 1279.44\""));
    }
}

#[test]
fn names_that_only_tables_have_are_inputs() {
    let output = |name: &str| format!("<output name='{name}'/>");
    let first = table("", &output("dish"), &[("< 5", "\"soup\""), (">= 5", "\"stew\"")]);
    let second = table("", &output("wine"), &[("\"stew\"", "\"red\"")])
        .replace("<text>x<", "<text>dish<")
        .replace("number", "string");
    let text = format!(
        "<decision name='Dish'>{first}</decision><decision name='Wine'>{second}</decision>"
    );
    let model = model(&text);
    let names: Vec<&str> = model.inputs().iter().map(|input| input.name.as_str()).collect();
    assert_eq!(names, ["x"]);
    assert_eq!(ask(&model, "Wine", &[("x", "7")]), "\"red\" Dish[2] Wine[1]");
    assert_eq!(ask(&model, "wine", &[("x", "7")]), "\"red\" Dish[2] Wine[1]");
    // The input of a decision may have the name of its own result.
    let same = table("", &output("x"), &[("-", "x + 1")]);
    let model = self::model(&format!("<decision name='x'>{same}</decision>"));
    assert_eq!(ask(&model, "x", &[("x", "1")]), "2 x[1]");
}

#[test]
fn what_is_not_understood_is_refused_where_it_is_asked_for() {
    let parts = [
        literal("A", "for i in [1] return i"),
        literal("B", "A + 1"),
        literal("C", "1"),
        literal("D", "E"),
        literal("E", "D"),
        literal("F", "nothing + 1"),
        "<decision name='G'/>".to_owned(),
        "<businessKnowledgeModel name='k'><encapsulatedLogic kind='Java'/></businessKnowledgeModel>"
            .to_owned(),
        "<businessKnowledgeModel name='l'><encapsulatedLogic><literalExpression><text>k()</text>\
         </literalExpression></encapsulatedLogic></businessKnowledgeModel>"
            .to_owned(),
        literal("H", "l()"),
        "<inputData name='i'/>".to_owned(),
    ];
    let model = model(&parts.concat());
    for (decision, expected) in [
        ("A", "decision 'A': an iteration ('for'), not supported"),
        ("B", "decision 'A': an iteration ('for'), not supported"),
        ("D", "decision 'D' requires itself, through other decisions"),
        ("F", "decision 'F': 'nothing' is no input, decision or function that is known here"),
        ("G", "decision 'G': no decision logic"),
        ("H", "knowledge model 'k': a function in 'Java'"),
    ] {
        let found = ask(&model, decision, &[]);
        assert!(found.starts_with("error: f.dmn:1:") || decision == "D", "{found}");
        assert!(found.ends_with(&format!(": {expected}")), "{found}");
    }
    assert!(ask(&model, "A", &[]).starts_with("error: f.dmn:1:86: "));
    assert_eq!(ask(&model, "C", &[]), "1");
    for (text, expected) in [
        ("<a/>", "f.dmn:1:1: 'a'; expected the definitions of DMN"),
        ("<definitions/>", "f.dmn:1:1: no decisions; expected at least one"),
    ] {
        let fault = DecisionModel::read_model("f.dmn", text, &|| Ok(())).unwrap_err();
        assert_eq!(fault.to_string(), expected);
    }
}

#[test]
fn calls_without_end_are_stopped() {
    let knowledge = |name: &str, text: &str| {
        format!(
            "<businessKnowledgeModel name='{name}'><encapsulatedLogic><formalParameter name='n'/>\
             <literalExpression><text>{text}</text></literalExpression></encapsulatedLogic>\
             </businessKnowledgeModel>"
        )
    };
    let endless = model(&(knowledge("k", "k(n)") + &literal("D", "k(1)")));
    assert_eq!(
        ask(&endless, "D", &[]),
        "error: decision 'D': knowledge models that call each other more than 16 deep"
    );
    let mut text = knowledge("k0", "n");
    for level in 1..14 {
        let call = format!("k{}(n)", level - 1);
        text += &knowledge(&format!("k{level}"), &vec![call; 4].join(" + "));
    }
    let wide = model(&(text + &literal("D", "k13(1)")));
    assert_eq!(
        ask(&wide, "D", &[]),
        "error: decision 'D': more than 1000000 calls of knowledge models"
    );
}

#[test]
fn reasons_name_the_first_cell_that_fails() {
    let rules = [("< 5", "1"), ("[3..8]", "2"), ("-", "3")];
    for (policy, x, expected) in [
        ("", "9", vec![Some("< 5"), Some("[3..8]"), None]),
        ("hitPolicy='FIRST'", "4", vec![None]),
        ("hitPolicy='COLLECT'", "6", vec![Some("< 5"), None, None]),
    ] {
        let model = table_model(policy, "<output/>", &rules);
        let plan = model.plan_evaluation(&[0]).unwrap();
        let mut inputs = GivenInputs::new(&model);
        inputs.give_text(&model.find_input("x").unwrap(), x).unwrap();
        let results = plan.explain_inputs(inputs.values()).unwrap();
        let reasons = results.tables[0].reasons.as_ref().unwrap();
        let cells: Vec<Option<&str>> = reasons
            .failures
            .iter()
            .map(|failure| failure.as_ref().map(|failure| failure.cell.as_str()))
            .collect();
        assert_eq!(cells, expected, "{policy}");
        assert_eq!(reasons.inputs[0].0, "x");
        let plain = plan.evaluate_inputs(inputs.values()).unwrap();
        assert_eq!(plain.values, results.values);
    }
}

#[test]
fn values_outside_a_column_are_a_fault() {
    let text = "<decision name='D'><decisionTable>\
        <input><inputExpression><text>x</text></inputExpression>\
        <inputValues><text>\"a\", \"b\"</text></inputValues></input><output/>\
        <rule><inputEntry><text>-</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>\
        </decisionTable></decision>";
    let model = model(text);
    assert_eq!(ask(&model, "D", &[("x", "\"a\"")]), "1 D[1]");
    assert_eq!(
        ask(&model, "D", &[("x", "\"c\"")]),
        "null ('D', 'x': \"c\" is not among the allowed values \"a\", \"b\")"
    );
}

#[test]
fn a_chain_of_decisions_may_be_long() {
    let mut text = literal("D0", "1");
    for index in 1..5_000 {
        text += &literal(&format!("D{index}"), &format!("D{} + 1", index - 1));
    }
    let model = model(&text);
    assert_eq!(ask(&model, "D4999", &[]), "5000");
    assert_eq!(model.final_decisions(), [4999]);
}
