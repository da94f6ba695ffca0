import type { ApiKey, NewApiKey } from "@pulse/contract/apiKeys";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { accessOf, accessStage, admin, ids, operationIds } from "../test/accessStage.tsx";
import ApiKeysPage from "./ApiKeysPage.tsx";

const stored: ApiKey = {
  id: ids.nora,
  name: "Warehouse system",
  customerId: ids.northwind,
  operationIds: operationIds("asset_management.r"),
  siteIds: [ids.warehouse],
  prefix: "pulse_Ab12Cd",
  createdAt: "2026-11-20T10:00:00.000Z",
  createdBy: admin.email,
  makerGone: false,
  expiresAt: null,
  lastUsedAt: null,
  lastUsedFrom: null,
};
const secret = `pulse_${"x".repeat(40)}`;

function open(keys: ApiKey[], access?: Parameters<typeof accessOf>[0]) {
  const set = accessStage(access === undefined ? {} : { access: accessOf(access) });
  set.answers["listApiKeys"] = () => keys;
  set.answers["createApiKey"] = (): NewApiKey => ({ ...stored, key: secret });
  set.answers["deleteApiKey"] = () => ({ id: stored.id });
  set.open([{ path: "/access/api-keys", element: <ApiKeysPage /> }], "/access/api-keys");
  return { ...set, requestsTo: (id: string) => set.requests.filter((call) => call.id === id) };
}

it("the API keys' page creates a key with a name, sites and permissions, and shows it only once", async () => {
  const { requestsTo } = open([]);
  fireEvent.click(await screen.findByRole("button", { name: "New API key" }));
  const dialog = await screen.findByRole("dialog", { name: "New API key" });
  fireEvent.click(screen.getByRole("button", { name: "Create key" }));
  expect(await screen.findByText("Choose at least one permission")).toBeTruthy();
  expect(requestsTo("createApiKey")).toEqual([]);
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Warehouse system" } });
  const boxes = dialog.querySelectorAll<HTMLInputElement>("input[type=checkbox]");
  fireEvent.click([...boxes].find(({ ariaLabel }) => ariaLabel?.startsWith("Assets") ?? false) ?? boxes[8]!);
  fireEvent.click(screen.getByRole("button", { name: "Create key" }));
  expect(await screen.findByText(secret)).toBeTruthy();
  const [{ body }] = requestsTo("createApiKey") as unknown as [{ body: Record<string, unknown> }];
  expect(body).toMatchObject({
    name: "Warehouse system",
    siteIds: [],
    expiresAt: expect.stringMatching(/Z$/) as string,
  });
  expect(body["operationIds"]).not.toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "I've copied it" }));
  await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
});

it("the API keys' page lists keys with their use and state, and revokes one after a confirmation", async () => {
  const used = {
    ...stored,
    id: ids.mara,
    name: "Old",
    makerGone: true,
    lastUsedAt: stored.createdAt,
    lastUsedFrom: "::1",
  };
  const { requestsTo } = open([stored, used]);
  expect(await screen.findByText(/Never used/)).toBeTruthy();
  expect(screen.getByText("pulse_Ab12Cd…", { selector: "li:first-child code" })).toBeTruthy();
  expect(screen.getByText(/Inactive: the account that created it no longer exists/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Revoke Warehouse system" }));
  const dialog = await screen.findByRole("dialog", { name: "Revoke Warehouse system?" });
  fireEvent.submit(dialog.querySelector("form")!);
  await waitFor(() => expect(requestsTo("deleteApiKey")).toMatchObject([{ params: { id: stored.id } }]));
});

it("the API keys' page requests all keys of the customer, not just a page", async () => {
  const { requestsTo } = open([stored]);
  expect(await screen.findByText(/Never used/)).toBeTruthy();
  expect(requestsTo("listApiKeys")[0]!.query).toEqual({ customerId: ids.northwind });
});

it("the API keys' page offers neither creating nor revoking to people who may only read", async () => {
  open([stored], { role_management: ["r"] });
  expect(await screen.findByText(/Never used/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "New API key" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Revoke Warehouse system" })).toBeNull();
});

it("the fields of a new API key take no input while it is being created", async () => {
  const { answers, requestsTo } = open([]);
  let finish = (): void => undefined;
  const created = new Promise<void>((go) => (finish = go));
  answers["createApiKey"] = async (): Promise<NewApiKey> => (await created, { ...stored, key: secret });
  fireEvent.click(await screen.findByRole("button", { name: "New API key" }));
  const dialog = await screen.findByRole("dialog", { name: "New API key" });
  const name = screen.getByLabelText<HTMLInputElement>("Name");
  fireEvent.change(name, { target: { value: "Warehouse system" } });
  fireEvent.click(dialog.querySelectorAll<HTMLInputElement>("input[type=checkbox]")[8]!);
  fireEvent.click(screen.getByRole("button", { name: "Create key" }));
  await waitFor(() => expect(requestsTo("createApiKey")).toHaveLength(1));
  expect(name.matches("fieldset:disabled *")).toBe(true);
  finish();
  expect(await screen.findByText(secret)).toBeTruthy();
});
