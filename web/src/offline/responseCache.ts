import { readClaims } from "../session/jwt.ts";

/** The answers that the map needs to open: the person, their permissions, the sites, the floors and the last positions. */
const cacheablePaths = [
  /^\/api\/config$/,
  /^\/api\/v3\/users\/me$/,
  /^\/api\/v3\/accessible-operations$/,
  /^\/api\/v3\/customers\/[^/]+\/accessible-(operations|sites)$/,
  /^\/api\/v3\/sites$/,
  /^\/api\/v3\/sites\/[^/]+\/floors$/,
  /^\/api\/v3\/assets\/live$/,
  /^\/api\/v3\/hardwares$/,
  /^\/api\/v3\/files\/[^/]+$/,
];
/** The cache of public answers. */
const openName = "open";
const prefix = "kept-";
/** The most answers of one person; the oldest are removed first. */
const maxAnswers = 80;
/** Statuses which say that the person may no longer have the data. */
const revokedStatuses: ReadonlySet<number> = new Set([401, 403, 404]);

/** The part of the browser's caches used here. */
export interface Caches {
  open(name: string): Promise<Pick<Cache, "match" | "put" | "delete" | "keys">>;
  keys(): Promise<string[]>;
  delete(name: string): Promise<boolean>;
}

export interface CachedRequest {
  answer: Promise<Response>;
  /** Resolves when the answer has been stored; the worker stays alive until then. */
  stored: Promise<void>;
}

/**
 * The server's last answers, returned only while it cannot be reached. They belong to one person: somebody else's answers
 * replace them, and `forget` removes everything.
 */
export function createResponseCache(caches: Caches, ask: (request: Request) => Promise<Response>) {
  // Requests made before a `forget` are not stored any more.
  let generation = 0;

  const forgetAll = async (but: string | null): Promise<void> => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== but);
    await Promise.all(names.map((name) => caches.delete(name)));
  };

  const store = async (name: string, url: string, answer: Response, since: number): Promise<void> => {
    if (name !== openName) await forgetAll(name);
    const cache = await caches.open(name);
    if (revokedStatuses.has(answer.status)) await cache.delete(url);
    if (!answer.ok) return;
    const body = await answer.blob();
    if (since !== generation) return;
    await cache.put(url, new Response(body, { status: answer.status, headers: answer.headers }));
    // There was a sign-out while the answer was being written.
    if (since !== generation && name !== openName) await caches.delete(name);
    const [oldest] = await cache.keys();
    if (oldest !== undefined && (await cache.keys()).length > maxAnswers) await cache.delete(oldest);
  };

  return {
    /** Asks the server and stores its answer, or returns the last one. Null: this request is not stored. */
    take(request: Request): CachedRequest | null {
      const name = cacheOf(request);
      if (name === null) return null;
      const since = generation;
      const response = ask(request);
      const answer = response.catch(async (error: unknown) => {
        const stored = await (await caches.open(name)).match(request.url, { ignoreVary: true });
        if (stored === undefined || since !== generation) throw error;
        return stored;
      });
      const copy = response.then((fetched) => fetched.clone());
      const stored = copy.then((fetched) => store(name, request.url, fetched, since)).catch(() => undefined);
      return { answer, stored };
    },
    async forget(): Promise<void> {
      generation += 1;
      await forgetAll(null);
    },
  };
}

function cacheOf({ method, url, headers }: Request): string | null {
  const { pathname } = new URL(url);
  if (method !== "GET" || !cacheablePaths.some((path) => path.test(pathname))) return null;
  if (pathname === "/api/config") return openName;
  const subject = readClaims(headers.get("x-id-token") ?? "")?.["sub"];
  return typeof subject === "string" ? prefix + subject : null;
}
