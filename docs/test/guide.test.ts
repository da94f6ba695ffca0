import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withNotice } from "../site/gatherPages.ts";
import { docs, guide, pages } from "./site.ts";

const german = guide.filter(([page]) => page.startsWith("de/") && existsSync(join(docs, page)));

test.each(guide)("%s begins with a title and a question, and ends with what goes wrong", (_page, text) => {
  const [title = "", ...rest] = text.trim().split("\n");
  expect(title).toMatch(/^# \S/);
  const first =
    rest
      .join("\n")
      .replace(/^::: info\n.*\n:::$/m, "")
      .trim()
      .split("\n\n")[0] ?? "";
  expect(first).toContain("?");
  const last = text.split(/^## /m).at(-1) ?? "";
  expect(last).toMatch(/^(What goes wrong|Wenn etwas nicht klappt \{#what-goes-wrong\})\n/);
});

test("what every reader needs is there in German: start, first site, finding, accuracy, geofences, reports, people", () => {
  const names = german.map(([page]) => page.replace(/^de\/guide\/|\.md$/g, ""));
  expect(names.toSorted()).toEqual(["accuracy", "fences", "find", "firstSite", "people", "reports", "start"]);
});

test("a German page has the sections of the English one, which Help opens by their English names", () => {
  for (const [page, text] of german) {
    const named = [...text.matchAll(/\{#([\w-]+)\}/g)].map(([, anchor]) => anchor);
    expect([page, ...named]).toContain("what-goes-wrong");
  }
});

test("a page that is missing in German shows the English one and says so", () => {
  const text = pages.get("de/guide/api.md") ?? "";
  expect(text).toMatch(/^# API\n\n::: info\nDiese Seite gibt es bisher nur auf Englisch\.\n:::/);
  expect(text).toContain("How does another program read");
  expect(pages.get("de/guide/find.md")).not.toContain("nur auf Englisch");
});

test("the notice stands below the title and changes nothing else", () => {
  expect(withNotice("# A\n\nText $1\n", "Note")).toBe("# A\n\nNote\n\nText $1\n");
});
