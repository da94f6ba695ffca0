import { AppError, errorMessage } from "@pulse/contract/errors";
import type { GatewayCredentials } from "@pulse/contract/gatewayConnection";
import type { Hardware, HardwareBody, HardwareChange } from "@pulse/contract/gateways";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
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
import type { GatewayRow } from "./gateways.repository.ts";
import type { SettingsOf } from "./mqttSettings.ts";
import type { GatewaysService } from "./gateways.service.ts";
import * as stored from "./gatewayWrites.repository.ts";

type Body = z.output<typeof HardwareBody>;
type Change = z.output<typeof HardwareChange>;

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

  return {
    /** Its password is shown only this once. */
    create: async (write: Write<Hardware>, { siteId, customerId }: SiteScope, body: Body): Promise<Hardware> => {
      refuseElevation(write.viewer, body);
      const type = await typeSent(write, customerId, body);
      if (type === null) throw missingType();
      const mqttPassword = newSecret();
      const id = uuidv7();
      const fields = fieldsAfter(null, body, type.id);
      const keys = { id, guid: uuidv7(), customerId, siteId, mqttGuid: uuidv7() };
      const pair = {
        mqttUsername: unusedMqttPair("gateway").mqtt_username,
        mqttSecretHash: hashSecret(mqttPassword),
      };
      return unique(() =>
        write.commit(async (trx) => {
          await refuseForeignFloor(trx, siteId, fields.floorId);
          await stored.insertGateway(trx, { ...keys, ...pair, ...fields });
          const created = await gateways.shownIn(trx, id);
          await refuseSharedTopic(trx, created);
          const changes = changesBetween({}, auditFields(fields, type.type));
          await provisionAccount(trx, pair.mqttUsername, mqttPassword);
          return {
            content: { ...created, mqttPassword, properties: { ...created.properties, password: mqttPassword } },
            records: [recordOf("create", { id, name: fields.name, customerId, siteId }, changes)],
          };
        }),
      );
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

/** What is left out stays as it was; for a new gateway it is the default. */
function fieldsAfter(before: stored.GatewayFields | null, body: Change, hardwareTypeId: string): stored.GatewayFields {
  const { properties = {} } = body;
  const property = (key: keyof typeof properties): number | null => {
    const value = properties[key];
    return value === undefined ? (before?.[key] ?? null) : value;
  };
  return {
    name: body.name ?? before!.name,
    hardwareTypeId,
    mac: body.mac ?? before!.mac,
    lat: (body.lat === undefined ? before?.lat : body.lat) ?? 0,
    lon: (body.lon === undefined ? before?.lon : body.lon) ?? 0,
    floorId: body.floorId === undefined ? (before?.floorId ?? null) : body.floorId,
    alpha: property("alpha"),
    beta: property("beta"),
    gamma: property("gamma"),
    measuredPower: property("measuredPower"),
    z: property("z"),
    anchorSnapRadius: property("anchorSnapRadius"),
  };
}

/** The fields under their paths in a body. */
function inBody({ name, hardwareTypeId, mac, lat, lon, floorId, ...properties }: stored.GatewayFields) {
  const nested = Object.entries(properties).map(([key, value]) => [`properties.${key}`, value]);
  return { name, hardwareTypeId, mac, lat, lon, floorId, ...Object.fromEntries(nested) } as Record<string, unknown>;
}

/** Those of them that the body carries. */
function sentFieldsOf(after: Record<string, unknown>, body: Change): Record<string, unknown> {
  const { properties = {}, hardwareType, ...fields } = body;
  const sent = new Set([
    ...keysSent(fields),
    ...keysSent(properties).map((key) => `properties.${key}`),
    ...(hardwareType === undefined ? [] : ["hardwareTypeId"]),
  ]);
  return Object.fromEntries(Object.entries(after).filter(([key]) => sent.has(key)));
}

const keysSent = (fields: object): string[] =>
  Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : key));

/** A gateway as the audit log shows it. */
function auditFields({ hardwareTypeId: _id, ...fields }: stored.GatewayFields, hardwareType: string) {
  return { ...fields, hardwareType };
}

function recordOf(
  action: WriteRecord["action"],
  { id, name, customerId, siteId }: { id: string; name: string; customerId: string; siteId: string },
  changes: AuditChange[] = [],
): WriteRecord {
  return { kind: "gateway", action, customerId, siteId, entity: { kind: "hardware", id, name }, changes };
}
