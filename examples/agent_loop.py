"""A hand-written agent loop with leadline as its memory: three calls, and any callable as summarizer."""

import sys

import leadline


def model(messages, step):  # stands for your model call; returns a chat message
    rows = "\n".join(f"    row_{i} = table.get(key_{step}_{i}, default)" for i in range(12))
    return {"role": "assistant", "content": f"Let me read the next part of the loader.\n```\n{rows}\n```"}


def run(store: str, steps: int = 200) -> str:
    memory = leadline.open_session("demo", store=store, budget=2000)  # 1. open a session on a store
    memory.append({"role": "user", "content": "Find the leak. Never restart db-7 before 18:00. Budget: 40 USD."})
    for step in range(steps):
        context = memory.context()  # 2. ask for the working context: compacts when the budget is crossed
        memory.append(model(context.as_messages(), step))  # 3. append what happened
        if step == 20:
            memory.append({"role": "user", "content": "Worker w-3 died with exit code 137 (OOM). Keep that in mind."})
    return memory.context().summary


if __name__ == "__main__":
    print(run(sys.argv[1] if len(sys.argv) > 1 else ".leadline"))
