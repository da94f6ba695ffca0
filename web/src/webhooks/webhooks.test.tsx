import type { Delivery, Webhook } from "@pulse/contract/webhooks";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { accessOf, accessStage, ids } from "../test/accessStage.tsx";
import { WebhooksHome } from "./WebhooksHome.tsx";

const stored: Webhook = {
  id: ids.mara,
  version: 1,
  createdAt: "2026-11-20T00:00:00.000Z",
  updatedAt: "2026-11-20T00:00:00.000Z",
  customerId: ids.northwind,
  name: "Warehouse system",
  url: "https://hooks.example/pulse",
  siteId: null,
  kinds: ["asset", "geofence.asset_entered_geofence"],
  active: true,
};
const failed: Delivery = {
  id: ids.nora,
  at: "2026-11-20T00:00:00.000Z",
  eventId: ids.warehouse,
  type: "asset.created",
  name: "Lifter",
  state: "failed",
  status: 500,
  durationMs: 12,
  error: "status",
  attempts: 31,
  nextTryAt: null,
};

function open(path: string, access = accessOf({ site_management: ["c", "r", "u", "d"] })) {
  const set = accessStage({ access });
  set.answers["getWebhook"] = () => stored;
  set.answers["listDeliveries"] = () => [failed];
  set.answers["replayDelivery"] = () => ({ ...failed, state: "waiting" });
  set.answers["createWebhook"] = () => ({ ...stored, secret: "whsec_c2VjcmV0" });
  set.open([{ path: "/webhooks/:id?", element: <WebhooksHome /> }], path);
  return { ...set, requestsTo: (id: string) => set.requests.filter((call) => call.id === id) };
}

it("a webhook's page shows what was sent and why that failed, and can send it again", async () => {
  const { requestsTo } = open(`/webhooks/${stored.id}`);
  expect(await screen.findByText("The address answered with 500")).toBeTruthy();
  expect(screen.getByText("Failed")).toBeTruthy();
  expect(screen.getByText("Lifter")).toBeTruthy();
  expect(screen.getByText("Assets: created")).toBeTruthy();
  // A choice that only a program can make also has words.
  expect(screen.getByLabelText("Asset entered geofence")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Send again" }));
  await waitFor(() =>
    expect(requestsTo("replayDelivery")).toMatchObject([{ params: { id: stored.id, deliveryId: failed.id } }]),
  );
});

it("a webhook's page shows the secret of a new one", async () => {
  const { requestsTo } = open("/webhooks/new");
  const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByLabelText(/^Name/);
  fill(/^Name/, "Warehouse system");
  fill(/^Address/, "https://hooks.example/pulse");
  fireEvent.click(screen.getByRole("button", { name: "Add webhook" }));
  expect(await screen.findByText("whsec_c2VjcmV0")).toBeTruthy();
  expect(requestsTo("createWebhook")).toMatchObject([
    { body: { name: "Warehouse system", url: "https://hooks.example/pulse", siteId: null, kinds: [], active: true } },
  ]);
});

it("a webhook's page does not let people test or send again who may only read", async () => {
  open(`/webhooks/${stored.id}`, accessOf({ site_management: ["r"] }));
  expect(await screen.findByText("Failed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Send test" })).toBeNull();
});
