import { listedPasswords } from "./listedPasswords.ts";

// Words of this trade, and passwords that administrators set temporarily.
const ownWords = [
  "administrator",
  "asset",
  "beacon",
  "changeit",
  "database",
  "gateway",
  "hospital",
  "login",
  "logistics",
  "pulse",
  "pulseadmin",
  "pulseuser",
  "root",
  "senha",
  "temporary",
  "tracker",
  "warehouse",
];

/**
 * The most frequent leaked passwords, in lower case, and the same without their digits ("trustno" for "trustno1").
 * `passwordFaults.ts` removes digits and signs and replaces look-alike letters before it looks here, so each entry stands
 * for hundreds of spellings.
 */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...listedPasswords,
  ...listedPasswords.map((entry) => entry.replaceAll(/^\d+|\d+$/g, "")).filter((word) => word.length >= 4),
  ...ownWords,
]);
