import { type Area, grants, type Letter, noAccess } from "@pulse/contract/access";
import { AppError } from "@pulse/contract/errors";
import { networkOf } from "../../platform/http/addresses.ts";
import type { Authenticator } from "../../platform/http/admission.ts";
import { originOf } from "../../platform/http/origin.ts";
import { consumePoint, type RateLimiters } from "../../platform/http/rateLimit.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { hashSecret } from "../../platform/devices/secrets.ts";
import type { ApiKeysRepository, StoredApiKey } from "./apiKeys.repository.ts";

/** Calls of one key a minute. */
const callsPerMin = 1200;
/** Unknown keys from one address a minute. Nobody can guess one; this only limits the cost of trying. */
const wrongPerMin = 60;

/**
 * API keys as bearer tokens. Each call reads the key and its maker's rights, so that revoked keys and withdrawn rights
 * end at once in every process.
 */
export function apiKeyAuthenticator(parts: {
  keys: Pick<ApiKeysRepository, "byHash" | "operations" | "used">;
  /** The rights of a person now; null: there is no such person. */
  makerOf(userId: string): Promise<Viewer | null>;
  limiters: RateLimiters;
  now(): number;
  callsPerMin?: number;
}): Authenticator {
  const { keys, makerOf, limiters, now } = parts;
  const perKey = limiters("api_key", { points: parts.callsPerMin ?? callsPerMin, durationS: 60 });
  const wrong = limiters("wrong_api_key", { points: wrongPerMin, durationS: 60 });
  return {
    kind: "apiKey",
    credentialOf: ({ headers }) => headers.authorization?.match(/^Bearer +(pulse_\S+)$/i)?.[1] ?? null,
    judge: async (shown, request) => {
      const { ip } = originOf(request);
      const key = await keys.byHash(hashSecret(shown));
      const maker = key?.maker_id ? await makerOf(key.maker_id) : null;
      const isEnded = key?.expires_at ? key.expires_at.getTime() <= now() : false;
      const isMakersCustomer = maker?.isSuperadmin === true || maker?.customerId === key?.customer_id;
      if (key === undefined || maker === null || isEnded || !isMakersCustomer) {
        await consumePoint(wrong, networkOf(ip));
        throw new AppError("unauthorized");
      }
      await consumePoint(perKey, key.id);
      await keys.used(key, new Date(now()), ip);
      return { kind: "apiKey", keyId: key.id, viewer: viewerOfKey(key, maker, await keys.operations()) };
    },
  };
}

/** What a key may do: what it was given, as far as its customer and its maker have it now. */
function viewerOfKey(
  key: StoredApiKey & { available: readonly string[] | null },
  maker: Viewer,
  operations: readonly { id: string; area: string; letter: Letter }[],
): Viewer {
  const access = noAccess();
  for (const { id, area, letter } of operations) {
    const need = { area: area as Area, letter };
    const isAvailable = key.available === null || key.available.includes(id);
    if (isAvailable && key.operation_ids.includes(id) && grants(maker.access, need)) access[need.area].push(letter);
  }
  return {
    // The key's own id in the audit log, and wherever it says who did something.
    userId: key.id,
    email: `${key.name} (${key.prefix}…)`,
    customerId: key.customer_id,
    roleId: null,
    groupId: null,
    isSuperadmin: false,
    devToolEnabled: false,
    access,
    siteIds: sitesOf(key.site_ids, maker.siteIds),
    tokenExpiresMs: key.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    signedInMs: 0,
  };
}

function sitesOf(own: readonly string[], ofMaker: Viewer["siteIds"]): Viewer["siteIds"] {
  if (own.length === 0) return ofMaker;
  return new Set(own.filter((id) => ofMaker?.has(id) ?? true));
}
