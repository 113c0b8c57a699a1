"""Type: fonts, shaping, bidi, line breaking, balanced paragraphs, and their pixels and outlines.

Import from ``fonts`` (faces, stacks, coverage, checks), ``paragraph`` (styles, layout, fit) and
``paint`` (masks, pixels, outlines). A text goes measure -> linefit -> setting -> raster; nothing
here reads a file, a clock or chance.
"""
