"""Mutations: small faults put into the lines of a rule, each with the cases that the rule cites.

A line belongs to the cases of the comment at it or above its statement, or else to those in the
docstring of its function, or of its class. Citations in a module's first lines are too wide. What
only talks (notes for the log, prompts, refusals) is left alone, and so are the files that know no
rules of their own.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from trenchline.kernel.rulebook import BRACKET, Rulebook

LEFT_ALONE = frozenset(
    {
        "charts",
        "chronicle",
        "endings",
        "estimates",
        "face",
        "focus",
        "invariants",
        "march_refusals",
        "muster",
        "notation",
        "outlook",
        "package",
        "plights",
        "refusals",
        "view",
    }
)
"""Modules that show, read, explain or check, but decide nothing."""
TALKS = frozenset(
    {
        "note",
        "detail",
        "heading",
        "turn_heading",
        "whisper",
        "tell_of",
        "tell_strengths",
        "Refusal",
        "Bar",
        "Modifier",
    }
)
"""Calls that only say something."""
TALKING = frozenset({"prompt", "purpose", "told", "why_not", "__str__"})
"""Methods that only say something."""

OTHER_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OTHER_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


@dataclass(frozen=True, eq=False)
class Change:
    """One node of a tree put in the place of another."""

    holder: ast.AST
    field: str
    index: int | None
    new: object

    def make(self) -> object:
        """Change the tree; returns what stood there."""
        value = getattr(self.holder, self.field)
        if self.index is None:
            setattr(self.holder, self.field, self.new)
            return value
        old, value[self.index] = value[self.index], self.new
        return old

    def undo(self, old: object) -> None:
        """Put back what stood there."""
        Change(self.holder, self.field, self.index, old).make()


@dataclass(frozen=True, eq=False)
class Mutant:
    """A fault in a line of a rule."""

    file: Path
    tree: ast.Module
    line: int
    function: str
    """The qualified name of its function, empty for what runs when the module is loaded."""
    function_line: int
    cases: tuple[str, ...]
    before: str
    after: str
    change: Change

    @property
    def function_at(self) -> tuple[str, int]:
        """The file and first line of its function."""
        return str(self.file), self.function_line

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names it as long as the rule is written the same."""
        return self.file.name, self.function, self.before, self.after

    def __str__(self) -> str:
        cases = " ".join(f"[{case}]" for case in self.cases)
        where = f"{self.file.name}:{self.line} {cases} {self.function}"
        return f"{where}\n  - {self.before}\n  + {self.after}"


@dataclass(frozen=True)
class Scope:
    """What a node stands in."""

    cases: tuple[str, ...] = ()
    function: str = ""
    function_line: int = 0


def mutants(files: Iterable[Path], rulebook: Rulebook) -> list[Mutant]:
    """All faults that can be put into the lines of some files that cite a case."""
    return [
        mutant
        for file in files
        if file.stem not in LEFT_ALONE
        for mutant in Finder(file, rulebook).found()
    ]


class Finder:
    """Looks for what can be changed in one file."""

    def __init__(self, file: Path, rulebook: Rulebook) -> None:
        self.file = file
        self.rulebook = rulebook
        text = file.read_text(encoding="utf-8")
        self.tree = ast.parse(text)
        self.comments = _comments(text)

    def found(self) -> Iterator[Mutant]:
        """Everything that can be changed."""
        yield from self._block(self.tree, "body", Scope(), ())

    def _cited(self, text: str | None) -> tuple[str, ...]:
        """The cases a note cites; for a ruling, also those that it rules on."""
        found: list[str] = []
        for bracket in BRACKET.findall(text or ""):
            for number in self.rulebook.cited(bracket):
                found.append(number)
                if number in self.rulebook.rulings:
                    found += self.rulebook.rulings[number].cases
        return tuple(dict.fromkeys(found))

    def _block(
        self, holder: ast.AST, field: str, scope: Scope, names: tuple[str, ...]
    ) -> Iterator[Mutant]:
        body: list[ast.stmt] = getattr(holder, field)
        for number, statement in enumerate(body):
            follows = body[number + 1] if number + 1 < len(body) else None
            here = self._scope_of(statement, follows, scope)
            match statement:
                case ast.FunctionDef():
                    if not _only_talks(statement):
                        yield from self._function(statement, here, names)
                    continue
                case ast.ClassDef(name=name):
                    cases = self._cited(ast.get_docstring(statement)) or here.cases
                    yield from self._block(statement, "body", Scope(cases), (*names, name))
                    continue
                case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Raise():
                    continue
                case ast.Expr(value=ast.Constant()):
                    continue
                case ast.If(test=test) if "log is" in ast.unparse(test):
                    continue
                case ast.Assign(value=ast.IfExp(body=one, orelse=other)) if _is_a_note(one, other):
                    continue
                case ast.If() | ast.Assign() if "memo" in _head(statement):
                    # What is remembered must not be wrong, but need not be found again.
                    continue
            if here.cases:
                if _is_an_act(statement):
                    nothing = ast.copy_location(ast.Pass(), statement)
                    change = Change(holder, field, number, nothing)
                    yield self._mutant(change, statement, here, ast.unparse(statement), "pass")
                yield from self._expressions(statement, here)
            for part in ("body", "orelse", "finalbody"):
                if isinstance(getattr(statement, part, None), list):
                    yield from self._block(statement, part, here, names)

    def _scope_of(self, statement: ast.stmt, follows: ast.stmt | None, scope: Scope) -> Scope:
        first, last = _header(statement)
        notes = [self.comments[line][1] for line in range(first, last + 1) if line in self.comments]
        above = first - 1
        while above in self.comments and self.comments[above][0]:
            notes.append(self.comments[above][1])
            above -= 1
        match follows:
            case ast.Expr(value=ast.Constant(value=str(text))) if not scope.function:
                notes.append(text)
        cases = self._cited(" ".join(notes))
        return Scope(cases or scope.cases, scope.function, scope.function_line)

    def _function(
        self, function: ast.FunctionDef, scope: Scope, names: tuple[str, ...]
    ) -> Iterator[Mutant]:
        cases = self._cited(ast.get_docstring(function)) or scope.cases
        inside = Scope(cases, scope.function, scope.function_line)
        if not scope.function:
            first = min([function.lineno, *(d.lineno for d in function.decorator_list)])
            inside = Scope(cases, ".".join([*names, function.name]), first)
        yield from self._block(function, "body", inside, names)

    def _expressions(self, statement: ast.stmt, scope: Scope) -> Iterator[Mutant]:
        before = _head(statement)
        for change in _changes(statement):
            old = change.make()
            after = _head(statement)
            change.undo(old)
            yield self._mutant(change, statement, scope, before, after)

    def _mutant(
        self, change: Change, statement: ast.stmt, scope: Scope, before: str, after: str
    ) -> Mutant:
        at = statement if isinstance(change.new, ast.Pass) else change.holder
        return Mutant(
            file=self.file,
            tree=self.tree,
            line=getattr(at, "lineno", statement.lineno),
            function=scope.function,
            function_line=scope.function_line,
            cases=scope.cases,
            before=before,
            after=after,
            change=change,
        )


def _comments(text: str) -> dict[int, tuple[bool, str]]:
    """The comment of each line that has one, and whether it stands there alone."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {
        token.start[0]: (token.line.lstrip().startswith("#"), token.string)
        for token in tokens
        if token.type == tokenize.COMMENT
    }


def _header(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement without the blocks in it."""
    last = statement.end_lineno or statement.lineno
    body = getattr(statement, "body", None)
    if isinstance(body, list) and body:
        # Comments above the first statement of the block are its own.
        test = getattr(statement, "test", None) or getattr(statement, "iter", None)
        last = min(last, (test.end_lineno if test is not None else None) or statement.lineno)
    return statement.lineno, last


def _head(statement: ast.stmt) -> str:
    """A statement in one line, without the blocks in it."""
    return ast.unparse(statement).partition("\n")[0]


def _only_talks(function: ast.FunctionDef) -> bool:
    answers = ast.unparse(function.returns) if function.returns is not None else ""
    return function.name in TALKING or answers in ("Refusal", "Refusal | None", "str")


def _is_a_note(*texts: ast.expr) -> bool:
    """Whether all of some expressions are words for the log, with places for what they tell of."""
    return all(
        isinstance(text, ast.Constant) and isinstance(text.value, str) and "{" in text.value
        for text in texts
    )


def _is_an_act(statement: ast.stmt) -> bool:
    """Whether leaving a statement out still leaves something that runs."""
    match statement:
        case ast.Expr(value=ast.Call() as call):
            return not _talks(call)
        case ast.AugAssign() | ast.Delete() | ast.Continue() | ast.Break():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
    return False


def _talks(call: ast.Call) -> bool:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in TALKS
    return False


def _changes(statement: ast.stmt) -> Iterator[Change]:
    """What can be changed in the expressions of a statement, but not in the blocks in it."""
    match statement:
        case ast.AnnAssign(
            annotation=ast.Name(id="Final" | "Hex"), value=ast.UnaryOp(op=ast.USub())
        ):
            # The number of a place off the map, which means nothing by itself.
            return
    negatable = getattr(statement, "test", None)
    if isinstance(negatable, ast.expr) and not isinstance(negatable, _NEGATED_OTHERWISE):
        yield Change(statement, "test", None, _negated(negatable))
    for field, value in ast.iter_fields(statement):
        if field in ("annotation", "target", "targets", "type_comment"):
            continue
        for index, node in _each(value):
            if isinstance(node, ast.expr | ast.comprehension):
                yield from _inside(statement, field, index, node)
            elif isinstance(node, ast.operator) and type(node) in OTHER_ARITHMETIC:
                yield Change(statement, field, index, OTHER_ARITHMETIC[type(node)]())


_NEGATED_OTHERWISE = (ast.Compare, ast.UnaryOp, ast.BoolOp)


def _negated(test: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _each(value: object) -> Iterator[tuple[int | None, object]]:
    if isinstance(value, list):
        yield from enumerate(value)
    else:
        yield None, value


def _inside(holder: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Call) and _talks(node)):
        return
    for new in _others(node):
        yield Change(holder, field, index, ast.fix_missing_locations(ast.copy_location(new, node)))
    match node:
        case ast.Compare(ops=ops):
            for number, op in enumerate(ops):
                for other in OTHER_COMPARISONS.get(type(op), ()):
                    if not (other in (ast.Gt, ast.LtE) and _asks_for_a_place(node)):
                        yield Change(node, "ops", number, other())
        case ast.BoolOp(op=ast.And()):
            yield Change(node, "op", None, ast.Or())
        case ast.BoolOp():
            yield Change(node, "op", None, ast.And())
        case ast.BinOp(op=op) if type(op) in OTHER_ARITHMETIC and not _is_a_bit(node):
            yield Change(node, "op", None, OTHER_ARITHMETIC[type(op)]())
        case ast.IfExp(test=test) if not isinstance(test, _NEGATED_OTHERWISE):
            yield Change(node, "test", None, _negated(test))
        case ast.comprehension(ifs=ifs):
            for place, test in enumerate(ifs):
                if not isinstance(test, _NEGATED_OTHERWISE):
                    yield Change(node, "ifs", place, _negated(test))
    for name, value in ast.iter_fields(node):
        for among, child in _each(value):
            if isinstance(child, ast.keyword) and child.arg == "strict":
                # That two lists are of one length is no rule.
                continue
            if isinstance(child, ast.expr | ast.comprehension | ast.keyword):
                if not (isinstance(child, ast.Constant) and _is_a_bit(node)):
                    yield from _inside(node, name, among, child)


def _asks_for_a_place(node: ast.Compare) -> bool:
    """``place >= 0`` and ``place < 0``: whether it is a hex, and no hex has the number 0."""
    match node:
        case ast.Compare(ops=[ast.GtE() | ast.Lt()], comparators=[ast.Constant(value=0)]):
            return True
    return False


def _is_a_bit(node: ast.AST) -> bool:
    """``1 << n`` and ``set >> n & 1``, where the one is no number of the rules."""
    match node:
        case ast.BinOp(left=ast.Constant(value=1), op=ast.LShift()):
            return True
        case ast.BinOp(
            left=ast.BinOp(op=ast.RShift()), op=ast.BitAnd(), right=ast.Constant(value=1)
        ):
            return True
    return False


def _others(node: ast.AST) -> Iterator[ast.expr]:
    """What may stand in the place of an expression."""
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=0):
            # As a set of hexes 1 would be as empty as 0: no hex has the number 0.
            yield ast.UnaryOp(ast.USub(), ast.Constant(1))
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
