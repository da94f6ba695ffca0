import { AppError, errorMessage } from "@pulse/contract/errors";
import type { Tracker, TrackerBody, TrackerChange } from "@pulse/contract/trackers";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { withConstraintRefusals, notUnique, invalidValues } from "../../platform/access/refusals.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import { refuseStale } from "../../platform/http/staleVersion.ts";
import type { ProvisionAccount } from "../../platform/devices/provisionAccount.ts";
import { hashSecret, newSecret, unusedMqttPair } from "../../platform/devices/secrets.ts";
import { endLinks } from "../links/endLinks.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import * as stored from "./trackerWrites.repository.ts";

export type TrackerWriting = ReturnType<typeof trackerWriting>;

/** What the database refuses about a tracker's fields. */
export const trackerRefusals = {
  trackers_name_key: () => notUnique("name", "Tracker"),
  trackers_mac_key: () => notUnique("mac", "MAC"),
  trackers_serial_key: () => notUnique("serial_no", "Serial number"),
  trackers_type_fkey: () => invalidValues([{ path: "type", message: "is not a tracker type" }]),
} as const;

const unique = <T>(write: () => Promise<T>): Promise<T> => withConstraintRefusals(trackerRefusals, write);

interface Placed {
  id: string;
  name: string;
  siteId: string;
  customerId: string;
}

/** Making, changing, archiving and deleting trackers. */
export function trackerWriting(parts: {
  /** A tracker as the API answers it, within a transaction. Null: it is not there. */
  find(trx: WriteTransaction, id: string): Promise<Tracker | null>;
  provisionAccount: ProvisionAccount;
  now(): number;
}) {
  const found = async (trx: WriteTransaction, id: string): Promise<Tracker> => {
    const tracker = await parts.find(trx, id);
    if (tracker === null) throw new AppError("not_found");
    return tracker;
  };
  const locked = async (trx: WriteTransaction, id: string): Promise<Tracker> => {
    if (!(await stored.lockTracker(trx, id))) throw new AppError("not_found");
    return found(trx, id);
  };
  const ender = ({ viewer }: Pick<Write<unknown>, "viewer">) => ({ by: viewer.email, at: new Date(parts.now()) });

  return {
    /** With its MQTT password, which is only in this answer. */
    create: (
      write: Write<Tracker>,
      { siteId, customerId }: SiteScope,
      body: z.output<typeof TrackerBody>,
    ): Promise<Tracker> =>
      unique(() =>
        write.commit(async (trx) => {
          const [id, mqttPassword] = [uuidv7(), newSecret()];
          const { mqtt_username: mqttUsername } = unusedMqttPair("tracker");
          await stored.insertTracker(trx, {
            id,
            guid: uuidv7(),
            customerId,
            siteId,
            mqttGuid: uuidv7(),
            mqttUsername,
            mqttSecretHash: hashSecret(mqttPassword),
            ...fieldsAfter(null, body),
          });
          const tracker = await found(trx, id);
          await parts.provisionAccount(trx, mqttUsername, mqttPassword);
          return {
            content: { ...tracker, mqttPassword },
            records: [recordOf("create", { ...tracker, customerId }, changesBetween({}, auditFields(tracker)))],
          };
        }),
      ),

    change: (
      write: Write<Tracker>,
      { id, customerId }: Placed,
      { version, ...sent }: z.output<typeof TrackerChange>,
    ): Promise<Tracker> =>
      unique(() =>
        write.commit(async (trx) => {
          const before = await locked(trx, id);
          refuseStale(version, { ...before }, sent);
          const fields = fieldsAfter(before, sent);
          if (fields.type !== before.type) await refuseDuplicate(trx, id, fields.type);
          await stored.updateTracker(trx, id, fields);
          const after = await found(trx, id);
          return {
            content: after,
            records: [
              recordOf("update", { ...after, customerId }, changesBetween(auditFields(before), auditFields(after))),
            ],
          };
        }),
      ),

    /** Archiving ends the link (decisions C31): an archived tracker is not located. */
    setArchived: async (write: Write<Tracker>, tracker: Placed, archived: boolean): Promise<Tracker> =>
      write.commit(async (trx) => {
        const before = await locked(trx, tracker.id);
        const endedLinks = archived ? await endLinks(trx, { trackerId: tracker.id }, ender(write)) : [];
        if (before.archived !== archived) await stored.setTrackerArchived(trx, tracker.id, archived);
        const changes = changesBetween(
          { archived: before.archived, asset: endedLinks[0]?.asset.name ?? null },
          { archived, asset: null },
        );
        return {
          content: await found(trx, tracker.id),
          records: [recordOf(archived ? "archive" : "unarchive", tracker, changes)],
        };
      }),

    remove: async (write: Write<{ id: string }>, tracker: Placed): Promise<{ id: string }> =>
      write.commit(async (trx) => {
        const before = await locked(trx, tracker.id);
        await endLinks(trx, { trackerId: tracker.id }, ender(write));
        await stored.markTrackerDeleted(trx, tracker.id);
        return {
          content: { id: tracker.id },
          records: [recordOf("delete", tracker, changesBetween(auditFields(before), {}))],
        };
      }),
  };
}

/** An asset has at most one tracker of each type, also when a tracker's type is corrected. */
async function refuseDuplicate(trx: WriteTransaction, id: string, type: string): Promise<void> {
  const tracker = await stored.otherOfType(trx, id, type);
  if (tracker === null) return;
  const message = errorMessage("already_linked", { entity: "Asset" });
  throw new AppError("already_linked", {
    values: { entity: "Asset" },
    details: [{ path: "type", code: "type_taken", message, tracker }],
  });
}

type SentFields = { [K in keyof z.output<typeof TrackerBody>]?: z.output<typeof TrackerBody>[K] | undefined };

function fieldsAfter(before: Tracker | null, { name, type, mac, serialNo }: SentFields): stored.TrackerFields {
  return {
    name: name ?? before!.name,
    type: type ?? before!.type,
    mac: mac ?? before!.mac,
    serialNo: serialNo === undefined ? (before?.serialNo ?? null) : serialNo,
  };
}

const auditFields = ({ name, type, mac, serialNo }: Tracker) => ({ name, type, mac, serialNo });

function recordOf(
  action: WriteRecord["action"],
  { id, name, customerId, siteId }: Placed,
  changes: NonNullable<WriteRecord["changes"]>,
): WriteRecord {
  return { kind: "tracker", action, entity: { id, name }, customerId, siteId, changes };
}
