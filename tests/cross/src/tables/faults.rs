//! Errors name sheet, table and cell.

use super::read;

const GLOSSARY: &str = "Type
Name | Type | Values
Card | Int | [1..3]
Color | String | red, green

Function
Name | Type
color of Card | Color

Constant
Name | Type
n | Int
m | Card

";

fn error(tables: &str) -> String {
    match read(&format!("{GLOSSARY}{tables}")) {
        Ok(_) => panic!("no error in {tables}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn faults_of_the_glossary() {
    let of = |text: &str| read(text).map(|_| ()).unwrap_err().to_string();
    insta::assert_snapshot!(of(""), @"f: no glossary; expected tables titled Type, Function, Constant, Relation or Boolean");
    insta::assert_snapshot!(of("Type\nName | Type | Values\nA | Sting | x, y\n"), @"f: S!B3: table 'Type': there is no type 'Sting' (did you mean 'String'?); expected Int, Float, String or a type of the glossary");
    insta::assert_snapshot!(of("Type\nName | Type | Values\nA | String | x, x\n"), @"f: S!C3: table 'Type': 'x' occurs twice");
    insta::assert_snapshot!(of("Type\nName | Type | Values\nA | Int | [9..1]\n"), @"f: S!C3: table 'Type': '[9..1]' has no value");
    insta::assert_snapshot!(of("Type\nName | Type | Values\nA | Int | [0..99999999999]\n"), @"f: S!C3: table 'Type': numbers beyond 1000000000 are not supported");
    insta::assert_snapshot!(of("Type\nName | Type | Values\nA | String | x\nA | Int | 1\n"), @"f: S!A4: table 'Type': there is a type 'A' already");
    insta::assert_snapshot!(of("Type\nName | Type | Values\nA | String | x\nB | A | y\n"), @"f: S!C4: table 'Type': 'y' is no A");
    insta::assert_snapshot!(of("Function\nName | Type\nf of A | Nat\n"), @"f: S!B3: table 'Function': there is no type 'Nat'; expected Int, Float, String or a type of the glossary");
    insta::assert_snapshot!(of("Function\nName | Type\nf | \n"), @"f: S!B3: table 'Function': blank; expected a type");
    insta::assert_snapshot!(of("Constant\nName | Type\nc | String\n"), @"f: S!B3: table 'Constant': String has no list of values; expected a type of the glossary");
    insta::assert_snapshot!(of("Constant\nName | Type\na-b | Int\n"), @"f: S!A3: table 'Constant': 'a-b'; expected a name of words, without + - * / ( ) < > = or quotes");
    insta::assert_snapshot!(of("Constant\nName | Type\nn | Int\nn | Int\n"), @"f: S!A4: table 'Constant': 'n' occurs twice in the glossary");
    insta::assert_snapshot!(of("Constant\nName | Type\nn | Int\n"), @"f: S!A3: table 'Constant': 'n' has no least and no greatest value; expected a type with a range, for example [0..100]");
    insta::assert_snapshot!(of("Constant\nName | Type\nn | Float\n"), @"f: S!A3: table 'Constant': 'n' may be any decimal number; expected a type with a list of values, data, or a decision table for it");
    insta::assert_snapshot!(of("Constant\nName | Type\nn | Int\n\nB\nE* || n\n1 || [0..9999999999]\n"), @"f: S!A3: table 'Constant': 'n' may be from 0 to 9999999999; values beyond 1000000000 are not supported");
    insta::assert_snapshot!(of("Type\nName | Type | Values\nA | String | see Data Table X\n"), @"f: S!A1: table 'Type': type 'A' has no values; expected a list, or data tables with a column of it");
}

#[test]
fn faults_of_headers() {
    insta::assert_snapshot!(error("T\nX | Card || n\n1 | - || 1\n"), @"f: S!A16: table 'T': 'X' is not a hit policy; expected E*, U, A, F, D, C+, C<, C> or C# (or Name in a glossary)");
    insta::assert_snapshot!(error("T\nE* | Crad called c || n\n1 | - || 1\n"), @"f: S!B16: table 'T': there is no type 'Crad' (did you mean 'Card'?)");
    insta::assert_snapshot!(error("T\nE* | Card called || n\n1 | - || 1\n"), @"f: S!B16: table 'T': 'Card called'; expected a name after 'called'");
    insta::assert_snapshot!(error("T\nE* | colour of Card || n\n1 | - || 1\n"), @"f: S!B16: table 'T': 'colour of Card' is not in the glossary (did you mean 'color of Card'?)");
    insta::assert_snapshot!(error("T\nE* | Card | color of card || n\n1 | - | - || 1\n"), @"f: S!C16: table 'T': 'card' is not in the glossary (did you mean 'Card'?)");
    insta::assert_snapshot!(error("T\nE* | n | Card ||\n1 | - | 1 ||\n"), @"f: S!D16: table 'T': a column without a header");
    insta::assert_snapshot!(error("T\nE* | n || Card\n1 | - || 1\n"), @"f: S!C16: table 'T': 'Card' introduces a variable, but the column is an output; expected the title over all inputs (in a text, an empty column between inputs and outputs)");
    insta::assert_snapshot!(error("T\nE* | m | n | m\n1 | - | 1 | 2\n"), @"f: S!A12: table 'Constant': 'n' has no least and no greatest value; expected a type with a range, for example [0..100]");
    insta::assert_snapshot!(error("T\nE* | Card || color of 4\n1 | - || red\n"), @"f: S!C16: table 'T': 4 is outside Card (1..3)");
    insta::assert_snapshot!(error("T\nU | Card || n + 1\n1 | - || 2\n"), @"f: S!C16: table 'T': the output is a calculation; expected a name of the glossary");
    insta::assert_snapshot!(error("T\nC+ | Card || color of Card\n1 | - || red\n"), @"f: S!C16: table 'T': the output is a Color; expected a number");
    insta::assert_snapshot!(error("T\nE* | n | || m\n1 | 1 | || 1\n"), @"f: S!C16: table 'T': a column without a header");
    insta::assert_snapshot!(error("T\nE* || n\n"), @"f: S!A15: table 'T': a table without rules");
}

#[test]
fn a_table_without_inputs_says_how_to_mark_them() {
    let hint = "merge the title over them, draw a bold line right of them in the header, or";
    assert!(error("T\nU || n | m\n1 || >= 2 | 1\n").contains(hint));
    assert!(!error("T\nU || m\n1 || >= 2\n").contains(hint));
    assert!(!error("T\nE* || n | m\n1 || 1 | 9\n").contains(hint));
}

#[test]
fn faults_of_cells() {
    let of = |test: &str| error(&format!("T\nE* | Card || color of Card\n1 | - || {test}\n"));
    insta::assert_snapshot!(of("rad"), @"f: S!C17: table 'T': 'rad' is no Color (did you mean 'red'?); expected one of red, green");
    insta::assert_snapshot!(of("3"), @"f: S!C17: table 'T': '3' is a number; expected a Color");
    insta::assert_snapshot!(of("> red"), @"f: S!C17: table 'T': '> red'; only numbers have an order");
    insta::assert_snapshot!(of("color of 9"), @"f: S!C17: table 'T': 9 is outside Card (1..3)");
    insta::assert_snapshot!(of("red + 1"), @"f: S!C17: table 'T': a Color in a calculation; expected a number");
    insta::assert_snapshot!(of("not(red"), @"f: S!C17: table 'T': expected ')'");
    insta::assert_snapshot!(of("red,"), @"f: S!C17: table 'T': 'red,' has an empty element");
    insta::assert_snapshot!(of("-"), @"f: S!C17: table 'T': the rule has no output; expected a value");
    let of = |test: &str| error(&format!("T\nE* || m\n1 || {test}\n"));
    insta::assert_snapshot!(of("4"), @"f: S!B17: table 'T': 4 is outside Card (1..3)");
    insta::assert_snapshot!(of("1, 2, 9"), @"f: S!B17: table 'T': 9 is outside Card (1..3)");
    insta::assert_snapshot!(of("n +"), @"f: S!B17: table 'T': the expression ends early; expected a name or a number");
    insta::assert_snapshot!(of("(n"), @"f: S!B17: table 'T': expected ')'");
    insta::assert_snapshot!(of("n / 2"), @"f: S!B17: table 'T': '/' may have any fraction as its result; expected // (rounded down)");
    insta::assert_snapshot!(of("n n"), @"f: S!B17: table 'T': 'n n' is not in the glossary");
    insta::assert_snapshot!(of("99999999999999999999"), @"f: S!B17: table 'T': '99999999999999999999' is too large; expected at most 18 digits, and 9 after the point");
    insta::assert_snapshot!(of("9223372036854775807 + 1"), @"f: S!B17: table 'T': a number is too large");
    insta::assert_snapshot!(of(&format!("{}1{}", "(".repeat(100), ")".repeat(100))), @"f: S!B17: table 'T': brackets nest deeper than 60");
    insta::assert_snapshot!(of("{1}"), @"f: S!B17: table 'T': '{' is not expected here");
    insta::assert_snapshot!(error("T\nU | n || m\n1 | - || < 3\n"), @"f: S!C17: table 'T': '< 3'; expected one value, because the table decides");
}

#[test]
fn faults_of_data_and_goals() {
    insta::assert_snapshot!(error("Data Table\nD | Card || color of Card\n1 | 4 || red\n"), @"f: S!B17: table 'Data Table': 4 is outside Card (1..3)");
    insta::assert_snapshot!(error("Data Table\nD | Card || color of Card\n1 | 1 || blue\n"), @"f: S!C17: table 'Data Table': 'blue' is no Color; expected one of red, green");
    insta::assert_snapshot!(error("Data Table\nD | Card || color of Card\n1 | 1 || red\n2 | 1 || green\n"), @"f: S!C18: table 'Data Table': another value than the one at C17");
    insta::assert_snapshot!(error("Data Table\nD | Card ||\n1 | 1 ||\n"), @"f: S!C16: table 'Data Table': a column without a header");
    insta::assert_snapshot!(error("Data Table\nD | color of Card || n\n1 | red || 1\n"), @"f: S!B16: table 'Data Table': 'Card' is a type; expected a column 'Card' or 'Card called x' for a variable");
    insta::assert_snapshot!(error("Goal\nFind 3\n"), @"f: S!A16: table 'Goal': 'Find 3'; expected 'Get N models', 'Get all models', 'Minimize X', 'Maximize X' or 'Propagate'");
    insta::assert_snapshot!(error("Goal\nMinimize\n"), @"f: S!A16: table 'Goal': the expression ends early; expected a name or a number");
    insta::assert_snapshot!(error("Goal\nMinimize q\n"), @"f: S!A16: table 'Goal': 'q' is not in the glossary");
    insta::assert_snapshot!(error("Goal\nPropagate\nGet all models\n"), @"f: S!A17: table 'Goal': a second goal; expected one");
    insta::assert_snapshot!(error("Goal\nGet 0 models\n"), @"f: S!A16: table 'Goal': 'Get 0 models'; expected 'Get N models', 'Get all models', 'Minimize X', 'Maximize X' or 'Propagate'");
}

#[test]
fn recursive_definitions_are_refused() {
    let text = "Type\nName | Type | Values\nN | String | a, b, c\n\nRelation\nName\nedge N N\nreach N\n\n\
                T\nU | N called x | N called y | reach x | edge x y || reach y\n1 | - | - | Yes | Yes || Yes\n";
    insta::assert_snapshot!(read(text).map(|_| ()).unwrap_err(), @"f: S!A10: table 'T': 'reach c' depends on itself; recursive definitions are not supported");
    // With known edges that form no cycle, the definition ends.
    let known = format!(
        "{text}\nData Table\nD | N called x | N called y || edge x y\n1 | a | b || Yes\n2 | b | c || Yes\n"
    );
    assert!(read(&known).is_ok());
}
