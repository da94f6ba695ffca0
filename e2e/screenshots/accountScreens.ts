import { givePassword } from "../support/signInPage.ts";
import { accounts } from "../support/world.ts";
import { type Screens, titled } from "./screen.ts";

/** Signing in and one's own account. */
export const accountScreens: Screens = {
  signin: {
    as: null,
    shows: "web/src/account/signIn/SignInPage.tsx",
    open: async (page) => {
      await page.goto("/signin");
      await page.getByLabel("Email").fill(accounts.admin);
    },
  },
  code: {
    as: null,
    shows: "web/src/account/signIn/SignInPage.tsx",
    open: async (page) => {
      await page.goto("/signin");
      await givePassword(page, accounts.admin);
      await page.getByRole("button", { name: "Use code" }).waitFor();
    },
  },
  signup: { as: null, shows: "web/src/account/SignUpPage.tsx", open: titled("/signup", "") },
  "signin-german": {
    as: null,
    isGerman: true,
    shows: "web/src/account/signIn/SignInPage.tsx",
    open: titled("/signin", ""),
  },
  profile: {
    as: "admin",
    hasGerman: true,
    shows: "web/src/profile/ProfilePage.tsx",
    open: titled("/profile", /^Profile?$/),
  },
};
