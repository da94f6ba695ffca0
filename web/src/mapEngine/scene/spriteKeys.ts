import { limits } from "@pulse/contract/limits";
import type { PlacedAsset } from "../../live/liveStore.ts";
import type { PuckState } from "../sprites/puck.ts";
import { headingStep, type SpriteImages } from "../sprites/spriteImages.ts";
import { staleAfterMs } from "../assetStatus.ts";
import type { Cell } from "../gpu/spriteAtlas.ts";
import type { Rgba } from "../gpu/groundShapes.ts";
import type { MarkerScale } from "../../basemap/scale.ts";

/** The state a placed asset is drawn in. */
export function puckState(asset: PlacedAsset, nowMs: number): PuckState {
  if (nowMs - asset.lastUpdatedMs > staleAfterMs) return "stale";
  return asset.moving ? "moving" : "still";
}

/** Whether the battery badge is drawn. */
export function isLow(asset: Pick<PlacedAsset, "batteryLevel">): boolean {
  return asset.batteryLevel !== null && asset.batteryLevel <= limits.lowBatteryPercent;
}

/** Half of a marker's width at a scale, px. */
export function markerRadiusPx(scale: MarkerScale): number {
  return { dot: 5, puck: 10.5, named: 13 }[scale];
}

const states: readonly PuckState[] = ["moving", "still", "stale"];

/**
 * The sprites of markers by a numeric key that stands for an asset's appearance: tens of thousands of markers look up
 * theirs several times a second, and a string key for each would cost more than everything else.
 */
export function spriteKeys() {
  const types = new Map<string, number>();
  let cells = new Map<number, Cell>();

  return {
    /** A new rendering begins: every key requests its sprite again, so that the atlas knows which are in use. */
    forget(): void {
      cells = new Map();
    },
    /** The key of an asset's appearance; `scale` "dot" also for assets on other floors. */
    spriteKeyOf(asset: PlacedAsset, scale: MarkerScale, bearingDeg: number, nowMs: number): number {
      const state = states.indexOf(puckState(asset, nowMs));
      const step = state === 0 && asset.headingDeg !== null ? headingStep(asset.headingDeg - bearingDeg)! / 10 : 36;
      const form = { dot: 0, puck: 1, named: 2 }[scale];
      if (form === 0) return (step * 3 + state) * 3;
      let type = types.get(asset.type);
      if (type === undefined) types.set(asset.type, (type = types.size));
      return (((type * 2 + (isLow(asset) ? 1 : 0)) * 37 + step) * 3 + state) * 3 + form;
    },
    cellOf(key: number, asset: PlacedAsset, scale: MarkerScale, bearingDeg: number, sprites: SpriteImages): Cell {
      let cell = cells.get(key);
      if (cell !== undefined) return cell;
      const state = states[Math.floor(key / 3) % 3]!;
      const headingDeg = asset.headingDeg === null ? null : asset.headingDeg - bearingDeg;
      cell =
        scale === "dot"
          ? sprites.dot(state, headingDeg)
          : sprites.marker({
              state,
              type: asset.type,
              radiusPx: markerRadiusPx(scale),
              headingDeg,
              isLow: isLow(asset),
              isSelected: false,
            });
      cells.set(key, cell);
      return cell;
    },
  };
}

/** `#rrggbb` with an opacity of 0…1. */
export function rgba(hex: string, opacity: number): Rgba {
  const number = Number.parseInt(hex.slice(1, 7), 16);
  return [number >> 16, (number >> 8) & 255, number & 255, Math.round(opacity * 255)];
}
