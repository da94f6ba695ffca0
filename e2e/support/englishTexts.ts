import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";

const texts = join(import.meta.dirname, "..", "..", "web", "src", "text");

type Catalogue = { [key: string]: string | Catalogue };

function* sentences(catalogue: Catalogue): Generator<string> {
  for (const value of Object.values(catalogue))
    if (typeof value === "string") yield value;
    else yield* sentences(value);
}

const written = (language: "en" | "de"): string[] =>
  globSync(`{*.${language},${language}}.json`, { cwd: texts })
    // Its keys are the server's sentences, which German screens show translated.
    .flatMap((file) => [...sentences(JSON.parse(readFileSync(join(texts, file), "utf8")) as Catalogue)]);

/** What only the English screens say: texts without values, which no German text is equal to. */
export function englishOnly(): string[] {
  const german = new Set(written("de"));
  return written("en").filter((text) => /[a-z]{3}/i.test(text) && !text.includes("{{") && !german.has(text));
}

/** English texts and names of controls that a page shows although it is German. */
export function englishTexts(page: Page, english: readonly string[]): Promise<string[]> {
  return page.evaluate((given) => {
    const { document } = globalThis as unknown as InPage;
    const known = new Set(given);
    const found = new Set<string>();
    const look = (text: string | null, element: Element | null): void => {
      const trimmed = (text ?? "").trim();
      if (known.has(trimmed) && element?.closest("[lang=en]") === null) found.add(trimmed);
    };
    const walker = document.createTreeWalker(document.body, 4);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
      look(text.textContent, text.parentElement);
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]"))
      for (const name of ["aria-label", "placeholder", "title", "alt"]) look(element.getAttribute(name), element);
    return [...found];
  }, english);
}

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface Element {
  closest(selector: string): Element | null;
  getAttribute(name: string): string | null;
}
interface InPage {
  document: {
    body: unknown;
    createTreeWalker(
      root: unknown,
      whatToShow: number,
    ): { nextNode(): { textContent: string; parentElement: Element | null } | null };
    querySelectorAll(selector: string): Iterable<Element>;
  };
}
