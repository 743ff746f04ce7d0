"""Where a game's sources make a refusal, and what each of these places has asked before.

A place is *guarded* when it stands in an ``if`` that asks for one cause. It is a *fall-through*
when it is reached because nothing else was true: the last return of a chain, an ``else``, a guard
that asks only for the verb, or one that names several causes with ``or``. A bar (``kernel.bars``)
is guarded by the numbers it leaves open.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

SAYS_OR = re.compile(r"\bor\b", re.IGNORECASE)
VARIES = "{}"
"""What stands in the template of a reason for anything that varies."""

RANGE = re.compile(r"(not 0 <= )?\w+ (<|>=|<=|>) (0|len\([\w.]+\))( (<|<=) .+)?")

Parents = dict[ast.AST, ast.AST]


@dataclass(frozen=True)
class Site:
    """A place in the sources that gives a reason."""

    file: Path
    function: str
    first: int
    last: int
    """The lines of its statement."""
    case: str | None
    """None where the case is worked out."""
    reason: str
    """As it is written, with ``{}`` for what varies."""
    cause: str | None
    """The condition that guards it; None for a fall-through."""
    is_bar: bool = False

    @property
    def place(self) -> str:
        """Where to look for it."""
        return f"{self.file.name}:{self.first}"

    def tells(self, reason: str) -> bool:
        """Whether a reason that was given may have come from here."""
        parts = map(re.escape, self.reason.split(VARIES))
        return re.fullmatch(".*".join(parts), reason) is not None


def sites(files: Iterable[Path]) -> list[Site]:
    """Every place in some sources that makes a refusal or a bar, or uses one that is a constant."""
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}
    constants = {name: call for tree in trees.values() for name, call in _constants(tree)}
    found = [site for file, tree in trees.items() for site in _sites(file, tree, constants)]
    return sorted(found, key=lambda site: (site.file, site.first))


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                if _makes(call):
                    yield name, call


def _makes(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="Refusal" | "Bar")):
            return True
    return False


def _sites(file: Path, tree: ast.Module, constants: dict[str, ast.Call]) -> Iterator[Site]:
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        match node:
            case ast.Call() if _makes(node):
                call = node
            case ast.Name(id=name, ctx=ast.Load()) if name in constants:
                call = constants[name]
            case _:
                continue
        function = _enclosing(node, parents, ast.FunctionDef)
        if function is None:
            continue
        assert isinstance(function, ast.FunctionDef)
        statement = _enclosing(node, parents, ast.stmt)
        assert isinstance(statement, ast.stmt)
        given = {word.arg: word.value for word in call.keywords}
        given.update(zip(("case", "reason", "open"), call.args, strict=False))
        is_bar = isinstance(call.func, ast.Name) and call.func.id == "Bar"
        guard = ast.unparse(given["open"]) if is_bar else _guard(node, parents)
        number = given["case"].value if isinstance(given["case"], ast.Constant) else None
        for reason, test in _templates(given["reason"], function):
            cause = guard if test is None else test
            yield Site(
                file,
                function.name,
                statement.lineno,
                statement.end_lineno or statement.lineno,
                None if number is None else str(number),
                reason,
                cause or None,
                is_bar,
            )


def _templates(reason: ast.expr, function: ast.FunctionDef) -> Iterator[tuple[str, str | None]]:
    """The texts a reason may be, each with the test that chooses it if it is one of two."""
    match reason:
        case ast.Constant(value=str(text)):
            yield text, None
        case ast.JoinedStr(values=values):
            parts = (str(v.value) if isinstance(v, ast.Constant) else VARIES for v in values)
            yield "".join(parts), None
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield from ((text, ast.unparse(test)) for text, _ in _templates(body, function))
            yield from ((text, "") for text, _ in _templates(orelse, function))
        case ast.Name(id=name):
            written = [
                node.value
                for node in ast.walk(function)
                if isinstance(node, ast.Assign)
                and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
                and isinstance(node.value, ast.Constant | ast.JoinedStr | ast.IfExp)
            ]
            if not written:
                yield VARIES, None
            for value in written:
                yield from _templates(value, function)
        case _:
            yield VARIES, None


def _enclosing(node: ast.AST, parents: Parents, kind: type[ast.AST]) -> ast.AST | None:
    while node in parents and not isinstance(node, kind):
        node = parents[node]
    return node if isinstance(node, kind) else None


def _guard(node: ast.AST, parents: Parents) -> str | None:
    """The one condition under which a place is reached, if there is one."""
    while True:
        parent = parents[node]
        match parent:
            case ast.IfExp(body=body, test=test):
                return ast.unparse(test) if node is body and _asks_for_a_cause(test) else None
            case ast.BoolOp():
                # In `cause and REFUSAL` the cause guards; in `other or REFUSAL` nothing does.
                *before, last = parent.values
                if isinstance(parent.op, ast.And) and node is last and len(before) == 1:
                    return ast.unparse(before[0]) if _asks_for_a_cause(before[0]) else None
                return None
            case ast.If(body=body, test=test) if node in body:
                if any(_leaves(earlier) for earlier in body[: body.index(node)]):
                    return None
                if not _asks_for_the_verb(test):
                    return ast.unparse(test) if _asks_for_a_cause(test) else None
            case ast.If() | ast.FunctionDef() | ast.match_case():
                return None
            case ast.For() | ast.While() | ast.With() | ast.Try():
                if any(_leaves(earlier) for earlier in parent.body if earlier is not node):
                    return None
        node = parent


def _leaves(statement: ast.AST) -> bool:
    """Whether a statement may return, so that what follows it is reached because it did not.

    Where another verb has been answered to the end, nothing has been asked of this one.
    """
    match statement:
        case ast.If(test=test, body=[*_, ast.Return()], orelse=[]) if _asks_for_the_verb(test):
            return False
    return any(isinstance(node, ast.Return) for node in ast.walk(statement))


def _asks_for_the_verb(test: ast.expr) -> bool:
    match test:
        case ast.Compare(left=ast.Name(id="verb"), ops=[ast.Eq() | ast.In()]):
            return True
    return False


def _asks_for_a_cause(test: ast.expr) -> bool:
    if _asks_for_the_verb(test):
        return False
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            return any(map(_asks_for_a_cause, values)) and all(
                not isinstance(value, ast.BoolOp) or _asks_for_a_cause(value) for value in values
            )
        case ast.BoolOp(op=ast.Or(), values=values):
            return len([value for value in values if not _asks_for_the_range(value)]) == 1
        case ast.UnaryOp(op=ast.Not(), operand=ast.BoolOp(op=ast.And())):
            return False
    return True


def _asks_for_the_range(test: ast.expr) -> bool:
    """Whether a test only keeps a number out that names nothing, before it is looked up."""
    return RANGE.fullmatch(ast.unparse(test)) is not None


def grouped_by_reason(found: Iterable[Site]) -> dict[str, list[Site]]:
    """The places that give each reason, but for reasons that vary as a whole."""
    groups: dict[str, list[Site]] = {}
    for site in found:
        if site.reason.strip("{}"):
            groups.setdefault(site.reason, []).append(site)
    return groups


def two_causes_named(predicate: ast.AST) -> bool:
    """Whether the answer of a predicate is an ``or`` of several questions."""
    answers = [node.value for node in ast.walk(predicate) if isinstance(node, ast.Return)]
    answers += [node.body for node in ast.walk(predicate) if isinstance(node, ast.Lambda)]
    return any(
        isinstance(answer, ast.BoolOp) and isinstance(answer.op, ast.Or) for answer in answers
    )
