import { z } from "zod";
import { list } from "./list.ts";

/** By what a tracker can be recognised in what gateways hear. */
export const identityKinds = ["mac", "ibeacon", "eddystone_uid", "irk"] as const;
export type IdentityKind = (typeof identityKinds)[number];

/** The most that one tracker may have. */
export const maxIdentities = 8;
/** Keys of one customer: each private address that a gateway receives is compared with every one of them. */
export const maxResolvingKeys = 500;

/** Refusals that requests and files have in common. */
export const identityLimits = {
  identities: `A tracker may have at most ${maxIdentities} identities`,
  keys: `A customer may have at most ${maxResolvingKeys} identity resolving keys`,
} as const;

/** One identity (additions A16); an IRK is answered as its last four digits after an ellipsis. */
export const TrackerIdentity = z
  .object({ kind: z.enum(identityKinds), value: z.string() })
  .meta({ id: "TrackerIdentity" });
export type TrackerIdentity = z.infer<typeof TrackerIdentity>;

/** What a body may say: one to eight, in any common notation. */
export const IdentityInputs = list(z.object({ kind: z.enum(identityKinds), value: z.string().max(100) }))
  .min(1)
  .max(maxIdentities);

/** What is wrong with a value of this kind that `canonicalIdentity` does not take. */
export const identityFaults: Readonly<Record<IdentityKind, string>> = {
  mac: "must be a MAC address of 12 hex digits",
  ibeacon: "must be an iBeacon as UUID:major:minor, with major and minor from 0 to 65535",
  eddystone_uid: "must be an Eddystone UID of 32 hex digits, namespace and instance together",
  irk: "must be an identity resolving key of 32 hex digits that are not all alike",
};

const ibeacon =
  /^([0-9A-F]{8})-?([0-9A-F]{4})-?([0-9A-F]{4})-?([0-9A-F]{4})-?([0-9A-F]{12})[:/ _-](\d{1,5})[:/ _-](\d{1,5})$/;
const mac = /^(?:[0-9A-F]{12}|[0-9A-F]{2}([:-])(?:[0-9A-F]{2}\1){4}[0-9A-F]{2}|[0-9A-F]{4}(\.[0-9A-F]{4}){2})$/;
const key = /^[0-9A-F]{32}$/;

/** The stored notation of an identity, in upper case; null: it is none of this kind. */
export function canonicalIdentity(kind: IdentityKind, given: string): string | null {
  const text = given.trim().toUpperCase();
  if (kind === "mac") return mac.test(text) ? text.replaceAll(/[:.-]/g, "").replaceAll(/(..)(?=.)/g, "$1:") : null;
  if (kind === "ibeacon") {
    const match = ibeacon.exec(text);
    if (match === null) return null;
    const [major, minor] = [Number(match[6]), Number(match[7])];
    return major <= 0xffff && minor <= 0xffff ? `${match.slice(1, 6).join("-")}:${major}:${minor}` : null;
  }
  const hex = text.replaceAll(/[\s:.-]/g, "");
  if (!key.test(hex)) return null;
  // Devices without privacy report a key of zeros, and such a key would fit many.
  return kind === "irk" && /^(..)\1*$/.test(hex) ? null : hex;
}

/** An IRK as it is answered: enough to tell it from others, too little to follow anybody. */
export const maskedIrk = (irk: string): string => `…${irk.slice(-4)}`;

/** Whether a text is a key as it is answered, in any case and also with three dots. */
export const isMaskedIrk = (text: string): boolean => /^(?:…|\.\.\.)[0-9A-F]{4}$/i.test(text);
