import { readClaims } from "../session/jwt.ts";

/** The answers that the map needs to open: who it is, what they may see, the sites, the floors and the last positions. */
const keepable = [
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
/** For what is told to everybody. */
const openName = "open";
const prefix = "kept-";
/** Of one person; the oldest go first. */
const atMost = 80;
/** These say that the person may not have it any more. */
const withdrawn: ReadonlySet<number> = new Set([401, 403, 404]);

/** The browser's caches, as far as they are used here. */
export interface Caches {
  open(name: string): Promise<Pick<Cache, "match" | "put" | "delete" | "keys">>;
  keys(): Promise<string[]>;
  delete(name: string): Promise<boolean>;
}

export interface Asking {
  answer: Promise<Response>;
  /** Ends when the answer has been put away; the worker lives as long. */
  kept: Promise<void>;
}

/**
 * The last answers of the server, given again while it cannot be reached and at no other time. They are one person's: somebody
 * else's answers take their place, and `forget` leaves nothing.
 */
export function createKeptAnswers(caches: Caches, ask: (request: Request) => Promise<Response>) {
  // What was asked for before something was forgotten is not put away any more.
  let forgotten = 0;

  const forgetAll = async (but: string | null): Promise<void> => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== but);
    await Promise.all(names.map((name) => caches.delete(name)));
  };

  const keep = async (name: string, url: string, answer: Response, since: number): Promise<void> => {
    if (name !== openName) await forgetAll(name);
    const cache = await caches.open(name);
    if (withdrawn.has(answer.status)) await cache.delete(url);
    if (!answer.ok) return;
    const body = await answer.blob();
    if (since !== forgotten) return;
    await cache.put(url, new Response(body, { status: answer.status, headers: answer.headers }));
    // A sign-out while it was being written.
    if (since !== forgotten && name !== openName) await caches.delete(name);
    const [oldest] = await cache.keys();
    if (oldest !== undefined && (await cache.keys()).length > atMost) await cache.delete(oldest);
  };

  return {
    /** Asks the server and keeps what it says, or gives what it said last. Null: this is not kept. */
    take(request: Request): Asking | null {
      const name = cacheOf(request);
      if (name === null) return null;
      const since = forgotten;
      const asked = ask(request);
      const answer = asked.catch(async (error: unknown) => {
        const kept = await (await caches.open(name)).match(request.url, { ignoreVary: true });
        if (kept === undefined || since !== forgotten) throw error;
        return kept;
      });
      const copy = asked.then((given) => given.clone());
      const kept = copy.then((given) => keep(name, request.url, given, since)).catch(() => undefined);
      return { answer, kept };
    },
    async forget(): Promise<void> {
      forgotten += 1;
      await forgetAll(null);
    },
  };
}

function cacheOf({ method, url, headers }: Request): string | null {
  const { pathname } = new URL(url);
  if (method !== "GET" || !keepable.some((path) => path.test(pathname))) return null;
  if (pathname === "/api/config") return openName;
  const subject = readClaims(headers.get("x-id-token") ?? "")?.["sub"];
  return typeof subject === "string" ? prefix + subject : null;
}
