import type { SiteCalibration } from "@pulse/contract/calibration";

/** Whether a site learns by itself: it does, it would if no walk test were in use, or a person has chosen that it stays. */
export function learningOf(calibration: SiteCalibration): "learns" | "learnsLater" | "stays" {
  if (!calibration.selfCalibrating) return "stays";
  return calibration.level > 1 ? "learnsLater" : "learns";
}

/**
 * The version with which a site learns on: the one in use, and in place of a walk test, which traffic never replaces,
 * the newest that traffic has taught.
 */
export function versionToLearnFrom({ level, activeVersion, versions }: SiteCalibration): number | null {
  if (level <= 1) return activeVersion;
  return versions.find(({ source }) => source === "traffic")?.version ?? null;
}
