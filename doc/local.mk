# doc/: manuals.  Files are found by pattern when a distribution is made.
# Installed pages:  dist_doc_DATA += doc/foo.md
dist_doc_DATA += doc/ir.md
