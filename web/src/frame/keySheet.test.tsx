import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { useState } from "react";
import { KeySheet } from "./KeySheet.tsx";
import { useKeySheet } from "./useKeySheet.ts";

beforeEach(() => localStorage.clear());

function Page() {
  const [isOpen, setOpen] = useState(false);
  useKeySheet(() => setOpen(true));
  return (
    <>
      <input aria-label="Name" />
      {isOpen ? <KeySheet onClose={() => setOpen(false)} /> : null}
    </>
  );
}

it("the question mark lists the keys, except while somebody types", async () => {
  stage().show(<Page />);
  fireEvent.keyDown(await screen.findByLabelText("Name"), { key: "?" });
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.keyDown(document.body, { key: "?" });
  const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  const keysOf = (does: string) => within(sheet).getByText(does).closest("div")?.textContent;
  expect(keysOf("Go to the list, then to the next asset")).toContain("J");
  expect(keysOf("Go into the asset's card")).toContain("Enter");
  expect(keysOf("Back from history or card to the list")).toContain("Esc");
});

it("the list of keys switches single-key shortcuts off, and then no longer opens by one", async () => {
  stage().show(<Page />);
  fireEvent.keyDown(document.body, { key: "?" });
  fireEvent.click(await screen.findByRole("button", { name: "Switch off" }));
  expect(localStorage.getItem("pulse.singleKeys")).toBe("off");
  fireEvent.click(await screen.findByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.keyDown(document.body, { key: "?" });
  expect(screen.queryByRole("dialog")).toBeNull();
});
