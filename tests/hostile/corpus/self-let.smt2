(declare-const x Int)
(assert (<= 0 x 3))
(assert (let ((x (+ x 1))) (= x 2)))
