"""A hand-written agent loop with leadline as its memory: three calls, and any callable as summarizer."""

import sys

import leadline


def model(messages):  # stands for your model call; returns a chat message
    return {
        "role": "assistant",
        "content": f"step {len(messages)}: read src/app_{len(messages)}.py, found nothing odd.",
    }


def run(store: str, steps: int = 200) -> str:
    memory = leadline.open_session("demo", store=store, budget=2000)  # 1. open a session on a store
    memory.append({"role": "user", "content": "Find the leak. Never restart db-7 before 18:00. Budget: 40 USD."})
    for step in range(steps):
        context = memory.context()  # 2. ask for the working context: compacts when the budget is crossed
        memory.append(model(context.as_messages()))  # 3. append what happened
        if step == 20:
            memory.append({"role": "user", "content": "Worker w-3 died with exit code 137 (OOM). Keep that in mind."})
    return memory.context().summary


if __name__ == "__main__":
    print(run(sys.argv[1] if len(sys.argv) > 1 else ".leadline"))
