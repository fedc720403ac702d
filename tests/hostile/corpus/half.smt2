(declare-const x Int)
(assert (= (* 2 x) 5))
