; Two ages. The older one is three times the younger one. Together they are at
; most 12 years, and the younger one is at least 3 or the older one is 6.
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
