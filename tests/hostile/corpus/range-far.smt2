(declare-const x Int)
(assert (>= x 2000000000))
(assert (<= x 2000000005))
