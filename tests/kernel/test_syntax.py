"""Texts as trees."""

from __future__ import annotations

import ast
import gc
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from throwdown.kernel.syntax import parsed

TEXT = "\n".join(f"def f{k}(a, b):\n    return [(a + {k}) * b, {{'k': -a}}]" for k in range(40))


@pytest.fixture
def interrupted() -> Iterator[None]:
    """Every search for garbage lets another thread go on."""

    def give_way(*_: object) -> None:
        time.sleep(0.0001)

    before = gc.get_threshold()
    gc.callbacks.append(give_way)
    gc.set_threshold(20)
    yield
    gc.set_threshold(*before)
    gc.callbacks.remove(give_way)


@pytest.mark.usefixtures("interrupted")
def test_threads_that_read_texts_at_once_do_not_disturb_each_other() -> None:
    with ThreadPoolExecutor(4) as threads:
        trees = list(threads.map(parsed, [TEXT] * 40))
    assert {len(tree.body) for tree in trees} == {40}
    assert gc.isenabled()


def test_a_text_that_is_none_is_told_with_its_name() -> None:
    with pytest.raises(SyntaxError, match=r"invalid syntax \(rules\.py, line 1\)"):
        parsed("def", "rules.py")
    assert isinstance(parsed("1 + 1", mode="eval"), ast.Expression)
