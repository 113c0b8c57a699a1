"""The six areas of the studio and the dialogs above them."""
