import { dictionary } from "@zxcvbn-ts/language-common";

// The list is ordered by frequency. Ordinary words come further down, and nobody tries passwords made of them first.
const mostFrequent = 5_000;

/**
 * The most frequent leaked passwords, in lower case, the most frequent first. A file of its own, because the web app's
 * build puts the list in its place: the library is ten times as large.
 */
export const listedPasswords: readonly string[] = dictionary["passwords-common"].slice(0, mostFrequent);
