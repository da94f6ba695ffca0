import { describe, expect, it } from "vitest";
import { csvText } from "./csv.ts";

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
