"""Who may do what and which handler answers: the service of one data folder, and the two that drive
it here.
"""
