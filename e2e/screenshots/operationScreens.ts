import { listed, type Screens, settle, titled } from "./screen.ts";

/** What only superadmins see. */
export const operationScreens: Screens = {
  operations: {
    as: "superadmin",
    shows: "web/src/operations/OperationsPage.tsx",
    open: titled("/operations", "Operations"),
  },
  reach: {
    as: "superadmin",
    shows: "web/src/account/reach/ReachPage.tsx",
    open: titled("/reach", "Can people reach you?"),
  },
  customers: {
    as: "superadmin",
    shows: "web/src/customers/CustomersPage.tsx",
    open: listed("/customers", "Northwind Logistics"),
  },
  customer: {
    as: "superadmin",
    shows: "web/src/customers/CustomerPage.tsx",
    open: async (page) => {
      await listed("/customers", "Northwind Logistics")(page);
      await page.getByRole("link", { name: "Northwind Logistics" }).first().click();
      await page.getByLabel("Customer code").first().waitFor();
      await settle(1_500);
    },
  },
};
