import { statSync } from "node:fs";
import { ConfigError, knownSettings } from "../platform/config/settings.ts";
import { editDistance } from "../resources/search/searchWords.ts";

/** A name with at most this many wrong letters is a typo. */
const typoLetters = 2;
/** Pulse is younger, so a clock before this has not been set, ms. */
const firstMs = Date.UTC(2024, 0, 1);

/** Throws a ConfigError of one line if one of the names that are not settings is a typo of one. */
export function refuseTypos(names: readonly string[]): void {
  for (const name of names) {
    const meant = [...knownSettings].find((known) => editDistance(name, known, typoLetters) <= typoLetters);
    if (meant !== undefined) throw new ConfigError(`${name} is not a setting of Pulse; did you mean ${meant}?`);
  }
}

/** Throws a ConfigError of one line if the clock has not been set: history and sign-ins would get its times. */
export function refuseUnsetClock(nowMs: number): void {
  if (nowMs < firstMs)
    throw new ConfigError(`this machine's clock says ${new Date(nowMs).toISOString()}; set it before Pulse starts`);
}

/**
 * Throws a ConfigError of one line if root would start in another user's data folder, as in the image: that user could not
 * read what root makes there.
 */
export function refuseRoot(setting: string, folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid } = statSync(folder);
  if (uid !== 0)
    throw new ConfigError(`PULSE_DATA_DIR="${setting}" belongs to user ${uid}; start Pulse as that user, not as root`);
}
