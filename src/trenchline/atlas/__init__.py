"""Maps as pictures: the crisp drawing over the painted background, from hex facts and a style.

Every function that draws returns a fragment of SVG, so that a whole sheet, a page in the browser
and a counter in a text are put together from the same parts.
"""
