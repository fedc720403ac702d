//! Faults of models and of their parts.

faults! {
    /// Why a model is beyond the limits of the checker.
    ModelFault {
        Unsorted => "an automaton whose lists are not ascending",
        TwoStates { state: u64, value: i64 } => "{value} leads from state {state} to two",
        LargeState { state: u64, most: u64 } => "state {state}; expected states below {most}",
        LargeSum { most: u128 } => "coefficients that sum to more than {most}",
        TwoCounts { value: i64 } => "{value} is counted twice",
        OtherLength { row: usize, scope: usize } => "a row of {row} values, not {scope}",
        LargeValue { variable: String, most: u64 } => "{variable} has values beyond {most}",
    }
}

faults! {
    /// Why atoms do not describe a part of a model.
    PartFault {
        NoVariable { variable: usize } => "there is no variable {variable}",
        Empty { variable: String } => "the part is empty: {variable} has no value",
    }
}
