# No solution, although no two clues contradict each other.
order 4
-1 -1 -1  3
-1  3  2 -1
 2 -1  1 -1
 3 -1 -1 -1
