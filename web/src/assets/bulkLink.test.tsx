import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { stage } from "../test/stage.tsx";
import { BulkLink } from "./BulkLink.tsx";

const asset = (nth: number) => ({ id: `a${nth}`, name: `Cart ${nth}`, linkedTrackers: [] }) as never;

it("several assets get their trackers one after the other, by a scan each", async () => {
  const { answers, requests, show } = stage();
  const linked = vi.fn<() => void>();
  const closed = vi.fn<() => void>();
  answers["searchTrackers"] = ({ query }) => {
    const code = (query as { searchKeyword?: string }).searchKeyword ?? "";
    return code === "" ? [] : [{ id: `of ${code}`, name: code, mac: code, linkedAsset: null }];
  };
  answers["linkTracker"] = () => ({});
  show(<BulkLink siteId="1" things={[asset(1), asset(2), asset(3)]} onLinked={linked} onClose={closed} />);
  const scan = async (name: string, code: string): Promise<void> => {
    const field = within(await screen.findByRole("dialog", { name })).getByLabelText("Link a tracker");
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: "Enter" });
  };
  await scan("Tracker of Cart 1", "DD:01");
  expect(await screen.findByText("2 of 3…")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Skip" }));
  await scan("Tracker of Cart 3", "DD:03");
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(requests.filter(({ id }) => id === "linkTracker").map(({ params, body }) => [params?.["id"], body])).toEqual([
    ["a1", { trackerId: "of DD:01", replace: false }],
    ["a3", { trackerId: "of DD:03", replace: false }],
  ]);
  expect(linked).toHaveBeenCalledTimes(2);
});
