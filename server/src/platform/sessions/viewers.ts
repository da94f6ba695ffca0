import { AppError } from "@pulse/contract/errors";
import type { Kysely } from "kysely";
import type { Changed } from "../bus/changed.ts";
import { DatabaseUnavailable } from "../database/databaseUnavailable.ts";
import type { Database } from "../database/schema.ts";
import type { TokenClaims } from "../http/tokens.ts";
import type { Viewer } from "../http/viewer.ts";
import { isConcerned } from "./concerned.ts";
import { type CachedViewer, viewersRepository } from "./viewers.repository.ts";

/** How long a viewer is cached: a change of role is in force after this time at the latest. */
const cacheTtlMs = 5_000;
/**
 * For how long superadmins stay known while the database does not answer: they are the ones who look what is wrong, and
 * nobody can change their rights meanwhile.
 */
const awayTtlMs = 10 * 60_000;

export interface Viewers {
  /**
   * Null: no user has this token's subject.
   * @throws {AppError} `sso_required` for a sign-in by password where the customer asks for the company's
   */
  of(claims: TokenClaims): Promise<Viewer | null>;
  /** The rights of a user as stored now; null: there is no such user. */
  person(userId: string): Promise<Viewer | null>;
  /** Forgets everybody whom a change concerns. */
  drop(changed: Changed): void;
}

interface CachedRights {
  untilMs: number;
  viewer: Promise<CachedViewer | null>;
  /** What was read, and when; null: nothing yet, or nobody. */
  read: CachedViewer | null;
  readMs: number;
}

/**
 * The person behind a token with their rights: the operations that both role and customer have, and the sites of the
 * group.
 */
export function viewers(db: Kysely<Database>, now: () => number): Viewers {
  const stored = viewersRepository(db);
  const cached = new Map<string, CachedRights>();
  const viewerOf = (sub: string): Promise<CachedViewer | null> => {
    const entry = cached.get(sub);
    if (entry && entry.untilMs > now()) return entry.viewer;
    if (cached.size > 10_000) cached.clear();
    const nowMs = now();
    const viewer = stored.find({ sub }).catch((error: unknown) => {
      const isKnown = entry?.read?.viewer.isSuperadmin && nowMs - entry.readMs < awayTtlMs;
      if (!isKnown || !(error instanceof DatabaseUnavailable)) throw error;
      fresh.readMs = entry.readMs;
      return entry.read;
    });
    const fresh: CachedRights = { untilMs: nowMs + cacheTtlMs, viewer, read: null, readMs: nowMs };
    cached.set(sub, fresh);
    viewer.then(
      (read) => (fresh.read = read),
      () => cached.get(sub) === fresh && cached.delete(sub),
    );
    return viewer;
  };
  return {
    of: async (claims) => {
      const known = await viewerOf(claims.sub);
      if (known === null) return null;
      if (known.needsSso && !claims.isSso) throw new AppError("sso_required");
      if (claims.authTimeMs > known.lastSignInMs) {
        known.lastSignInMs = claims.authTimeMs;
        await stored.writeSignIn(known.viewer.userId, claims.authTimeMs);
      }
      return {
        ...known.viewer,
        tokenExpiresMs: claims.expiresMs,
        signedInMs: claims.authTimeMs,
        isSso: claims.isSso,
        ...(claims.originJti === null ? {} : { sessionId: claims.originJti }),
      };
    },
    person: async (id) => (await stored.find({ id }))?.viewer ?? null,
    drop: (changed) => {
      // A person who is still being read, or was not found, may be anybody.
      for (const [sub, { read }] of cached) if (read === null || isConcerned(read.viewer, changed)) cached.delete(sub);
    },
  };
}
