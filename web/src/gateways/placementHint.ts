import type { HardwareListed } from "@pulse/contract/gateways";
import { texts } from "../text/translate.ts";
import { faultText } from "./gatewayFaults.ts";

const far = "far_from_floor";

type Saved = Pick<HardwareListed, "floorId" | "lat" | "lon" | "health" | "outsideFloorM">;

/** A hint about the place in a form; `saved`: the stored gateway, if there is one. */
export function placementHint(
  form: { floorId: unknown; lat: unknown; lon: unknown },
  saved: Saved | undefined,
): string {
  const { lat, lon } = form;
  const isPlaced = typeof lat === "number" && typeof lon === "number" && (lat !== 0 || lon !== 0);
  if (!isPlaced) return texts.t("gateways.notPlaced");
  // The health concerns the stored place and no other.
  const isThere = saved !== undefined && saved.floorId === form.floorId && saved.lat === lat && saved.lon === lon;
  if (!isThere || !saved.health?.includes(far)) return texts.t("gateways.drag");
  return `${faultText(far, saved)}. ${texts.t("gateways.drag")}`;
}
