"""Beside a real box: referee, corrections, score sheets, stand-in dice, and pages to print."""
