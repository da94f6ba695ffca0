import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import { routes } from "../app/routes.tsx";
import { helpAddress, helpPages } from "./helpPages.ts";

const docs = join(import.meta.dirname, "..", "..", "..", "docs");

/** The addresses of all screens below the frame with the account menu, with example values. */
function screens(of: readonly RouteObject[], before = ""): string[] {
  return of.flatMap(({ path = "", index, children }) => {
    const own = path.startsWith("/") ? path : join(before, path);
    return [...(children === undefined && !index ? [own] : []), ...screens(children ?? [], own)];
  });
}
const withoutMenu = new Set([
  "/signin",
  "/signin/company",
  "/signup",
  "/verify-email",
  "/forgot-password",
  "/change-forgot-password",
  "/setup",
  "/register-phone",
  "/verify-phone",
]);
const isScreen = (path: string): boolean => !withoutMenu.has(path) && !/^\/?\*?$|not-accessible/.test(path);

describe("help", () => {
  it("every screen has its own page of the documentation", () => {
    const addresses = screens(routes)
      .filter(isScreen)
      .map((path) => path.replace(/\/:id\?$/, "").replaceAll(/:\w+/g, "x"));
    expect(addresses.length).toBeGreaterThan(25);
    expect(addresses.filter((path) => helpAddress(path, "en") === "/docs/")).toEqual([]);
  });

  it.each(helpPages.map(({ page }) => page))(
    "the page %s exists, with the heading that its address names",
    (address) => {
      const [page = "", anchor] = address.split("#");
      const file = join(docs, page.endsWith("/") ? `${page}README.md` : `${page}.md`);
      expect(existsSync(file)).toBe(true);
      const headings = readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm);
      const anchors = [...headings].map(([, title = ""]) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"));
      if (anchor !== undefined) expect(anchors).toContain(anchor);
    },
  );

  it("people read the guide in their language, and operators' pages in English", () => {
    expect(helpAddress("/sites/7/map", "en")).toBe("/docs/guide/find");
    expect(helpAddress("/sites/7/map", "de")).toBe("/docs/de/guide/find");
    expect(helpAddress("/operations", "de")).toBe("/docs/operate");
    expect(helpAddress("/not-accessible", "de")).toBe("/docs/de/");
  });
});
