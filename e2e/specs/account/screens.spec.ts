import { expect, type Page } from "@playwright/test";
import { codeTo, signUpOnPage } from "../../support/accountPages.ts";
import { asPoolAdmin } from "../../support/adminPool.ts";
import { test } from "../../support/fixtures.ts";
import { newestMessageId } from "../../support/outbox.ts";
import { accessibilityFaults, sidewaysOverflowPx, watchConsole } from "../../support/page.ts";
import { giveCode, givePassword } from "../../support/signInPage.ts";
import { accounts, password } from "../../support/world.ts";

const person = { email: "screens@northwind.test", password: "Lantern-7-oak" };
const widths = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

async function heading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

const screens: Record<string, (page: Page) => Promise<void>> = {
  "sign-up": async (page) => {
    await page.goto("/signup");
    await heading(page, "Create an account");
  },
  "sign-up with faults": async (page) => {
    await page.goto("/signup");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Email is required")).toBeVisible();
  },
  "e-mail verification": async (page) => {
    await page.goto("/verify-email");
    await heading(page, "Confirm your email");
  },
  "forgotten password": async (page) => {
    await page.goto("/forgot-password");
    await heading(page, "Forgot your password?");
  },
  "reset with a code": async (page) => {
    await page.goto("/change-forgot-password");
    await heading(page, "Choose a new password");
  },
  "first superadmin": async (page) => {
    await page.goto("/setup?token=x");
    await heading(page, "Make the first superadmin");
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

test("every screen of an account is accessible, fits its window and leaves the console clean", async ({
  browser,
  page,
  pulse,
}) => {
  test.slow();
  const before = await newestMessageId(pulse.url);
  await signUpOnPage(page, person);
  await heading(page, "Confirm your email");
  await giveCode(page, await codeTo(pulse.url, person.email, before));
  await expect(page.getByText("Sign-up successful. You can sign in now.")).toBeVisible();
  const { operator } = accounts;
  await asPoolAdmin(pulse, "AdminSetUserPassword", { Username: operator, Password: "First-time-1", Permanent: false });

  const faults: string[] = [];
  for (const [width, viewport] of Object.entries(widths))
    for (const colorScheme of ["light", "dark"] as const)
      for (const [name, open] of Object.entries(screens)) {
        const context = await browser.newContext({ baseURL: pulse.url, viewport, colorScheme });
        const screen = await context.newPage();
        const complaints = watchConsole(screen);
        await open(screen);
        const overflowPx = await sidewaysOverflowPx(screen);
        const found = [...(await accessibilityFaults(screen)), ...complaints];
        if (overflowPx > 0) found.push(`${overflowPx} px wider than its window`);
        faults.push(...found.map((fault) => `${name}, ${width}, ${colorScheme}: ${fault}`));
        await context.close();
      }
  expect(faults).toEqual([]);
  await asPoolAdmin(pulse, "AdminSetUserPassword", { Username: operator, Password: password, Permanent: true });
});
