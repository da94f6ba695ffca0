import type { SiteCalibration } from "@pulse/contract/calibration";

/** Whether a site learns by itself: it does, it would if no walk test were in use, or a person has turned that off. */
export function learningOf(calibration: SiteCalibration): "learns" | "learnsLater" | "stays" {
  if (!calibration.selfCalibrating) return "stays";
  return calibration.level > 1 ? "learnsLater" : "learns";
}

/**
 * The version from which a site continues to learn: the one in use or, if that is a walk test, which traffic never
 * replaces, the newest one learned from traffic.
 */
export function versionToLearnFrom({ level, activeVersion, versions }: SiteCalibration): number | null {
  if (level <= 1) return activeVersion;
  return versions.find(({ source }) => source === "traffic")?.version ?? null;
}
