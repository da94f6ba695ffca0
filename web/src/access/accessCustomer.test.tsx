import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { press } from "../test/stage.tsx";
import { accessOf, accessStage, ids, nightShift, nora, operationIds } from "../test/accessStage.tsx";
import GroupPage from "./GroupPage.tsx";
import RolePage from "./RolePage.tsx";
import UserPage from "./UserPage.tsx";
import UsersPage from "./UsersPage.tsx";

const superadmin = { me: { isSuperadmin: true, customerId: null } };

function open(page: ReactNode, address: string, grantedIds: Parameters<typeof accessStage>[0] = superadmin) {
  const set = accessStage(grantedIds);
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

const labelled = (label: string): HTMLInputElement =>
  screen.getByLabelText(new RegExp(`^${label}( \\*)?$`), { selector: "input" });
const type = (label: string, value: string): void => void fireEvent.change(labelled(label), { target: { value } });
// Without layout, floating elements count as hidden.
const choose = async (label: string, option: string): Promise<void> => {
  fireEvent.click(labelled(label));
  fireEvent.click(await screen.findByRole("option", { name: option, hidden: true }));
};

describe("a superadmin", () => {
  it("a superadmin chooses the customer before inviting anybody, and can change that choice", async () => {
    const { answers, requestsTo, requestedIds } = open(<UserPage />, "/access/users/new");
    answers["createUser"] = () => nora;
    await screen.findByRole("heading", { name: "On behalf of" });
    expect(screen.queryByRole("button", { name: "Send invitation" })).toBeNull();
    expect(requestedIds()).not.toContain("listRoles");
    await choose("Customer", "Northwind Logistics");
    await waitFor(() => expect(labelled("Email")).toBeTruthy());
    type("Email", "nora@contoso.test");
    type("Given name", "Nora");
    type("Family name", "Ek");
    await choose("Role", "Night shift");
    await choose("Customer", "Contoso Clinics");
    await waitFor(() => expect(labelled("Role").value).toBe(""));
    expect(labelled("Email").value).toBe("nora@contoso.test");
    await waitFor(() => expect(requestsTo("listRoles").at(-1)?.query).toMatchObject({ customerId: ids.contoso }));
    await choose("Role", "Night shift");
    await choose("Group", "Harbour");
    press("Send invitation");
    await waitFor(() => expect(requestsTo("createUser")[0]?.query).toEqual({ customerId: ids.contoso }));
  });

  it("a superadmin's new role gets only what its final customer has", async () => {
    const { answers, requestsTo } = open(<RolePage />, `/access/roles/new?customer=${ids.northwind}`);
    answers["createRole"] = () => nightShift;
    answers["getCustomerAccessibleOperations"] = ({ params }) =>
      params?.["id"] === ids.contoso
        ? accessOf({ asset_management: ["r"] })
        : accessOf({ asset_management: ["r", "u"] });
    fireEvent.click(await screen.findByRole("checkbox", { name: "Asset management: all" }));
    expect(screen.getByText("2 of 42")).toBeTruthy();
    type("Name", "Yard");
    await choose("Customer", "Contoso Clinics");
    expect(await screen.findByText("1 of 42")).toBeTruthy();
    expect(labelled("Name").value).toBe("Yard");
    press("Add role");
    await waitFor(() => expect(requestsTo("createRole")).toHaveLength(1));
    expect(requestsTo("createRole")[0]).toMatchObject({
      query: { customerId: ids.contoso },
      body: { name: "Yard", operationIds: operationIds("asset_management.r") },
    });
  });

  it("a superadmin keeps the active site's customer over a reload", async () => {
    localStorage.setItem("activeSite", ids.warehouse);
    open(<GroupPage />, "/access/groups/new");
    await waitFor(() => expect(labelled("Customer").value).toBe("Northwind Logistics"));
    expect(labelled("Name")).toBeTruthy();
  });

  it("a superadmin sees whose customer a person belongs to, and returns to that customer's list", async () => {
    open(<UserPage />, `/access/users/${ids.nora}`);
    expect((await screen.findByText("Northwind Logistics")).parentElement?.textContent).toBe(
      "Customer Northwind Logistics",
    );
    const crumb = screen.getByRole("link", { name: "Users" });
    expect(crumb.getAttribute("href")).toBe(`/access/users?customer=${ids.northwind}`);
  });

  it("a superadmin without any customer is led to adding one, and no list is requested", async () => {
    const set = accessStage(superadmin);
    set.answers["listCustomers"] = () => [];
    set.answers["listSites"] = () => [];
    set.show(<UsersPage />, "/access/users");
    expect(await screen.findByText("No customers yet")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Add customer" }).getAttribute("href")).toBe("/customers/new");
    expect(screen.queryByRole("button", { name: /CSV/ })).toBeNull();
    expect(set.requestedIds()).not.toContain("listUsers");
  });
});

it("a customer's own people are not asked for a customer", async () => {
  open(<UserPage />, "/access/users/new", {});
  expect(await screen.findByRole("button", { name: "Send invitation" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "On behalf of" })).toBeNull();
});
