(declare-const x Int)
(assert (<= 0 x 3))
(assert (= (* 4611686018427387904 (* 4 x)) 0))
