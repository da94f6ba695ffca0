import { noAccess } from "@pulse/contract/access";
import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { field, me, stage, type } from "../test/stage.tsx";
import { AppShell } from "./AppShell.tsx";

/** A window whose width crosses the border between phone and desk. */
function turnableWindow() {
  let isPhone = false;
  const listeners = new Map<unknown, () => void>();
  vi.stubGlobal("matchMedia", (query: string) => {
    const matches = (): boolean => query.includes("max-width: 700px") && isPhone;
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
      for (const tell of listeners.values()) tell();
    });
  };
}

it("keeps what was typed into a page when a phone is turned", async () => {
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
