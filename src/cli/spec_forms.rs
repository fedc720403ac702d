//! How the specs of engines are written, for `parallax engines` and its page of the documentation.

/// Lists of engines.
pub(super) const LISTS: &str = "'--engines all' is every engine of this build with its default encoding, without local \
    search. Patterns: 'sat:*+order' is every SAT solver, 'sat:batsat+*' every combination of \
    encodings that makes a difference, 'sat:batsat+order,sum=*' every encoding of sums.";

/// Specs of native search.
pub(super) const NATIVE: &str = "Native search takes native[:VARIABLES[+VALUES]][,CHOICE...], for example \
    native:mid+aval,gac or native,ac,sum=bounds:";

/// Specs of local search.
pub(super) const LOCAL: &str = "Local search takes local[:tabu|:adaptive][,restart=N][,tenure=N][,steps=N], all N in \
    steps. It finds one solution, or better and better ones, and never answers 'unsat' or \
    'optimal'.";

/// Specs of textbook search.
pub(super) const TEXTBOOK: &str = "Textbook search takes textbook[:VARIABLES[+VALUES]][,fc|,gac][,limit=N], for example \
    textbook:mid+gval,fc. VARIABLES is first, mid (fewest values) or mid-list (the same, and \
    variables that failed last), VALUES is sval or gval, N is a number of assignments.";

/// Specs of reformulation.
pub(super) const REFORM: &str = "Reformulation takes reform[:CHOICE,...], for example \
    reform:split=always,leaf=sat:batsat+order. The choices: use=auto, dimensions, or some of \
    values, abstract, parts, determined, duals, sums and counts with '+' between; with \
    dimensions agenda=last-in, first-in or best-first; split=auto, always or never; steps=N; \
    consistency=all or new; and last leaf=ENGINE. reform:paper takes agenda= and \
    consistency=none, new or all, native:set-paper order=fitted or natural. 'parallax explain' \
    shows both at work.";

/// Specs of SAT engines.
pub(super) const SAT: &str = "SAT engines take sat:SOLVER[+INTEGERS][,CHOICE=NAME...], for example \
    sat:batsat+order,sum=adder; 'sat:batsat' is short for 'sat:batsat+direct':";

/// Specs of external solvers.
pub(super) const EXTERNAL: &str = "External solvers take dimacs[+INTEGERS][,CHOICE=NAME...]:COMMAND, opb[+INTEGERS]:COMMAND, \
    smtlib:COMMAND, fzn:COMMAND, xcsp3:COMMAND or mzn:SOLVER. In the command {cnf}, {opb} or {smt2} is the \
    problem's file (else it is on standard input), {xml} that of XCSP3 (else it is the last word), {out} a SAT solver's file for the answer (else it is on standard output), {proof} \
    its file for a proof, which is checked (proof=lrat or proof=drat before the colon names its \
    form), {seed} the seed. fzn:COMMAND gets FlatZinc in the file that is its last word. \
    mzn:SOLVER, as in mzn:gecode, writes MiniZinc and runs 'minizinc --solver SOLVER' on it; \
    mzn+std:SOLVER with MiniZinc's own constraints in place of the solver's. \
    NAME=dimacs:COMMAND gives a program a short name. A SAT or SMT solver runs once for each \
    solution: slow for many. In lists, commands stand between quotation marks: --engines \
    'native,\"dimacs:minisat {cnf} {out}\"'.";

/// Specs of races.
pub(super) const PORTFOLIO: &str = "portfolio[ENGINE; ENGINE...] races engines: the first one that finishes answers, the \
    others end. portfolio alone takes complementary engines of this build.";
