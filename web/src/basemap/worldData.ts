import type { Feature, FeatureCollection, MultiLineString } from "geojson";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
// Natural Earth at 1:50 million, in the public domain.
import worldUrl from "world-atlas/countries-50m.json?url";

type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

export interface World {
  land: FeatureCollection;
  borders: Feature<MultiLineString>;
}

/** Land and the borders between countries, from our own server. */
export async function loadWorld(): Promise<World> {
  const answer = await fetch(worldUrl);
  if (!answer.ok) throw new Error(`the world's outline answered ${answer.status}`);
  const atlas = (await answer.json()) as Atlas;
  const { countries, land } = atlas.objects;
  return {
    land: feature(atlas, land),
    borders: { type: "Feature", properties: {}, geometry: mesh(atlas, countries, (a, b) => a !== b) },
  };
}
