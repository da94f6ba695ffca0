const prefix = "shell-";
const page = "/";
/** If the server does not send a page within this time, the stored one is used, ms. */
const timeoutMs = 5_000;
const isOther = /^\/(api|docs|identity|scim|sso|dev|socket\.io|metrics|healthz|readyz|assets)(\/|$)|\.[a-z0-9]{2,5}$/i;

/** One release of the app: its files, and a name that no other release has. */
export interface Release {
  name: string;
  files: readonly string[];
}

interface Parts {
  caches: Pick<CacheStorage, "open" | "keys" | "delete" | "match">;
  ask(request: Request): Promise<Response>;
  /** Rejects after this many milliseconds. */
  failAfter(ms: number): Promise<never>;
}

/**
 * The app itself, to open without a network. The page always comes from the server if it can be reached, so that a new
 * release is never hidden; its files have content hashes in their names and never change.
 */
export function createShellFiles({ name, files }: Release, { caches, ask, failAfter }: Parts) {
  const own = prefix + name;
  const fetchFresh = async (path: string): Promise<Response> => ask(new Request(path, { cache: "reload" }));

  return {
    /** Stores the whole release; if a file fails to load, rejects and keeps the last release. */
    async keep(): Promise<void> {
      const cache = await caches.open(own);
      await cache.put(page, await fetchFresh(page));
      await cache.addAll(files.filter((file) => file !== page));
    },
    async dropOthers(): Promise<void> {
      const names = (await caches.keys()).filter((other) => other.startsWith(prefix) && other !== own);
      await Promise.all(names.map((other) => caches.delete(other)));
    },
    /** The page or a file of the app; null: neither. */
    take(request: Request): Promise<Response> | null {
      const { pathname } = new URL(request.url);
      if (request.mode === "navigate") return isOther.test(pathname) ? null : openPage(request);
      return files.includes(pathname) ? openFile(request) : null;
    },
  };

  async function openPage(request: Request): Promise<Response> {
    try {
      return await Promise.race([ask(request), failAfter(timeoutMs)]);
    } catch (error) {
      const stored = await (await caches.open(own)).match(page);
      if (stored === undefined) throw error;
      return stored;
    }
  }

  async function openFile(request: Request): Promise<Response> {
    return (await caches.match(request.url, { ignoreVary: true })) ?? ask(request);
  }
}
