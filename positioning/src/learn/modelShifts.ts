import type { Calibration } from "../model/calibration.ts";
import { expectedRssi, type RadioModel } from "../model/pathLoss.ts";
import { type Anchor, type PlacedSite, radioOf } from "../model/placedSite.ts";
import type { ModelShifts } from "../model/siteLearning.ts";
import { MODEL } from "../model/modelConstants.ts";

/**
 * How much more (+) a new path-loss model expects of every tag than an earlier one: what was learned about tags stays
 * valid.
 */
export interface ModelShift {
  /** The version of the earlier path-loss model. */
  from: number;
  shiftDb: number;
}

type Site = Pick<PlacedSite, "anchors" | "calibration">;

/** What is known of the change from this path-loss model, if anything is. */
export function shiftFrom(shifts: ModelShifts, from: number): ModelShift | null {
  const shiftDb = shifts.get(from);
  return shiftDb === undefined ? null : { from, shiftDb };
}

/**
 * What a site's path-loss model means for the strengths of tags that were learned under the path-loss model before it
 * and those before that.
 */
export function modelShifts(present: Site, before: Site & { shifts: ModelShifts }): ModelShifts {
  const [version, earlier] = [versionOf(present.calibration), versionOf(before.calibration)];
  if (version === earlier) return before.shifts;
  const common = [...present.anchors.keys()].filter((id) => before.anchors.has(id));
  if (common.length === 0) return new Map();
  const radiosIn = ({ anchors }: Site): RadioModel[] => common.map((id) => anchors.get(id)!.radio);
  const distanceM = usualDistanceM(present);
  const shiftDb = usualLevelDbm(radiosIn(present), distanceM) - usualLevelDbm(radiosIn(before), distanceM);
  const shifts = new Map([...before.shifts].map(([of, earlierDb]) => [of, earlierDb + shiftDb]));
  shifts.set(earlier, shiftDb);
  shifts.delete(version);
  return shifts;
}

/**
 * The same from the path-loss models themselves (null: none, version 0): after a restart no model of an earlier one is
 * left.
 * @param gateways as the model was built from them
 */
export function recordedModelShifts(
  site: Site,
  gateways: readonly Anchor[],
  earlier: readonly (Calibration | null)[],
): ModelShifts {
  const { anchors, calibration } = site;
  const placed = gateways.filter(({ id }) => anchors.has(id));
  if (placed.length === 0) return new Map();
  const levelUnder = (known: Calibration | null): number =>
    usualLevelDbm(
      placed.map((one) => radioOf(one, known)),
      usualDistanceM(site),
    );
  const presentDbm = levelUnder(calibration);
  const others = earlier.filter((known) => versionOf(known) !== versionOf(calibration));
  return new Map(others.map((known) => [versionOf(known), presentDbm - levelUnder(known)]));
}

function versionOf(calibration: Calibration | null): number {
  return calibration?.version ?? 0;
}

/** How far gateways of a floor are apart, as a geometric mean: from about as far away they hear tags, m. */
function usualDistanceM({ anchors }: Site): number {
  const all = [...anchors.values()];
  const logs = all.flatMap((a) =>
    all
      .filter((b) => b !== a && b.floor === a.floor)
      .map((b) => Math.log(Math.max(MODEL.togetherM, Math.hypot(a.x - b.x, a.y - b.y, a.z - MODEL.tagHeightM)))),
  );
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / Math.max(1, logs.length));
}

/** How strongly gateways hear the site's usual tag at one distance, in the mean, dBm: walls and maps are left out. */
function usualLevelDbm(radios: readonly RadioModel[], distanceM: number): number {
  return radios.reduce((sum, radio) => sum + expectedRssi(radio, distanceM), 0) / radios.length;
}
