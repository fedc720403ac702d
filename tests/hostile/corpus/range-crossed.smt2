(declare-const x Int)
(assert (>= x 5))
(assert (<= x 3))
