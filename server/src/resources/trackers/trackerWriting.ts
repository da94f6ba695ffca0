import { AppError, errorMessage } from "@pulse/contract/errors";
import { identityLimits, maxResolvingKeys } from "@pulse/contract/trackerIdentities";
import type { Tracker, TrackerChange, TrackerCreation } from "@pulse/contract/trackers";
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
import { identitiesAfter, type Identity } from "./trackerIdentities.ts";
import * as stored from "./trackerWrites.repository.ts";

export type TrackerWriting = ReturnType<typeof trackerWriting>;

/** What the database refuses about a tracker's fields. */
export const trackerRefusals = {
  trackers_name_key: () => notUnique("name", "Tracker"),
  trackers_mac_key: () => notUnique("mac", "MAC"),
  tracker_identities_key: () => notUnique("identities", "Identity"),
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
      body: z.output<typeof TrackerCreation>,
    ): Promise<Tracker> =>
      unique(() =>
        write.commit(async (trx) => {
          const [id, mqttPassword] = [uuidv7(), newSecret()];
          const { mqtt_username: mqttUsername } = unusedMqttPair("tracker");
          const identities = identitiesAfter([], body);
          await refuseUsed(trx, { id, customerId }, identities);
          await stored.insertTracker(trx, {
            id,
            guid: uuidv7(),
            customerId,
            siteId,
            mqttGuid: uuidv7(),
            mqttUsername,
            mqttSecretHash: hashSecret(mqttPassword),
            ...fieldsAfter(null, body, identities),
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
          const own = { id, customerId };
          const known = shownMac(before.mac, await stored.identitiesOf(trx, id));
          const identities = identitiesAfter(known, sent);
          await refuseUsed(trx, own, identities);
          const fields = fieldsAfter(before, sent, identities);
          if (fields.type !== before.type) await refuseDuplicate(trx, id, fields.type);
          await stored.updateTracker(trx, own, fields);
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

/** Each identity is one tracker's of a customer; another customer may well have the same. */
async function refuseUsed(
  trx: WriteTransaction,
  own: { id: string; customerId: string },
  identities: readonly Identity[],
): Promise<void> {
  if ((await stored.usedMac(trx, own, identities)) !== null) throw notUnique("mac", "MAC");
  const keys = identities.filter(({ kind }) => kind === "irk").length;
  if (keys > 0 && (await stored.countKeys(trx, own)) + keys > maxResolvingKeys)
    throw invalidValues([{ path: "identities", message: identityLimits.keys }]);
}

const shownMac = (mac: string | null, others: readonly Identity[]): Identity[] => [
  ...(mac === null ? [] : [{ kind: "mac" as const, value: mac }]),
  ...others,
];

type Sent = z.output<typeof TrackerChange>;
type SentFields = { [K in "name" | "type" | "serialNo"]?: Sent[K] | undefined };

function fieldsAfter(
  before: Tracker | null,
  { name, type, serialNo }: SentFields,
  identities: readonly Identity[],
): stored.TrackerFields {
  return {
    name: name ?? before!.name,
    type: type ?? before!.type,
    identities,
    serialNo: serialNo === undefined ? (before?.serialNo ?? null) : serialNo,
  };
}

const auditFields = ({ name, type, mac, identities, serialNo }: Tracker) => ({
  name,
  type,
  mac,
  identities:
    identities
      .filter(({ value }) => value !== mac)
      .map(({ kind, value }) => `${kind} ${value}`)
      .join(", ") || null,
  serialNo,
});

function recordOf(
  action: WriteRecord["action"],
  { id, name, customerId, siteId }: Placed,
  changes: NonNullable<WriteRecord["changes"]>,
): WriteRecord {
  return { kind: "tracker", action, entity: { id, name }, customerId, siteId, changes };
}
