"""Keeping a data folder sound: the doctor that checks it and the sweep that clears what is due."""
