import type { MarkdownRenderer } from "vitepress";

/** The pages that show the demo, with what they say of it and the language that it speaks there. */
const startPages: Readonly<Record<string, { words: string; query: string }>> = {
  "index.md": { words: "Open the recording in a window of its own", query: "" },
  "de/index.md": { words: "Die Aufzeichnung in einem eigenen Fenster öffnen", query: "?language=de" },
};

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A markdown-it plugin: on the start pages the demo takes the place of the picture, and its words are the frame's title. */
export function embeddedDemo(md: MarkdownRenderer, demoUrl: string): void {
  const image = md.renderer.rules.image!;
  md.renderer.rules.image = (tokens, at, options, env: { relativePath?: string }, self) => {
    const page = env.relativePath ?? "";
    const start = startPages[page];
    if (start === undefined) return image(tokens, at, options, env, self);
    const [url, title] = [escaped(demoUrl + start.query), escaped(tokens[at]!.content)];
    return (
      `<iframe class="demo" src="${url}" title="${title}" loading="lazy"></iframe>` +
      `<a href="${url}" target="_blank" rel="noopener">${start.words}</a>`
    );
  };
}
