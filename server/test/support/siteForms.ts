import sharp from "sharp";
import { expect } from "vitest";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./api.ts";
import { aCustomer, aToken, type TestSite } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

let serial = 0;
export const siteName = (): string => `Yard ${++serial}`;
export const northWest = { lat: 51.9, lon: 4.4 };
export const southEast = { lat: 51.8998, lon: 4.4006 };

export const aFloor = (more: object = {}) => ({
  name: "Ground",
  level: 0,
  north_west: northWest,
  south_east: southEast,
  ceiling_height_m: 4,
  image: "plan",
  ...more,
});
export const oneFloor = (more: object = {}) => [{ name: "Main", floors: [aFloor(more)] }];
export const twoFloors = () => [{ name: "Main", floors: [aFloor(), aFloor({ name: "First", level: 1 })] }];

interface SentFloor {
  id: string;
  name: string;
  level: number;
  elevation: number;
  image: string;
}
/** An answer as it is sent back. */
export const asBody = (site: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(site)) as { buildings: [{ floors: [SentFloor, SentFloor] }] };
export const floorsOf = (site: Record<string, unknown>) =>
  (site["buildings"] as { floors: Record<string, unknown>[] }[]).flatMap(({ floors }) => floors);

/** The first floor's place, for gateways and assets. */
export function placeOf(site: Record<string, unknown>): TestSite {
  const [floor] = floorsOf(site);
  return { id: String(site["id"]), guid: String(site["guid"]), floorId: String(floor!["id"]), origin: northWest };
}

interface Wrong {
  path: string;
  code: string;
  message: string;
}
export const detailsOf = ({ content }: Answer): Wrong[] => content["details"] as Wrong[];
export const faults = (answer: Answer): string[] => detailsOf(answer).map(({ path, code }) => `${path}: ${code}`);

type Files = Record<string, Uint8Array | string>;
export function siteForm(data: unknown, files: Files): FormData {
  const body = new FormData();
  body.append("data", typeof data === "string" ? data : JSON.stringify(data));
  for (const [part, bytes] of Object.entries(files))
    body.append(part, new Blob([typeof bytes === "string" ? bytes : Uint8Array.from(bytes)]), `${part}.png`);
  return body;
}

/** A customer whose administrator sends sites. */
export async function siteDesk(pulse: TestPulse) {
  const customer: NewCustomer = await aCustomer(pulse);
  const token = await aToken(pulse, customer, "Administrator");
  const png = await sharp({ create: { width: 400, height: 250, channels: 3, background: "white" } })
    .png()
    .toBuffer();
  const post = (data: object, files: Files = { plan: png }, as = token): Promise<Answer> =>
    call(pulse, "POST", "sites", { token: as, body: siteForm(data, files) });
  return {
    customer,
    token,
    png,
    post,
    put: (id: unknown, data: object, files: Files = {}): Promise<Answer> =>
      call(pulse, "PUT", `sites/${String(id)}`, { token, body: siteForm(data, files) }),
    get: (id: unknown, as = token): Promise<Answer> => call(pulse, "GET", `sites/${String(id)}`, { token: as }),
    made: async (more: object = {}): Promise<Answer["content"]> => {
      const answer = await post({ name: siteName(), buildings: oneFloor(), ...more });
      expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
      return answer.content;
    },
  };
}
