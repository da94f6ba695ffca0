import { expect } from "@playwright/test";
import { deleteHardware, listHardwares } from "@pulse/contract/gateways";
import { deleteSiteGatewayCredentials } from "@pulse/contract/siteGatewayAccount";
import { listSites } from "@pulse/contract/sites";
import { connectAsync } from "mqtt";
import { test } from "../../support/fixtures.ts";
import { accounts, signIn } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

const macs = ["68B9D30A0C01", "68B9D30A0C02", "68B9D30A0C03"];

test("new gateways connect with one password, are registered at once and placed by a click each", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  const query = { siteId: site?.id ?? "" };
  await page.goto(`/sites/${query.siteId}/devices/gateways`);

  await page.getByRole("button", { name: "Site password" }).click();
  await page.getByRole("button", { name: "Make a password" }).click();
  const account = page.getByRole("dialog", { name: "One password for all gateways" });
  await expect(account.getByText("The password is shown only now.")).toBeVisible();
  const setting = (name: string) => account.locator(`[data-setting="${name}"] dt + dd`).innerText();
  const client = await connectAsync({
    host: await setting("host"),
    port: Number(await setting("port")),
    username: await setting("username"),
    password: await setting("password"),
    reconnectPeriod: 0,
  });
  const speak = async (): Promise<void> => {
    for (const gmac of macs)
      await client.publishAsync(`kbeacon/publish/${gmac}`, JSON.stringify({ msg: "alive", gmac, ver: "1" }), {
        qos: 1,
      });
  };
  await speak();
  await account.getByRole("button", { name: "Done" }).click();

  const unregistered = page.getByRole("region", { name: "Unregistered gateways" });
  for (const end of ["01", "02", "03"])
    await unregistered.getByRole("checkbox", { name: `Choose 68:B9:D3:0A:0C:${end}` }).check();
  await unregistered.getByRole("button", { name: "Register 3" }).click();
  const claiming = page.getByRole("dialog", { name: "Register 3 gateways" });
  await claiming.getByLabel("Name of 68:B9:D3:0A:0C:01").fill("Ramp A");
  await claiming.getByRole("button", { name: "Register 3" }).click();

  const placing = page.getByRole("dialog", { name: "Place 3 gateways" });
  await expect(placing.getByText("Click where Ramp A is mounted")).toBeVisible();
  const plan = placing.locator("canvas.maplibregl-canvas");
  await expect(plan).toBeVisible();
  await expect(async () => {
    await plan.click({ position: { x: 120, y: 120 } });
    await expect(placing.getByRole("button", { name: "Save 1 place" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await plan.click({ position: { x: 200, y: 160 } });
  await placing.getByRole("button", { name: "Put it in the middle" }).click();
  await expect(placing.getByText("All of them have a place")).toBeVisible();
  await placing.getByRole("button", { name: "Save 3 places" }).click();
  await placing.getByRole("button", { name: "Done" }).click();

  await speak();
  const created = async () =>
    (await api.call(listHardwares, { query })).filter(({ mac }) => mac?.startsWith("68:B9:D3:0A:0C"));
  await expect.poll(async () => (await created()).map(({ status }) => status)).toEqual(["online", "online", "online"]);
  const gateways = await created();
  expect(gateways.every(({ floorId, lat, lon }) => floorId !== null && lat !== 0 && lon !== 0)).toBe(true);
  expect(new Set(gateways.map(({ lat, lon }) => `${lat} ${lon}`)).size).toBe(3);
  expect(gateways.map(({ name }) => name)).toContain("Ramp A");

  await client.endAsync(true);
  await page.goto("about:blank");
  for (const { id } of gateways) await api.call(deleteHardware, { params: { id } });
  await api.call(deleteSiteGatewayCredentials, { query });
  expect(complaints).toEqual([]);
});
