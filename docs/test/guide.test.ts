import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withNotice } from "../site/gatherPages.ts";
import { docs, guide, operators, pages, root } from "./site.ts";

const german = guide.filter(([page]) => page.startsWith("de/") && existsSync(join(docs, page)));

test.each([...guide, ...operators])(
  "%s begins with a title and a question, and ends with what goes wrong",
  (_page, text) => {
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
  },
);

test("a page of a make of gateway has its form, its topics, the firmware that was read, and what Pulse can do with it", () => {
  const makes = [...pages].filter(([page]) => /^guide\/gateways\/(?!index|other)/.test(page));
  expect(makes.length).toBeGreaterThan(6);
  const parts = [
    /^\| (field|option) +\| value/m,
    /[Tt]opic/,
    /\*\*(Firmware|Version)\*\*: \S/,
    /\*\*Reads\*\*: .*\*\*Commands\*\*: /,
  ];
  const missing = makes.flatMap(([page, text]) =>
    parts.filter((part) => !part.test(text)).map((part) => `${page}: ${part.source}`),
  );
  expect(missing).toEqual([]);
});

test("every alert of Prometheus has a part that says what to do, and there are ten", () => {
  const rules = readFileSync(join(root, "deploy", "prometheus", "alerts.yml"), "utf8");
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name);
  const parts = [...(pages.get("operate.md") ?? "").matchAll(/^### (\w+)\n\n\S/gm)].map(([, name = ""]) => name);
  expect(alerts).toHaveLength(10);
  expect(parts.toSorted()).toEqual(alerts.toSorted());
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
