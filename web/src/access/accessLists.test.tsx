import { fullAccess } from "@pulse/contract/access";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { press } from "../test/stage.tsx";
import { ApiError } from "../api/apiError.ts";
import { switchLanguage } from "../text/language.ts";
import { accessOf, accessStage, ids } from "../test/accessStage.tsx";
import GroupsPage from "./GroupsPage.tsx";
import RolesPage from "./RolesPage.tsx";
import UsersPage from "./UsersPage.tsx";

const row = async (name: string): Promise<HTMLElement> => (await screen.findByText(name)).closest("tr")!;
// Without layout, floating elements count as hidden.
const hidden = { hidden: true } as const;
const menuOf = async (name: string): Promise<string[]> => {
  press(`Actions for ${name}`);
  return (await screen.findAllByRole("menuitem", hidden)).map(({ textContent }) => textContent ?? "");
};
const refusal = (code: string, status: number, details: object[] = []): ApiError =>
  new ApiError(status, code, "said the server", details as never);

describe("the list of users", () => {
  it("the list of users shows who they are, what they may do and whether they have signed in yet", async () => {
    const { show, requests } = accessStage();
    show(<UsersPage />, "/access/users");
    const cells = within(await row("Nora Ek")).getAllByRole("cell");
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      "",
      "nora@northwind.test",
      "Night shift",
      "All sites",
      "Invited",
      "–",
      "Never",
      "",
    ]);
    expect(within(await row("Mara Oduya")).getByText("You")).toBeTruthy();
    expect(requests.find(({ id }) => id === "listUsers")?.query).toMatchObject({ customerId: ids.northwind, page: 1 });
  });

  it("the list of users offers only what the person may do", async () => {
    const { show, requestedIds } = accessStage({ access: accessOf({ user_management: ["r"] }) });
    show(<UsersPage />, "/access/users");
    await row("Nora Ek");
    expect(screen.queryByRole("link", { name: "Invite user" })).toBeNull();
    expect(await menuOf("Nora Ek")).toEqual(["View"]);
    expect(screen.getAllByRole("link").filter(({ textContent }) => textContent === "Roles")).toEqual([]);
    expect(requestedIds()).not.toContain("listRoles");
    expect(requestedIds()).not.toContain("listCustomers");
  });

  it("the list of users lets nobody delete themselves, and resends invitations only to invited people", async () => {
    const { show } = accessStage();
    show(<UsersPage />, "/access/users");
    await row("Nora Ek");
    expect(await menuOf("Mara Oduya")).toEqual(["Edit"]);
    fireEvent.keyDown(screen.getByRole("menu", hidden), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("menu", hidden)).toBeNull());
    expect(await menuOf("Nora Ek")).toEqual(["Edit", "Resend invitation", "Delete"]);
  });

  it("the list of users asks by name before deleting, shows a refusal and allows another try", async () => {
    const { show, answers, messages } = accessStage();
    let isLast = true;
    answers["deleteUser"] = () => {
      if (isLast) throw refusal("last_administrator", 409);
      return { id: ids.nora };
    };
    show(<UsersPage />, "/access/users");
    await row("Nora Ek");
    await menuOf("Nora Ek");
    fireEvent.click(screen.getByRole("menuitem", { name: "Delete", ...hidden }));
    const dialog = await screen.findByRole("dialog", { name: "Delete Nora Ek?" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Delete Nora Ek" }));
    await waitFor(() => expect(within(dialog).getByRole("alert").textContent).not.toBe(""));
    isLast = false;
    fireEvent.click(within(dialog).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(messages()).toContain("Nora Ek deleted"));
  });

  it("the list of users shows a superadmin the chosen customer's, and keeps the customer in the address", async () => {
    const { show, requests } = accessStage({ me: { isSuperadmin: true, customerId: null } });
    const router = show(<UsersPage />, `/access/users?customer=${ids.northwind}&page=2`);
    await row("Nora Ek");
    fireEvent.click(screen.getByRole("button", { name: "Customer Northwind Logistics" }));
    fireEvent.click(await screen.findByRole("option", { name: "Contoso Clinics", ...hidden }));
    await waitFor(() => expect(router.state.location.search).toBe(`?customer=${ids.contoso}`));
    const lists = (): unknown[] => requests.filter(({ id }) => id === "listUsers").map(({ query }) => query);
    await waitFor(() => expect(lists().at(-1)).toMatchObject({ customerId: ids.contoso, page: 1 }));
    expect(screen.getByRole("link", { name: "Invite user" }).getAttribute("href")).toBe(
      `/access/users/new?customer=${ids.contoso}`,
    );
  });
});

describe("the list of groups", () => {
  it("the list of groups marks the predefined one, and does not offer to delete it", async () => {
    const { show } = accessStage();
    show(<GroupsPage />, "/access/groups");
    expect((await row("All sites")).textContent).toContain("Predefined");
    expect((await row("Harbour")).textContent).toContain("Harbour Warehouse");
    expect(await menuOf("All sites")).toEqual(["View"]);
  });

  it("the list of groups shows links to the people in a group that cannot be deleted because of them", async () => {
    const { show, answers } = accessStage();
    answers["deleteGroup"] = () => {
      throw refusal("in_use", 409, [
        { path: "users", code: "in_use", message: "", items: [{ id: ids.nora, name: "Nora Ek" }] },
      ]);
    };
    show(<GroupsPage />, "/access/groups");
    await row("Harbour");
    await menuOf("Harbour");
    fireEvent.click(screen.getByRole("menuitem", { name: "Delete", ...hidden }));
    fireEvent.click(await screen.findByRole("button", { name: "Delete Harbour" }));
    expect(await screen.findByText("Harbour is in use")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Nora Ek" }).getAttribute("href")).toBe(`/access/users/${ids.nora}`);
  });
});

describe("the list of roles", () => {
  it("the list of roles sums up what each allows", async () => {
    const { show } = accessStage();
    show(<RolesPage />, "/access/roles");
    expect((await row("Administrator")).textContent).toContain("Full access");
    expect((await row("Night shift")).textContent).toContain("Can view assets");
    expect(await menuOf("Administrator")).toEqual(["View", "Duplicate"]);
  });

  it("the list of roles shows predefined names in the reader's language", async () => {
    await switchLanguage("de");
    try {
      const { show } = accessStage();
      show(<GroupsPage />, "/access/groups");
      expect((await screen.findAllByText("Alle Standorte")).length).toBeGreaterThan(0);
    } finally {
      await switchLanguage("en");
    }
  });

  it("the list of roles deletes only those of a selection that are not predefined, and then clears the selection", async () => {
    const { show, answers, messages } = accessStage({ access: fullAccess() });
    answers["deleteRole"] = () => ({ id: ids.nightShift });
    show(<RolesPage />, "/access/roles");
    await row("Night shift");
    fireEvent.click(screen.getByLabelText("Select all on this page"));
    press("Delete");
    const dialog = await screen.findByRole("dialog", { name: "Delete Night shift?" });
    expect(within(dialog).getByText("Predefined roles can't be deleted: Administrator")).toBeTruthy();
    fireEvent.click(within(dialog).getByRole("button", { name: "Delete Night shift" }));
    await waitFor(() => expect(messages()).toContain("Night shift deleted"));
    await waitFor(() => expect(screen.queryByRole("toolbar")).toBeNull());
  });
});
