"""The Jupyter front-end: widgets over ``brandstudio.Studio``; the notebooks lie beside this
package.
"""
