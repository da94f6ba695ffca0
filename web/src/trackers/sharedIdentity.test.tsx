import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { SharedIdentityNote } from "./SharedIdentityNote.tsx";

it("a tracker whose key matches many devices says so, with their number and what to do", async () => {
  const { show } = stage();
  show(<SharedIdentityNote shared={{ kind: "irk", addresses: 40, lastAt: "2026-11-20T12:00:00.000Z" }} />);
  const note = await screen.findByRole("alert");
  expect(note.textContent).toMatch(/40 devices match its identity resolving key at once/);
  expect(note.textContent).toMatch(/enter the key of this device/);
});
