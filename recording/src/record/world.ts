import { asText } from "../asText.ts";
import type { Row } from "../format.ts";
import type { DemoApi } from "./demoApi.ts";

/** The things of the demo that the recorded person sees, by their ids. */
export interface World {
  customerId: string;
  sites: readonly { id: string; name: string }[];
  floors: readonly { siteId: string; floorId: string }[];
  /** With the asset's id of a linked tracker. */
  trackers: readonly { id: string; siteId: string; assetId: string | null; name: string }[];
  assets: readonly { id: string; siteId: string; name: string }[];
  gateways: readonly { id: string; siteId: string; name: string }[];
  geofences: readonly { id: string; siteId: string; name: string }[];
  users: readonly string[];
  roles: readonly string[];
  groups: readonly string[];
  webhooks: readonly string[];
  /** Plans and photos, by their paths. */
  images: readonly string[];
}

/** Reads what there is in the demo; with a key only the site whose name begins with it. */
export async function readWorld(api: DemoApi, siteKey: string | null): Promise<World> {
  const me = (await api.content("/api/v3/users/me", {}))?.content as Row;
  const customerId = asText(me["customer_id"]);
  const listed = async (path: string, query: Record<string, string> = {}): Promise<Row[]> =>
    (await api.rows(`/api/v3/${path}`, query))?.rows ?? [];
  const sites = (await listed("sites")).filter(({ name }) =>
    asText(name)
      .toLowerCase()
      .startsWith(siteKey ?? ""),
  );
  const ofSites = async (path: (siteId: string) => string, named: boolean): Promise<Row[]> =>
    (
      await Promise.all(
        sites.map(async ({ id }) => {
          const rows = await listed(path(asText(id)), named ? { site_id: asText(id) } : {});
          return rows.map((row): Row => ({ ...row, site_id: id! }));
        }),
      )
    ).flat();
  const floors = await ofSites((id) => `sites/${id}/floors`, false);
  const [assets, trackers, gateways, geofences] = await Promise.all(
    ["assets", "trackers", "hardwares", "geofences"].map((noun) => ofSites(() => noun, true)),
  );
  const thing = (row: Row) => ({ id: asText(row["id"]), siteId: asText(row["site_id"]), name: asText(row["name"]) });
  const ids = async (path: string): Promise<string[]> => (await listed(path)).map(({ id }) => asText(id));
  return {
    customerId,
    sites: sites.map(thing),
    floors: floors.map((row) => ({ siteId: asText(row["site_id"]), floorId: asText(row["id"]) })),
    assets: assets!.map(thing),
    trackers: trackers!.map((row) => ({
      ...thing(row),
      assetId: ((row["linked_asset"] as Row | null)?.["id"] as string | undefined) ?? null,
    })),
    gateways: gateways!.map(thing),
    geofences: geofences!.map(thing),
    users: await ids("users"),
    roles: await ids("roles"),
    groups: await ids("groups"),
    webhooks: await ids("webhooks"),
    images: [...new Set([...floors, ...assets!].flatMap((row) => imagesOf(row)))],
  };
}

/** Every path of a file in a row, at any depth. */
function imagesOf(row: Row): string[] {
  return [...JSON.stringify(row).matchAll(/"(\/api\/v3\/files\/[^"?]+)"/g)].map(([, path = ""]) => path);
}
