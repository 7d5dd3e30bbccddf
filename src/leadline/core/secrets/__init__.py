"""Secrets in text: what looks like a credential, and the text with a stable placeholder in its place.

`find.py` finds them by the shapes of known keys, by what a value is called, and by how random it looks; `redact.py` puts
`[secret:ab12cd]` in their place, the same for the same secret everywhere. Pure: no state but what the caller keeps.
"""
