"""Lessons: scripted matches with a coach's words, read from games' folders and played by their rules."""

from __future__ import annotations

from throwdown.lessons.lesson import Beat, play
from throwdown.lessons.script import BadLesson, Lesson, Step, lessons_of

__all__ = ["BadLesson", "Beat", "Lesson", "Step", "lessons_of", "play"]
