import type { Language, SiteTexts } from "./siteTexts.ts";
import { siteTexts } from "./siteTexts.ts";

/** In the look of the app's own banner of a broken connection (web/src/shell/ConnectionBanner.module.css). */
const style = `
  body { display: flex; flex-direction: column; }
  #root { flex: 1; min-height: 0; height: auto; }
  #recording {
    flex: none; display: flex; align-items: center; justify-content: center; gap: 8px; min-height: 32px; padding: 4px 16px;
    padding-top: calc(4px + env(safe-area-inset-top)); background: #2b323b; color: #ffffff; line-height: 18px;
  }
  #recording b { font-weight: 550; }
  #recording span { color: #d5dae0; }
  #recording a { color: #ffffff; text-decoration: underline; text-underline-offset: 3px; white-space: nowrap; }
  #recording a:focus-visible { outline: 2px solid #ffffff; outline-offset: 2px; border-radius: 3px; }
  @media (max-width: 700px) { #recording span { display: none; } }
  @media print { #recording { display: none; } }
`;

/** Says above every page that it is a recording, in the app's language, with a link to how to install Pulse. */
export function showBanner(page: Document, installUrl: string): void {
  const sheet = page.createElement("style");
  sheet.textContent = style;
  page.head.append(sheet);
  const banner = page.createElement("aside");
  banner.id = "recording";
  const [title, rest, link] = [page.createElement("b"), page.createElement("span"), page.createElement("a")];
  link.href = installUrl;
  // In the frame of another page it opens in place of that page, not within the frame.
  link.target = "_top";
  banner.append(title, rest, link);
  const write = (): void => {
    const texts: SiteTexts =
      siteTexts[(page.documentElement.lang as Language) in siteTexts ? (page.documentElement.lang as Language) : "en"];
    banner.setAttribute("aria-label", texts.title);
    title.textContent = texts.title;
    rest.textContent = texts.rest;
    link.textContent = texts.install;
  };
  write();
  new MutationObserver(write).observe(page.documentElement, { attributeFilter: ["lang"] });
  page.body.prepend(banner);
}
