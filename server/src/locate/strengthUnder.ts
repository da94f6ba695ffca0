import type { Calibration } from "@pulse/positioning/model/calibration";
import type { KnownTag } from "./siteRows.repository.ts";

/**
 * What is known about a tag's own strength under its site's present law, dB; null: nothing, since what was learned
 * under another law would mislead under this one.
 */
export function strengthUnder(
  calibration: Calibration | null,
  { offsetDb, version }: Pick<KnownTag, "offsetDb" | "version">,
): number | null {
  return version === (calibration?.version ?? 0) ? offsetDb : null;
}
