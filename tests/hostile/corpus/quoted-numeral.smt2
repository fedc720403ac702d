(declare-const |5| Int)
(assert (<= 1 |5| 9))
(assert (= |5| 7))
(assert (< 5 |5|))
