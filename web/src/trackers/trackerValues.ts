import type { Tracker } from "@pulse/contract/trackers";
import type { IdentityKind, TrackerIdentity } from "@pulse/contract/trackerIdentities";

/** The fields of a tracker's form; each identity is a text, empty for none. */
export interface TrackerValues {
  name: string;
  type: string;
  mac: string;
  ibeacon: string;
  eddystoneUid: string;
  irk: string;
  serialNo: string;
  [key: string]: string;
}

/** The identities that have a field, in the order in which they are sent. */
const fields: readonly [kind: IdentityKind, key: "mac" | "ibeacon" | "eddystoneUid" | "irk"][] = [
  ["mac", "mac"],
  ["ibeacon", "ibeacon"],
  ["eddystone_uid", "eddystoneUid"],
  ["irk", "irk"],
];

const firstOf = (identities: readonly TrackerIdentity[], kind: IdentityKind): TrackerIdentity | undefined =>
  identities.find((one) => one.kind === kind);

/** The values of a tracker; a new one may start with a known MAC. */
export function trackerValues(tracker: Tracker | null, mac = ""): TrackerValues {
  const identities = tracker?.identities ?? [];
  const valueOf = (kind: IdentityKind): string => firstOf(identities, kind)?.value ?? "";
  return {
    name: tracker?.name ?? "",
    type: tracker?.type ?? "KKM",
    mac: tracker === null ? mac : valueOf("mac"),
    ibeacon: valueOf("ibeacon"),
    eddystoneUid: valueOf("eddystone_uid"),
    irk: valueOf("irk"),
    serialNo: tracker?.serialNo ?? "",
  };
}

/** The body of the values. What a tracker has besides its first identity of each kind stays as it is. */
export function trackerBody(
  { mac, ibeacon, eddystoneUid, irk, ...values }: TrackerValues,
  tracker: Tracker | null,
): unknown {
  const given = { mac, ibeacon, eddystoneUid, irk };
  const others = (tracker?.identities ?? []).filter((one) => firstOf(tracker!.identities, one.kind) !== one);
  const identities = [
    ...fields.flatMap(([kind, key]) => (given[key].trim() === "" ? [] : [{ kind, value: given[key].trim() }])),
    ...others,
  ];
  // A MAC alone is sent as such, so that its field shows what is wrong with it.
  const isPlain = identities.every(({ kind }) => kind === "mac") && others.length === 0;
  return isPlain && tracker?.identities.every(({ kind }) => kind === "mac") !== false
    ? { ...values, mac }
    : { ...values, identities };
}
