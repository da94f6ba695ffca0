import { expect, type Page } from "@playwright/test";
import { deleteHardware } from "@pulse/contract/gateways";
import { listSites } from "@pulse/contract/sites";
import { connectAsync, type MqttClient } from "mqtt";
import { test } from "../../support/fixtures.ts";
import { accounts, signIn } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

const gmac = "68B9D30A0B0C";

/** A setting from the dialog that lists what to enter on the gateway's own page. */
const setting = (page: Page, name: string): Promise<string> =>
  page.getByRole("dialog").locator(`[data-setting="${name}"] dt + dd`).innerText();

interface Simulated {
  client: MqttClient;
  /** The next command received. */
  next(): Promise<Record<string, unknown>>;
  /** Publishes to the topic that the page shows under this name. */
  tell(topic: string, message: object): Promise<unknown>;
}

/** A gateway with the settings that the page shows; it publishes only what the test tells it to. */
async function simulated(page: Page, listensTo: string, publishesTo: readonly string[]): Promise<Simulated> {
  const client = await connectAsync({
    host: await setting(page, "host"),
    port: Number(await setting(page, "port")),
    username: await setting(page, "username"),
    password: await setting(page, "password"),
    reconnectPeriod: 0,
  });
  const came: Record<string, unknown>[] = [];
  let wake = (): void => undefined;
  client.on("message", (_, payload) => {
    came.push(JSON.parse(payload.toString()) as Record<string, unknown>);
    wake();
  });
  await client.subscribeAsync(await setting(page, listensTo), { qos: 1 });
  const topics = new Map<string, string>();
  for (const name of publishesTo) topics.set(name, await setting(page, name));
  return {
    client,
    next: async () => {
      while (came.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return came.shift()!;
    },
    tell: (name, message) => client.publishAsync(topics.get(name)!, JSON.stringify(message), { qos: 1 }),
  };
}

/** The badge beside the gateway's name, if it says this. */
const badge = (page: Page, says: string) =>
  page.getByRole("banner").or(page.getByRole("main")).getByText(says, { exact: true });

/** Opens a part of the gateway's page. */
const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Parts of this page" }).getByRole("link", { name }).click();

/** Deletes the gateway, since other specs share the same world. */
async function remove(page: Page, api: Awaited<ReturnType<typeof signIn>>): Promise<void> {
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.goto("about:blank");
  await api.call(deleteHardware, { params: { id } });
}

test("a gateway is onboarded on the plan, comes online by itself, and its settings are read and changed", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  await page.goto(`/sites/${site?.id ?? ""}/devices/gateways`);
  await page.getByRole("link", { name: "Add gateway" }).click();
  await expect(page.getByText("Please finish onboarding the asset first")).toHaveCount(2);
  await page.getByRole("textbox", { name: "Name" }).fill("Dock door");
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "KKM gateway" }).click();
  await page.getByRole("textbox", { name: "MAC address" }).fill(gmac.toLowerCase());
  await page.getByRole("combobox", { name: "Floor" }).click();
  await page.getByRole("option").nth(0).click();
  const plan = page.locator("canvas.maplibregl-canvas");
  await expect(plan).toBeVisible();
  await expect(async () => {
    await plan.click();
    await expect(page.getByRole("textbox", { name: "Latitude" })).not.toHaveValue("", { timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole("button", { name: "Add gateway" }).click();
  await expect(page.getByRole("dialog", { name: "Settings for Dock door" })).toBeVisible();
  const gateway = await simulated(page, "subadmin", ["publish", "pubadmin"]);
  await page.getByRole("button", { name: "Done" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Dock door" })).toBeVisible();
  await gateway.tell("publish", { msg: "alive", gmac, ver: "KBGW_V3.5.3" });
  await expect(badge(page, "Online")).toBeVisible();

  await openTab(page, "Device");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await expect(page.getByText("Read request placed successfully")).toBeVisible();
  const read = await gateway.next();
  await gateway.tell("pubadmin", {
    msg: "adminRsp",
    gmac,
    stype: "getCfg",
    seq: read.seq,
    filterrssi: -85,
    rptPeriod: 1,
  });
  const period = page.getByRole("textbox", { name: "Reporting period" });
  await expect(period).toHaveValue("1");
  await expect(page.getByRole("textbox", { name: "Filter RSSI" })).toHaveValue("-85");

  await period.fill("5");
  await page.getByRole("button", { name: "Send update" }).click();
  await expect(page.getByText("Update request placed successfully")).toBeVisible();
  const update = await gateway.next();
  expect(update).toMatchObject({ stype: "cfg", rptPeriod: 5 });
  await gateway.tell("pubadmin", { msg: "adminRsp", gmac, stype: "cfg", seq: update.seq, rslt: "succ" });
  await expect(page.getByText("Completed", { exact: true })).toHaveCount(2);
  await expect(period).toHaveValue("5");
  await gateway.client.endAsync();
  await remove(page, api);
  expect(complaints).toEqual([]);
});

test("a Minew gateway shows only the settings it has, and changes are sent in its own format", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  await page.goto(`/sites/${site?.id ?? ""}/devices/gateways/new`);
  await page.getByRole("textbox", { name: "Name" }).fill("Cold store");
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Minew" }).click();
  await page.getByRole("textbox", { name: "MAC address" }).fill("AC233FC0C0DE");
  await page.getByRole("textbox", { name: "Latitude" }).fill("51.9");
  await page.getByRole("textbox", { name: "Longitude" }).fill("4.4");
  await page.getByRole("button", { name: "Add gateway" }).click();
  await expect(page.getByRole("dialog", { name: "Settings for Cold store" })).toBeVisible();
  expect(await setting(page, "publish")).toBe("/gw/ac233fc0c0de/status");
  const gateway = await simulated(page, "subscribe", ["publish", "response"]);
  await page.getByRole("button", { name: "Done" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Cold store" })).toBeVisible();
  await gateway.tell("publish", [{ type: "Gateway", mac: "AC233FC0C0DE", gatewayFree: 98, gatewayLoad: 0.05 }]);
  await expect(badge(page, "Online")).toBeVisible();

  await openTab(page, "Device");
  // Minew has no command that reads settings, and no word for proximity.
  await expect(page.getByRole("heading", { name: "Device config" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Read", exact: true })).toHaveCount(0);
  await expect(page.getByText("Proximity", { exact: true })).toHaveCount(0);
  const period = page.getByRole("textbox", { name: "Reporting period" });
  await period.fill("5");
  await page.getByRole("combobox", { name: "Upload unknown" }).click();
  await page.getByRole("option", { name: "Off" }).click();
  await page.getByRole("button", { name: "Send update" }).click();
  const update = await gateway.next();
  expect(update).toMatchObject({ action: "config", common: { uploadInterval: "5000", isUploadUnkown: "NO" } });
  await gateway.tell("response", { action: "config", requestId: update["requestId"], code: 200, message: "success" });
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  // The confirmed values are known from now on.
  await expect(page.getByRole("switch", { name: "Upload unknown" })).not.toBeChecked();
  await expect(period).toHaveValue("5");
  await gateway.client.endAsync();
  await remove(page, api);
  expect(complaints).toEqual([]);
});
