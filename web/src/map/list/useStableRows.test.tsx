import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Sorting } from "./assetFilter.ts";
import type { AssetRow } from "./assetRows.ts";
import { useStableRows } from "./useStableRows.ts";

afterEach(cleanup);

const row = (identifier: string): AssetRow => ({
  guid: identifier,
  type: "Tote",
  identifier,
  name: `Tote ${identifier}`,
  status: "still",
  attention: null,
  attentionSinceMs: 0,
  stableAttention: null,
  floorId: "1",
  place: null,
  places: "",
  fences: "",
  nearest: null,
  lowBattery: null,
});

function List({ names, sorting = "attention" }: { names: string; sorting?: Sorting }) {
  const { rows, freezeHandlers } = useStableRows({ rows: names.split(" ").map(row), sorting });
  return (
    <div data-testid="list" {...freezeHandlers}>
      {rows.map(({ identifier }) => identifier).join(" ")}
    </div>
  );
}

const stableRows = (): string => screen.getByTestId("list").textContent;

it("the list keeps every row in place while it is hovered, and catches up afterwards", () => {
  const { rerender } = render(<List names="A B C" />);
  fireEvent.pointerEnter(screen.getByTestId("list"));
  rerender(<List names="D C B A" />);
  expect(stableRows()).toBe("A B C D");
  rerender(<List names="D C A" />);
  expect(stableRows()).toBe("A C D");
  fireEvent.pointerLeave(screen.getByTestId("list"));
  expect(stableRows()).toBe("D C A");
});

it("the list sorts at once when another order is chosen, wherever the pointer is", () => {
  const { rerender } = render(<List names="A B C" />);
  fireEvent.pointerEnter(screen.getByTestId("list"));
  rerender(<List names="C B A" sorting="type" />);
  expect(stableRows()).toBe("C B A");
});
