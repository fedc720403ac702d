(declare-const x Int)
(assert (<= 0 x 1))
(assert (= (ite (= x 0) (* 3000000000 x) 7) 7))
