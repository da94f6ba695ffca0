import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeServer } from "../test/fakeServer.ts";
import { startSignedIn } from "../test/wholeApp.tsx";

const search = (): HTMLElement | null => screen.queryByRole("dialog", { name: "Search" });
const key = (init: KeyboardEventInit): void => void fireEvent.keyDown(document.body, init);

it("keys without a modifier are switched off in the profile, for this browser; Ctrl with K still searches", async () => {
  fakeServer();
  const { close } = await startSignedIn("/profile");
  const choice = await screen.findByRole<HTMLInputElement>("switch", { name: /^Single-key/ });
  expect(choice.checked).toBe(true);
  fireEvent.click(choice);
  key({ key: "/" });
  expect(search()).toBeNull();
  key({ key: "k", ctrlKey: true });
  expect(await screen.findByRole("dialog", { name: "Search" })).toBeTruthy();
  close();
  await startSignedIn("/profile");
  const again = await screen.findByRole<HTMLInputElement>("switch", { name: /^Single-key/ });
  expect(again.checked).toBe(false);
  fireEvent.click(again);
  key({ key: "/" });
  await waitFor(() => expect(search()).not.toBeNull());
});
