"""Claims of a lesson about its position, such as ``stocks[0] == 10`` or ``not is_legal('reroll')``.

A claim is an expression as in Python of whole numbers, lists and texts. Names are the fields of the game's
record (``STATE``) as the learner sees it, and: ``over``, ``winners``, ``points`` by seat, ``is_legal(text)``,
``len``, ``sum``, ``min``, ``max`` and ``count(list, value)``.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.match import Match
from throwdown.kernel.syntax import parsed

Operator = Callable[[Any, Any], Any]
OPERATORS: dict[type[ast.AST], Operator] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: lambda left, right: left // right,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, all_of: one in all_of,
    ast.NotIn: lambda one, all_of: one not in all_of,
}


def holds(claim: str, match: Match, seat: int) -> None:
    """Raises a refusal that quotes ``claim`` where it is not true in ``match`` as ``seat`` sees it."""
    try:
        value = _Claim(match, seat).of(parsed(claim, mode="eval").body)
    except (SyntaxError, AttributeError, IndexError, TypeError, KeyError) as error:
        raise ThrowdownError(f"cannot read the claim {claim!r}: {error}") from None
    if value is not True:
        raise ThrowdownError(f"the claim {claim!r} is not true")


def _count(items: Iterable[Any], value: Any) -> int:
    return list(items).count(value)


class _Claim:
    """The values of names and expressions at one moment of a match."""

    def __init__(self, match: Match, seat: int) -> None:
        self._view = match.view(seat)

        def is_legal(text: str) -> bool:
            return text in match.legal(seat)

        self._names: dict[str, Any] = {
            "over": match.over,
            "winners": list(match.winners),
            "points": list(match.points),
            "len": len,
            "sum": sum,
            "min": min,
            "max": max,
            "count": _count,
            "is_legal": is_legal,
        }

    def of(self, node: ast.AST) -> Any:
        """The value of an expression."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self._names[name] if name in self._names else getattr(self._view, name)
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return [self.of(item) for item in items]
            case ast.Subscript(value=whole, slice=ast.Slice(lower=lower, upper=upper)):
                return self.of(whole)[lower and self.of(lower) : upper and self.of(upper)]
            case ast.Subscript(value=whole, slice=at):
                return self.of(whole)[self.of(at)]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self.of(operand)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.of(operand)
            case ast.BinOp(left=left, op=op, right=right):
                return self._made(op, self.of(left), self.of(right))
            case ast.BoolOp(op=op, values=values):
                return (all if isinstance(op, ast.And) else any)(self.of(value) for value in values)
            case ast.Compare(left=left, ops=ops, comparators=others):
                values = [self.of(each) for each in (left, *others)]
                pairs = zip(ops, pairwise(values), strict=True)
                return all(self._made(op, *pair) for op, pair in pairs)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._names[name](*(self.of(each) for each in args))
            case _:
                raise TypeError(f"{ast.unparse(node)} is no part of a claim")

    def _made(self, op: ast.AST, left: Any, right: Any) -> Any:
        if type(op) not in OPERATORS:
            raise TypeError(f"{type(op).__name__} is no part of a claim")
        return OPERATORS[type(op)](left, right)
