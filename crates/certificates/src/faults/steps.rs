//! Faults of steps: why a step does not follow. Constraints appear as the model describes them.

use super::super::claim::{CertificateClaim, ClaimKind};
use super::super::file::CertificateLineError;
use super::{FormFault, HeadFault, ModelFault, NameFault, PartFault};

faults! {
    /// Why a step does not follow.
    StepFault {
        // The position of the step.
        AfterEnd => "a step after the end",
        NoEnd => "it has no end",
        EndInside => "the end, but a branch, a lemma or a part is open",
        OtherClaim { claimed: String, shown: CertificateClaim } => "the end claims {claimed}, but the steps show {shown}",
        Closed => "the branch is closed",
        // The variables, constraints and values in the step.
        NoVariable { variable: usize } => "there is no variable {variable}",
        NoConstraint { constraint: usize } => "there is no constraint {constraint}",
        NoBound => "there is no bound yet",
        NoValue { variable: String, value: i64 } => "{variable} has no value {value}",
        ForeignVariable { variable: String } => "{variable} is not in this part",
        ForeignConstraint { constraint: String } => "{constraint} is not of this part",
        // Removals by a constraint.
        GroupCutOff => "a group that is cut off",
        Allowed { constraint: String, variable: String, value: i64 } => "{constraint} allows {variable} = {value}",
        CanHold { constraint: String } => "{constraint} can hold",
        NotAllDifferent { constraint: usize } => "constraint {constraint} is not all-different",
        NotFixed { constraint: usize, variable: String } => "constraint {constraint} is not about {variable}, or that is not fixed",
        // Branches.
        OpenBranch => "back from a branch that is open",
        RootOfPart => "back from the root of a part",
        Root => "back from the root",
        RestartInside => "back to the root within a lemma or a part",
        RestartAfterCount => "back to the root over solutions that are counted",
        RestartAtRoot => "back to the root, from the root",
        // Solutions.
        OtherLength { values: usize, wanted: usize } => "a solution of {values} values; expected {wanted}",
        OutsideBranch { variable: String, value: i64 } => "{variable} = {value} is not in this branch",
        Violated { constraint: String } => "{constraint} does not hold",
        MayFail { constraint: String } => "{constraint} may fail in the box",
        OpenVariable { variable: String } => "{variable} is not fixed",
        HiddenBranch { variable: String } => "a leaf below {variable}, which is hidden",
        LeafInLemma => "a solution within a lemma",
        LeafBesideList => "solutions as leaves and in a list",
        NoBetter { value: i128 } => "{value} is no better than the best so far",
        BoxForOptimum => "a box of solutions, for an optimum",
        // Lemmas and lists.
        LemmaInside => "a lemma below the root, or within another",
        NoLemma => "the end of no lemma",
        OpenLemma => "a lemma whose branches are not all closed",
        ListInside => "a listed solution below the root",
        ListBesideLeaves => "a listed solution beside leaves, or for an optimum",
        ListedTwice => "a solution that is listed twice",
        Full { most: usize } => "more than {most} numbers in lemmas, lists and problems",
        // Problems that recur.
        NoProblem { problem: usize } => "there is no problem {problem}",
        OpenProblem { problem: usize } => "problem {problem} is not counted yet",
        OtherProblem { problem: usize } => "it is another problem than {problem}",
        ProblemInside => "a problem in a lemma, next to a list or for an optimum",
        // Independent parts.
        SplitForOptimum => "independent parts, for an optimum",
        SplitLength => "not a number for each variable",
        SplitNumber => "expected numbers of parts below that of variables, or -1",
        SplitVariable { variable: String } => "{variable} is fixed, but in a part, or is in no part",
        Joined { constraint: String } => "{constraint} joins two parts",
        NoPart => "the end of no part",
        OpenPart => "the end of a part that is open",
        // Parts in files.
        FileInPart => "a certificate within an independent part",
        FileInFile => "a part that lists parts",
        OutsideFolder { name: String } => "'{name}': expected the name of a file in the same folder",
        Unopened { name: String, error: String } => "{name}: cannot read: {error}",
        OtherPart { name: String } => "{name} is about another part",
        OtherKind { name: String, other: ClaimKind, own: ClaimKind } => "{name} proves another kind of claim: {other}, not {own}",
    }
}

faults! {
    /// Why a check ends before the certificate does, in the words of the caller.
    Stopped {
        Early { word: &'static str } => "{word}",
    }
}

faults! {
    /// Why a certificate is refused.
    CheckFault {
        Part { name: String, refused: Box<CertificateLineError> } => "{name}: {refused}",
    } or {
        Head(HeadFault), Form(FormFault), Model(ModelFault), Empty(PartFault), Step(StepFault),
        Names(NameFault), Stop(Stopped)
    }
}

impl CheckFault {
    /// Whether the certificate has more numbers than the checker keeps.
    pub(crate) fn is_full(&self) -> bool {
        match self {
            CheckFault::Step(StepFault::Full { .. }) => true,
            CheckFault::Part { refused, .. } => refused.why.is_full(),
            _ => false,
        }
    }
}
