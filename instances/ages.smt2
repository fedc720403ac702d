; Two ages. The elder is three times the younger one, both together are
; at most 12 years, and either the younger one goes to school (is at least 3)
; or the elder is six.
(set-logic QF_LIA)
(declare-const a Int)
(declare-const b Int)
(declare-const c Bool)
(assert (and (<= 1 b 12) (<= 1 a 12)))
(assert (= a (* 3 b)))
(assert (<= (+ a b) 12))
(assert (= c (>= b 3)))
(assert (or c (= a 6)))
(check-sat)
(get-model)
