//! The steps of a certificate, and their text form: one a line, numbers with blanks between.

use std::fmt;

use super::model::{Value, Variable};

/// A step. `docs/certificates.md` says what each means and what keeps it right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `d x v`: opens the branch where a variable has a value.
    Branch(Variable, Value),
    /// `b x v`: opens the branch where a variable has at most a value.
    AtMost(Variable, Value),
    /// `p k x v…`: a constraint takes values from a variable.
    Remove(usize, Variable, Vec<Value>),
    /// `k k x a b`: a constraint leaves a variable the values from a to b.
    Keep(usize, Variable, Value, Value),
    /// `f k`: a constraint cannot hold.
    Fail(usize),
    /// `s`: the only point of the box is a solution; hidden variables may be open, with these
    /// values for all variables as witness.
    Solution(Vec<Value>),
    /// `c`: every point of the box is a solution.
    All,
    /// `u`: back from a closed branch.
    Up,
    /// `r`: back to the root; all open branches are dropped.
    Restart,
    /// `l a…`: these atoms cannot hold together; the steps up to `e` show it.
    Lemma(Vec<Literal>),
    /// `e`: the end of the steps of a lemma.
    Shown,
    /// `w v…`: a solution, with values for all variables.
    Listed(Vec<Value>),
    /// `q`: the end.
    End,
}

/// An atom of a lemma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    /// `= x v`
    Is(Variable, Value),
    /// `! x v`
    Not(Variable, Value),
    /// `< x v`: at most.
    AtMost(Variable, Value),
    /// `> x v`: at least.
    AtLeast(Variable, Value),
}

impl Literal {
    /// The variable.
    #[must_use]
    pub fn variable(self) -> Variable {
        let (Literal::Is(v, _)
        | Literal::Not(v, _)
        | Literal::AtMost(v, _)
        | Literal::AtLeast(v, _)) = self;
        v
    }

    /// Whether it holds for a value of its variable.
    #[must_use]
    pub fn fits(self, value: Value) -> bool {
        match self {
            Literal::Is(_, own) => value == own,
            Literal::Not(_, own) => value != own,
            Literal::AtMost(_, own) => value <= own,
            Literal::AtLeast(_, own) => value >= own,
        }
    }
}

fn numbers(f: &mut fmt::Formatter<'_>, letter: char, all: &[Value]) -> fmt::Result {
    write!(f, "{letter}")?;
    all.iter().try_for_each(|value| write!(f, " {value}"))
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Branch(variable, value) => write!(f, "d {variable} {value}"),
            Step::AtMost(variable, value) => write!(f, "b {variable} {value}"),
            Step::Remove(constraint, variable, values) => {
                write!(f, "p {constraint} {variable}")?;
                values.iter().try_for_each(|value| write!(f, " {value}"))
            }
            Step::Keep(constraint, variable, low, high) => {
                write!(f, "k {constraint} {variable} {low} {high}")
            }
            Step::Fail(constraint) => write!(f, "f {constraint}"),
            Step::Solution(witness) => numbers(f, 's', witness),
            Step::All => f.write_str("c"),
            Step::Up => f.write_str("u"),
            Step::Restart => f.write_str("r"),
            Step::Lemma(literals) => {
                f.write_str("l")?;
                literals.iter().try_for_each(|literal| match literal {
                    Literal::Is(x, v) => write!(f, " = {x} {v}"),
                    Literal::Not(x, v) => write!(f, " ! {x} {v}"),
                    Literal::AtMost(x, v) => write!(f, " < {x} {v}"),
                    Literal::AtLeast(x, v) => write!(f, " > {x} {v}"),
                })
            }
            Step::Shown => f.write_str("e"),
            Step::Listed(values) => numbers(f, 'w', values),
            Step::End => f.write_str("q"),
        }
    }
}

impl Step {
    /// Reads a step.
    ///
    /// # Errors
    /// In words: what is not as documented.
    pub fn read(line: &str) -> Result<Self, String> {
        let mut words = line.split(' ');
        let letter = words.next().unwrap_or_default();
        if letter == "l" {
            return lemma(&mut words);
        }
        let number = |word: &str| {
            word.parse::<Value>().map_err(|_| format!("'{word}' is no number of 64 bits"))
        };
        let all: Vec<Value> = words.map(number).collect::<Result<_, _>>()?;
        let place = |value: Value| {
            usize::try_from(value).map_err(|_| format!("{value} is no place in the model"))
        };
        Ok(match (letter, &all[..]) {
            ("d", &[x, v]) => Step::Branch(place(x)?, v),
            ("b", &[x, v]) => Step::AtMost(place(x)?, v),
            ("p", &[k, x, _, ..]) => Step::Remove(place(k)?, place(x)?, all[2..].to_vec()),
            ("k", &[k, x, a, b]) => Step::Keep(place(k)?, place(x)?, a, b),
            ("f", &[k]) => Step::Fail(place(k)?),
            ("s", _) => Step::Solution(all),
            ("c", []) => Step::All,
            ("u", []) => Step::Up,
            ("r", []) => Step::Restart,
            ("e", []) => Step::Shown,
            ("w", _) => Step::Listed(all),
            ("q", []) => Step::End,
            ("d" | "b" | "p" | "k" | "f" | "c" | "u" | "r" | "e" | "q", _) => {
                return Err(format!("'{letter}' with {} numbers", all.len()));
            }
            _ => return Err(format!("there is no step '{letter}'")),
        })
    }
}

fn lemma<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Step, String> {
    let mut literals = Vec::new();
    while let Some(sign) = words.next() {
        let mut number = || {
            let word = words.next().ok_or("an atom that is cut off")?;
            word.parse::<Value>().map_err(|_| format!("'{word}' is no number of 64 bits"))
        };
        let (variable, value) = (number()?, number()?);
        let variable = usize::try_from(variable).map_err(|_| "a negative place".to_owned())?;
        literals.push(match sign {
            "=" => Literal::Is(variable, value),
            "!" => Literal::Not(variable, value),
            "<" => Literal::AtMost(variable, value),
            ">" => Literal::AtLeast(variable, value),
            other => return Err(format!("'{other}' begins no atom")),
        });
    }
    Ok(Step::Lemma(literals))
}
