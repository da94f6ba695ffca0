import { describe, expect, it, vi } from "vitest";
import { csvFileName, csvText } from "./csv.ts";

describe("a CSV file", () => {
  it("a CSV file has a header, CRLF, numbers with a point and empty cells for missing values", () => {
    expect(
      csvText(
        ["name", "count"],
        [
          ["Dock 3", 1.5],
          ["–", null],
          ["x", undefined],
        ],
      ),
    ).toBe("name,count\r\nDock 3,1.5\r\n–,\r\nx,\r\n");
  });

  it("a CSV file quotes cells that would break its lines, and doubles their quotes", () => {
    expect(csvText(["a"], [['Say "when"'], ["a,b"], ["two\nlines"]])).toBe(
      'a\r\n"Say ""when"""\r\n"a,b"\r\n"two\nlines"\r\n',
    );
  });

  it.each([
    ["=1+2", "'=1+2"],
    ["+49 151", "'+49 151"],
    ["-x", "'-x"],
    ["@sum", "'@sum"],
    ["\tx", "'\tx"],
    ['=HYPERLINK("a","b")', `"'=HYPERLINK(""a"",""b"")"`],
  ])("a CSV file keeps spreadsheets from reading the text %s as a formula", (text, cell) => {
    expect(csvText(["a"], [[text]])).toBe(`a\r\n${cell}\r\n`);
  });

  it("a CSV file leaves a negative number as a number", () => {
    expect(csvText(["rssi"], [[-61]])).toBe("rssi\r\n-61\r\n");
  });
});

it("a CSV file is named by the viewer's date, not by UTC's", () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T23:30:00Z") });
  // As in a zone where it is half past one in the morning already.
  vi.spyOn(Date.prototype, "getDate").mockReturnValue(21);
  expect(csvFileName("users")).toBe("users_20261121.csv");
});
