import { listed, type Screens, settle, titled } from "./screen.ts";

/** People, their rights, and the programs that may do something. */
export const peopleScreens: Screens = {
  invitation: { as: "admin", shows: "web/src/access/UserPage.tsx", open: titled("/access/users/new", "Invite") },
  users: {
    as: "admin",
    hasGerman: true,
    shows: "web/src/access/UsersPage.tsx",
    open: listed("/access/users", "Vic Lindqvist"),
  },
  groups: { as: "admin", shows: "web/src/access/GroupsPage.tsx", open: listed("/access/groups", "All sites") },
  roles: { as: "admin", shows: "web/src/access/RolesPage.tsx", open: listed("/access/roles", "Administrator") },
  role: {
    as: "admin",
    shows: "web/src/access/RolePage.tsx",
    open: async (page) => {
      await listed("/access/roles", "Operator")(page);
      await page.getByRole("link", { name: "Operator" }).first().click();
      await page.getByRole("checkbox", { name: "Asset management: read" }).waitFor();
      await settle(500);
    },
  },
  audit: {
    as: "admin",
    shows: "web/src/audit/AuditPage.tsx",
    open: async (page) => {
      await page.goto("/audit");
      await page.getByRole("button", { name: "Signed in" }).first().click();
      await page.getByText("Request ID", { exact: true }).waitFor();
    },
  },
  "api-keys": {
    as: "admin",
    shows: "web/src/apiKeys/ApiKeysPage.tsx",
    open: async (page) => {
      await page.goto("/access/api-keys");
      await page.getByRole("button", { name: "New API key" }).first().click();
      await page.getByRole("dialog").waitFor();
      await settle(500);
    },
  },
  sso: { as: "admin", shows: "web/src/singleSignOn/SsoPage.tsx", open: titled("/access/sso", "") },
  webhooks: { as: "admin", shows: "web/src/webhooks/WebhookForm.tsx", open: titled("/webhooks/new", "") },
};
