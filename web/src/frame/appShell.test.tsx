import { noAccess } from "@pulse/contract/access";
import { act, fireEvent, screen } from "@testing-library/react";
import { Link } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { field, me, stage, type } from "../test/stage.tsx";
import { AppShell } from "./AppShell.tsx";

/** A window whose width crosses the border between phone and desk. */
function turnableWindow() {
  let isPhone = false;
  const listeners = new Map<unknown, () => void>();
  vi.stubGlobal("matchMedia", (query: string) => {
    const matches = (): boolean => query.includes("max-width: 599px") && isPhone;
    return {
      matches: matches(),
      addEventListener: (_: string, listener: (event: { matches: boolean }) => void) =>
        listeners.set(listener, () => listener({ matches: matches() })),
      removeEventListener: (_: string, listener: unknown) => listeners.delete(listener),
      addListener: () => undefined,
      removeListener: () => undefined,
    };
  });
  return (): void => {
    isPhone = !isPhone;
    act(() => {
      for (const dispatch of listeners.values()) dispatch();
    });
  };
}

afterEach(() => vi.unstubAllGlobals());

it("the app has a rail that cannot be expanded at widths between phone and desktop", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("max-width: 1199px"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { answers, open } = stage();
  answers["getUserMe"] = () => me;
  answers["getAccessibleOperations"] = noAccess;
  answers["listAccessibleSites"] = () => [];
  open([{ element: <AppShell />, children: [{ path: "/page", element: <p>the page</p> }] }], "/page");
  expect(await screen.findByRole("navigation", { name: "Main navigation" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Collapse" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Expand" })).toBeNull();
});

it("the app keeps what was typed into a page when a phone is rotated", async () => {
  const turn = turnableWindow();
  const { answers, open } = stage();
  answers["getUserMe"] = () => me;
  answers["getAccessibleOperations"] = noAccess;
  answers["listAccessibleSites"] = () => [];
  const page = { path: "/page", element: <input aria-label="Name" /> };
  open([{ element: <AppShell />, children: [page] }], "/page");
  await screen.findByRole("link", { name: "Skip to content" });
  type("Name", "half a na");
  turn();
  expect(screen.queryByRole("link", { name: "Skip to content" })).toBeNull();
  expect(field("Name").value).toBe("half a na");
});

it("the app focuses a page after navigation, unless the page itself sets the focus", async () => {
  const { answers, open } = stage();
  answers["getUserMe"] = () => me;
  answers["getAccessibleOperations"] = noAccess;
  answers["listAccessibleSites"] = () => [];
  const pages = [
    { path: "/page", element: <Link to="/next">Next</Link> },
    { path: "/next", element: <h1>Next page</h1> },
    { path: "/form", element: <input aria-label="Name" autoFocus /> },
  ];
  const router = open([{ element: <AppShell />, children: pages }], "/page");
  const link = await screen.findByRole("link", { name: "Next" });
  link.focus();
  fireEvent.click(link);
  await screen.findByRole("heading", { name: "Next page" });
  expect(document.activeElement).toBe(screen.getByRole("main"));
  await act(() => router.navigate("/form"));
  expect(document.activeElement).toBe(field("Name"));
});

it("the app leaves the focus in a search that was opened before the page loaded", async () => {
  // Newer browsers return a promise.
  vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue(Promise.resolve() as never);
  const { answers, open } = stage();
  answers["getUserMe"] = () => me;
  answers["getAccessibleOperations"] = noAccess;
  answers["listAccessibleSites"] = () => [];
  const pages = [
    { path: "/page", element: <h1>First page</h1> },
    { path: "/next", element: <h1>Next page</h1> },
  ];
  const router = open([{ element: <AppShell />, children: pages }], "/page");
  await screen.findByRole("heading", { name: "First page" });
  act(() => void fireEvent.keyDown(document.body, { key: "k", ctrlKey: true }));
  const box = await screen.findByRole("combobox");
  await act(() => router.navigate("/next"));
  expect(screen.getByText("Next page")).toBeTruthy();
  expect(document.activeElement).toBe(box);
});
