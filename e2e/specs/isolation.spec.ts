import { expect } from "@playwright/test";
import { getAsset, getAssetHistory, listAssets, listLiveAssets } from "@pulse/contract/assets";
import { getHardware, listHardwares } from "@pulse/contract/gateways";
import { createHardwareCredentials } from "@pulse/contract/gatewayConnection";
import { listGatewayMessages } from "@pulse/contract/gatewayReports";
import { socketEvents } from "@pulse/contract/live";
import { getFile, getSite, listFloors, listSites } from "@pulse/contract/sites";
import { getUserMe } from "@pulse/contract/users";
import { io } from "socket.io-client";
import { test } from "../support/fixtures.ts";
import { signInOnPage } from "../support/signInPage.ts";
import { accounts, type Api, signIn } from "../support/world.ts";

async function firstThings(api: Api) {
  const [site] = await api.call(listSites);
  if (!site) throw new Error("this account has no site");
  const [[asset], [gateway], floors] = [
    await api.call(listAssets, { query: { siteId: site.id } }),
    await api.call(listHardwares, { query: { siteId: site.id } }),
    await api.call(listFloors, { params: { id: site.id } }),
  ];
  const image = floors.find((floor) => floor.image !== null)?.image;
  if (!asset || !gateway || !image) throw new Error("the site lacks an asset, a gateway or a plan");
  return { site, asset, gateway, image };
}

/** The socket's answer to a login: an event, or the reason of the disconnect. */
function socketAnswer(url: string, token: string, siteId: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = io(url, { transports: ["websocket"], reconnection: false });
    const end = (answer: string) => {
      resolve(answer);
      socket.disconnect();
    };
    socket.on("connect", () => socket.emit(socketEvents.login, token, siteId));
    for (const event of [socketEvents.failedLogin, socketEvents.locationUpdate]) socket.on(event, () => end(event));
    socket.on("disconnect", (reason) => end(reason));
  });
}

test("routes and files of another customer are not found, and the socket refuses the login", async ({ pulse }) => {
  const northwind = await firstThings(await signIn(pulse.url, accounts.admin));
  const stranger = await signIn(pulse.url, accounts.otherCustomer);
  const siteId = northwind.site.id;

  const asked = await Promise.all([
    stranger.fetch(getSite, { params: { id: siteId } }),
    stranger.fetch(listFloors, { params: { id: siteId } }),
    stranger.fetch(getFile, { params: { id: northwind.image } }),
    stranger.fetch(listAssets, { query: { siteId } }),
    stranger.fetch(listLiveAssets, { query: { siteId } }),
    stranger.fetch(getAsset, { params: { id: northwind.asset.id } }),
    stranger.fetch(getAssetHistory, { params: { id: northwind.asset.id } }),
    stranger.fetch(listHardwares, { query: { siteId } }),
    stranger.fetch(getHardware, { params: { id: northwind.gateway.id } }),
    stranger.fetch(createHardwareCredentials, { params: { id: northwind.gateway.id } }),
  ]);
  expect(asked.map(({ status, url }) => `${status} ${new URL(url).pathname}`)).toEqual(
    asked.map(({ url }) => `404 ${new URL(url).pathname}`),
  );
  // A user without the developer tools may get 403 instead, but never the messages.
  expect([403, 404]).toContain(
    (await stranger.fetch(listGatewayMessages, { params: { id: northwind.gateway.id } })).status,
  );
  expect(await socketAnswer(pulse.url, stranger.idToken, siteId)).toBe(socketEvents.failedLogin);
});

test("without a sign-in, the API answers 401 and the socket refuses the login", async ({ pulse }) => {
  const { site } = await firstThings(await signIn(pulse.url, accounts.admin));
  const answers = await Promise.all(
    ["users/me", "sites", `sites/${site.id}`, `assets/live?site_id=${site.id}`].map((path) =>
      fetch(`${pulse.url}/api/v3/${path}`),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  expect(await socketAnswer(pulse.url, "nonsense", site.id)).toBe(socketEvents.failedLogin);
});

test("a user of another customer sees their own site and none of Northwind's", async ({ page, pulse, complaints }) => {
  await signInOnPage(page, pulse.url, accounts.otherCustomer, "Bayside Clinic");
  const switcher = page.getByRole("button", { name: /^Switch site, current: Contoso Clinics/ });
  await expect(switcher).toBeVisible();
  await switcher.click();
  await expect(page.getByText("Harbour Warehouse")).toHaveCount(0);
  await expect(page.getByText("City Hospital")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("every demo account signs in as its own user", async ({ pulse }) => {
  for (const email of Object.values(accounts)) {
    const me = await (await signIn(pulse.url, email)).call(getUserMe);
    expect(me.email).toBe(email);
  }
});
