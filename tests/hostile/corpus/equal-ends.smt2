(declare-const x Int)
(assert (= x 1000000000))
