import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { switchLanguage, loadPageTexts } from "../text/language.ts";
import { ConnectionWords } from "./ConnectionWords.tsx";

afterEach(() => switchLanguage("en"));

const words = (): string => screen.getByRole("status").textContent.replaceAll("\u00A0", " ");

it("the badge says live, catching up with the delay, or disconnected, in words and in both languages", async () => {
  const set = stage();
  const { connection } = set.services;
  set.show(<ConnectionWords />);
  act(() => {
    connection.opening();
    connection.joined();
  });
  expect(words()).toBe("Live");
  act(() => connection.delayed(40_000));
  expect(words()).toBe("Catching up, 40 s behind");
  act(() => connection.delayed(4 * 60_000 + 20_000));
  expect([words(), screen.getByRole("status").dataset["state"]]).toEqual(["Catching up, 4 min behind", "behind"]);
  await act(async () => {
    await loadPageTexts();
    await switchLanguage("de");
  });
  expect(words()).toBe("Holt auf, 4 min zurück");
  await act(() => switchLanguage("en"));
  act(() => connection.lost());
  expect(words()).toBe("Reconnecting...");
  act(() => connection.joined());
  expect(words()).toBe("Live");
});
