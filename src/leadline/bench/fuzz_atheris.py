"""The same targets under atheris, the coverage-guided fuzzer, where it is installed (`pip install atheris`; Linux and macOS).

In: a target, how many runs, a seed. It prints its own progress and the input that failed; 0 when none did, 1 when one did. It ends the
process when it is done, so it runs in a child.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys

__all__ = ["run_atheris"]

_PROGRAM = """
import sys, tempfile
import atheris
with atheris.instrument_imports(include=["leadline"]):
    import leadline.api, leadline.policies, leadline.readers, leadline.engine.bundle
    from leadline.bench.fuzz import _SEEDS
    from leadline.bench.fuzz_targets import TARGETS, run_one
name, runs, seed, folder = sys.argv[1:5]
for n, data in enumerate(_SEEDS[name]()):
    open(f"{folder}/{n}", "wb").write(data)
def one(data):
    _, wrong = run_one(TARGETS[name], data)
    if wrong:
        raise RuntimeError(wrong)
atheris.Setup([sys.argv[0], f"-atheris_runs={runs}", f"-seed={seed}", "-max_len=4000", f"-artifact_prefix={folder}/", folder], one)
atheris.Fuzz()
"""


def run_atheris(target: str, runs: int, seed: int) -> int:
    """Exit code: 0 when no input failed, 1 when one did. ValueError without atheris."""
    if importlib.util.find_spec("atheris") is None:
        raise ValueError("atheris is not installed, and --engine atheris needs it. Run: pip install atheris")
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", _PROGRAM, target, str(runs), str(seed), folder],
            check=False,
            stdin=subprocess.DEVNULL,
        )
    return 1 if done.returncode else 0
