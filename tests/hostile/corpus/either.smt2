(declare-const x Int)
(assert (or (= x 1) (= x 2)))
