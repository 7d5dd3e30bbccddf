"""How the cost of a call grows with its input, told apart from how busy the machine is.

A quadratic pattern on tens of thousands of characters costs seconds, a linear one milliseconds. So a growth above the
bound counts only when the large input costs real time (FLOOR, CPU seconds): below it clocks and caches decide, not the code.
"""

import time
from collections.abc import Callable

FLOOR = 0.4


def cpu_seconds(call: Callable[[str], object], make: Callable[[int], str], size: int, runs: int) -> float:
    """The least CPU time of several runs. Every run has a text of its own, so that no cache answers."""
    best = float("inf")
    for run in range(runs):
        text = make(size) + f" {size}.{run}"
        began = time.process_time()
        call(text)
        best = min(best, time.process_time() - began)
        if run == 0 and best < 1e-3:
            break
    return best


def grows_linearly(call: Callable[[str], object], make: Callable[[int], str], small: int, times: int) -> bool:
    """Whether ``times`` the text costs less than 2.5 times as much as linear growth would cost."""
    large = cpu_seconds(call, make, small * times, 1)
    if large < FLOOR:
        return True
    large = min(large, cpu_seconds(call, make, small * times, 2))
    return large < FLOOR or large < 2.5 * times * cpu_seconds(call, make, small, 3)
