(declare-const b Bool)
(assert (or b