"""Where things stand: crop, words, logo and what backs them, decided before anything is painted."""
