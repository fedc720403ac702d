//! Faults of the names under which a problem recurs.

use super::form::FormFault;

faults! {
    /// Why names are malformed, or why a text under them would not determine a relation.
    NameFault {
        CutOff => "names that are cut off",
        OtherVariables => "other variables than the open ones of this part",
        OtherLine => "a sign other than 1 and -1, or a shift that is too large",
        TwoNames { value: i64 } => "two names for {value}",
        TwoMaps { variable: usize } => "two maps for variable {variable}",
        NotOpen { variable: usize } => "a map for variable {variable}, which is not open in this part",
        OneName { name: i128 } => "two values become {name}",
        Compared => "values that are compared get different names",
        Summed => "values of a sum get other names",
        Kept { constraint: usize } => "values of constraint {constraint}, which keeps its names, get others",
    } or { Form(FormFault) }
}
