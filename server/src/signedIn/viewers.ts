import type { Kysely } from "kysely";
import type { Changed } from "../adapters/bus/changed.ts";
import type { Database } from "../adapters/database/schema.ts";
import type { TokenClaims } from "../http/tokens.ts";
import type { Viewer } from "../http/viewer.ts";
import { isConcerned } from "./concerned.ts";
import { type KnownViewer, viewersRepository } from "./viewers.repository.ts";

/** How long a viewer is believed before the database is asked again: a change of role is in force after that. */
const believedMs = 5_000;

export interface Viewers {
  /** Null: nobody here has this token's subject. */
  of(claims: TokenClaims): Promise<Viewer | null>;
  /** Forgets whoever a change concerns. */
  forget(changed: Changed): void;
}

interface Believed {
  untilMs: number;
  known: Promise<KnownViewer | null>;
  /** What was read; null: nothing yet, or nobody. */
  read: KnownViewer | null;
}

/** Who is behind a token, with what they may do: the meet of the role's and the customer's operations, the group's sites. */
export function viewers(db: Kysely<Database>, now: () => number): Viewers {
  const stored = viewersRepository(db);
  const believed = new Map<string, Believed>();
  const knownOf = (sub: string): Promise<KnownViewer | null> => {
    const entry = believed.get(sub);
    if (entry && entry.untilMs > now()) return entry.known;
    if (believed.size > 10_000) believed.clear();
    const known = stored.find(sub);
    const fresh: Believed = { untilMs: now() + believedMs, known, read: null };
    believed.set(sub, fresh);
    known.then(
      (read) => (fresh.read = read),
      () => believed.get(sub) === fresh && believed.delete(sub),
    );
    return known;
  };
  return {
    of: async (claims) => {
      const known = await knownOf(claims.sub);
      if (known === null) return null;
      if (claims.authTimeMs > known.lastSignInMs) {
        known.lastSignInMs = claims.authTimeMs;
        await stored.writeSignIn(known.viewer.userId, claims.authTimeMs);
      }
      return { ...known.viewer, tokenExpiresMs: claims.expiresMs, signedInMs: claims.authTimeMs };
    },
    forget: (changed) => {
      // Who is still being read, or was not found, may be anybody.
      for (const [sub, { read }] of believed)
        if (read === null || isConcerned(read.viewer, changed)) believed.delete(sub);
    },
  };
}
