//! The other constraints: their meaning and their models against predicates.

use super::{agree, x, xy};

#[test]
fn tables() {
    let table = |tuples: &str| format!("<extension> <list> x[] </list> {tuples} </extension>");
    agree(&x(2, "0..2"), &table("<supports> (0,1)(2,2)(0,1)(5,0)(-1,0) </supports>"), |v| {
        [[0, 1], [2, 2]].iter().any(|row| row[..] == *v)
    });
    agree(&x(3, "0..2"), &table("<supports> (0,*,2) (*,1,1) </supports>"), |v| {
        v[0] == 0 && v[2] == 2 || v[1] == 1 && v[2] == 1
    });
    agree(&x(3, "0..2"), &table("<conflicts>(0,*,2)(*,1,*)</conflicts>"), |v| {
        !(v[0] == 0 && v[2] == 2 || v[1] == 1)
    });
    agree(&x(1, "0..9"), &table("<supports> 1 3..5 9 99999999999 </supports>"), |v| {
        [1, 3, 4, 5, 9].contains(&v[0])
    });
    agree(&x(1, "0..9"), &table("<conflicts> 1 3..5 </conflicts>"), |v| {
        ![1, 3, 4, 5].contains(&v[0])
    });
    agree(&x(2, "0..2"), &table("<conflicts> (0,1)(2,2)(0,9999999999) </conflicts>"), |v| {
        *v != [0, 1] && *v != [2, 2]
    });
}

#[test]
fn wide_tables_with_any_value_have_a_truth_for_each_row() {
    // 2 * 40^3 rows are too many to write out.
    let table =
        "<extension> <list> x[] </list> <supports> (1,*,*,*)(*,*,*,2) </supports> </extension>";
    let fixed = "<instantiation> <list> x[1] x[2] </list> <values> 3 4 </values> </instantiation>";
    let text = super::file(&x(4, "0..39"), &format!("{table}{fixed}"));
    let instance = super::read(&text).unwrap();
    let expected = 40 + 40 - 1;
    assert_eq!(super::solved(&instance).len(), expected);
    assert_eq!(super::solved_with_hidden(&instance), expected);
}

#[test]
fn automata() {
    let regular = |transitions: &str, finals: &str| {
        format!(
            "<regular> <list> x[] </list> <transitions> {transitions} </transitions> \
             <start> a </start> <final> {finals} </final> </regular>"
        )
    };
    // After a 1, no 2 until a 0.
    agree(&x(4, "0..2"), &regular("(a,{0,2},a)(a,1,b)( b , 1 ,b)(b,0,a)", "a b"), |v| {
        let mut free = true;
        v.iter().all(|&value| {
            let fits = value != 2 || free;
            free = if value == 2 { free } else { value == 0 };
            fits
        })
    });
    // Nondeterministic: the last but one is 1.
    agree(&x(4, "0..1"), &regular("(a,0..1,a)(a,1,b)(b,0..1,c)", "c"), |v| v[2] == 1);
    let mdd = "<mdd> <list> x[] </list> <transitions> (r,0,n)(r,2,m)(n,1,t)(m,0,t)(m,2,t) \
               </transitions> </mdd>";
    agree(&x(2, "0..2"), mdd, |v| [[0, 1], [2, 0], [2, 2]].iter().any(|row| row[..] == *v));
    let uneven = "<mdd> <list> x[] </list> <transitions> (r,0,n)(r,1,t)(n,1,t)(n,2,u) \
                  </transitions> </mdd>";
    agree(&x(2, "0..2"), uneven, |v| *v == [0, 1] || *v == [0, 2]);
}

#[test]
fn elements() {
    let element = |list: &str, rest: &str| format!("<element> {list} {rest} </element>");
    let list = "<list> x[] </list>";
    let variables = "<array id=\"x\" size=\"[3]\"> 0..2 </array><var id=\"i\"> 0..3 </var>\
                     <var id=\"y\"> 0..3 </var>";
    agree(variables, &element(list, "<index> i </index> <value> y </value>"), |v| {
        v[3] < 3 && v[v[3] as usize] == v[4]
    });
    agree(variables, &element(list, "<index> i </index> <condition> (lt,y) </condition>"), |v| {
        v[3] < 3 && v[v[3] as usize] < v[4]
    });
    agree(
        variables,
        &element(list, "<index> i </index> <condition> (in,{0,2}) </condition>"),
        |v| v[3] < 3 && v[v[3] as usize] != 1,
    );
    let later = "<list startIndex=\"2\"> x[0] 1 x[1] add(x[2],1) </list>";
    agree(variables, &element(later, "<index> i </index> <condition> (ne,y) </condition>"), |v| {
        v[3] >= 2 && [v[0], 1][v[3] as usize - 2] != v[4]
    });
    agree(variables, &element(list, "<value> y </value>"), |v| v[..3].contains(&v[3]));
    agree(variables, &element(list, "<condition> (gt,y) </condition>"), |v| {
        v[..3].iter().any(|&own| own > v[3])
    });
    let numbers = "<list> 3 1 3 0 </list>";
    agree(variables, &element(numbers, "<index> i </index> <value> y </value>"), |v| {
        [3, 1, 3, 0][v[0] as usize] == v[1]
    });
    agree(
        variables,
        &element(numbers, "<index> i </index> <condition> (ge,2) </condition>"),
        |v| v[0] == 0 || v[0] == 2,
    );
    agree(
        variables,
        &element(numbers, "<index> i </index> <condition> (le,y) </condition>"),
        |v| [3, 1, 3, 0][v[0] as usize] <= v[1],
    );
}

#[test]
fn matrices_have_two_indices() {
    let variables = "<array id=\"x\" size=\"[2][2]\"> 0 1 </array><var id=\"i\"> 0..2 </var>\
                     <var id=\"j\"> -1..2 </var><var id=\"y\"> 0 1 </var>";
    let element = |matrix: &str| {
        format!("<element> {matrix} <index> i j </index> <value> y </value> </element>")
    };
    agree(variables, &element("<matrix> x[][] </matrix>"), |v| {
        let (i, j) = (v[4], v[5]);
        i < 2 && (0..2).contains(&j) && v[(2 * i + j) as usize] == v[6]
    });
    let later = "<matrix startRowIndex=\"1\" startColIndex=\"-1\"> x[][] </matrix>";
    agree(variables, &element(later), |v| {
        let (i, j) = (v[4] - 1, v[5] + 1);
        (0..2).contains(&i) && j < 2 && v[(2 * i + j) as usize] == v[6]
    });
    agree(variables, &element("<matrix> (0,1,1)(1,0,0) </matrix>"), |v| {
        let (i, j) = (v[0], v[1]);
        i < 2 && (0..3).contains(&j) && [[0, 1, 1], [1, 0, 0]][i as usize][j as usize] == v[2]
    });
    let square =
        "<element> <matrix> x[][] </matrix> <index> i i </index> <value> y </value> </element>";
    agree(variables, square, |v| v[4] < 2 && v[3 * v[4] as usize] == v[5]);
}

#[test]
fn channels() {
    agree(&x(3, "0..3"), "<channel> x[] </channel>", |v| {
        (0..3).all(|i| v.get(v[i] as usize) == Some(&(i as i32)))
    });
    let two = "<channel> <list startIndex=\"1\"> x[0..1] </list> <list> x[2..3] </list> </channel>";
    agree(&x(4, "0..2"), two, |v| {
        (0..2).all(|i| (0..2).all(|j| (v[i] == j as i32) == (v[2 + j] == i as i32 + 1)))
            && v[..2].iter().all(|&own| own < 2)
            && v[2..].iter().all(|&own| own > 0)
    });
    let uneven = "<channel> <list> x[0..1] </list> <list> x[2..4] </list> </channel>";
    agree(&x(5, "0..3"), uneven, |v| (0..2).all(|i| v[i] < 3 && v[2 + v[i] as usize] == i as i32));
    let truths = "<channel> <list> x[] </list> <value> y </value> </channel>";
    agree(&xy(3, "0..1", "0..3"), truths, |v| {
        v[3] < 3 && (0..3).all(|i| v[i] == i32::from(i as i32 == v[3]))
    });
}

#[test]
fn tasks() {
    fn apart(v: &[i32], a: usize, b: usize, lengths: [i32; 2]) -> bool {
        v[a] + lengths[0] <= v[b] || v[b] + lengths[1] <= v[a]
    }
    let tasks = "<noOverlap> <origins> x[0..1] </origins> <lengths> 2 x[2] </lengths> </noOverlap>";
    agree(&x(3, "0..3"), tasks, |v| v[2] == 0 || apart(v, 0, 1, [2, v[2]]));
    let zero = "<noOverlap zeroIgnored=\"false\"> <origins> x[0..1] </origins> <lengths> 2 x[2] \
                </lengths> </noOverlap>";
    agree(&x(3, "0..3"), zero, |v| apart(v, 0, 1, [2, v[2]]));
    let boxes = "<noOverlap> <origins> (x[0],x[1])(x[2],x[3]) </origins> <lengths> (2,1)(y,2) \
                 </lengths> </noOverlap>";
    agree(&xy(4, "0..2", "0..1"), boxes, |v| {
        v[4] == 0 || apart(v, 0, 2, [2, v[4]]) || apart(v, 1, 3, [1, 2])
    });
    let cumulative = |heights: &str, rest: &str| {
        format!(
            "<cumulative> <origins> x[0..1] </origins> <lengths> 2 x[2] </lengths> \
             <heights> {heights} </heights> {rest} </cumulative>"
        )
    };
    fn fits(v: &[i32], heights: [i32; 2], limit: i32) -> bool {
        let lengths = [2, v[2]];
        let load = |time| -> i32 {
            let runs = |task: &usize| v[*task] <= time && time < v[*task] + lengths[*task];
            (0..2).filter(runs).map(|task| heights[task]).sum()
        };
        (0..9).all(|time| load(time) <= limit)
    }
    let condition = |text: &str| format!("<condition> {text} </condition>");
    agree(&x(3, "0..3"), &cumulative("1 2", &condition("(le,2)")), |v| fits(v, [1, 2], 2));
    agree(&xy(3, "0..3", "1..4"), &cumulative("2 1", &condition("(lt,y)")), |v| {
        fits(v, [2, 1], v[3] - 1)
    });
    for domain in ["-2..4", "-3..3", "0..4"] {
        let less = cumulative("2 1", &condition("(lt,y)"));
        agree(&xy(3, "0..2", domain), &less, |v| fits(v, [2, 1], v[3] - 1));
        let most = cumulative("2 1", &condition("(le,y)"));
        agree(&xy(3, "0..2", domain), &most, |v| fits(v, [2, 1], v[3]));
    }
    let ends = format!("<ends> y 3 </ends>{}", condition("(le,2)"));
    agree(&xy(3, "0..3", "1..4"), &cumulative("1 x[0]", &ends), |v| {
        fits(v, [1, v[0]], 2) && v[0] + 2 == v[3] && v[1] + v[2] == 3
    });
}

#[test]
fn bins() {
    let bins = |sizes: &str, rest: &str| {
        format!("<binPacking> <list> x[] </list> <sizes> {sizes} </sizes> {rest} </binPacking>")
    };
    fn load(v: &[i32], sizes: [i32; 3], bin: i32) -> i32 {
        (0..3).filter(|&i| v[i] == bin).map(|i| sizes[i]).sum()
    }
    let variables = xy(3, "0..2", "2..5");
    agree(&variables, &bins("3 2 1", "<condition> (le,4) </condition>"), |v| {
        (0..3).all(|bin| load(v, [3, 2, 1], bin) <= 4)
    });
    agree(&variables, &bins("3 2 1", "<condition> (in,{2,4}) </condition>"), |v| {
        (0..3).all(|bin| [0, 2, 4].contains(&load(v, [3, 2, 1], bin)))
    });
    agree(&variables, &bins("2 0 1", "<condition> (ge,y) </condition>"), |v| {
        (0..3).all(|i| load(v, [2, 0, 1], v[i]) >= v[3])
    });
    agree(&variables, &bins("3 2 1", "<limits> 3 y </limits>"), |v| {
        v[..3].iter().all(|&bin| bin < 2)
            && load(v, [3, 2, 1], 0) <= 3
            && load(v, [3, 2, 1], 1) <= v[3]
    });
    agree(&variables, &bins("3 2 1", "<loads> 3 y 0 </loads>"), |v| {
        [3, v[3], 0] == [0, 1, 2].map(|bin| load(v, [3, 2, 1], bin))
    });
    agree(&variables, &bins("3 2 1", "<conditions> (le,5)(in,1..3) </conditions>"), |v| {
        v[..3].iter().all(|&bin| bin < 2)
            && load(v, [3, 2, 1], 0) <= 5
            && (1..=3).contains(&load(v, [3, 2, 1], 1))
    });
}

#[test]
fn circuits() {
    /// Returns the length of the only cycle, if there is one.
    fn cycle(v: &[i32], first: i32) -> Option<usize> {
        let moving: Vec<usize> = (0..4).filter(|&i| v[i] - first != i as i32).collect();
        let mut at = *moving.first()?;
        for step in 1..=moving.len() {
            let next = usize::try_from(v[at] - first).ok().filter(|&next| next < 4)?;
            if (next == moving[0]) != (step == moving.len()) {
                return None;
            }
            at = next;
        }
        // Nodes of their own are no part of it.
        let inside = |&&own: &&i32| (0..4).contains(&(own - first));
        (v[..4].iter().filter(inside).count() == 4).then_some(moving.len())
    }
    agree(&x(4, "0..3"), "<circuit> x[] </circuit>", |v| cycle(v, 0).is_some());
    let later = "<circuit> <list startIndex=\"1\"> x[] </list> <size> y </size> </circuit>";
    agree(&xy(4, "0..4", "0..3"), later, |v| cycle(v, 1) == Some(v[4] as usize));
}

#[test]
fn large_products_have_small_variables() {
    let product = |text: &str| {
        format!("<intension> {text} </intension><intension> le(x[0],add(x[1],x[2],y)) </intension>")
    };
    let variables = xy(3, "-20 -3..4 70", "0 2 4200");
    agree(&variables, &product("eq(mul(x[0],x[1],x[2],y),-8400)"), |v| {
        v[0] * v[1] * v[2] * v[3] == -8400 && v[0] <= v[1] + v[2] + v[3]
    });
    agree(&variables, &product("eq(0,mul(x[0],x[1],x[2]))"), |v| {
        v[0] * v[1] * v[2] == 0 && v[0] <= v[1] + v[2] + v[3]
    });
    agree(&variables, &product("eq(y,mul(x[0],x[1],x[2]))"), |v| {
        v[0] * v[1] * v[2] == v[3] && v[0] <= v[1] + v[2] + v[3]
    });
    // No number of models is as large as the product.
    agree(
        &xy(2, "-2..2 1000000000", "-4..4"),
        "<intension> eq(mul(x[0],x[1]),y) </intension>",
        |v| i64::from(v[0]) * i64::from(v[1]) == i64::from(v[2]),
    );
}

#[test]
fn simple_ones() {
    let fixed = "<instantiation> <list> x[0] x[2] </list> <values> 2 0 </values> </instantiation>";
    agree(&x(3, "0..3"), &format!("{fixed}<allDifferent> x[] </allDifferent>"), |v| {
        v[0] == 2 && v[2] == 0 && v[1] != 2 && v[1] != 0
    });
    agree(&x(3, "0..1"), "<clause> x[0] not(x[1]) x[2] </clause>", |v| *v != [0, 1, 0]);
    agree(
        &x(3, "0..2"),
        "<clause> <list> not(x[0]) x[1] </list> </clause><allEqual> x[1..2] \
                          </allEqual>",
        |v| (v[0] == 0 || v[1] != 0) && v[1] == v[2],
    );
}
