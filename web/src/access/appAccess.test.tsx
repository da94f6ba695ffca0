import { fullAccess } from "@pulse/contract/access";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeServer, type FakeServer, refusal } from "../test/fakeServer.ts";
import { startSignedIn } from "../test/wholeApp.tsx";
import { accessAnswers, accessOf, admin, ids, mara } from "../test/accessStage.tsx";

// Without layout, floating elements count as hidden.
const hidden = { hidden: true };

/** A server with a customer's people, roles and groups. */
function accessServer(grantedIds: Parameters<typeof fakeServer>[0] = {}): FakeServer {
  const server = fakeServer({ ...admin, ...grantedIds });
  Object.assign(server.answers, accessAnswers(), { getCustomerAccessibleOperations: () => fullAccess() });
  return server;
}

const fieldNamed = (label: string): HTMLInputElement =>
  screen.getByLabelText(new RegExp(`^${label}( \\*)?$`), { selector: "input" });
const press = (name: string): void => void fireEvent.click(screen.getByText(name).closest("button, a")!);
async function choose(label: string, option: string): Promise<void> {
  fireEvent.click(fieldNamed(label));
  fireEvent.click(await screen.findByRole("option", { name: option, ...hidden }));
}
/** Starts deleting a row of the open list, and returns the question's button. */
async function askToDelete(name: string): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete", ...hidden }));
  return screen.findByRole("button", { name: `Delete ${name}` });
}

it("editing your own user warns of a sign-out; a new name keeps you signed in, a new role signs you out", async () => {
  const server = accessServer();
  let stored = mara;
  server.answers["getUser"] = () => stored;
  server.answers["updateUser"] = ({ body }) =>
    (stored = { ...stored, ...(body as object), version: stored.version + 1 });
  const { address } = await startSignedIn(`/access/users/${ids.mara}`);
  expect(await screen.findByText(/Changing your own role or group signs you out/)).toBeTruthy();
  fireEvent.change(fieldNamed("Family name"), { target: { value: "Oduya-Hart" } });
  press("Save");
  expect(await screen.findByRole("heading", { level: 1, name: "Mara Oduya-Hart" })).toBeTruthy();
  await choose("Role", "Night shift");
  press("Save");
  expect(await screen.findByLabelText("Password")).toBeTruthy();
  expect(screen.getByText("Your role or group has changed. Sign in again.")).toBeTruthy();
  expect(address()).toBe("/signin");
});

it("a predefined role is read-only and can be duplicated", async () => {
  accessServer();
  await startSignedIn("/access/roles");
  await screen.findByText("Administrator");
  press("Administrator");
  expect(await screen.findByText("Predefined roles cannot be edited")).toBeTruthy();
  expect(screen.queryByText("Save")).toBeNull();
  const box = (): HTMLInputElement => screen.getByLabelText("Gateway management: read");
  fireEvent.click(box());
  expect(box().checked).toBe(true);
  press("Duplicate");
  await waitFor(() => expect(fieldNamed("Name").value).toBe("Copy of Administrator"));
  expect(screen.getByText("42 of 42")).toBeTruthy();
  fireEvent.click(box());
  expect(screen.getByText("41 of 42")).toBeTruthy();
});

it("users cannot grant permissions they lack, and a tooltip says why", async () => {
  const access = accessOf({ asset_management: ["r"], role_management: ["c", "r", "u"] });
  const server = accessServer({ access });
  await startSignedIn("/access/roles/new");
  const box = await screen.findByLabelText<HTMLInputElement>("Asset management: update");
  expect(box.getAttribute("aria-disabled")).toBe("true");
  act(() => box.focus());
  const why = await screen.findByRole("tooltip", hidden);
  expect(why.textContent).toBe("You can't grant a permission you don't have");
  fireEvent.click(box);
  expect(box.checked).toBe(false);
  fireEvent.click(screen.getByLabelText("Full access"));
  expect(screen.getByText("4 of 42")).toBeTruthy();
  expect(server.refused).toEqual([]);
});

it("a role in use is not deleted, and the users who have it are listed as links", async () => {
  const server = accessServer();
  const users = [{ id: ids.nora, name: "Nora Ek" }];
  server.answers["deleteRole"] = () =>
    refusal("in_use", [{ path: "users", code: "in_use", message: "", items: users }], { entity: "Role" });
  const { address } = await startSignedIn("/access/roles");
  fireEvent.click(await askToDelete("Night shift"));
  expect(await screen.findByText("Night shift is in use")).toBeTruthy();
  fireEvent.click(screen.getByText("Nora Ek"));
  await waitFor(() => expect(address()).toBe(`/access/users/${ids.nora}`));
});

it("a role name that is missing, invalid or taken gets an error message", async () => {
  const server = accessServer();
  server.answers["createRole"] = () =>
    refusal("already_exists", [{ path: "name", code: "must_be_unique", message: "Name must be unique" }]);
  await startSignedIn("/access/roles/new");
  await screen.findByText("Add role");
  press("Add role");
  expect(await screen.findByText("Field required")).toBeTruthy();
  expect(document.activeElement).toBe(fieldNamed("Name"));
  for (const [typed, text] of [
    ["A<B", "< is not allowed"],
    [" Night", "Leading and trailing spaces are not allowed"],
    ["viewer", "Name must be unique"],
  ] as const) {
    fireEvent.change(fieldNamed("Name"), { target: { value: typed } });
    press("Add role");
    expect(await screen.findByText(text)).toBeTruthy();
  }
  expect(server.requestsFor("createRole").map(({ body }) => (body as { name: string }).name)).toEqual(["viewer"]);
});

it("a customer's last administrator can be neither deleted nor given another role, and the reason is shown", async () => {
  const why = "At least one administrator is needed";
  // Somebody else, since nobody can delete themselves.
  const server = accessServer({ id: ids.nora });
  server.answers["deleteUser"] = () => refusal("last_administrator");
  server.answers["updateUser"] = () => refusal("last_administrator");
  await startSignedIn("/access/users");
  const deleting = await askToDelete("Mara Oduya");
  fireEvent.click(deleting);
  const question = screen.getByRole("dialog", hidden);
  expect((await within(question).findByRole("alert", hidden)).textContent).toBe(why);
  fireEvent.click(within(question).getByText("Cancel"));
  press("Mara Oduya");
  await screen.findByText("Save");
  await choose("Role", "Night shift");
  press("Save");
  expect(await screen.findByText(why)).toBeTruthy();
  press("Discard");
  await waitFor(() => expect(fieldNamed("Role").value).toBe("Administrator"));
});

it("a list keeps its search and order in the address, and Back undoes a search", async () => {
  const server = accessServer();
  const { address, back } = await startSignedIn("/access/users?sort=-email");
  await screen.findByText("nora@northwind.test");
  const search = screen.getByLabelText<HTMLInputElement>("Search by name, email or role");
  server.answers["listUsers"] = ({ query }) => (query["searchKeyword"] === undefined ? [mara] : []);
  fireEvent.change(search, { target: { value: "OPERATOR" } });
  expect(await screen.findByText("No matching users")).toBeTruthy();
  expect(address()).toBe("/access/users?sort=-email&q=OPERATOR");
  const requests = server.requestsFor("listUsers").at(-1)?.query;
  expect(requests).toMatchObject({ searchKeyword: "OPERATOR", sortFields: "email", sortOrder: "desc" });
  await back();
  expect(address()).toBe("/access/users?sort=-email");
  expect(search.value).toBe("");
  expect(await screen.findByText("mara@northwind.test")).toBeTruthy();
});

it("a user of another customer is not found, and the page leads back to the list", async () => {
  const server = accessServer();
  server.answers["getUser"] = () => refusal("not_found");
  await startSignedIn(`/access/users/${ids.nora}`);
  expect((await screen.findByText("All users")).closest("a")?.getAttribute("href")).toBe("/access/users");
});
