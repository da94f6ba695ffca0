import { AppError, errorMessage } from "@pulse/contract/errors";
import type { GatewayCredentials } from "@pulse/contract/gatewayConnection";
import type { Hardware } from "@pulse/contract/gateways";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { v7 as uuidv7 } from "uuid";
import { withConstraintRefusals, notUnique, invalidValues } from "../../platform/access/refusals.ts";
import type { AuditChange } from "../../platform/audit/auditRow.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import { refuseStale } from "../../platform/http/staleVersion.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { ProvisionAccount } from "../../platform/devices/provisionAccount.ts";
import type { SharedTopic, SharedTopics } from "../../pipeline/ingest/sharedTopics.ts";
import { hashSecret, newSecret, unusedMqttPair } from "../../platform/devices/secrets.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import { refuseMobile } from "./mobileAccess.ts";
import { auditFields, type Body, type Change, fieldsAfter, inBody, sentFieldsOf } from "./gatewayFields.ts";
import type { GatewayRow } from "./gateways.repository.ts";
import type { SettingsOf } from "./mqttSettings.ts";
import type { GatewaysService } from "./gateways.service.ts";
import * as stored from "./gatewayWrites.repository.ts";

export type GatewayWriting = ReturnType<typeof gatewayWriting>;

/** Making, changing and deleting gateways, and their MQTT passwords. */
export function gatewayWriting(parts: {
  gateways: Pick<GatewaysService, "shownIn">;
  /** The types that a customer may use. */
  typesOf(viewer: Viewer, customerId: string): Promise<HardwareType[]>;
  settings: SettingsOf;
  provisionAccount: ProvisionAccount;
  sharedTopics: SharedTopics;
}) {
  const { gateways, typesOf, settings, provisionAccount } = parts;

  /** The type that was sent; null: none was. */
  const typeSent = async (
    { viewer }: Write<unknown>,
    customerId: string,
    { hardwareTypeId, hardwareType }: Change,
    current: string | null = null,
  ): Promise<HardwareType | null> => {
    const id = hardwareTypeId ?? hardwareType?.id;
    if (id === undefined || id === current) return null;
    const type = (await typesOf(viewer, customerId)).find((one) => one.id === id);
    if (type === undefined)
      throw invalidValues([
        { path: "hardware_type_id", code: "not_found", message: "is not a gateway type of this customer" },
      ]);
    if (type.mobile) refuseMobile(viewer);
    return type;
  };
  const refuseForeignFloor = async (trx: WriteTransaction, siteId: string, floorId: string | null): Promise<void> => {
    if (floorId !== null && !(await stored.hasFloor(trx, siteId, floorId))) throw noSuchFloor();
  };
  const refuseSharedTopic = async (trx: WriteTransaction, gateway: Hardware): Promise<void> => {
    const { id, name, mac, hardwareType } = gateway;
    const [shared] = await parts.sharedTopics(trx, [{ id, name, mac, hardwareType: hardwareType.type }]);
    if (shared !== undefined) throw topicInUse(shared);
  };

  const resetPassword = async (
    trx: WriteTransaction,
    row: GatewayRow,
  ): Promise<{ content: MqttCredentials; record: WriteRecord }> => {
    const mqttPassword = newSecret();
    const { id, name, customer_id: customerId, site_id: siteId } = row;
    const content: MqttCredentials = { ...settings(row), mqttPassword };
    await stored.setGatewaySecret(trx, id, hashSecret(mqttPassword));
    await provisionAccount(trx, content.mqttUsername, mqttPassword);
    return { content, record: recordOf("credentials_reset", { id, name, customerId, siteId }) };
  };

  /** Writes a new gateway with a password of its own. */
  const insert = async (
    trx: WriteTransaction,
    { siteId, customerId }: SiteScope,
    { body, type }: { body: Body; type: HardwareType },
  ): Promise<{ created: Hardware; mqttPassword: string; record: WriteRecord }> => {
    const mqttPassword = newSecret();
    const id = uuidv7();
    const fields = fieldsAfter(null, body, type.id);
    const keys = { id, guid: uuidv7(), customerId, siteId, mqttGuid: uuidv7() };
    const { mqtt_username: mqttUsername } = unusedMqttPair("gateway");
    await refuseForeignFloor(trx, siteId, fields.floorId);
    await stored.insertGateway(trx, { ...keys, mqttUsername, mqttSecretHash: hashSecret(mqttPassword), ...fields });
    const created = await gateways.shownIn(trx, id);
    await refuseSharedTopic(trx, created);
    const changes = changesBetween({}, auditFields(fields, type.type));
    await provisionAccount(trx, mqttUsername, mqttPassword);
    return {
      created,
      mqttPassword,
      record: recordOf("create", { id, name: fields.name, customerId, siteId }, changes),
    };
  };

  return {
    /** Its password is shown only this once. */
    create: async (write: Write<Hardware>, site: SiteScope, body: Body): Promise<Hardware> => {
      refuseElevation(write.viewer, body);
      const type = await typeSent(write, site.customerId, body);
      if (type === null) throw missingType();
      return unique(() =>
        write.commit(async (trx) => {
          const { created, mqttPassword, record } = await insert(trx, site, { body, type });
          return {
            content: { ...created, mqttPassword, properties: { ...created.properties, password: mqttPassword } },
            records: [record],
          };
        }),
      );
    },

    /**
     * Registers several gateways: all of them, or none. Nobody is shown their own passwords; they use their site's account, or get new
     * ones. Refusals name the gateway by its place in the list.
     */
    createMany: async (
      write: Write<Hardware[]>,
      site: SiteScope,
      bodies: readonly (Body & { hardwareTypeId: string })[],
    ): Promise<Hardware[]> => {
      let nth = 0;
      try {
        const types: HardwareType[] = [];
        for (nth = 0; nth < bodies.length; nth++) types.push((await typeSent(write, site.customerId, bodies[nth]!))!);
        return await unique(() =>
          write.commit(async (trx) => {
            const inserted = [];
            for (nth = 0; nth < bodies.length; nth++)
              inserted.push(await insert(trx, site, { body: bodies[nth]!, type: types[nth]! }));
            const [first, ...others] = inserted.map(({ record }) => record);
            return { content: inserted.map(({ created }) => created), records: [first!, ...others] };
          }),
        );
      } catch (error) {
        throw error instanceof AppError ? inList(error, `gateways[${nth}]`) : error;
      }
    },

    change: async (write: Write<Hardware>, row: GatewayRow, { version, ...body }: Change): Promise<Hardware> => {
      if (row.mobile) refuseMobile(write.viewer);
      refuseElevation(write.viewer, body);
      const type = await typeSent(write, row.customer_id, body, row.hardware_type_id);
      return unique(() =>
        write.commit(async (trx) => {
          const changed = await stored.changeGateway(trx, row.id, (before, now) => {
            const after = fieldsAfter(before, body, type?.id ?? before.hardwareTypeId);
            refuseStale(version, { version: now, ...inBody(before) }, sentFieldsOf(inBody(after), body));
            return after;
          });
          if (changed === null) throw new AppError("not_found");
          const { before, after } = changed;
          if (after.floorId !== before.floorId) await refuseForeignFloor(trx, row.site_id, after.floorId);
          const content = await gateways.shownIn(trx, row.id);
          // Two that have shared a topic since before this was refused can still be moved.
          if (topicParts.some((part) => after[part] !== before[part])) await refuseSharedTopic(trx, content);
          const changes = changesBetween(
            auditFields(before, row.hardware_type),
            auditFields(after, type?.type ?? row.hardware_type),
          );
          const place = { customerId: row.customer_id, siteId: row.site_id };
          return {
            content,
            records: [recordOf("update", { id: row.id, name: after.name, ...place }, changes)],
          };
        }),
      );
    },

    /** Enters each of two gateways of a site where the other is entered: both, or neither. */
    exchangePlaces: async (
      write: Write<Hardware[]>,
      rows: readonly [GatewayRow, GatewayRow],
      { version, otherVersion }: { version?: number | undefined; otherVersion?: number | undefined },
    ): Promise<Hardware[]> => {
      for (const { mobile } of rows) if (mobile) refuseMobile(write.viewer);
      const [first, second] = rows;
      if (first.id === second.id)
        throw invalidValues([{ path: "other_id", code: "invalid_parameter", message: "is the same gateway" }]);
      return write.commit(async (trx) => {
        const records: WriteRecord[] = [];
        const places = await stored.lockedPlaces(trx, [first.id, second.id]);
        for (const [row, other, asked] of [
          [first, second, version],
          [second, first, otherVersion],
        ] as const) {
          const place = places.get(other.id);
          const changed = await stored.changeGateway(trx, row.id, (before, now) => {
            const after = { ...before, ...place };
            refuseStale(asked, { version: now, ...inBody(before) }, inBody(after));
            return after;
          });
          if (changed === null) throw new AppError("not_found");
          const changes = changesBetween(
            auditFields(changed.before, row.hardware_type),
            auditFields(changed.after, row.hardware_type),
          );
          const { id, name, customer_id: customerId, site_id: siteId } = row;
          records.push(recordOf("update", { id, name, customerId, siteId }, changes));
        }
        const [one, ...others] = records;
        const content = [await gateways.shownIn(trx, first.id), await gateways.shownIn(trx, second.id)];
        return { content, records: [one!, ...others] };
      });
    },

    /** Its connection ends. What it has heard stays in the history. */
    remove: async (write: Write<{ id: string }>, row: GatewayRow): Promise<{ id: string }> => {
      if (row.mobile) refuseMobile(write.viewer);
      const { id, name, customer_id: customerId, site_id: siteId } = row;
      return write.commit(async (trx) => {
        if (!(await stored.removeGateway(trx, id))) throw new AppError("not_found");
        return { content: { id }, records: [recordOf("delete", { id, name, customerId, siteId })] };
      });
    },

    /** Makes a new password. The old one ends at once, and whoever is connected with it is disconnected. */
    newCredentials: (write: Write<MqttCredentials>, row: GatewayRow): Promise<MqttCredentials> =>
      write.commit(async (trx) => {
        const { content, record } = await resetPassword(trx, row);
        return { content, records: [record] };
      }),

    /** The same for several gateways: all get a new password, or none does. */
    newCredentialsOfMany: (
      write: Write<GatewayCredentials[]>,
      rows: readonly GatewayRow[],
    ): Promise<GatewayCredentials[]> =>
      write.commit(async (trx) => {
        const resets = [];
        for (const row of rows) resets.push({ row, ...(await resetPassword(trx, row)) });
        const content = resets.map(({ row, content: credentials }) => ({
          hardwareId: row.id,
          name: row.name,
          mac: row.mac,
          hardwareType: row.hardware_type,
          ...credentials,
        }));
        const [first, ...others] = resets.map(({ record }) => record);
        return { content, records: [first!, ...others] };
      }),
  };
}

const unique = <T>(write: () => Promise<T>): Promise<T> =>
  withConstraintRefusals(
    {
      hardwares_name_key: () => notUnique("name", "Gateway"),
      hardwares_mac_key: () => notUnique("mac", "MAC"),
      hardwares_floor_id_fkey: noSuchFloor,
      hardwares_site_id_fkey: () => new AppError("not_found"),
    },
    write,
  );

/** The same refusal with the paths of a list's item. */
function inList({ code, message, details }: AppError, path: string): AppError {
  return new AppError(code, {
    message,
    details: details.map((detail) => ({ ...detail, path: `${path}.${detail.path}` })),
  });
}

/** What a gateway's topics are made of. */
const topicParts = ["name", "mac", "hardwareTypeId"] as const;

function topicInUse({ path, topic }: SharedTopic): AppError {
  const message = `Another gateway of this broker sends to ${topic}; give this one another ${path}`;
  return new AppError("already_exists", { message, details: [{ path, code: "must_be_unique", message }] });
}

function noSuchFloor(): AppError {
  return invalidValues([{ path: "floor_id", code: "not_found", message: "is not a floor of this site" }]);
}

function missingType(): AppError {
  const code = "field_required";
  return new AppError(code, { details: [{ path: "hardware_type_id", code, message: errorMessage(code) }] });
}

function refuseElevation(viewer: Viewer, { properties }: Change): void {
  if (properties?.z !== undefined && !viewer.access.location_elevation.includes("u"))
    throw new AppError("operation_not_allowed");
}

function recordOf(
  action: WriteRecord["action"],
  { id, name, customerId, siteId }: { id: string; name: string; customerId: string; siteId: string },
  changes: AuditChange[] = [],
): WriteRecord {
  return { kind: "gateway", action, customerId, siteId, entity: { kind: "hardware", id, name }, changes };
}
