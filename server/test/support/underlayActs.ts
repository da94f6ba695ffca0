import sharp from "sharp";
import { type Answer, call } from "./api.ts";
import type { TestSite } from "./builders.ts";
import { northWest, siteForm, southEast } from "./siteForms.ts";
import type { TestPulse } from "./testPulse.ts";

type Send = (method: string, path: string, body?: object) => Promise<Answer>;

/** How the picture under a site's floors is set and removed; `send` sends the one under test. */
export function underlayActs(
  here: () => { pulse: TestPulse; site: TestSite; token: string },
  send: Send,
): Record<string, () => Promise<Answer>> {
  const path = (): string => `sites/${here().site.id}/underlay`;
  const body = async (): Promise<FormData> => {
    const picture = { width: 40, height: 30, channels: 3, background: "green" } as const;
    const aerial = await sharp({ create: picture }).jpeg().toBuffer();
    return siteForm({ north_west: northWest, south_east: southEast, image: "aerial" }, { aerial });
  };
  return {
    setUnderlay: async () => send("PUT", path(), await body()),
    removeUnderlay: async () => {
      const { pulse, token } = here();
      await call(pulse, "PUT", path(), { token, body: await body() });
      return send("DELETE", path());
    },
  };
}
