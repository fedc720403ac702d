(declare-const x Int)
(assert (> x 9223372036854775807))
(assert (<= x 3))
