import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
/** The addresses in the mails of two reports. */
let links: string[];
beforeAll(async () => {
  pulse = await testPulse();
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer);
  const token = await aToken(pulse, customer, "Manager");
  const email = String((await call(pulse, "GET", "users/me", { token })).content["email"]);
  const span = "start_time_utc=2026-10-24T00:00:00Z&end_time_utc=2026-10-25T00:00:00Z";
  const body = { formats_list: ["csv"], deliveries_list: [{ type: "email", user_email: email }] };
  for (let nth = 0; nth < 2; nth++)
    await call(pulse, "POST", `reports/asset-history?site_id=${site.id}&${span}`, { token, body });
  links = await vi.waitFor(
    async () => {
      const { text } = await call(pulse, "GET", "/dev/outbox.json");
      const found = [...new Set(text.match(/report-files\/[\w-]{32}/g) ?? [])];
      if (found.length < 2) throw new Error("the mails are still on their way");
      return found;
    },
    { timeout: 60_000 },
  );
});
afterAll(() => pulse.stop());

test("a report opens by the link in its mail, and by no other", async () => {
  const [link] = links;
  expect((await call(pulse, "GET", link!)).status).toBe(200);
  expect((await call(pulse, "GET", `report-files/${"x".repeat(32)}`)).status).toBe(404);
});

test("links of reports made one after the other have nothing in common, such as the time", () => {
  const [one, other] = links.map((link) => link.slice("report-files/".length));
  const same = one!.split("").filter((char, at) => char === other![at]);
  // Of 32 random characters out of 64, twelve in the same places are as likely as one in 10^14.
  expect(same.length).toBeLessThan(12);
});

test("whoever reads the table of reports cannot open one: it holds only hashes of the links' tokens", async () => {
  const stored = JSON.stringify(await pulse.db.selectFrom("reports").selectAll().execute());
  for (const link of links) expect(stored).not.toContain(link.slice("report-files/".length));
});
