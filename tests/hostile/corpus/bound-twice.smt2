(declare-const x Int)
(assert (<= 0 x 1))
(assert (let ((y 1) (y 2)) (< x y)))
