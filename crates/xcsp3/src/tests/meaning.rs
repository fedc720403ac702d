//! The constraints over lists of values: their meaning and their models against predicates.

use super::{agree, x, xy};

fn distinct(values: &[i32]) -> usize {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    values.len()
}

fn truths(all: impl IntoIterator<Item = bool>) -> i32 {
    all.into_iter().map(i32::from).sum()
}

#[test]
fn all_different() {
    agree(&x(3, "0..3"), "<allDifferent> x[] </allDifferent>", |v| distinct(v) == 3);
    agree(
        &x(4, "0..2"),
        "<allDifferent> <list> x[] </list> <except> 0 2 </except> </allDifferent>",
        |v| truths(v.iter().map(|&value| value == 1)) <= 1,
    );
    agree(&x(3, "0..2"), "<allDifferent> x[0] add(x[1],1) mul(x[2],2) </allDifferent>", |v| {
        distinct(&[v[0], v[1] + 1, 2 * v[2]]) == 3
    });
    agree(
        &x(3, "0..2"),
        "<allDifferent> <list> add(x[0],1) x[1] x[2] </list> <except> 1 </except> </allDifferent>",
        |v| {
            let all = [v[0] + 1, v[1], v[2]];
            (0..3).all(|i| (0..i).all(|j| all[i] != all[j] || all[i] == 1))
        },
    );
    agree(
        &x(6, "0 1"),
        "<allDifferent> <list> x[0..1] </list> <list> x[2..3] </list> <list> x[4..5] </list> \
         </allDifferent>",
        |v| v[..2] != v[2..4] && v[..2] != v[4..] && v[2..4] != v[4..],
    );
    agree(
        &x(4, "0 1"),
        "<allDifferent> <list> x[0..1] </list> <list> x[2..3] </list> <except> (0,1) </except> \
         </allDifferent>",
        |v| v[..2] != v[2..] || v[..2] == [0, 1],
    );
    agree(
        &x(4, "0..2"),
        "<allDifferent> <matrix> (x[0],x[1])(x[2],x[3]) </matrix> </allDifferent>",
        |v| v[0] != v[1] && v[2] != v[3] && v[0] != v[2] && v[1] != v[3],
    );
}

#[test]
fn orders() {
    agree(&x(3, "0..3"), "<allEqual> x[] </allEqual>", |v| distinct(v) == 1);
    agree(&x(3, "0..3"), "<allEqual> x[0] add(x[1],x[2]) 2 </allEqual>", |v| {
        v[0] == 2 && v[1] + v[2] == 2
    });
    let ordered = |lengths: &str, operator: &str| {
        format!(
            "<ordered> <list> x[] </list> {lengths} <operator> {operator} </operator> </ordered>"
        )
    };
    agree(&x(3, "0..3"), &ordered("", "lt"), |v| v[0] < v[1] && v[1] < v[2]);
    agree(&x(3, "0..3"), &ordered("", "ge"), |v| v[0] >= v[1] && v[1] >= v[2]);
    agree(&x(3, "0..5"), &ordered("<lengths> 1 -2 </lengths>", "le"), |v| {
        v[0] < v[1] && v[1] - 2 <= v[2]
    });
    agree(&xy(2, "0..3", "-1..2"), &ordered("<lengths> y </lengths>", "gt"), |v| {
        v[0] + v[2] > v[1]
    });
    let lex = |operator: &str| {
        format!(
            "<lex> <list> x[0..1] </list> <list> x[2..3] </list> \
             <operator> {operator} </operator> </lex>"
        )
    };
    agree(&x(4, "0..2"), &lex("lt"), |v| v[..2] < v[2..]);
    agree(&x(4, "0..2"), &lex("ge"), |v| v[..2] >= v[2..]);
    agree(
        &x(4, "0..2"),
        "<lex> <matrix> (x[0],x[1])(x[2],x[3]) </matrix> <operator> le </operator> </lex>",
        |v| v[..2] <= v[2..] && [v[0], v[2]] <= [v[1], v[3]],
    );
}

#[test]
fn precedence() {
    fn first(v: &[i32], value: i32) -> usize {
        v.iter().position(|&own| own == value).unwrap_or(9)
    }
    agree(
        &x(4, "0..3"),
        "<precedence> <list> x[] </list> <values> 2 1 </values> </precedence>",
        |v| first(v, 1) == 9 || first(v, 2) < first(v, 1),
    );
    agree(&x(4, "0..2"), "<precedence> x[] </precedence>", |v| {
        (first(v, 1) == 9 || first(v, 0) < first(v, 1))
            && (first(v, 2) == 9 || first(v, 1) < first(v, 2))
    });
    agree(
        &x(4, "0..3"),
        "<precedence> <list> x[] </list> <values covered=\"true\"> 3 0 </values> </precedence>",
        |v| first(v, 0) < 9 && first(v, 3) < first(v, 0),
    );
}

#[test]
fn sums() {
    let sum = |coefficients: &str, condition: &str| {
        format!(
            "<sum> <list> x[] y </list> {coefficients} <condition> {condition} </condition> </sum>"
        )
    };
    let variables = xy(2, "-2..2", "0..3");
    agree(&variables, &sum("", "(eq,2)"), |v| v[0] + v[1] + v[2] == 2);
    agree(&variables, &sum("<coeffs> 2x2 -1 </coeffs>", "(ne,y)"), |v| {
        2 * v[0] + 2 * v[1] - v[2] != v[2]
    });
    agree(&variables, &sum("<coeffs> 1 -1 0 </coeffs>", "(lt,1)"), |v| v[0] - v[1] < 1);
    agree(&variables, &sum("<coeffs> y x[0] 3 </coeffs>", "(ge,x[1])"), |v| {
        v[2] * v[0] + v[0] * v[1] + 3 * v[2] >= v[1]
    });
    agree(&variables, &sum("", "(in,1..2)"), |v| (1..=2).contains(&(v[0] + v[1] + v[2])));
    agree(&variables, &sum("", "(in,{-1,2,90})"), |v| [-1, 2].contains(&(v[0] + v[1] + v[2])));
    agree(&variables, &sum("", "(notin,{0,1,-3})"), |v| {
        ![0, 1, -3].contains(&(v[0] + v[1] + v[2]))
    });
    agree(&variables, &sum("", "(notin,0..2)"), |v| !(0..=2).contains(&(v[0] + v[1] + v[2])));
    agree(&variables, &sum("", "(eq,add(x[0],1))"), |v| v[1] + v[2] == 1);
    let repeated = "<sum> <list> x[0] x[0] 3 gt(x[1],y) x[1] </list> <condition> (in,{4,6}) \
                    </condition> </sum>";
    agree(&variables, repeated, |v| {
        [4, 6].contains(&(2 * v[0] + 3 + i32::from(v[1] > v[2]) + v[1]))
    });
    let plain =
        "<sum> <list> x[0] x[0] 3 x[1] y </list> <condition> (in,{4,6}) </condition> </sum>";
    agree(&variables, plain, |v| [4, 6].contains(&(2 * v[0] + 3 + v[1] + v[2])));
}

#[test]
fn knapsacks_and_flows() {
    agree(
        &xy(3, "0..2", "3..9"),
        "<knapsack> <list> x[] </list> <weights> 2 3 4 </weights> <condition> (le,9) </condition> \
         <profits> 1 4 5 </profits> <condition> (ge,y) </condition> </knapsack>",
        |v| 2 * v[0] + 3 * v[1] + 4 * v[2] <= 9 && v[0] + 4 * v[1] + 5 * v[2] >= v[3],
    );
    let flow = |rest: &str| {
        format!(
            "<flow> <list> x[] </list> <balance> 2 y -2 </balance> <arcs> (1,3)(1,4)(3,4)(3,1) \
             </arcs> {rest} </flow>"
        )
    };
    fn balanced(v: &[i32]) -> bool {
        let [a, b, c, d, y] = *v else { return false };
        a + b - d == 2 && c + d - a == y && -b - c == -2
    }
    agree(&xy(4, "0..2", "-1..1"), &flow(""), balanced);
    let cost = flow("<weights> 1 3 1 1 </weights> <condition> (lt,6) </condition>");
    agree(&xy(4, "0..2", "-1..1"), &cost, |v| balanced(v) && v[0] + 3 * v[1] + v[2] + v[3] < 6);
}

#[test]
fn counts() {
    let count = |values: &str, condition: &str| {
        format!(
            "<count> <list> x[] </list> <values> {values} </values> <condition> {condition} \
             </condition> </count>"
        )
    };
    fn number(v: &[i32], values: &[i32]) -> i32 {
        truths(v[..3].iter().map(|value| values.contains(value)))
    }
    let variables = xy(3, "0..3", "0..2");
    agree(&variables, &count("1 3 1", "(eq,y)"), |v| number(v, &[1, 3]) == v[3]);
    agree(&variables, &count("2", "(le,1)"), |v| number(v, &[2]) <= 1);
    agree(&variables, &count("2 0", "(gt,y)"), |v| number(v, &[0, 2]) > v[3]);
    agree(&variables, &count("y", "(eq,2)"), |v| number(v, &[v[3]]) == 2);
    agree(&variables, &count("1", "(in,{0,3})"), |v| [0, 3].contains(&number(v, &[1])));
    let n_values = |except: &str, condition: &str| {
        format!(
            "<nValues> <list> x[] </list> {except} <condition> {condition} </condition> </nValues>"
        )
    };
    agree(&variables, &n_values("", "(eq,y)"), |v| distinct(&v[..3]) as i32 == v[3]);
    agree(&variables, &n_values("", "(gt,1)"), |v| distinct(&v[..3]) > 1);
    agree(&variables, &n_values("", "(in,{1,3})"), |v| distinct(&v[..3]) != 2);
    agree(&variables, &n_values("<except> 0 </except>", "(lt,y)"), |v| {
        let kept: Vec<i32> = v[..3].iter().copied().filter(|&own| own != 0).collect();
        (distinct(&kept) as i32) < v[3]
    });
}

#[test]
fn cardinality() {
    fn times(v: &[i32], value: i32) -> i32 {
        truths(v[..4].iter().map(|&own| own == value))
    }
    let cardinality = |values: &str, occurs: &str| {
        format!(
            "<cardinality> <list> x[] </list> {values} <occurs> {occurs} </occurs> </cardinality>"
        )
    };
    let variables = xy(4, "0..2", "0..3");
    agree(&variables, &cardinality("<values> 0 2 </values>", "1..2 0"), |v| {
        (1..=2).contains(&times(v, 0)) && times(v, 2) == 0
    });
    agree(&variables, &cardinality("<values closed=\"true\"> 0 2 </values>", "1..4 0..3"), |v| {
        times(v, 1) == 0 && times(v, 0) >= 1 && times(v, 2) <= 3
    });
    agree(&variables, &cardinality("<values> 1 0 </values>", "y add(y,1)"), |v| {
        times(v, 1) == v[4] && times(v, 0) == v[4] + 1
    });
}

#[test]
fn extremes() {
    let of = |name: &str, list: &str, condition: &str| {
        format!("<{name}> <list> {list} </list> <condition> {condition} </condition> </{name}>")
    };
    fn max(v: &[i32]) -> i32 {
        v.iter().copied().max().unwrap_or(0)
    }
    let variables = xy(3, "0..3", "0..4");
    agree(&variables, &of("maximum", "x[]", "(eq,y)"), |v| max(&v[..3]) == v[3]);
    agree(&variables, &of("maximum", "x[]", "(le,2)"), |v| max(&v[..3]) <= 2);
    agree(&variables, &of("maximum", "x[]", "(gt,y)"), |v| max(&v[..3]) > v[3]);
    agree(&variables, &of("minimum", "x[] 2", "(in,1..2)"), |v| v[..3].iter().all(|&own| own > 0));
    agree(&variables, &of("minimum", "add(x[0],y) dist(x[1],x[2])", "(ne,1)"), |v| {
        (v[0] + v[3]).min((v[1] - v[2]).abs()) != 1
    });
    agree(&variables, &of("minimum", "x[]", "(lt,y)"), |v| v[..3].iter().any(|&own| own < v[3]));
    let place = |name: &str, rank: &str, condition: &str| {
        format!(
            "<{name} {rank}> <list startIndex=\"1\"> x[] </list> <condition> {condition} \
             </condition> </{name}>"
        )
    };
    agree(&variables, &place("maximumArg", "", "(eq,y)"), |v| {
        (0..3).any(|i| v[i] == max(&v[..3]) && i as i32 + 1 == v[3])
    });
    agree(&variables, &place("minimumArg", "rank=\"first\"", "(le,y)"), |v| {
        let least = v[..3].iter().min();
        v[..3].iter().position(|own| Some(own) == least).is_some_and(|i| (i as i32) < v[3])
    });
    agree(&variables, &place("maximumArg", "rank=\"last\"", "(in,{1,3})"), |v| {
        let last = (0..3).filter(|&i| v[i] == max(&v[..3])).max();
        last == Some(0) || last == Some(2)
    });
}
