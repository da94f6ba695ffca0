import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { resolver } from "./theme.ts";
import { ramps, type TokenName, tokensOf } from "./tokens.ts";

// The browser specs look at the light scheme with axe; this is why the dark one needs no second look: it changes tokens only.

/** WCAG 2.2, success criterion 1.4.3: text of ordinary size. */
const least = 4.5;
const t = tokensOf("dark");
const names = Object.keys(t) as TokenName[];

/** WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

interface Pair {
  text: string;
  ground: string;
  at: string;
}

function illegible(pairs: readonly Pair[]): string[] {
  return pairs
    .filter(({ text, ground }) => !(contrast(text, ground) >= least))
    .map(({ text, ground, at }) => `${at}: ${text} on ${ground} has ${contrast(text, ground).toFixed(2)}`);
}

interface Rule {
  at: string;
  text: TokenName | undefined;
  ground: TokenName | undefined;
}

/** Every rule of the app's style sheets that sets a text colour or a ground from a token. */
function colouredRules(): Rule[] {
  const root = join(import.meta.dirname, "..");
  return globSync("**/*.css", { cwd: root }).flatMap((file) => {
    const sheet = readFileSync(join(root, file), "utf8").replaceAll(/\/\*[^]*?\*\//g, "");
    return [...sheet.matchAll(/([^{}]*)\{([^{}]*)\}/g)].flatMap(([, selector = "", body = ""]) => {
      const token = (property: string) =>
        names.find((name) => new RegExp(`(?<![-\\w])${property}:\\s*var\\(--pulse-${name}\\)`).test(body));
      const [text, ground] = [token("color"), token("background(?:-color)?")];
      if (text === undefined && ground === undefined) return [];
      return [{ at: `${file} ${selector.trim().replaceAll(/\s+/g, " ")}`, text, ground }];
    });
  });
}

const rules = colouredRules();
/** Where text lies whose rule sets no ground: pages, cards, tables, and what the pointer is on. */
const plain = ["canvas", "surface", "sunken", "hover"] as const;

it("each text colour that a style sheet sets together with its ground is legible in the dark scheme", () => {
  const pairs = rules.flatMap(({ at, text, ground }) =>
    text === undefined || ground === undefined ? [] : [{ at, text: t[text], ground: t[ground] }],
  );
  expect(pairs.length).toBeGreaterThan(30);
  expect(illegible(pairs)).toEqual([]);
});

it("each text colour that a style sheet sets alone is legible on every plain ground in the dark scheme", () => {
  // Only disabled controls have the colour of a control's border, and nobody has to read those.
  const alone = rules.filter(({ text, ground }) => text !== undefined && ground === undefined && text !== "border-ctl");
  expect(new Set(alone.map(({ text }) => text)).size).toBeGreaterThan(8);
  const pairs = alone.flatMap(({ at, text }) =>
    plain.map((ground) => ({ at: `${at}, ${ground}`, text: t[text!], ground: t[ground] })),
  );
  expect(illegible(pairs)).toEqual([]);
});

it("text that inherits its colour is legible on every soft ground in the dark scheme", () => {
  const soft = names.filter((name) => /-soft(-2)?$/.test(name));
  expect(soft.length).toBeGreaterThan(6);
  const texts = ["text", "text-2", "text-3"] as const;
  const pairs = soft.flatMap((ground) =>
    texts
      // The stronger orange is only a ground of what is chosen, which has no weak text.
      .filter((text) => text !== "text-3" || ground !== "primary-soft-2")
      .map((text) => ({ at: `${text} on ${ground}`, text: t[text], ground: t[ground] })),
  );
  expect(illegible(pairs)).toEqual([]);
});

it("Mantine's texts, links, errors and filled buttons are legible in the dark scheme", () => {
  const of = (name: string): string => resolver({} as never).dark[`--mantine-${name}`] ?? "none";
  const texts = ["text", "dimmed", "placeholder", "anchor", "error", "default-color"];
  const onPages = texts.flatMap((text) =>
    [of("color-body"), t.surface].map((ground) => ({ at: text, text: of(`color-${text}`), ground })),
  );
  const filled = [of("color-orange-filled"), of("color-orange-filled-hover"), ramps.crimson[4]].map((ground) => ({
    at: "a filled button",
    text: of("primary-color-contrast"),
    ground,
  }));
  expect(illegible([...onPages, ...filled])).toEqual([]);
});
