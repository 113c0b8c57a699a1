"""A banner in other forms: PDF, SVG and picture formats."""
