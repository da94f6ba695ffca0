import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useSearchKeys } from "./useSearchKeys.ts";

afterEach(cleanup);

function stand() {
  const calls: string[] = [];
  function Page() {
    useSearchKeys(() => calls.push("open"));
    return <input aria-label="field" />;
  }
  render(<Page />);
  return calls;
}

it("the search opens with Ctrl K and ⌘ K anywhere, even in fields", () => {
  const calls = stand();
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  fireEvent.keyDown(screen.getByLabelText("field"), { key: "K", metaKey: true });
  expect(calls).toHaveLength(2);
});

it("the search opens with a slash, except in a field", () => {
  const calls = stand();
  fireEvent.keyDown(screen.getByLabelText("field"), { key: "/" });
  fireEvent.keyDown(document.body, { key: "k" });
  expect(calls).toEqual([]);
  fireEvent.keyDown(document.body, { key: "/" });
  expect(calls).toEqual(["open"]);
});

it("the search stays closed while a dialog is open, the app's own or the browser's", () => {
  const calls = stand();
  const { rerender } = render(<div role="dialog" aria-modal="true" />);
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  rerender(<dialog open />);
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  expect(calls).toEqual([]);
  rerender(<dialog />);
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  expect(calls).toEqual(["open"]);
});
