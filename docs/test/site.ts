import { join } from "node:path";
import { gatherPages } from "../site/gatherPages.ts";
import { englishSite } from "../site/navigation.ts";

/** The folder `docs` and the repository's root. */
export const docs = join(import.meta.dirname, "..");
export const root = join(docs, "..");

/** Every page of the site, as it is built. */
export const pages: ReadonlyMap<string, string> = gatherPages(docs);

/** Pages that people read for a task, in either language, written by hand. */
export const guide: readonly [page: string, text: string][] = [...pages].filter(([page]) =>
  /^(de\/)?guide\//.test(page),
);

/** Pages that operators read for a task: those of the menu that are not in the guide. */
export const operators: readonly [page: string, text: string][] = [...pages].filter(([page]) => {
  const parts = englishSite.sidebar as { text: string; items: { link: string }[] }[];
  const links = parts.find(({ text }) => text === "Operate")?.items.map(({ link }) => `${link.slice(1)}.md`);
  return links?.includes(page) === true && !/^(guide|reference)\//.test(page);
});

/** Pages of operators about something that is seen on a screen of Pulse. */
const onScreen: ReadonlySet<string> = new Set([
  "backup",
  "demoSite",
  "https",
  "index",
  "install",
  "operate",
  "reach",
  "singleSignOn",
  "sms",
  "wallDisplay",
]);

/** Pages that people read for a task on a screen. */
export const tasks: readonly [page: string, text: string][] = [
  ...guide,
  ...[...pages].filter(([page]) => onScreen.has(page.replace(/\.md$/, ""))),
];

/** A page's text without its blocks of code. */
export function prose(text: string): string {
  return text.replaceAll(/^( *)```[^]*?^\1```$/gm, "");
}

/** The anchors of a page's headings, as VitePress makes them; `{#name}` names one. */
export function anchorsOf(text: string): string[] {
  return [...prose(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) => {
    const own = /\{#([\w-]+)\}\s*$/.exec(title)?.[1];
    return own ?? slug(title);
  });
}

/** Of VitePress (@mdit-vue/shared): punctuation and spaces become a hyphen, accents are dropped. */
function slug(title: string): string {
  return title
    .replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*]/g, "$1")
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/g, "")
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
    .replaceAll(/-{2,}/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .replace(/^(\d)/, "_$1")
    .toLowerCase();
}
