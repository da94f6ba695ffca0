import { expect, type Page } from "@playwright/test";
import { signUp, verifyEmail } from "@pulse/contract/accounts";
import type { Endpoint } from "@pulse/contract/endpoint";
import { toWire } from "@pulse/contract/wire";
import { codeTo } from "../../support/accountPages.ts";
import { asPoolAdmin } from "../../support/adminPool.ts";
import { test } from "../../support/fixtures.ts";
import { newestMessageId } from "../../support/outbox.ts";
import { expectFaultless, type Screens, visit } from "../../support/screens.ts";
import { givePassword } from "../../support/signInPage.ts";
import { accounts, password } from "../../support/world.ts";

const person = { email: "screens@northwind.test", password: "Lantern-7-oak" };

async function heading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

const screens: Screens = {
  "sign-up": {
    wholePage: async (page) => {
      await visit(page, "/signup");
      await heading(page, "Create an account");
    },
  },
  "sign-up with faults": async (page) => {
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Email is required")).toBeVisible();
  },
  "e-mail verification": {
    wholePage: async (page) => {
      await visit(page, "/verify-email");
      await heading(page, "Confirm your email");
    },
  },
  "forgotten password": {
    wholePage: async (page) => {
      await visit(page, "/forgot-password");
      await heading(page, "Forgot your password?");
    },
  },
  "reset with a code": {
    wholePage: async (page) => {
      await visit(page, "/change-forgot-password");
      await heading(page, "Choose a new password");
    },
  },
  "reach before the first superadmin": async (page) => {
    // The demo has superadmins, so its link is used up: this is what a new installation answers.
    const setting = "PULSE_SMTP_URL";
    const message = "No mail server is set: nobody gets invitations, codes or reports.";
    const checks = [{ id: "mail", state: "failed", message, settings: [setting] }];
    const content = { checks, factors: ["totp"], channels: [], needs_phone: false };
    await page.route("**/api/v3/setup/checks", (route) => route.fulfill({ json: { result: { content } } }));
    await visit(page, "/setup?token=x");
    await heading(page, "Can people reach you?");
  },
  "first superadmin": async (page) => {
    await page.getByRole("button", { name: "Continue" }).click();
    await heading(page, "Create the first superadmin");
    await page.unroute("**/api/v3/setup/checks");
  },
  "own password": async (page) => {
    await page.goto("/signin");
    await givePassword(page, accounts.operator, "First-time-1");
    await heading(page, "Choose your own password");
  },
  "phone registration": async (page) => {
    await page.goto("/signin");
    await givePassword(page, person.email, person.password);
    await heading(page, "Add your phone number");
    await page.getByRole("combobox", { name: "Country" }).click();
    await expect(page.getByRole("option", { name: "Germany +49" })).toBeAttached();
  },
};

test.beforeAll(async ({ pulse }) => {
  const post = async (endpoint: Endpoint, body: object): Promise<void> => {
    const answer = await fetch(`${pulse.url}${endpoint.path}`, {
      method: endpoint.method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(toWire(body)),
    });
    if (!answer.ok) throw new Error(`${endpoint.id} answered ${answer.status}: ${await answer.text()}`);
  };
  const { email } = person;
  const before = await newestMessageId(pulse.url);
  await post(signUp, { ...person, givenName: "Nora", familyName: "Ek", customerCode: "NORTHWIND" });
  await post(verifyEmail, { email, code: await codeTo(pulse.url, email, before) });
  const first = { Username: accounts.operator, Password: "First-time-1", Permanent: false };
  await asPoolAdmin(pulse, "AdminSetUserPassword", first);
});
test.afterAll(async ({ pulse }) => {
  const again = { Username: accounts.operator, Password: password, Permanent: true };
  await asPoolAdmin(pulse, "AdminSetUserPassword", again);
});

test("the screens of an account are accessible, fit in every window and leave the console clean", async ({
  page,
  complaints,
}) => {
  await expectFaultless(page, complaints, screens);
});
