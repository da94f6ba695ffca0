import { cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { AssetRow } from "./assetRows.ts";
import { useListKeys } from "./useListKeys.ts";

afterEach(cleanup);

const rows = ["a", "b", "c"].map((guid) => ({ guid }) as AssetRow);

interface Props {
  selected: string | null;
  select(guid: string | null): void;
  order?: readonly AssetRow[];
}

function List({ selected, select, order = rows }: Props) {
  useListKeys({ rows: order, selected, select });
  return <input aria-label="Filter" />;
}

it("the keys J and K move through the list, stop at its ends, and are ignored in fields", () => {
  const select = vi.fn();
  const { rerender, getByLabelText } = render(<List selected={null} select={select} />);
  fireEvent.keyDown(document.body, { key: "j" });
  expect(select).toHaveBeenLastCalledWith("a", true);
  rerender(<List selected="b" select={select} />);
  fireEvent.keyDown(document.body, { key: "j" });
  expect(select).toHaveBeenLastCalledWith("c", true);
  fireEvent.keyDown(document.body, { key: "k" });
  expect(select).toHaveBeenLastCalledWith("a", true);
  rerender(<List selected="c" select={select} />);
  select.mockClear();
  fireEvent.keyDown(document.body, { key: "j" });
  fireEvent.keyDown(document.body, { key: "j", ctrlKey: true });
  fireEvent.keyDown(getByLabelText("Filter"), { key: "k" });
  expect(select).not.toHaveBeenCalled();
});

it("the keys J and K move in the order they began with, even though the selected row moves to the top", () => {
  const select = vi.fn();
  const [a, b, c] = rows as [AssetRow, AssetRow, AssetRow];
  const { rerender } = render(<List selected={null} select={select} />);
  fireEvent.keyDown(document.body, { key: "j" });
  rerender(<List selected="a" select={select} order={[a, b, c]} />);
  fireEvent.keyDown(document.body, { key: "j" });
  rerender(<List selected="b" select={select} order={[b, a, c]} />);
  fireEvent.keyDown(document.body, { key: "j" });
  expect(select.mock.calls.map(([guid]) => guid as string)).toEqual(["a", "b", "c"]);
});

it("the keys J and K do nothing once single-key shortcuts are switched off", () => {
  localStorage.setItem("pulse.singleKeys", "off");
  const select = vi.fn();
  render(<List selected={null} select={select} />);
  fireEvent.keyDown(document.body, { key: "j" });
  fireEvent.keyDown(document.body, { key: "k" });
  expect(select).not.toHaveBeenCalled();
});
