import type { Api } from "./world.ts";

/** The plan's corners before anybody places it: about 68 × 44 m. */
export const northWest = { lat: 51.9, lon: 4.4 };
export const southEast = { lat: 51.8996, lon: 4.401 };

/**
 * A site with one floor whose image has the proportions of its place and shows two walls.
 * @param customerId for somebody who belongs to no customer
 */
export async function siteWithPlan(url: string, { idToken }: Api, name: string, customerId?: string): Promise<string> {
  const width = 800;
  const heightM = (northWest.lat - southEast.lat) * 111_269;
  const height = Math.round((width * heightM) / ((southEast.lon - northWest.lon) * 68_800));
  const plan = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#dde"/><path d="M80 60H720V400" fill="none" stroke="#333" stroke-width="8"/></svg>`;
  const floor = {
    name: "Ground floor",
    level: 0,
    north_west: northWest,
    south_east: southEast,
    rotation_deg: 0,
    image: "plan",
  };
  const form = new FormData();
  const site = { name, ...northWest, customer_id: customerId, buildings: [{ name: "Hall", floors: [floor] }] };
  form.set("data", JSON.stringify(site));
  form.set("plan", new Blob([plan], { type: "image/svg+xml" }), "plan.svg");
  const answer = await fetch(`${url}/api/v3/sites`, { method: "POST", headers: { "x-id-token": idToken }, body: form });
  const body = (await answer.json()) as { result?: { content: { id: string } } };
  if (body.result === undefined) throw new Error(JSON.stringify(body));
  return body.result.content.id;
}
