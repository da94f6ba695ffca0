import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { switchLanguage } from "../text/language.ts";
import { texts } from "../text/translate.ts";
import { When } from "./When.tsx";

const now = new Date(2026, 10, 20, 14, 3, 7).getTime();
const day = 24 * 3600_000;
const shown = (): string => (document.querySelector("time")?.textContent ?? "").replaceAll("\u00A0", " ");

beforeEach(() => vi.useFakeTimers({ now }));
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await texts.changeLanguage("en");
});

it("a shown age stays up to date, with the exact time as its tooltip", () => {
  render(<When at={now - 4000} format="list" />);
  expect(shown()).toBe("4 s");
  expect(document.querySelector("time")?.title).toBe("2026-11-20 14:03:03");
  act(() => void vi.advanceTimersByTime(3000));
  expect(shown()).toBe("7 s");
});

it("a shown age is the date from seven days on, and Never where there is no time", () => {
  const { rerender } = render(<When at={now - 7 * day} format="list" />);
  expect(shown()).toBe("2026-11-13 14:03:07");
  rerender(<When at={null} format="list" />);
  expect(screen.getByText("Never")).toBeTruthy();
});

it("a shown time at the end of a sentence begins in lower case", async () => {
  const { rerender } = render(<When at={now} format="sentence" />);
  expect(shown()).toBe("just now");
  rerender(<When at={now - 4000} format="sentence" />);
  expect(shown()).toBe("4 s ago");
  rerender(<When at={now} format="sentence" />);
  await act(() => switchLanguage("de"));
  expect(shown()).toBe("gerade eben");
});

it.each([
  ["history", "2026/11/20 | 02:03 PM"],
  ["clock", "02:03:07 PM"],
  ["list", "2026-11-10 14:03:07"],
] as const)("a shown time writes %s the same in every language", async (format, text) => {
  const at = new Date(format === "list" ? now - 10 * day : now).toISOString();
  render(<When at={at} format={format} />);
  expect(shown()).toBe(text);
  await act(() => switchLanguage("de"));
  expect(shown()).toBe(text);
});
