import { expect } from "@playwright/test";
import { listHardwares } from "@pulse/contract/gateways";
import { createHardwareCredentials } from "@pulse/contract/gatewayConnection";
import { listSites } from "@pulse/contract/sites";
import { createTracker } from "@pulse/contract/trackers";
import { test } from "../../support/fixtures.ts";
import { connectGateway } from "../../support/radio.ts";
import { accounts, signIn } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

test("a tracker's settings are read and changed, a failed ring is shown, and ringing can be stopped", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse")!;
  const mac = "DD:34:0C:00:00:02";
  const body = { name: "Tag that is asked", type: "KKM", mac };
  const tracker = await api.call(createTracker, { query: { siteId: site.id }, body });
  const gateway = (await api.call(listHardwares, { query: { siteId: site.id } })).find((each) => each.location !== "")!;
  const credentials = await api.call(createHardwareCredentials, { params: { id: gateway.id } });
  const radio = await connectGateway(pulse.mqttUrl, { mac: gateway.mac!, at: gateway }, credentials);

  await page.goto(`/sites/${site.id}/devices/trackers/${tracker.id}`);
  await expect(page.getByText("Nothing has been requested yet.")).toBeVisible();
  const where = page.getByTestId("where");
  await expect(async () => {
    await radio.hear(mac, -50);
    await expect(where).toContainText(gateway.name, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });

  // The tracker confirms that it has the command, and then that it has executed it.
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await expect(page.getByText("Read request placed successfully")).toBeVisible();
  const read = await radio.next();
  await radio.ack(read, { rslt: "succ", cause: 1 });
  await expect(page.getByText("Accepted")).toBeVisible();
  const slot = { slot: 0, type: 5, advPrd: 500, txPwr: -8, mode: 2 };
  await radio.ack(read, { rslt: "succ", cause: 0, data: { advObj: [slot] } });
  const period = page.getByRole("textbox", { name: "Advertisement period" });
  await expect(period).toHaveValue("500");

  await period.fill("900");
  await page.getByRole("button", { name: "Send update" }).click();
  await expect(page.getByText("Update request placed successfully")).toBeVisible();
  const update = await radio.next();
  expect(JSON.stringify(update.data)).toContain("900");
  // Out of order: the final answer ends the request, and the later one changes nothing.
  await radio.ack(update, { rslt: "succ", cause: 0 });
  await radio.ack(update, { rslt: "succ", cause: 1 });
  const requests = page.getByRole("listitem").filter({ hasText: "Update" });
  await expect(requests.filter({ hasText: "Completed" })).toBeVisible();

  await page.getByRole("button", { name: "Ring", exact: true }).click();
  const ring = await radio.next();
  expect(ring.data).toMatchObject({ msg: "ring", ringTime: 5000 });
  await radio.ack(ring, { rslt: "fail", cause: 3 });
  await expect(page.getByRole("listitem").filter({ hasText: "Ring" }).filter({ hasText: "Failed" })).toBeVisible();
  await page.getByRole("button", { name: "Stop ringing" }).click();
  expect((await radio.next()).data).toMatchObject({ msg: "ring", ringTime: 0 });
  await radio.close();
  expect(complaints).toEqual([]);
});
