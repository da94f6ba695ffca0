/** Where the documentation is, and the folder of the site; `docsUrl`: an address, or a path of the same host; null: nowhere. */
export interface SitePlaces {
  base: URL;
  docsUrl: string | null;
}

/** The published page of a path below `/docs/` of a running Pulse; without a documentation the page about the recording. */
export function docsAddress(path: string, { base, docsUrl }: SitePlaces): string {
  if (docsUrl === null) return new URL("about.html", base).href;
  const [page = "", ...anchor] = path.split(/(?=#)/);
  // Plain files have an ending that the addresses in the app lack.
  const file = page === "" || /\/$|\.\w+$/.test(page) ? page : `${page}.html`;
  return new URL(file + anchor.join(""), new URL(docsUrl, base)).href;
}

/** What becomes of an address that somebody opens: a page of the app, another address, or whatever the host has there. */
export type Navigation = "app" | "host" | { to: string };

/** Decides it for a page that is opened on the site's host. */
export function navigationOf(url: URL, places: SitePlaces): Navigation {
  const { base, docsUrl } = places;
  const docs = docsUrl === null ? null : new URL(docsUrl, base);
  const isPublished = docs !== null && docs.origin === url.origin && url.pathname.startsWith(docs.pathname);
  const folder = isPublished ? docs.pathname : "/docs/";
  if (isPublished || url.pathname.startsWith(folder)) {
    const to = docsAddress(url.pathname.slice(folder.length) + url.hash, places);
    return new URL(to).pathname === url.pathname && new URL(to).origin === url.origin ? "host" : { to };
  }
  const isPage = url.pathname.startsWith(base.pathname) && !/\.[a-z0-9]{2,5}$/i.test(url.pathname);
  return isPage ? "app" : "host";
}
