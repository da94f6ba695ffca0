import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { hashesOf, staleness, pictureRecords } from "../../scripts/pictureSources.mjs";
import { picturesOf } from "../site/gatherPages.ts";
import { docs, pages, root, tasks } from "./site.ts";

const shown = picturesOf(pages.values());

test("every picture of a page exists", () => {
  expect(shown.filter((name) => !existsSync(join(docs, "screenshots", name)))).toEqual([]);
});

test("no picture is older than the spec that takes it and the screen that it shows", () => {
  expect(shown.map((name) => staleness(name)).filter((fault) => fault !== null)).toEqual([]);
});

test("a picture whose screen has changed is named with the command that takes it anew", () => {
  const [file = "", record] = Object.entries(pictureRecords())[0] ?? [];
  const [source = ""] = Object.keys(record?.sources ?? {});
  const changed = { ...record!, sources: { ...record!.sources, [source]: "000000000000" } };
  expect(staleness(file, { [file]: changed })).toBe(
    `${file} is older than ${source}: npm run screenshots -- ${record?.screen}`,
  );
  expect(staleness("drawn-by-hand.png", {})).toBe("drawn-by-hand.png is not by npm run screenshots");
});

test("the hash of a source that is gone is none, so its pictures are stale", () => {
  expect(hashesOf(["README.md", "no/such/file.ts"])).toMatchObject({
    "README.md": expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    "no/such/file.ts": null,
  });
});

test("every page for a task shows a picture of the real screen", () => {
  expect(tasks.filter(([, text]) => !/!\[[^\]]+\]\([^)]+\)/.test(text)).map(([page]) => page)).toEqual([]);
});

test("pages in German show German screens", () => {
  const english = [...pages]
    .filter(([page]) => page.startsWith("de/") && existsSync(join(docs, page)))
    .flatMap(([page, text]) =>
      [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)]
        .map(([, path = ""]) => basename(path))
        .filter((name) => !name.includes("-german"))
        .map((name) => `${page}: ${name}`),
    );
  expect(english).toEqual([]);
});

test("every picture says in words what it shows", () => {
  const silent = [...pages].flatMap(([page, text]) => [...text.matchAll(/!\[\]\([^)]+\)/g)].map(() => page));
  expect(silent).toEqual([]);
  expect(readFileSync(join(root, "README.md"), "utf8")).not.toMatch(/!\[\]\(/);
});
