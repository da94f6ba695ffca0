import type { GatewayStatus } from "@pulse/contract/gateways";
import { type Scheme, tokensOf } from "../../theme/tokens.ts";
import { assetIcon } from "../../ui/assetIcons.ts";
import type { Cell, SpriteAtlas } from "../gpu/spriteAtlas.ts";
import { type ClusterCounts, clusterRadiusPx, drawCluster, drawCount, shownCounts } from "./cluster.ts";
import { drawGateway, drawGatewayName, gatewayNameWidthPx } from "./gateway.ts";
import type { Ink } from "./ink.ts";
import {
  drawFenceName,
  drawName,
  drawPill,
  drawRoomName,
  drawTag,
  fenceNameWidthPx,
  pillWidthPx,
  roomNameWidthPx,
  tagWidthPx,
} from "./labels.ts";
import { drawDot, drawPuck, puckReachPx, type PuckState } from "./puck.ts";

export interface MarkerSprite {
  state: PuckState;
  type: string;
  radiusPx: number;
  headingDeg: number | null;
  isLow: boolean;
  isSelected: boolean;
}

export type SpriteImages = ReturnType<typeof spriteImages>;

const headingStepDeg = 10;

/**
 * The map's sprites, each drawn once per type, state, scheme and pixel ratio when first requested. Every function returns
 * the sprite's cell in the atlas.
 */
export function spriteImages(atlas: SpriteAtlas, scheme: Scheme, ratio: number) {
  const measuring = document.createElement("canvas").getContext("2d")!;

  const ensure = (name: string, widthPx: number, heightPx: number, draw: (ink: Ink) => void): Cell =>
    atlas.cell(`${scheme}@${ratio}/${name}`, () => {
      const canvas = document.createElement("canvas");
      canvas.width = Math.ceil(widthPx * ratio);
      canvas.height = Math.ceil(heightPx * ratio);
      const context = canvas.getContext("2d", { willReadFrequently: true })!;
      context.translate(canvas.width / 2, canvas.height / 2);
      context.scale(ratio, ratio);
      draw({ context, tokens: tokensOf(scheme), isDark: scheme === "dark", ratio });
      return canvas;
    });

  return {
    marker(sprite: MarkerSprite): Cell {
      const headingDeg = sprite.state === "moving" ? headingStep(sprite.headingDeg) : null;
      const icon = assetIcon(sprite.type);
      const flags = `${sprite.isLow ? "low" : ""}${sprite.isSelected ? "sel" : ""}`;
      const name = `marker/${sprite.state}/${icon.name}/${sprite.radiusPx}/${headingDeg}/${flags}`;
      const reach = 2 * puckReachPx(sprite);
      return ensure(name, reach, reach, (ink) => drawPuck(ink, { ...sprite, icon, headingDeg }));
    },
    dot(state: PuckState, headingDeg: number | null): Cell {
      const step = state === "moving" ? headingStep(headingDeg) : null;
      return ensure(`dot/${state}/${step}`, 24, 24, (ink) => drawDot(ink, { state, headingDeg: step }));
    },
    /** The disc of a cluster with its ring; `count` goes on top. */
    cluster(counts: ClusterCounts): Cell {
      const radiusPx = clusterRadiusPx(counts.moving + counts.still + counts.stale);
      const shown = shownCounts(counts);
      const size = 2 * radiusPx + 10;
      const name = `cluster/${radiusPx}/${shown.moving}/${shown.still}/${shown.stale}`;
      return ensure(name, size, size, (ink) => drawCluster(ink, shown, radiusPx));
    },
    count: (total: number): Cell => {
      const text = countText(total);
      return ensure(`count/${text}`, text.length * 8 + 4, 16, (ink) => drawCount(ink, text));
    },
    gateway: (status: GatewayStatus, isSelected: boolean): Cell =>
      ensure(`gateway/${status}/${isSelected}`, 28, 28, (ink) => drawGateway(ink, status, isSelected)),
    gatewayName: (status: GatewayStatus, text: string): Cell =>
      ensure(`gatewayName/${status}/${text}`, gatewayNameWidthPx(measuring, text) + 8, 18, (ink) =>
        drawGatewayName(ink, status, text),
      ),
    gatewayNameWidthPx: (text: string): number => gatewayNameWidthPx(measuring, text),
    nameWidthPx: (text: string): number => pillWidthPx(measuring, text),
    tagWidthPx: (text: string): number => tagWidthPx(measuring, text),
    tag: (text: string): Cell =>
      ensure(`tag/${text}`, tagWidthPx(measuring, text) + 4, 36, (ink) => drawTag(ink, text)),
    pill: (text: string): Cell =>
      ensure(`pill/${text}`, pillWidthPx(measuring, text) + 4, 22, (ink) => drawPill(ink, text)),
    roomNameWidthPx: (text: string): number => roomNameWidthPx(measuring, text),
    roomName: (text: string): Cell =>
      ensure(`room/${text}`, roomNameWidthPx(measuring, text), 20, (ink) => drawRoomName(ink, text)),
    fenceNameWidthPx: (text: string, isRestricted: boolean): number => fenceNameWidthPx(measuring, text, isRestricted),
    fenceName: (text: string, isRestricted: boolean): Cell =>
      ensure(`fence/${isRestricted}/${text}`, fenceNameWidthPx(measuring, text, isRestricted) + 8, 18, (ink) =>
        drawFenceName(ink, text, isRestricted),
      ),
    name: (text: string): Cell =>
      ensure(`name/${text}`, pillWidthPx(measuring, text), 18, (ink) => drawName(ink, text)),
  };
}

/** A heading rounded to the steps of the sprites, 0 … 350; null stays null. */
export function headingStep(deg: number | null): number | null {
  return deg === null ? null : (((Math.round(deg / headingStepDeg) * headingStepDeg) % 360) + 360) % 360;
}

// Five digits do not fit into a disc.
function countText(total: number): string {
  return total < 1000 ? String(total) : `${total < 10_000 ? (total / 1000).toFixed(1) : Math.round(total / 1000)}k`;
}
