"""Asks `runrate mcp` with the official client: lists what there is, calls each tool, and prints the
conversation. Usage: mcp_client.py RUNRATE REPORTS [auto|legacy|2026-07-28]"""

import asyncio
import json
import sys

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

CALLS = [
    ("search_figures", {"question": "What was churn in June?"}),
    ("get_figure", {"figure": "churn.churn_rate", "on": "2026-06"}),
    ("get_figure", {"figure": "trial_cohorts.matured_rate", "on": "2026-06"}),
    ("search_figures", {"question": "Which customers churned in June?"}),
    ("compare", {"figure": "churn.churn_rate", "on": "2026-06", "with": "before"}),
    ("explain", {"figure": "churn.churn_rate", "on": "2026-06"}),
    ("what_changed", {}),
    ("alerts", {}),
]


async def main(program: str, reports: str, mode: str) -> None:
    server = StdioServerParameters(command=program, args=["mcp", "--reports", reports])
    async with Client(stdio_client(server), mode=mode) as client:
        tools = await client.list_tools()
        print("tools:", ", ".join(tool.name for tool in tools.tools))
        resources = await client.list_resources()
        print("resources:", ", ".join(str(item.uri) for item in resources.resources))
        receipts = []
        for name, arguments in CALLS:
            result = await client.call_tool(name, arguments)
            answer = result.structured_content
            print(f"\n> {name} {json.dumps(arguments)}")
            print(("refused: " if result.is_error else "") + json.dumps(answer, ensure_ascii=False))
            receipts += found(answer)
        result = await client.call_tool("verify", {"text": " ".join(receipts)})
        outcomes = [item["outcome"] for item in result.structured_content["receipts"]]
        print(f"\n> verify {len(receipts)} receipts\n{sorted(set(outcomes))}")
        summary = await client.read_resource("runrate://summary")
        print("\nsummary:", summary.contents[0].text.splitlines()[0])


def found(answer) -> list[str]:
    if isinstance(answer, dict):
        own = [answer["receipt"]] if "receipt" in answer else []
        return own + [receipt for value in answer.values() for receipt in found(value)]
    if isinstance(answer, list):
        return [receipt for value in answer for receipt in found(value)]
    return []


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "auto"))
