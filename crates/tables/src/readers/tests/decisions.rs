//! DMN.

use super::shown;

/// Two decisions in a namespace; one takes the result of the other.
pub(super) const SAMPLE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<dmn:definitions xmlns:dmn="https://www.omg.org/spec/DMN/20191111/MODEL/" name="Dinner">
  <dmn:itemDefinition name="tSeason">
    <dmn:typeRef>string</dmn:typeRef>
    <dmn:allowedValues><dmn:text>"Winter", "Summer"</dmn:text></dmn:allowedValues>
  </dmn:itemDefinition>
  <dmn:inputData name="Guests"><dmn:variable name="Guests" typeRef="number"/></dmn:inputData>
  <dmn:decision id="d1" name="Choose dish">
    <dmn:variable name="Dish" typeRef="string"/>
    <dmn:decisionTable hitPolicy="FIRST">
      <dmn:input><dmn:inputExpression typeRef="tSeason"><dmn:text>Season</dmn:text></dmn:inputExpression></dmn:input>
      <dmn:input><dmn:inputExpression><dmn:text>Guests</dmn:text></dmn:inputExpression>
        <dmn:inputValues><dmn:text>[0..20]</dmn:text></dmn:inputValues></dmn:input>
      <dmn:input><dmn:inputExpression typeRef="boolean"><dmn:text>Vegan only</dmn:text></dmn:inputExpression></dmn:input>
      <dmn:output/>
      <dmn:annotation name="why"/>
      <dmn:rule><dmn:inputEntry><dmn:text>not("Summer")</dmn:text></dmn:inputEntry>
        <dmn:inputEntry><dmn:text>]2..8]</dmn:text></dmn:inputEntry>
        <dmn:inputEntry><dmn:text>false</dmn:text></dmn:inputEntry>
        <dmn:outputEntry><dmn:text>"Stew"</dmn:text></dmn:outputEntry>
        <dmn:annotationEntry><dmn:text>cold</dmn:text></dmn:annotationEntry></dmn:rule>
      <dmn:rule><dmn:inputEntry><dmn:text>-</dmn:text></dmn:inputEntry>
        <dmn:inputEntry><dmn:text/></dmn:inputEntry>
        <dmn:inputEntry/>
        <dmn:outputEntry><dmn:text>"Salad"</dmn:text></dmn:outputEntry></dmn:rule>
    </dmn:decisionTable>
  </dmn:decision>
  <dmn:decision name="Goal price"><dmn:decisionTable hitPolicy="COLLECT" aggregation="SUM">
    <dmn:input><dmn:inputExpression><dmn:text>Dish</dmn:text></dmn:inputExpression></dmn:input>
    <dmn:output name="Price" typeRef="double"/>
    <dmn:rule><dmn:inputEntry><dmn:text>"Stew","Salad"</dmn:text></dmn:inputEntry>
      <dmn:outputEntry><dmn:text>2.50</dmn:text></dmn:outputEntry></dmn:rule>
  </dmn:decisionTable></dmn:decision>
</dmn:definitions>"#;

fn dmn(text: &str) -> String {
    shown(Some("dmn"), text.as_bytes())
}

#[test]
fn decisions_become_tables_with_a_glossary() {
    insta::assert_snapshot!(dmn(SAMPLE), @r#"
    Type @11:7 ?
      Name@11:7 Type@11:7 Values@11:7
      Season type@11:7 String@11:7 "Winter", "Summer"@11:7
      Guests type@12:7 Int@12:7 [0..20]@12:7
      Dish type@15:7 String@15:7 "Stew", "Salad"@15:7
    Constant @11:7 ?
      Name@11:7 Type@11:7
      Season@11:7 Season type@11:7
      Guests@12:7 Guests type@12:7
      Dish@15:7 Dish type@15:7
      Price@30:5 Float@30:5
    Boolean @14:7 ?
      Name@14:7
      Vegan only@14:7
    Choose dish @8:3 3
      F@8:3 Season@11:7 Guests@12:7 Vegan only@14:7 Dish@15:7
      1@17:7 not("Summer")@17:33 (2..8]@18:25 No@19:25 "Stew"@20:26
      2@22:7 -@22:33 -@23:25 -@24:9 "Salad"@25:26
    Decision Goal price @28:3 1
      C+@28:3 Dish@29:5 Price@30:5
      1@31:5 "Stew", "Salad"@31:31 2.5@32:24
    "#);
}

/// Rules of a table with one input, x, and one output, y: pairs of cells.
fn table(attributes: &str, kinds: [&str; 2], rules: &[[&str; 2]]) -> String {
    let rule = |[input, output]: &[&str; 2]| {
        let cell = |text: &str| text.replace('<', "&lt;");
        format!(
            "<rule><inputEntry><text>{}</text></inputEntry><outputEntry><text>{}</text>\
             </outputEntry></rule>",
            cell(input),
            cell(output)
        )
    };
    let rules: String = rules.iter().map(rule).collect();
    dmn(&format!(
        "<definitions><decision name='D'>\n<decisionTable {attributes}>\n<input><inputExpression \
         {}><text>x</text></inputExpression></input>\n<output name='y' {}/>\n{rules}</decisionTable>\
         </decision></definitions>",
        kinds[0], kinds[1]
    ))
}

const UNTYPED: [&str; 2] = ["", ""];

#[test]
fn policies_and_types_are_understood() {
    let typed = ["typeRef='feel:integer'", "typeRef='string'"];
    insta::assert_snapshot!(table("", typed, &[["< 5, [7..9)", "\"a b\""], [">= 10", ""]]), @r#"
    Type @4:1 ?
      Name@4:1 Type@4:1 Values@4:1
      y type@4:1 String@4:1 "a b"@4:1
    Constant @3:1 ?
      Name@3:1 Type@3:1
      x@3:1 Int@3:1
      y@4:1 y type@4:1
    D @1:14 1
      U@1:14 x@3:1 y@4:1
      1@5:1 < 5, [7..9)@5:19 "a b"@5:72
      2@5:111 >= 10@5:129 @5:173
    "#);
    insta::assert_snapshot!(table("hitPolicy='ANY'", UNTYPED, &[["0.5", "true"], ["-", "false"]]), @r"
    Constant @3:1 ?
      Name@3:1 Type@3:1
      x@3:1 Float@3:1
    Boolean @4:1 ?
      Name@4:1
      y@4:1
    D @1:14 1
      A@1:14 x@3:1 y@4:1
      1@5:1 0.5@5:19 Yes@5:61
      2@5:99 -@5:117 No@5:157
    ");
    insta::assert_snapshot!(table("hitPolicy='COLLECT' aggregation='COUNT'", ["", "typeRef='string'"], &[["\"a\"", "\"b\""], ["\"c\"", "\"b\""]]), @r#"
    Type @3:1 ?
      Name@3:1 Type@3:1 Values@3:1
      x type@3:1 String@3:1 "a", "c"@3:1
    Constant @3:1 ?
      Name@3:1 Type@3:1
      x@3:1 x type@3:1
      y@4:1 Int@4:1
    D @1:14 1
      C#@1:14 x@3:1 y@4:1
      1@5:1 "a"@5:19 1@5:61
      2@5:98 "c"@5:116 2@5:158
    "#);
    insta::assert_snapshot!(table("hitPolicy='COLLECT' aggregation='MIN'", UNTYPED, &[["true", "-3"]]), @r"
    Constant @4:1 ?
      Name@4:1 Type@4:1
      y@4:1 Int@4:1
    Boolean @3:1 ?
      Name@3:1
      x@3:1
    D @1:14 1
      C<@1:14 x@3:1 y@4:1
      1@5:1 Yes@5:19 -3@5:62
    ");
}

#[test]
fn wrong_decisions_are_named() {
    for (policy, aggregation) in [
        ("PRIORITY", ""),
        ("RULE ORDER", ""),
        ("OUTPUT ORDER", ""),
        ("COLLECT", ""),
        ("UNIQUE", "SUM"),
    ] {
        let aggregation = if aggregation.is_empty() {
            String::new()
        } else {
            format!("aggregation='{aggregation}'")
        };
        let found = table(&format!("hitPolicy='{policy}' {aggregation}"), UNTYPED, &[["1", "2"]]);
        assert!(found.contains(&format!("decision 'D': hit policy {policy}")), "{found}");
    }
    insta::assert_snapshot!(table("hitPolicy='PRIORITY'", UNTYPED, &[["1", "2"]]), @"f:2:1: decision 'D': hit policy PRIORITY is not supported; expected UNIQUE, ANY, FIRST or COLLECT with SUM, MIN, MAX or COUNT");
    insta::assert_snapshot!(table("", UNTYPED, &[["1", "2"], ["date(\"2020-01-01\")", "2"]]), @r#"f:5:112: decision 'D', rule 2, 'x': 'date("2020-01-01")' is not supported; expected -, values such as "a", 5 or true, a comparison such as < 5, a range such as [1..5], or not(...) of these"#);
    insta::assert_snapshot!(table("", UNTYPED, &[["1", "2"], ["\"a\"", "2"]]), @r#"f:5:112: decision 'D', rule 2, 'x': '"a"'; expected a number"#);
    insta::assert_snapshot!(table("", UNTYPED, &[["1", "x + 1"]]), @r#"f:5:59: decision 'D', rule 1, 'y': 'x + 1' is not supported; expected -, values such as "a", 5 or true, a comparison such as < 5, a range such as [1..5], or not(...) of these"#);
    insta::assert_snapshot!(table("", UNTYPED, &[["1", "1, 2"]]), @r#"f:5:59: decision 'D', rule 1, 'y': '1, 2' is not supported; expected -, values such as "a", 5 or true, a comparison such as < 5, a range such as [1..5], or not(...) of these"#);
    insta::assert_snapshot!(table("", UNTYPED, &[["-", "1"]]), @"f:3:1: 'x' has no type; expected a typeRef");
    insta::assert_snapshot!(table("", ["typeRef='string'", ""], &[["-", "1"]]), @"f:3:1: 'x' has no values; expected some, or a cell with one");
    insta::assert_snapshot!(table("", ["typeRef='date'", ""], &[["-", "1"]]), @"f:3:1: type 'date' is not supported; expected string, number or boolean");
    insta::assert_snapshot!(table("", UNTYPED, &[["\"a,b\"", "1"]]), @r#"f:5:19: decision 'D', rule 1, 'x': the string "a,b" is blank, begins or ends with a blank, or holds a comma, a quotation mark, a backslash or a line break, which is not supported"#);
}

#[test]
fn what_is_no_decision_table_is_refused() {
    let of = |inner: &str| dmn(&format!("<definitions>\n{inner}</definitions>"));
    insta::assert_snapshot!(of("<decision name='D'><literalExpression><text>1</text></literalExpression></decision>"), @"f:2:1: decision 'D': a literal expression; expected a decision table");
    insta::assert_snapshot!(of("<decision name='D'><context/></decision>"), @"f:2:1: decision 'D': a context; expected a decision table");
    insta::assert_snapshot!(of("<decision id='D'/>"), @"f:2:1: decision 'D': no decision logic; expected a decision table");
    insta::assert_snapshot!(of("<businessKnowledgeModel name='B'/>"), @"f:2:1: business knowledge model 'B' is not supported; expected decision tables");
    insta::assert_snapshot!(of(""), @"f:1:1: no decisions; expected at least one decision table");
    insta::assert_snapshot!(of("<decision name='D'><decisionTable/></decision>"), @"f:2:20: decision 'D': no output; expected at least one");
    let table = |inner: &str| {
        of(&format!("<decision name='D'><decisionTable>{inner}</decisionTable></decision>"))
    };
    let input = "<input><inputExpression><text>x</text></inputExpression></input>";
    insta::assert_snapshot!(table("<input><inputExpression><text>x + 1</text></inputExpression></input><output name='y'/>"), @"f:2:35: decision 'D': input 'x + 1' is no name, and other expressions are not supported");
    insta::assert_snapshot!(table("<input><inputExpression><text>x and z</text></inputExpression></input><output name='y'/>"), @"f:2:35: decision 'D': input 'x and z' is no name, and other expressions are not supported");
    insta::assert_snapshot!(table("<input/><output name='y'/>"), @"f:2:35: decision 'D': input '' is no name, and other expressions are not supported");
    insta::assert_snapshot!(table(&format!("{input}<output name='y'/><rule><outputEntry/></rule>")), @"f:2:117: decision 'D', rule 1: 0 inputEntry elements for 1 columns");
    insta::assert_snapshot!(table(&format!("{input}<output name='y'><defaultOutputEntry/></output>")), @"f:2:20: decision 'D': output 'y' has a default, which is not supported");
    insta::assert_snapshot!(table(&format!("{input}<output/><output name='y'/>")), @"f:2:99: decision 'D': an output without a name");
    let twice = "<decision name='D'><decisionTable><output name='y' typeRef='boolean'/></decisionTable></decision>";
    insta::assert_snapshot!(of(&format!("{twice}\n{}", twice.replace("'D'", "'E'"))), @"f:3:35: decision 'E': another decision has the result 'y', too");
    insta::assert_snapshot!(of("<itemDefinition name='a'><typeRef>b</typeRef></itemDefinition><itemDefinition name='b'><typeRef>a</typeRef></itemDefinition><decision name='D'><decisionTable><output name='y' typeRef='a'/></decisionTable></decision>"), @"f:2:159: type 'a' leads to itself");
    insta::assert_snapshot!(of("<itemDefinition name='a' isCollection='true'><typeRef>string</typeRef></itemDefinition><decision name='D'><decisionTable><output name='y' typeRef='a'/></decisionTable></decision>"), @"f:2:1: type 'a' is a list or a structure, which is not supported");
    insta::assert_snapshot!(dmn("<process/>"), @"f:1:1: 'process'; expected the definitions of DMN");
    insta::assert_snapshot!(dmn("hello"), @"f: damaged XML: unknown token at 1:1");
    insta::assert_snapshot!(dmn("<a><b></a>"), @"f: damaged XML: expected 'b' tag, not 'a' at 1:7");
}
