//! Models in FlatZinc.

use parallax_instance::{InputError, LineReader};

use super::input_format::{FormLikeness, FormReader, InputFormat};
use crate::FlatzincInstance;

/// Models in FlatZinc.
pub(super) struct FlatzincFormat;

impl InputFormat for FlatzincFormat {
    const EXTENSIONS: &'static [&'static str] = &["fzn"];

    const SAMPLES: &'static [&'static str] = &[
        // Parameters, arrays, labels, bounds to be found, and all kinds of goals.
        "array [1..2] of int: c = [1,-1];\nvar 0..4: x :: output_var;\nvar {1,3,5}: y;\n\
         var bool: b :: is_defined_var;\nvar int: v;\n\
         array [1..4] of var int: a :: output_array([0..1,1..2]) = [x,y,2,x];\n\
         constraint int_lin_le_reif(c,[x,y],0,b) :: mzn_constraint_name(\"row 1\");\n\
         constraint int_times(x,y,v) :: defines_var(v);\nconstraint bool_clause([b],[]);\n\
         constraint array_var_int_element(x,[y,3,v],y);\n\
         solve :: int_search(a,first_fail,indomain_min,complete) minimize v;\n",
        "predicate parallax_all_different(array [int] of var int: xs);\n\
         var 1..3: x:: output_var;var 1..3: y:: output_var;\n\
         constraint parallax_all_different([x,y,2]);constraint set_in(x,{1,3});\n\
         constraint int_div(x,-2,y);% a comment\nsolve satisfy;\n",
    ];

    const READER: FormReader =
        FormReader::Whole(|lines, _| Ok(Box::new(FlatzincInstance::read_flatzinc(lines)?)));

    fn resembles(
        likeness: FormLikeness,
        extension: Option<&str>,
        lines: &mut LineReader<'_>,
    ) -> Result<bool, InputError> {
        // A FlatZinc model may read as a MiniZinc model, which is a form of other programs.
        Ok(likeness == FormLikeness::Unmistakable
            && (extension == Some("fzn") || parallax_flatzinc::starts_flatzinc(lines)?))
    }
}
