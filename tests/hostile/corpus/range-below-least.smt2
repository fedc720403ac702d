(declare-const x Int)
(assert (< x (- 9223372036854775808)))
(assert (>= x 3))
