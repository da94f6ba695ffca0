import { fullAccess } from "@pulse/contract/access";
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { me, stage } from "../test/stage.tsx";
import "../text/translate.ts";
import { SearchPalette } from "./SearchPalette.tsx";
import { useSearchKeys } from "./useSearchKeys.ts";

// Newer browsers return a promise.
beforeEach(() => void vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue(Promise.resolve() as never));

it("opens again after it was closed", async () => {
  const set = stage();
  set.answers["getUserMe"] = () => ({ ...me, isSuperadmin: false });
  set.answers["getAccessibleOperations"] = () => fullAccess();
  function Frame() {
    const [isOpen, setOpen] = useState(false);
    useSearchKeys(() => setOpen(true));
    return <SearchPalette isOpen={isOpen} onClose={() => setOpen(false)} />;
  }
  set.show(<Frame />);
  for (let turn = 0; turn < 3; turn++) {
    act(() => void fireEvent.keyDown(document.body, { key: "k", ctrlKey: true }));
    const box = await screen.findByRole("combobox");
    await screen.findByRole("group", { name: "Pages" });
    fireEvent.keyDown(box, { key: "ArrowDown" });
    fireEvent.keyDown(box, { key: "Escape" });
    expect(screen.queryByRole("combobox")).toBeNull();
  }
});

it("returns the focus to where it was before", async () => {
  const set = stage();
  set.answers["getUserMe"] = () => ({ ...me, isSuperadmin: false });
  set.answers["getAccessibleOperations"] = () => fullAccess();
  function Frame() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Find
        </button>
        <SearchPalette isOpen={isOpen} onClose={() => setOpen(false)} />
      </>
    );
  }
  set.show(<Frame />);
  const opener = await screen.findByRole("button", { name: "Find" });
  opener.focus();
  fireEvent.click(opener);
  const box = await screen.findByRole("combobox");
  expect(document.activeElement).toBe(box);
  fireEvent.keyDown(box, { key: "Escape" });
  expect(document.activeElement).toBe(opener);
});
