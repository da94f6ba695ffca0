import { dictionary } from "@zxcvbn-ts/language-common";

// The list is ordered by frequency. Further down come ordinary words, and nobody tries passwords made of those first.
const mostFrequent = 5_000;

// Words of this trade, and what administrators set for the time being.
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
 * Passwords that lists of leaked ones begin with, in lower case, and what is left of them without their digits ("trustno"
 * of "trustno1"). `passwordRules.ts` takes digits, signs and look-alike letters off a password before it looks here, so
 * each entry stands for hundreds of spellings.
 */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...listed,
  ...listed.map((entry) => entry.replaceAll(/^\d+|\d+$/g, "")).filter((word) => word.length >= 4),
  ...ownWords,
]);
