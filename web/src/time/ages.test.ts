import { describe, expect, it } from "vitest";
import { ageText, agoText, durationText } from "./ageText.ts";
import { clockTime, dateTime, historyTime, momentText } from "./ages.ts";

const now = new Date(2026, 10, 20, 14, 3, 7).getTime();
const s = 1000;
const min = 60 * s;
const h = 60 * min;
const nbsp = "\u00A0";

describe("ages as lists write them", () => {
  it.each([
    [0, "Now"],
    [-5 * s, "Now"],
    [4 * s, "4 s"],
    [59.9 * s, "59 s"],
    [12 * min, "12 min"],
    [2 * h + 11 * min, "2 h 11 min"],
    [3 * h, "3 h"],
    [6 * 24 * h, "6 d"],
    [7 * 24 * h, "2026-11-13 14:03:07"],
  ])("an age of %d ms is written as %s", (ms, text) => {
    expect(ageText(now - ms, now).replaceAll(nbsp, " ")).toBe(text);
  });

  it("an age never breaks between a number and its unit", () => {
    expect(ageText(now - 4 * s, now)).toBe(`4${nbsp}s`);
  });

  it("an age says Never where there is no time", () => {
    expect(ageText(null, now)).toBe("Never");
  });
});

it("a duration is written in words", () => {
  const texts = [0, 59, 52 * 60, 2 * 3600 + 11 * 60, 9 * 86_400].map((seconds) => durationText(seconds));
  expect(texts.map((text) => text.replaceAll(nbsp, " "))).toEqual(["0 s", "59 s", "52 min", "2 h 11 min", "9 d"]);
});

it("an age on a card has ago added, but neither Now nor a date has", () => {
  expect(agoText(now - 4 * s, now).replaceAll(nbsp, " ")).toBe("4 s ago");
  expect(agoText(now, now)).toBe("Now");
  expect(agoText(now - 30 * 24 * h, now)).toBe("2026-10-21 14:03:07");
});

it("the product's three exact formats of a time are written as specified", () => {
  expect(dateTime(now)).toBe("2026-11-20 14:03:07");
  expect(clockTime(now)).toBe("02:03:07 PM");
  expect(historyTime(now)).toBe("2026/11/20 | 02:03 PM");
  expect(historyTime(new Date(2026, 0, 1, 0, 5, 0).getTime())).toBe("2026/01/01 | 12:05 AM");
  expect(clockTime(new Date(2026, 0, 1, 0, 5, 0).getTime())).toBe("12:05:00 AM");
});

it("a time's exact format includes the date of a moment that was not today", () => {
  expect(momentText(now - h, now)).toBe("01:03:07 PM");
  expect(momentText(now - 24 * h, now)).toBe("2026-11-19 14:03:07");
});
