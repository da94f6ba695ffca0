import type { Map as MapLibreMap } from "maplibre-gl";
import { expect, it } from "vitest";
import { tokensOf } from "../../theme/tokens.ts";
import type { MapFence } from "../mapFence.ts";
import { fenceLayer } from "./fenceLayer.ts";

const fence = (id: string, isRestricted: boolean): MapFence => ({
  id,
  name: id,
  floorIds: [],
  isHidden: false,
  isRestricted,
  parts: [],
});

/** A map that notes the colours of its layers and the properties of what it draws. */
function notingMap() {
  const colours: Record<string, unknown> = {};
  let drawn: { properties: object }[] = [];
  const map = {
    getLayer: () => undefined,
    getSource: () => ({ setData: (data: { features: typeof drawn }) => void (drawn = data.features) }),
    removeSource: () => undefined,
    addSource: () => undefined,
    addLayer: () => undefined,
    setPaintProperty: (layer: string, _: string, colour: unknown) => void (colours[layer] = colour),
  };
  return { map: map as unknown as MapLibreMap, colours, drawn: () => drawn.map(({ properties }) => properties) };
}

it("restricted geofences have the colour of alerts in both schemes, and others that of geofences", () => {
  const { map, colours, drawn } = notingMap();
  const layer = fenceLayer();
  layer.add(map, "light");
  layer.show(map, [fence("dock", false), fence("quarantine", true)], "dock");
  expect(drawn()).toEqual([
    { isSelected: true, isRestricted: false },
    { isSelected: false, isRestricted: true },
  ]);
  const coloursOf = (scheme: "light" | "dark") => {
    const { alert, fence: usual } = tokensOf(scheme);
    return ["case", ["get", "isRestricted"], alert, usual];
  };
  for (const each of ["fences-area", "fences-edge", "fences-selected"])
    expect(colours[each]).toEqual(coloursOf("light"));
  layer.repaint(map, "dark");
  for (const each of ["fences-area", "fences-edge", "fences-selected"])
    expect(colours[each]).toEqual(coloursOf("dark"));
});
