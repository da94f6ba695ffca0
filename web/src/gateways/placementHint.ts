import type { HardwareListed } from "@pulse/contract/gateways";
import { texts } from "../text/translate.ts";
import { faultText } from "./gatewayFaults.ts";

const far = "far_from_floor";

type Saved = Pick<HardwareListed, "floorId" | "lat" | "lon" | "health" | "outsideFloorM">;

/** What is to be done about the place that a form holds; `saved`: the gateway as it is stored, where it is. */
export function placementHint(
  form: { floorId: unknown; lat: unknown; lon: unknown },
  saved: Saved | undefined,
): string {
  const { lat, lon } = form;
  const isPlaced = typeof lat === "number" && typeof lon === "number" && (lat !== 0 || lon !== 0);
  if (!isPlaced) return texts.t("gateways.notPlaced");
  // What is known of its stored place holds for no other.
  const isThere = saved !== undefined && saved.floorId === form.floorId && saved.lat === lat && saved.lon === lon;
  if (!isThere || !saved.health?.includes(far)) return texts.t("gateways.drag");
  return `${faultText(far, saved)}. ${texts.t("gateways.drag")}`;
}
