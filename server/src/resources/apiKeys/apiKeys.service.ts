import { type ApiKey, type ApiKeyBody, type NewApiKey, keyStart } from "@pulse/contract/apiKeys";
import { AppError } from "@pulse/contract/errors";
import type { PageMetadata } from "@pulse/contract/page";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { accessRecords } from "../../platform/access/accessRecords.ts";
import {
  grantableOperations,
  grantableSites,
  opensMoreSites,
  grantRefusal,
} from "../../platform/access/grantableOperations.ts";
import type { CustomerOperations } from "../../platform/access/customerOperations.ts";
import { invalidValues } from "../../platform/access/refusals.ts";
import { pageOf, type SearchQuery } from "../../platform/database/listing.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { AuditLog } from "../../platform/audit/audit.service.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Write } from "../../platform/writes/write.ts";
import { type ApiKeysRepository, apiKeyView, type StoredApiKey } from "./apiKeys.repository.ts";
import { randomInt } from "node:crypto";
import { hashSecret } from "../../platform/devices/secrets.ts";

export type ApiKeysService = ReturnType<typeof apiKeysService>;

/** The API keys of customers: made with no more than their maker has, shown once, revoked by deleting them. */
export function apiKeysService(parts: { keys: ApiKeysRepository; audit: Pick<AuditLog, "record">; now(): number }) {
  const { keys, now } = parts;
  const { recordOf, withRefusalAudit } = accessRecords(parts.audit, "api_key");

  /** Throws `not_found` for a key of another customer. */
  const reachable = async (viewer: Viewer, id: string): Promise<StoredApiKey> => {
    const key = await keys.find(id);
    if (key === undefined || !(viewer.isSuperadmin || viewer.customerId === key.customer_id))
      throw new AppError("not_found");
    return key;
  };

  /** Sites that the maker may not enter do not exist for them. */
  const givableSites = async (viewer: Viewer, customerId: string, ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0 && opensMoreSites(viewer, { allSites: true, siteIds: [] }))
      throw grantRefusal([{ path: "site_ids", what: "all sites" }]);
    return grantableSites(viewer, await keys.sitesAmong(customerId, ids), ids);
  };

  return {
    reachable,
    of: async (customerId: string, query: SearchQuery): Promise<{ content: ApiKey[]; metadata: PageMetadata }> =>
      pageOf(await keys.of(customerId), query),

    create: async (
      write: Write<NewApiKey>,
      customerId: string,
      { name, expiresAt, ...body }: z.output<typeof ApiKeyBody>,
    ): Promise<NewApiKey> => {
      const { viewer } = write;
      const about = { action: "create" as const, customerId, name };
      const known = await keys.known(customerId);
      return withRefusalAudit({ ...about, id: null }, write, async () => {
        const operationIds = grantableOperations(viewer, known, body.operationIds);
        const siteIds = await givableSites(viewer, customerId, body.siteIds);
        const ends = expiresAt === null ? null : new Date(expiresAt);
        if (ends !== null && ends.getTime() <= now())
          throw invalidValues([{ path: "expires_at", message: "must be in the future" }]);
        const { key, prefix, hash } = newApiKey();
        return write.commit(async (trx) => {
          const created = await keys.insert(trx, {
            id: uuidv7(),
            customer_id: customerId,
            name,
            prefix,
            secret_hash: hash,
            operation_ids: operationIds,
            site_ids: siteIds,
            created_at: new Date(now()),
            created_by: viewer.email,
            maker_id: viewer.userId,
            expires_at: ends,
          });
          const changes = changesBetween({}, auditFields(created, known));
          return {
            content: { ...apiKeyView(created), key },
            records: [recordOf({ ...about, id: created.id }, changes)],
          };
        });
      });
    },

    remove: async (write: Write<{ id: string }>, key: StoredApiKey): Promise<{ id: string }> => {
      const known = await keys.known(key.customer_id);
      const about = { action: "delete" as const, customerId: key.customer_id, id: key.id, name: key.name };
      return write.commit(async (trx) => {
        if (!(await keys.remove(trx, key.id))) throw new AppError("not_found");
        return { content: { id: key.id }, records: [recordOf(about, changesBetween(auditFields(key, known), {}))] };
      });
    },
  };
}

const auditFields = (key: StoredApiKey, { all }: CustomerOperations) => ({
  name: key.name,
  prefix: key.prefix,
  operations: all.filter(({ id }) => key.operation_ids.includes(id)).map((each) => each.name),
  siteIds: key.site_ids,
  expiresAt: key.expires_at?.toISOString() ?? null,
});

const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const length = 40;
/** How many characters of a stored key are shown. */
const shownSigns = 6;

/** A new key: 40 random characters, 238 bits. Only its hash is stored. */
function newApiKey(): { key: string; prefix: string; hash: string } {
  const key = keyStart + Array.from({ length }, () => signs[randomInt(signs.length)]).join("");
  return { key, prefix: key.slice(0, keyStart.length + shownSigns), hash: hashSecret(key) };
}
