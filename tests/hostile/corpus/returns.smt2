; a(declare-const x Int)(assert (<= 0 x 5));c(assert (> x 3))
