import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { press } from "../test/stage.tsx";
import { ApiError } from "../api/apiError.ts";
import { accessOf, accessStage, ids, mara, nightShift, nora, operationIds } from "../test/accessStage.tsx";
import { switchLanguage } from "../text/language.ts";
import GroupPage from "./GroupPage.tsx";
import RolePage from "./RolePage.tsx";
import UserPage from "./UserPage.tsx";

function open(
  grantedIds: Parameters<typeof accessStage>[0],
  page: ReactNode,
  address: string,
  answers: Record<string, () => unknown> = {},
) {
  const set = accessStage(grantedIds);
  Object.assign(set.answers, answers);
  const path = address.split("?")[0]?.replace(/[^/]+$/, ":id") ?? "";
  const router = set.open(
    [
      { path, element: page },
      { path: "*", element: null },
    ],
    address,
  );
  return { ...set, router, requestsTo: (id: string) => set.requests.filter((call) => call.id === id) };
}

const type = (label: string, value: string): void => {
  // A star after the label marks a required field.
  const input = screen.getByLabelText(new RegExp(`^${label}( \\*)?$`), { selector: "input" });
  fireEvent.change(input, { target: { value } });
};
// Without layout, floating elements count as hidden.
const choose = async (label: string, option: string): Promise<void> => {
  fireEvent.click(screen.getByLabelText(new RegExp(`^${label}( \\*)?$`), { selector: "input" }));
  fireEvent.click(await screen.findByRole("option", { name: option, hidden: true }));
};
const box = (name: string): HTMLInputElement => screen.getByRole("checkbox", { name });

describe("an invitation", () => {
  it("an invitation sends what the contract expects, and no password where none was entered", async () => {
    const { answers, requestsTo, router, messages } = open({}, <UserPage />, "/access/users/new");
    answers["createUser"] = () => nora;
    await screen.findByRole("heading", { name: "Invite user" });
    type("Email", "Nora@Northwind.test");
    type("Given name", "Nora");
    type("Family name", "Ek");
    type("Mobile number", "+49 151 2345 6789");
    await choose("Role", "Night shift");
    await choose("Group", "Harbour");
    expect(screen.getByLabelText<HTMLInputElement>("Language", { selector: "input" }).value).toBe("English");
    await choose("Language", "Deutsch");
    press("Send invitation");
    await waitFor(() => expect(router.state.location.pathname).toBe("/access/users"));
    expect(requestsTo("createUser")[0]).toMatchObject({ query: { customerId: ids.northwind } });
    expect(requestsTo("createUser")[0]?.body).toEqual({
      email: "nora@northwind.test",
      locale: "de",
      givenName: "Nora",
      familyName: "Ek",
      phoneNumber: "+4915123456789",
      roleId: ids.nightShift,
      userGroupId: ids.harbour,
    });
    expect(messages()).toContain("Invitation sent to nora@northwind.test");
  });

  it("an invitation shows at each field what is wrong with it", async () => {
    const { requestsTo } = open({}, <UserPage />, "/access/users/new");
    await screen.findByRole("heading", { name: "Invite user" });
    type("Email", "nora");
    type("Given name", "No<ra");
    type("Mobile number", "+49 30 123456");
    type("Temporary password", "short");
    press("Send invitation");
    for (const text of ["Not a valid email", "< is not allowed", "Enter valid phone number"])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText("Password entered is not fulfilling the requirement")).toBeTruthy();
    expect(screen.getAllByText("Field required")).toHaveLength(3);
    expect(screen.getByRole("list", { name: "Your password needs" })).toBeTruthy();
    expect(requestsTo("createUser")).toEqual([]);
  });

  it("an invitation shows at the e-mail that it is taken", async () => {
    const { answers } = open({}, <UserPage />, "/access/users/new");
    answers["createUser"] = () => {
      throw new ApiError(409, "already_exists", "", [
        { path: "email", code: "must_be_unique", message: "Email must be unique" },
      ]);
    };
    await screen.findByRole("heading", { name: "Invite user" });
    type("Email", "nora@northwind.test");
    type("Given name", "Nora");
    type("Family name", "Ek");
    await choose("Role", "Night shift");
    await choose("Group", "Harbour");
    press("Send invitation");
    expect(await screen.findByText("Email must be unique")).toBeTruthy();
  });

  it("an invitation offers no role with more permissions than the inviting user has, and says so", async () => {
    const access = accessOf({
      user_management: ["c", "r", "u"],
      role_management: ["r"],
      group_management: ["r"],
      asset_management: ["r"],
    });
    open({ access }, <UserPage />, "/access/users/new");
    expect(await screen.findByText("Roles with more permissions than yours aren't listed.")).toBeTruthy();
    fireEvent.click(screen.getByLabelText(/^Role/, { selector: "input" }));
    const roles = await screen.findByRole("listbox", { name: /^Role/, hidden: true });
    expect(
      within(roles)
        .getAllByRole("option", { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual(["Night shift"]);
  });

  it("an invitation hides the developer tools' switch from people who are not superadmins", async () => {
    open({}, <UserPage />, "/access/users/new");
    await screen.findByRole("heading", { name: "Invite user" });
    expect(screen.queryByRole("switch")).toBeNull();
  });
});

describe("a user", () => {
  it("a user who edits the own role is warned, and signed out once it has changed", async () => {
    const { answers, messages } = open({}, <UserPage />, `/access/users/${ids.mara}`);
    answers["updateUser"] = () => ({
      ...mara,
      version: 2,
      roleId: ids.nightShift,
      role: { id: ids.nightShift, name: "Night shift" },
    });
    expect(await screen.findByText(/Changing your own role or group signs you out/)).toBeTruthy();
    await choose("Role", "Night shift");
    press("Save");
    await waitFor(() => expect(messages()).toContain("Your role or group has changed. Sign in again."));
  });

  it("a user is shown as text to people who may only read", async () => {
    open({ access: accessOf({ user_management: ["r"] }) }, <UserPage />, `/access/users/${ids.nora}`);
    expect(await screen.findByText("Night shift")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    expect(screen.queryByText(/Editing your own user/)).toBeNull();
  });

  it("a deleted user is not requested again while the page is closing", async () => {
    const deleteUser = () => ({ id: ids.nora });
    const { requestsTo, router, messages } = open({}, <UserPage />, `/access/users/${ids.nora}`, { deleteUser });
    fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
    fireEvent.click(await screen.findByRole("button", { name: "Delete Nora Ek" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/access/users"));
    expect(messages()).toContain("Nora Ek deleted");
    expect(requestsTo("getUser")).toHaveLength(1);
  });

  it("a user that no longer exists leads back to the list", async () => {
    const getUser = () => {
      throw new ApiError(404, "not_found", "");
    };
    open({}, <UserPage />, "/access/users/u9", { getUser });
    expect(await screen.findByRole("link", { name: "All users" })).toBeTruthy();
  });
});

describe("a group", () => {
  it("a group is created from a name and sites", async () => {
    const { answers, requestsTo } = open({}, <GroupPage />, "/access/groups/new");
    answers["createGroup"] = () => ({ id: "g9", name: "Docks", sites: [] });
    await screen.findByRole("heading", { name: "New group" });
    type("Name", "Docks");
    await choose("Sites", "City Hospital");
    press("Add group");
    await waitFor(() => expect(requestsTo("createGroup")[0]?.body).toEqual({ name: "Docks", siteIds: [ids.hospital] }));
  });

  it("a predefined group is read-only", async () => {
    open({}, <GroupPage />, `/access/groups/${ids.allSites}`);
    expect(await screen.findByText(/always contains all of the customer/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  });

  it("a predefined group has its name in the reader's language, in its form as in its title", async () => {
    await switchLanguage("de");
    try {
      open({}, <GroupPage />, `/access/groups/${ids.allSites}`);
      await screen.findByText(/immer alle Standorte des Kunden/);
      expect(screen.queryByText("All sites")).toBeNull();
      expect(screen.getAllByText("Alle Standorte").length).toBeGreaterThan(1);
    } finally {
      await switchLanguage("en");
    }
  });
});

describe("a role", () => {
  it("a role's page has a matrix with a box for each of the 42 operations", async () => {
    const { answers, requestsTo } = open({}, <RolePage />, "/access/roles/new");
    answers["createRole"] = () => nightShift;
    await screen.findByRole("heading", { name: "New role" });
    const named = (await screen.findAllByRole("checkbox")).map((each) => each.getAttribute("aria-label") ?? "");
    expect(named.filter((name) => /: (create|read|update|delete)$/.test(name))).toHaveLength(42);
    type("Name", "Yard");
    fireEvent.click(box("Asset management: read"));
    fireEvent.click(box("Geofence management: all"));
    expect(screen.getByText("5 of 42")).toBeTruthy();
    expect(box("All areas: Read").indeterminate).toBe(true);
    fireEvent.click(box("Geofence management: delete"));
    press("Add role");
    await waitFor(() =>
      expect(requestsTo("createRole")[0]?.body).toEqual({
        name: "Yard",
        operationIds: operationIds(
          "asset_management.r",
          "geofence_management.c",
          "geofence_management.r",
          "geofence_management.u",
        ),
      }),
    );
  });

  it("a role's page disables what the customer or the editing user does not have, with the reason", async () => {
    const customer = accessOf({ asset_management: ["r", "u"], role_management: ["c", "r"] });
    const access = accessOf({ asset_management: ["r"], role_management: ["c", "r"], site_management: ["r"] });
    open({ access, customer }, <RolePage />, "/access/roles/new");
    const reason = async (name: string): Promise<string | null> => {
      const id = (await screen.findByRole("checkbox", { name })).getAttribute("aria-describedby");
      return id === null ? null : (document.getElementById(id)?.textContent ?? "");
    };
    expect(await reason("Asset management: read")).toBeNull();
    expect(await reason("Asset management: update")).toBe("You can't grant a permission you don't have");
    expect(await reason("Site management: read")).toBe("Not available to this customer");
    fireEvent.click(box("Asset management: update"));
    fireEvent.click(box("Full access"));
    expect(screen.getByText("3 of 42")).toBeTruthy();
    expect(box("Asset management: update").checked).toBe(false);
  });

  it("a predefined role cannot be edited, but can be duplicated", async () => {
    open({}, <RolePage />, `/access/roles/${ids.administrator}`);
    expect(await screen.findByText("Predefined roles cannot be edited")).toBeTruthy();
    fireEvent.click(box("Asset management: read"));
    expect(box("Asset management: read").checked).toBe(true);
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect(screen.getByRole("link", { name: "Duplicate" }).getAttribute("href")).toBe(
      `/access/roles/new?from=${ids.administrator}`,
    );
  });

  it("a role can be a copy of another, and can start from any", async () => {
    open({}, <RolePage />, `/access/roles/new?from=${ids.nightShift}`);
    expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" })).value).toBe("Copy of Night shift");
    expect(screen.getByText("1 of 42")).toBeTruthy();
    press("Start from");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Administrator", hidden: true }));
    expect(screen.getByText("42 of 42")).toBeTruthy();
    expect(box("Full access").checked).toBe(true);
  });
});
