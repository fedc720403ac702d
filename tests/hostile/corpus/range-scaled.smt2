(declare-const x Int)
(assert (<= (* 2 x) 10))
(assert (> (- x 1) (- 1)))
