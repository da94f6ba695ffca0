import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ApiError } from "../api/apiError.ts";
import type { Call } from "../api/client.ts";
import { assets } from "../assets/assets.ts";
import { stage } from "../test/stage.tsx";
import { BulkChange } from "./BulkChange.tsx";

const row = (nth: number) => ({ id: `a${nth}`, name: `Cart ${nth}`, version: 1 }) as never;

function open(refused: (call: Call) => ApiError | null) {
  const set = stage();
  const changed = vi.fn<() => void>();
  const closed = vi.fn<() => void>();
  set.answers["updateAsset"] = (call) => {
    const error = refused(call);
    if (error !== null) throw error;
    return {};
  };
  set.show(
    <BulkChange
      noun={assets}
      things={[row(1), row(2), row(3)]}
      label="Type"
      choices={[{ value: "Cart", label: "Cart" }]}
      isFree
      bodyOf={(type) => ({ type })}
      onChanged={changed}
      onClose={closed}
    />,
  );
  const sent = () => set.requests.filter(({ id }) => id === "updateAsset");
  return { ...set, sent, changed, closed };
}
const dialog = () => screen.findByRole("dialog", { name: "Set Type of 3 entries" });

it("several rows get one value, and nothing else of them is sent", async () => {
  const { sent, closed, messages } = open(() => null);
  const question = await dialog();
  fireEvent.change(within(question).getByLabelText("Type", { selector: "input" }), { target: { value: "Trolley" } });
  fireEvent.click(within(question).getByRole("button", { name: "Change 3" }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(sent().map(({ params, body }) => [params?.["id"], body])).toEqual([
    ["a1", { type: "Trolley" }],
    ["a2", { type: "Trolley" }],
    ["a3", { type: "Trolley" }],
  ]);
  expect(messages()).toEqual(["3 changed"]);
});

it("each row that was refused is named with its own reason, and only those are tried again", async () => {
  const isOver = { now: false };
  const { sent, changed, closed } = open(({ params }) => {
    if (isOver.now || params?.["id"] === "a1") return null;
    return params?.["id"] === "a2" ? new ApiError(404, "not_found", "Gone") : new ApiError(409, "conflict", "Changed");
  });
  const question = await dialog();
  fireEvent.change(within(question).getByLabelText("Type", { selector: "input" }), { target: { value: "Trolley" } });
  fireEvent.click(within(question).getByRole("button", { name: "Change 3" }));
  const refused = await within(question).findByRole("alert");
  expect(within(refused).getAllByText(/^Cart [23]: ./)).toHaveLength(2);
  expect(refused.textContent).not.toContain("Cart 1");
  expect(changed).toHaveBeenCalledOnce();
  isOver.now = true;
  fireEvent.click(within(question).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(sent().map(({ params }) => params?.["id"])).toEqual(["a1", "a2", "a3", "a2", "a3"]);
});

it("nothing is sent without a value", async () => {
  const { sent } = open(() => null);
  fireEvent.click(within(await dialog()).getByRole("button", { name: "Change 3" }));
  expect(sent()).toEqual([]);
});
