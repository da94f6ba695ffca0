import { cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AssetRow } from "./assetRows.ts";
import { useListKeys } from "./useListKeys.ts";

beforeEach(() => {
  localStorage.clear();
  focusRow.mockClear();
  enter.mockClear();
});
afterEach(cleanup);

const rows = ["a", "b", "c"].map((guid) => ({ guid }) as AssetRow);

interface Props {
  selected: string | null;
  select(guid: string | null): void;
  order?: readonly AssetRow[];
  reach?: () => void;
}

const focusRow = vi.fn();
const enter = vi.fn();

function List({ selected, select, order = rows, reach }: Props) {
  useListKeys({ rows: order, selected, select, enter, focusRow, reach });
  return (
    <>
      <input aria-label="Filter" />
      {order.map(({ guid }) => (
        <button key={guid} type="button" data-row={guid} aria-label={guid} />
      ))}
    </>
  );
}

it("the keys J and K move through the list, stop at its ends, and are ignored in fields", () => {
  const select = vi.fn();
  const { rerender, getByLabelText } = render(<List selected={null} select={select} />);
  fireEvent.keyDown(document.body, { key: "j" });
  expect(select).toHaveBeenLastCalledWith("a", true);
  expect(focusRow).toHaveBeenLastCalledWith("a");
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

it("J brings a list over the map into sight and moves the focus through it, and nothing is selected on the way", () => {
  const [select, reach] = [vi.fn(), vi.fn()];
  const { getByLabelText } = render(<List selected={null} select={select} reach={reach} />);
  fireEvent.keyDown(document.body, { key: "j" });
  expect(reach).toHaveBeenCalledOnce();
  expect(focusRow).toHaveBeenLastCalledWith("a");
  fireEvent.keyDown(getByLabelText("a"), { key: "j" });
  expect(focusRow).toHaveBeenLastCalledWith("b");
  fireEvent.keyDown(getByLabelText("b"), { key: "k" });
  expect(focusRow).toHaveBeenLastCalledWith("a");
  expect(select).not.toHaveBeenCalled();
});

it("arrow keys, Home and End move the focus from row to row, and Enter goes into the card", () => {
  const { getByLabelText } = render(<List selected={null} select={vi.fn()} />);
  const press = (row: string, key: string) => fireEvent.keyDown(getByLabelText(row), { key });
  press("a", "ArrowDown");
  expect(focusRow).toHaveBeenLastCalledWith("b");
  press("b", "ArrowUp");
  expect(focusRow).toHaveBeenLastCalledWith("a");
  press("a", "End");
  expect(focusRow).toHaveBeenLastCalledWith("c");
  press("c", "Home");
  expect(focusRow).toHaveBeenLastCalledWith("a");
  focusRow.mockClear();
  press("a", "ArrowUp");
  press("c", "ArrowDown");
  fireEvent.keyDown(document.body, { key: "ArrowDown" });
  expect(focusRow).not.toHaveBeenCalled();
  press("b", "Enter");
  expect(enter).toHaveBeenCalledWith("b");
});
