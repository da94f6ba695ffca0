import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeServer } from "../test/fakeServer.ts";
import { startSignedIn } from "../test/wholeApp.tsx";

const search = (): HTMLElement | null => screen.queryByRole("dialog", { name: "Search" });
const key = (init: KeyboardEventInit): void => void fireEvent.keyDown(document.body, init);

const choice = (): Promise<HTMLInputElement> => screen.findByRole("switch", { name: /^Single-key/ });

it("keys without a modifier are switched off in the profile; Ctrl with K still searches", async () => {
  fakeServer();
  await startSignedIn("/profile");
  expect((await choice()).checked).toBe(true);
  fireEvent.click(await choice());
  key({ key: "/" });
  expect(search()).toBeNull();
  key({ key: "k", ctrlKey: true });
  await waitFor(() => expect(search()).not.toBeNull());
});

it("keys without a modifier stay off in this browser until they are switched on again", async () => {
  fakeServer();
  const { close } = await startSignedIn("/profile");
  fireEvent.click(await choice());
  close();
  await startSignedIn("/profile");
  expect((await choice()).checked).toBe(false);
  key({ key: "/" });
  expect(search()).toBeNull();
  fireEvent.click(await choice());
  key({ key: "/" });
  await waitFor(() => expect(search()).not.toBeNull());
});
