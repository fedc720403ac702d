(declare-const b Bool)
(assert b)
