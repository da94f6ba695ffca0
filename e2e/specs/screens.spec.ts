import { expect } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { expectFaultless } from "../support/screens.ts";
import { givePassword } from "../support/signInPage.ts";
import { accounts } from "../support/world.ts";

test("the two steps of the sign-in are accessible in every window and leave the console clean", async ({
  page,
  complaints,
}) => {
  await expectFaultless(page, complaints, {
    "sign-in": {
      wholePage: async () => {
        await page.goto("/signin");
        await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
      },
    },
    code: async () => {
      await givePassword(page, accounts.viewer);
      await expect(page.getByRole("button", { name: "Use code" })).toBeVisible();
    },
  });
});
