import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Pool } from "./pools.ts";
import type { DevicesTable, IdentityTables } from "./schema.ts";
import type { Secrets } from "./secrets.ts";
import type { Verifier } from "./srp.ts";

export type Device = Selectable<DevicesTable>;
export type Devices = ReturnType<typeof createDevices>;

// Longer than a refresh token is valid, because a client that never confirms its device may still refresh.
const pendingLifeMs = 31 * 24 * 3_600_000;

/** A user's devices. A device is pending until ConfirmDevice gives it a verifier, and then tracked. */
export function createDevices(db: Kysely<IdentityTables>, now: () => number, secrets: Secrets) {
  const find = async (sub: string, deviceKey: string): Promise<Device | null> =>
    (await db
      .selectFrom("identity_devices")
      .selectAll()
      .where("sub", "=", sub)
      .where("device_key", "=", deviceKey)
      .executeTakeFirst()) ?? null;

  return {
    find,

    /** The device if it is confirmed, else null. */
    async tracked(sub: string, deviceKey: string): Promise<Device | null> {
      const device = await find(sub, deviceKey);
      return device?.secret_sealed ? device : null;
    },

    /** A device to propose to a client. It is written with the tokens that carry its key. */
    proposal(pool: Pool, sub: string, ip: string): Device {
      const at = new Date(now());
      return {
        device_key: `${pool.userPoolId.slice(0, pool.userPoolId.indexOf("_"))}_${randomUUID()}`,
        sub,
        pool_id: pool.userPoolId,
        group_key: `-${randomBytes(6)
          .toString("base64url")
          .replaceAll(/[^A-Za-z0-9]/g, "x")}`,
        name: "",
        ip,
        secret_sealed: null,
        remembered: false,
        created_at: at,
        updated_at: at,
        last_authenticated_at: at,
      };
    },

    /** Gives a device its verifier; a confirmed device keeps the one it has. False if the device does not exist. */
    async confirm(device: Device, name: string, verifier: Verifier): Promise<boolean> {
      const row = await db
        .updateTable("identity_devices")
        .set({
          name,
          secret_sealed: secrets.seal(JSON.stringify(verifier), device.device_key),
          updated_at: new Date(now()),
        })
        .where("device_key", "=", device.device_key)
        .where("secret_sealed", "is", null)
        .returning("device_key")
        .executeTakeFirst();
      return row !== undefined;
    },

    verifierOf(device: Device): Verifier {
      if (!device.secret_sealed) throw new Error("a pending device has no verifier");
      return JSON.parse(secrets.open(device.secret_sealed, device.device_key)) as Verifier;
    },

    async setRemembered(device: Device, remembered: boolean): Promise<void> {
      await db
        .updateTable("identity_devices")
        .set({ remembered, updated_at: new Date(now()) })
        .where("device_key", "=", device.device_key)
        .execute();
    },

    async seen(deviceKey: string, ip: string): Promise<void> {
      await db
        .updateTable("identity_devices")
        .set({ last_authenticated_at: new Date(now()), ip })
        .where("device_key", "=", deviceKey)
        .execute();
    },

    async forget(deviceKey: string): Promise<void> {
      await db.deleteFrom("identity_devices").where("device_key", "=", deviceKey).execute();
    },

    async forgetAll(sub: string): Promise<void> {
      await db.deleteFrom("identity_devices").where("sub", "=", sub).execute();
    },

    /** Confirmed devices in order of key, one more than the limit. */
    async list(sub: string, limit: number, afterKey: string | null): Promise<Device[]> {
      let query = db
        .selectFrom("identity_devices")
        .selectAll()
        .where("sub", "=", sub)
        .where("secret_sealed", "is not", null);
      if (afterKey) query = query.where("device_key", ">", afterKey);
      return query
        .orderBy("device_key")
        .limit(limit + 1)
        .execute();
    },

    /** Drops devices that were proposed and never confirmed. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom("identity_devices")
        .where("secret_sealed", "is", null)
        .where("created_at", "<", new Date(now() - pendingLifeMs))
        .execute();
    },
  };
}
