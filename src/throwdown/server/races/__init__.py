"""Who was first: presses, latencies and the reactions of programs, judged alike for everybody."""
