"""Der Weltkrieg, standard rules (Schroeder Publishing & Wargames, 2012): divisions, 20 km a hex."""
