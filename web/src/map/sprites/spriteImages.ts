import type { GatewayStatus } from "@pulse/contract/gateways";
import type { Map as MapLibreMap } from "maplibre-gl";
import { type Scheme, tokensOf } from "../../theme/tokens.ts";
import { assetIcon } from "../../ui/assetIcons.ts";
import { type ClusterCounts, clusterRadiusPx, drawCluster } from "./cluster.ts";
import { drawGateway } from "./gateway.ts";
import { type Ink, sans } from "./ink.ts";
import { drawName, drawPill, drawTag, pillWidthPx, tagWidthPx } from "./labels.ts";
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
 * The map's images, each drawn once per type, state, scheme and pixel ratio when it is first asked for. Every function
 * answers the id under which the map knows it.
 */
export function spriteImages(map: MapLibreMap, scheme: Scheme, ratio: number) {
  const measuring = document.createElement("canvas").getContext("2d")!;

  const ensure = (name: string, widthPx: number, heightPx: number, draw: (ink: Ink) => void): string => {
    const id = `${scheme}@${ratio}/${name}`;
    if (map.hasImage(id)) return id;
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(widthPx * ratio);
    canvas.height = Math.ceil(heightPx * ratio);
    const context = canvas.getContext("2d", { willReadFrequently: true })!;
    context.translate(canvas.width / 2, canvas.height / 2);
    context.scale(ratio, ratio);
    draw({ context, tokens: tokensOf(scheme), isDark: scheme === "dark", ratio });
    map.addImage(id, context.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio: ratio });
    return id;
  };

  return {
    marker(sprite: MarkerSprite): string {
      const headingDeg =
        sprite.state === "moving" && sprite.headingDeg !== null
          ? (Math.round(sprite.headingDeg / headingStepDeg) * headingStepDeg + 360) % 360
          : null;
      const icon = assetIcon(sprite.type);
      const flags = `${sprite.isLow ? "low" : ""}${sprite.isSelected ? "sel" : ""}`;
      const name = `marker/${sprite.state}/${icon.name}/${sprite.radiusPx}/${headingDeg}/${flags}`;
      const reach = 2 * puckReachPx(sprite);
      return ensure(name, reach, reach, (ink) => drawPuck(ink, { ...sprite, icon, headingDeg }));
    },
    dot(state: PuckState, headingDeg: number | null): string {
      const step =
        state === "moving" && headingDeg !== null ? Math.round(headingDeg / headingStepDeg) * headingStepDeg : null;
      return ensure(`dot/${state}/${step}`, 24, 24, (ink) => drawDot(ink, { state, headingDeg: step }));
    },
    cluster(counts: ClusterCounts): string {
      const size = 2 * clusterRadiusPx(counts.moving + counts.still + counts.stale) + 10;
      const name = `cluster/${counts.moving}/${counts.still}/${counts.stale}`;
      return ensure(name, size, size, (ink) => drawCluster(ink, counts));
    },
    gateway(status: GatewayStatus, label: string | null): string {
      measuring.font = `550 10px ${sans}`;
      const width = label === null ? 18 : Math.max(18, measuring.measureText(label).width + 8);
      return ensure(`gateway/${status}/${label ?? ""}`, width, label === null ? 18 : 50, (ink) =>
        drawGateway(ink, status, label),
      );
    },
    tag: (text: string): string =>
      ensure(`tag/${text}`, tagWidthPx(measuring, text) + 4, 36, (ink) => drawTag(ink, text)),
    pill: (text: string): string =>
      ensure(`pill/${text}`, pillWidthPx(measuring, text) + 4, 22, (ink) => drawPill(ink, text)),
    name: (text: string): string =>
      ensure(`name/${text}`, pillWidthPx(measuring, text), 18, (ink) => drawName(ink, text)),
  };
}
