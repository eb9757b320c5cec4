"""Lessons and puzzles. Positions are replayed in a thread, because interpreted rules take a while."""

import asyncio

from litestar import get, post
from litestar.params import FromPath, JSONBody

from whistlestop.server.messages.practice import (
    Exercise,
    Lesson,
    LessonAnswer,
    PuzzleAnswer,
    PuzzleSet,
    Try,
)
from whistlestop.server.usecases import practice


@get("/api/lessons", summary="List the lessons")
async def lesson_list() -> list[Lesson]:
    """Return the lessons and their steps."""
    return await asyncio.to_thread(practice.lesson_list)


@get("/api/lessons/{ruleset:str}/{step:str}", summary="Get a step of a lesson")
async def lesson_step(ruleset: FromPath[str], step: FromPath[str]) -> Exercise:
    """Return the position of a step."""
    return await asyncio.to_thread(practice.lesson_step, ruleset, step)


@post("/api/lessons/{ruleset:str}/{step:str}", summary="Answer a step of a lesson", status_code=200)
async def try_step(ruleset: FromPath[str], step: FromPath[str], data: JSONBody[Try]) -> LessonAnswer:
    """Return whether the action solves the step."""
    return await asyncio.to_thread(practice.try_step, ruleset, step, data.action)


@get("/api/puzzles", summary="List the puzzles")
async def puzzle_list() -> list[PuzzleSet]:
    """Return the puzzles of all boards with their levels."""
    return await asyncio.to_thread(practice.puzzle_list)


@get("/api/puzzles/{ruleset:str}/{puzzle:str}", summary="Get a puzzle")
async def puzzle(ruleset: FromPath[str], puzzle: FromPath[str]) -> Exercise:
    """Return the position of a puzzle."""
    return await asyncio.to_thread(practice.puzzle, ruleset, puzzle)


@post("/api/puzzles/{ruleset:str}/{puzzle:str}", summary="Answer a puzzle", status_code=200)
async def try_puzzle(ruleset: FromPath[str], puzzle: FromPath[str], data: JSONBody[Try]) -> PuzzleAnswer:
    """Return whether the action is the best one, and the chances of the best ones."""
    return await asyncio.to_thread(practice.try_puzzle, ruleset, puzzle, data.action)
