import { type FrameStrengths, shiftsFor } from "./frameStrength.ts";
import type { RssiWindow } from "./rssiWindow.ts";
import { coveredUntil } from "./uploads.ts";
import type { LearningSite } from "../model/siteLearning.ts";
import { WINDOW } from "./windowConstants.ts";

/** Read in the loops of every fix. */
const { driftDb, neighbourMs } = WINDOW;

/** How far a tag's levels have changed lately, over all gateways that hear it often enough. */
export interface LevelChange {
  /**
   * How far D, the mean of χ² = (m₁ − m₂)² / (σ² (1/n₁ + 1/n₂) + drift²) over the gateways, exceeds 1, which it is for a
   * still tag; scaled down where few gateways hear the tag; −∞: none does.
   */
  excess: number;
  /** The same with each gateway's part limited, so that one alone does not decide. */
  agreed: number;
  gateways: number;
  /** Variance of the tag's packets around their mean, dB². */
  packetDb2: number;
}

/** Two adjacent windows of each gateway that heard enough in both: how its mean level changed, dB, and 1/n₁ + 1/n₂. */
interface Pair {
  count: number;
  changeDb: number[];
  perPacket: number[];
}

/** Scratch space of the module: both pairs of windows, and the steps between neighbouring packets of all gateways. */
const quick: Pair = { count: 0, changeDb: [], perPacket: [] };
const slow: Pair = { count: 0, changeDb: [], perPacket: [] };
const steps = { count: 0, squares: 0, repeats: 0 };

/**
 * The two-sample χ² test of adjacent windows (Basseville & Nikiforov, Detection of Abrupt Changes, chapter 2), of the
 * gateways together: the last `shortMs` against what was heard before, which shows a start soon, and the two last
 * `longMs` against each other, which shows a stroll. The larger of both counts.
 */
export function levelChange(
  { anchors }: LearningSite,
  { windows, frames }: { windows: ReadonlyMap<string, RssiWindow>; frames: FrameStrengths | null },
  nowMs: number,
  { shortMs, longMs }: { shortMs: number; longMs: number },
): LevelChange {
  quick.count = slow.count = steps.count = steps.squares = steps.repeats = 0;
  for (const [anchorId, window] of windows) {
    const anchor = anchors.get(anchorId);
    // Changes at a gateway that moves say nothing about the tag.
    if (anchor?.validUntilMs !== Infinity) continue;
    addWindow(window, shiftsFor(window, frames), coveredUntil(anchor, nowMs), shortMs, longMs);
  }
  const packetDb2 = packetVariance();
  return {
    excess: Math.max(excessOf(quick, packetDb2, Infinity), excessOf(slow, packetDb2, Infinity)),
    agreed: Math.max(excessOf(quick, packetDb2, WINDOW.maxGatewayD), excessOf(slow, packetDb2, WINDOW.maxGatewayD)),
    gateways: Math.max(quick.count, slow.count),
    packetDb2,
  };
}

/** Adds what one gateway heard in the last two `longMs`: its newest part, what follows until one `longMs` ago, the rest. */
function addWindow(
  { count, atMs, rssi, stated, holdsMeans }: RssiWindow,
  shiftsDb: Int8Array,
  untilMs: number,
  shortMs: number,
  longMs: number,
): void {
  let [newest, newestDbm, middle, middleDbm, oldest, oldestDbm] = [0, 0, 0, 0, 0, 0];
  let [laterMs, laterDbm] = [Infinity, 0];
  for (let i = count - 1; i >= 0 && atMs[i]! > untilMs - 2 * longMs; i--) {
    const at = atMs[i]!;
    if (at > untilMs) continue;
    const dbm = rssi[i]! + shiftsDb[stated[i]! + 128]!;
    if (at > untilMs - shortMs) {
      newest++;
      newestDbm += dbm;
    } else if (at > untilMs - longMs) {
      middle++;
      middleDbm += dbm;
    } else {
      oldest++;
      oldestDbm += dbm;
    }
    if (laterMs - at <= neighbourMs) {
      steps.count++;
      steps.squares += (laterDbm - dbm) ** 2;
      if (laterDbm === dbm && !holdsMeans) steps.repeats++;
    }
    laterMs = at;
    laterDbm = dbm;
  }
  addTo(quick, newest, newestDbm, middle + oldest, middleDbm + oldestDbm);
  addTo(slow, newest + middle, newestDbm + middleDbm, oldest, oldestDbm);
}

function addTo(pair: Pair, late: number, lateDbm: number, early: number, earlyDbm: number): void {
  if (late < 2 || early < 2) return;
  pair.changeDb[pair.count] = lateDbm / late - earlyDbm / early;
  pair.perPacket[pair.count++] = 1 / late + 1 / early;
}

/**
 * Variance of this tag's packets around their mean, dB²: half the mean square of the steps between neighbours. Where
 * most packets are reported twice and more (phones do, between two scans), as many say only half as much.
 */
function packetVariance(): number {
  const areRepeated = steps.count >= WINDOW.usualSteps && steps.repeats > WINDOW.repeatShare * steps.count;
  const fresh = areRepeated ? steps.count - steps.repeats : steps.count;
  const usual = WINDOW.usualSteps * WINDOW.packetSdDb ** 2;
  return ((areRepeated ? 2 : 1) * (usual + steps.squares / 2)) / (WINDOW.usualSteps + fresh);
}

function excessOf({ count, changeDb, perPacket }: Pair, packetDb2: number, most: number): number {
  if (count === 0) return -Infinity;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.min(most, changeDb[i]! ** 2 / (packetDb2 * perPacket[i]! + driftDb ** 2));
  return (sum / count - 1) * Math.min(1, Math.sqrt(count / WINDOW.usualGateways));
}
