"""Every regular expression of the package, with where it stands and by which methods it is asked.

In: nothing but the installed package. Out: `Found` patterns, each text and flags once a place. Three ways, because each alone
misses some: the values that stand in imported modules (`re.Pattern` and `Gated`, also inside of tuples, lists and dicts), the
literals that are given to `re.search(...)` and its like (read from the source), and whatever is compiled while a
workload runs (patterns that are put together from words). What no way reaches is returned by name, not passed over.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import leadline
from leadline.core.text.gates import Gated
from leadline.core.text.openings import Sparse

__all__ = ["METHODS", "Found", "collect"]

METHODS = ("match", "fullmatch", "search", "finditer")  # findall, sub and split go through a text as finditer does
_AS_FINDITER = frozenset(("findall", "sub", "subn", "split", "finditer"))
_ASKED = _AS_FINDITER | frozenset(METHODS)
_WRAPPERS = ("core.text.gates:", "core.text.openings:")  # what they compile is found as the values that hold them
_DEPTH_MAX = 4  # containers inside of containers


@dataclass(frozen=True, slots=True)
class Found:
    """One pattern: `place` is module and name (or line), `methods` how it is asked (all of METHODS where that is not seen)."""

    place: str
    pattern: str
    flags: int
    methods: tuple[str, ...]
    window: int | None = None  # every call gives `re` at most so many characters: `search(text, max(0, end - 32), end)`


def collect(workload: Callable[[], object] | None = None) -> tuple[list[Found], list[str]]:
    """The patterns in order of their place, and the places that compile something which nothing has reached."""
    modules = list(_modules())
    found = [f for module in modules for f in _of_values(module)]
    literals: list[Found] = []
    open_places: list[str] = []
    for module in modules:
        inline, unread = _of_source(module)
        literals += inline
        open_places += unread
    seen = _while_running(workload) if workload is not None else []
    reached = {f.place for f in seen}
    merged: dict[tuple[str, int], Found] = {}
    for f in sorted([*found, *literals, *seen], key=lambda f: f.place):
        known = merged.get((f.pattern, f.flags))
        merged[f.pattern, f.flags] = f if known is None else _joined(known, f)
    return sorted(merged.values(), key=lambda f: f.place), sorted(
        p for p in set(open_places) - reached if not p.startswith((*_WRAPPERS, "bench."))
    )


def _joined(a: Found, b: Found) -> Found:
    """The same pattern at two places: by the methods of both, over a window only if both have one."""
    window = None if a.window is None or b.window is None else max(a.window, b.window)
    return replace(a, methods=_ordered({*a.methods, *b.methods}), window=window)


def _modules() -> Iterator[ModuleType]:
    for info in pkgutil.walk_packages(leadline.__path__, "leadline."):
        if info.name.endswith("__main__"):
            continue
        try:
            yield importlib.import_module(info.name)
        except ImportError:  # an extra that is not installed
            continue


def _short(module: str) -> str:
    return module.removeprefix("leadline.")


def _ordered(methods: set[str]) -> tuple[str, ...]:
    return tuple(m for m in METHODS if m in methods)


# ---- values of modules


def _of_values(module: ModuleType) -> Iterator[Found]:
    tree = _tree(module)
    used = _methods_by_name(tree)
    windows = _windows_by_name(tree)
    for name, value in vars(module).items():
        place = f"{_short(module.__name__)}.{name}"
        for pattern in _patterns_in(value, 0):
            window = windows.get(name) if name in used else None
            yield Found(place, pattern.pattern, pattern.flags, used.get(name, METHODS), window)


def _patterns_in(value: Any, depth: int) -> Iterator[re.Pattern[str]]:
    if isinstance(value, Gated):
        yield value.compiled
    elif isinstance(value, Sparse):
        yield value._compiled
    elif isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
        else:  # a pattern over bytes is tried over the same characters
            yield re.compile(value.pattern.decode("latin-1"), value.flags)
    elif depth < _DEPTH_MAX:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from _patterns_in(key, depth + 1)
                yield from _patterns_in(inner, depth + 1)
        elif isinstance(value, tuple | list | set | frozenset):
            for inner in value:
                yield from _patterns_in(inner, depth + 1)
        elif is_dataclass(value) and not isinstance(value, type):
            for row in fields(value):
                yield from _patterns_in(getattr(value, row.name), depth + 1)


def _methods_by_name(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    """Names that are only ever seen as `NAME.method(...)` in their module, with those methods; a name used otherwise, or
    taken along by another module, is left out."""
    asked: dict[str, set[str]] = {}
    loose: set[str] = set()
    direct: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            direct.add(id(node.value))
            asked.setdefault(node.value.id, set()).add(node.attr)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in direct:
            loose.add(node.id)
    out = {}
    for name, attributes in asked.items():
        if name.startswith("_") and name not in loose and attributes <= _ASKED | {"pattern", "may_match", "flags"}:
            out[name] = _ordered({"finditer" if a in _AS_FINDITER else a for a in attributes & _ASKED}) or METHODS
    return out


def _windows_by_name(tree: ast.Module) -> dict[str, int]:
    """Names whose every call is `NAME.search(text, max(0, end - 32), end)`, with the largest of the numbers."""
    windows: dict[str, int] = {}
    whole: set[str] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
        ):
            name, size = node.func.value.id, _window_of(node)
            if node.func.attr in _ASKED and size is None:
                whole.add(name)
            elif size is not None:
                windows[name] = max(size, windows.get(name, 0))
    return {name: size for name, size in windows.items() if name not in whole}


def _window_of(call: ast.Call) -> int | None:
    match call.args:
        case [
            _,
            ast.Call(
                func=ast.Name(id="max"),
                args=[_, ast.BinOp(left=left, op=ast.Sub(), right=ast.Constant(value=int(size)))],
            ),
            end,
        ]:
            return size if ast.dump(left) == ast.dump(end) else None
    return None


# ---- literals in the source


@cache
def _tree(module: ModuleType) -> ast.Module:
    file = getattr(module, "__file__", None)
    return ast.parse(Path(file).read_text(encoding="utf-8")) if file else ast.Module([], [])


def _of_source(module: ModuleType) -> tuple[list[Found], list[str]]:
    found, unread = [], []
    top = set(map(id, _outside_functions(_tree_of := _tree(module))))
    for node in ast.walk(_tree_of):
        if not (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
        ):
            continue
        if node.func.value.id != "re" or node.func.attr not in _ASKED | {"compile"} or not node.args:
            continue
        place = f"{_short(module.__name__)}:{node.lineno}"
        try:
            pattern = ast.literal_eval(node.args[0])
        except ValueError:
            if id(node) not in top:
                unread.append(place)
            continue
        methods = (
            METHODS
            if node.func.attr == "compile"
            else ("finditer",)
            if node.func.attr in _AS_FINDITER
            else (node.func.attr,)
        )
        if isinstance(pattern, str) and (node.func.attr != "compile" or id(node) not in top):
            found.append(Found(place, pattern, _flags_of(node) | int(re.compile(pattern).flags), methods))
    return found, unread


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """Nodes that run at import, so that their value is one of the module's."""
    for child in ast.iter_child_nodes(tree):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _outside_functions(child)


def _flags_of(call: ast.Call) -> int:
    flags = 0
    for node in [*call.args[1:], *(k.value for k in call.keywords if k.arg == "flags")]:
        for name in ast.walk(node):
            if (
                isinstance(name, ast.Attribute)
                and isinstance(name.value, ast.Name)
                and name.value.id == "re"
                and name.attr.isupper()
            ):
                flags |= int(getattr(re, name.attr, 0))
    return flags


# ---- what a workload compiles


def _while_running(workload: Callable[[], object]) -> list[Found]:
    seen: dict[tuple[str, str, int], set[str]] = {}
    originals = {name: getattr(re, name) for name in sorted(_ASKED | {"compile"})}

    def watched(name: str) -> Callable[..., Any]:
        def call(pattern: Any, *args: Any, **kwargs: Any) -> Any:
            frame = sys._getframe(1)
            module = str(frame.f_globals.get("__name__", ""))
            if (
                module.startswith("leadline.")
                and not module.startswith("leadline.bench.redos")
                and isinstance(pattern, str)
            ):
                flags = kwargs.get("flags", args[-1] if args and isinstance(args[-1], re.RegexFlag) else 0)
                full = originals["compile"](pattern, flags).flags
                place = f"{_short(module)}:{frame.f_lineno}"
                methods = METHODS if name == "compile" else ("finditer",) if name in _AS_FINDITER else (name,)
                if len(seen) < 20_000:
                    seen.setdefault((place, pattern, full), set()).update(methods)
            return originals[name](pattern, *args, **kwargs)

        return call

    try:
        for name in originals:
            setattr(re, name, watched(name))
        workload()
    finally:
        for name, original in originals.items():
            setattr(re, name, original)
    # A pattern that is put together from words stands for all of its place: the longest few are tried.
    by_place: dict[str, list[Found]] = {}
    for (place, pattern, flags), methods in seen.items():
        by_place.setdefault(place, []).append(Found(place, pattern, flags, _ordered(methods)))
    return [
        f for place in sorted(by_place) for f in sorted(by_place[place], key=lambda f: (-len(f.pattern), f.pattern))[:3]
    ]
