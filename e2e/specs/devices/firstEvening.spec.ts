import { expect, type Page, test } from "@playwright/test";
import { connectAsync } from "mqtt";
import { watchConsole } from "../../support/page.ts";
import { type Pulse, startPulse } from "../../support/pulse.ts";
import { setupLink } from "../../support/setupLink.ts";
import { giveCode } from "../../support/signInPage.ts";
import { codeAfter, newestMessageId } from "../../support/outbox.ts";
import { png } from "../sites/planFiles.ts";

let pulse: Pulse;
test.beforeAll(async () => {
  pulse = await startPulse({ command: "serve" });
});
test.afterAll(() => pulse.stop());

const gmac = "68B9D30A0B0D";
const tag = "DD3304130001";
const secret = "First-evening-1";
const person = "mara@eastgate.test";

const step = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, level: 2, exact: true }) });
const setting = (page: Page, name: string): Promise<string> =>
  page.locator(`[data-setting="${name}"] dt + dd`).innerText();

test("the set-up guide leads from an empty installation to a first dot, explains errors and can be resumed", async ({
  page,
}) => {
  const complaints = watchConsole(page);
  // The one-time link, then the sign-in.
  const link = await setupLink(pulse);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Can people reach you?" })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Email").fill(person);
  await page.getByLabel("Given name").fill("Mara");
  await page.getByLabel("Family name").fill("Okafor");
  await page.getByLabel("Mobile number").fill("+49 151 23456789");
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByLabel("Repeat password").fill(secret);
  const before = await newestMessageId(pulse.url);
  // The password is not typed again.
  await page.getByRole("button", { name: "Create superadmin" }).click();
  await giveCode(page, await codeAfter(pulse.url, before));

  // Customer and site.
  await expect(page.getByRole("heading", { level: 1, name: "Set up Pulse" })).toBeVisible();
  await step(page, "Customer").getByLabel("Name").fill("Eastgate");
  await page.getByLabel("Customer code").fill("EAST");
  await page.getByRole("button", { name: "Create customer" }).click();
  await step(page, "Site").getByLabel("Coordinates").fill("51.9, 4.4");
  await step(page, "Site").getByLabel("Name").fill("Eastgate Depot");
  await page.getByRole("button", { name: "Create site" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Set up Eastgate Depot" })).toBeVisible();

  // Leave the guide and resume it from the menu: it finds its step from what exists.
  await page.goto(`${pulse.url}/profile`);
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Set-up guide" }).click();
  const choosing = page.waitForEvent("filechooser");
  await step(page, "Floor plan").getByRole("button", { name: "Choose a file" }).click();
  await (await choosing).setFiles({ name: "ground.png", mimeType: "image/png", buffer: png(400, 250) });
  await page.getByRole("button", { name: "Save" }).click();

  // The gateway: its floor is known and its settings can be copied.
  await step(page, "Gateway").getByLabel("Name").fill("Dock door");
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "KKM gateway" }).click();
  await page.getByLabel("MAC address").fill(gmac);
  const plan = page.locator("canvas.maplibregl-canvas");
  await expect(plan).toBeVisible();
  await expect(async () => {
    await plan.click();
    await expect(page.getByLabel("Latitude")).not.toHaveValue("", { timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole("button", { name: "Add gateway" }).click();
  await expect(page.getByText("Waiting for its first message")).toBeVisible();
  const broker = {
    host: await setting(page, "host"),
    port: Number(await setting(page, "port")),
    username: await setting(page, "username"),
    reconnectPeriod: 0,
  };
  const topic = await setting(page, "publish");
  const password = await setting(page, "password");

  // Errors are explained in words.
  await expect(connectAsync({ ...broker, password: "wrong" })).rejects.toThrow();
  await expect(page.getByRole("alert").filter({ hasText: "Wrong password" })).toBeVisible();
  const gateway = await connectAsync({ ...broker, password });
  await expect(page.getByText("Signed in, waiting for its first message")).toBeVisible();
  await expect(page.getByText("Wrong password")).toHaveCount(0);
  await gateway.publishAsync(topic, "hello", { qos: 1 });
  await expect(page.getByRole("alert").filter({ hasText: "Unreadable message" })).toBeVisible();
  const beacon = { type: 4, dmac: tag, rssi: -55, uuid: "7777772E6B6B6D636E2E636F6D000001", majorID: 1, minorID: 1 };
  const hear = () => gateway.publishAsync(topic, JSON.stringify({ msg: "advData", gmac, obj: [beacon] }), { qos: 1 });
  await hear();

  // The step completes by itself and offers the beacons that the gateway heard.
  await expect(step(page, "Gateway").getByRole("link", { name: "Dock door" })).toBeVisible();
  await page.getByRole("button", { name: "Add DD:33:04:13:00:01" }).click();
  await step(page, "Asset").getByLabel("Name").fill("Pallet jack");
  await step(page, "Asset").getByLabel("Type").fill("Vehicle");
  await page.getByRole("button", { name: "Add and link" }).click();
  await expect(page.getByText("Waiting for the first position")).toBeVisible();
  await expect(async () => {
    await hear();
    await expect(page.getByRole("heading", { name: "Pallet jack is on the map" })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole("link", { name: "Open the map" }).click();
  await expect(page.getByRole("region", { name: /^Map of Eastgate Depot/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pallet jack" })).toBeVisible();
  await gateway.endAsync();
  expect(complaints).toEqual([]);
});
