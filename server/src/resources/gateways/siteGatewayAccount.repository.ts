import type { Kysely, Selectable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../../platform/database/schema.ts";
import type { SiteGatewayAccountsTable } from "../../platform/database/tables/gateways.ts";
import { unusedMqttPair } from "../../platform/devices/secrets.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type SiteGatewayAccountRow = Selectable<SiteGatewayAccountsTable>;

/** Undefined: the site has none. */
export function findSiteGatewayAccount(
  db: Kysely<Database>,
  siteId: string,
): Promise<SiteGatewayAccountRow | undefined> {
  return db.selectFrom("site_gateway_accounts").selectAll().where("site_id", "=", siteId).executeTakeFirst();
}

/** Creates a site's account, or gives the one that it has a new password. */
export function putSiteGatewayAccount(
  trx: WriteTransaction,
  { siteId, customerId, secretHash, at }: { siteId: string; customerId: string; secretHash: string; at: Date },
): Promise<SiteGatewayAccountRow> {
  return trx
    .insertInto("site_gateway_accounts")
    .values({
      id: uuidv7(),
      site_id: siteId,
      customer_id: customerId,
      mqtt_username: unusedMqttPair("gateways").mqtt_username,
      mqtt_secret_hash: secretHash,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column("site_id").doUpdateSet({ mqtt_secret_hash: secretHash, created_at: at }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined: the site had none. */
export function removeSiteGatewayAccount(
  trx: WriteTransaction,
  siteId: string,
): Promise<SiteGatewayAccountRow | undefined> {
  return trx.deleteFrom("site_gateway_accounts").where("site_id", "=", siteId).returningAll().executeTakeFirst();
}

/** A site's name, for the audit log. */
export async function siteName(trx: WriteTransaction, siteId: string): Promise<string> {
  const { name } = await trx.selectFrom("sites").select("name").where("id", "=", siteId).executeTakeFirstOrThrow();
  return name;
}
