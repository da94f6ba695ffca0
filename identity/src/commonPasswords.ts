import { dictionary } from "@zxcvbn-ts/language-common";

// The list is ordered by frequency. Ordinary words come further down, and nobody tries passwords made of them first.
const mostFrequent = 5_000;

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

const listed = dictionary["passwords-common"].slice(0, mostFrequent);

/**
 * The most frequent leaked passwords, in lower case, and the same without their digits ("trustno" for "trustno1").
 * `passwordRules.ts` removes digits and signs and replaces look-alike letters before it looks here, so each entry stands
 * for hundreds of spellings.
 */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...listed,
  ...listed.map((entry) => entry.replaceAll(/^\d+|\d+$/g, "")).filter((word) => word.length >= 4),
  ...ownWords,
]);
