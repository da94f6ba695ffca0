import { fullAccess } from "@pulse/contract/access";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { me, stage } from "../test/stage.tsx";
import "../text/translate.ts";
import { SearchPalette } from "./SearchPalette.tsx";

const found = (kind: string, name: string, path: string) => ({
  kind,
  id: null,
  name,
  detail: "Harbour Warehouse",
  siteId: null,
  path,
  score: 1,
});
const hits = [
  found("asset", "PJ-014", "/sites/1/map?asset=a"),
  found("asset", "PJ-015", "/sites/1/map?asset=b"),
  found("gateway", "PJ gate", "/sites/1/map?floor=c"),
];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue(undefined);
});
afterEach(() => vi.useRealTimers());

function open(answer: (call: { query?: Record<string, unknown>; signal?: AbortSignal }) => unknown = () => hits) {
  const set = stage();
  let closed = 0;
  set.answers["getUserMe"] = () => ({ ...me, givenName: "Nora", familyName: "Ek", isSuperadmin: false });
  set.answers["getAccessibleOperations"] = () => fullAccess();
  set.answers["search"] = answer;
  const router = set.show(<SearchPalette isOpen onClose={() => closed++} />);
  const box = () => screen.getByRole("combobox");
  return {
    ...set,
    router,
    closed: () => closed,
    box,
    write: (text: string) => fireEvent.change(box(), { target: { value: text } }),
    key: (key: string) => fireEvent.keyDown(box(), { key }),
    chosen: () => screen.getByRole("option", { selected: true }).textContent,
    searches: () => set.requests.filter(({ id }) => id === "search"),
  };
}
const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("the search over everything", () => {
  it("the search has the focus as soon as it opens", () => {
    const { box } = open();
    expect(document.activeElement).toBe(box());
  });

  it("the search shows the pages that the person may open while nothing is typed", async () => {
    open();
    const group = await screen.findByRole("group", { name: "Pages" });
    const names = within(group)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
    expect(names).toEqual([
      "Users",
      "Groups",
      "Roles",
      "Sites",
      "Audit log",
      "Reports",
      "Webhooks",
      "Wall display",
      "Set-up guide",
      "Profile",
    ]);
  });

  it("the search groups results by kind, and Enter opens the first", async () => {
    const { write, key, chosen, router, closed } = open();
    write("pj");
    await screen.findByRole("group", { name: "Gateways" });
    expect(within(screen.getByRole("group", { name: "Assets" })).getAllByRole("option")).toHaveLength(2);
    expect(chosen()).toContain("PJ-014");
    key("Enter");
    expect(closed()).toBe(1);
    expect(router.state.location.pathname + router.state.location.search).toBe("/sites/1/map?asset=a");
    expect(router.state.location.state).toEqual({ isSought: true });
  });

  it("the search moves with the arrow keys, also around the ends, and informs screen readers", async () => {
    const { write, key, chosen, box, router } = open();
    write("pj");
    await screen.findByRole("group", { name: "Gateways" });
    key("ArrowDown");
    expect(chosen()).toContain("PJ-015");
    expect(box().getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
    key("ArrowUp");
    key("ArrowUp");
    expect(chosen()).toContain("PJ gate");
    key("Enter");
    expect(router.state.location.search).toBe("?floor=c");
  });

  it("the search starts once typing pauses, and cancels an overtaken request", async () => {
    // This test's clock moves only by hand.
    vi.useRealTimers();
    vi.useFakeTimers();
    const signals: AbortSignal[] = [];
    const { write, searches } = open(({ signal }) => {
      if (signal !== undefined) signals.push(signal);
      return new Promise(() => undefined);
    });
    write("p");
    write("pj");
    await settle(119);
    expect(searches()).toHaveLength(0);
    await settle(1);
    expect(searches().map(({ query }) => query?.["q"])).toEqual(["pj"]);
    write("pj-");
    await settle(120);
    expect(searches().map(({ query }) => query?.["q"])).toEqual(["pj", "pj-"]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it("the search waits for the answer after an early Enter", async () => {
    let answer: (value: unknown) => void = () => undefined;
    const { write, key, router } = open(() => new Promise((resolve) => (answer = resolve)));
    write("pj-014");
    key("Enter");
    await settle(120);
    expect(router.state.location.pathname).toBe("/start");
    await act(async () => answer(hits));
    await waitFor(() => expect(router.state.location.search).toBe("?asset=a"));
  });

  it("the search says that it is searching, that nothing was found, and that it failed", async () => {
    let answer: unknown = [];
    const { write } = open(() => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
    write("zz");
    expect(screen.getByText("Searching…")).toBeTruthy();
    expect(await screen.findByText("No results for “zz”")).toBeTruthy();
    answer = new Error("down");
    write("zzz");
    expect(await screen.findByText("Search isn't responding. Keep typing to retry.")).toBeTruthy();
  });

  it("the search offers the last opened result when it opens again", async () => {
    const first = open();
    first.write("pj");
    await screen.findByRole("group", { name: "Gateways" });
    first.key("Enter");
    cleanup();
    open();
    const group = await screen.findByRole("group", { name: "Recent" });
    expect(within(group).getByRole("option").textContent).toContain("PJ-014");
  });
});
