import { expect, type Page, test } from "@playwright/test";
import { watchConsole } from "../../support/page.ts";
import { type Pulse, startPulse } from "../../support/pulse.ts";
import { startReceivers } from "../../support/receivers.ts";
import { giveCode, givePassword } from "../../support/signInPage.ts";
import { appCode } from "../../support/totp.ts";

// An empty installation without the outbox: nobody gets a code but by what the person has or the company runs.
const secret = "First-evening-1";
const person = "mara@eastgate.test";
let pulse: Pulse;
test.afterEach(() => pulse.stop());

/** Browsers make passkeys for the machine's name, not for its number. */
const named = (url: string): string => url.replace("127.0.0.1", "localhost");

const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["SHOTS"];
  if (!folder) return;
  for (const [size, width, height] of [
    ["d", 1440, 900],
    ["t", 820, 1180],
    ["p", 390, 844],
  ] as const)
    for (const scheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${folder}/${name}-${size}-${scheme}.png`, fullPage: name.startsWith("profile") });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
};

/** The one-time link of the first start, the checks and the form. */
async function firstEvening(page: Page, phone: string | null): Promise<void> {
  const link = /http\S+\/setup\?token=\S+/.exec(pulse.output())?.[0] ?? "";
  await page.goto(named(link));
  await expect(page.getByRole("heading", { level: 1, name: "Can people reach you?" })).toBeVisible();
  await shot(page, "reach");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Email").fill(person);
  await page.getByLabel("Given name").fill("Mara");
  await page.getByLabel("Family name").fill("Okafor");
  if (phone !== null) await page.getByLabel("Mobile number").fill(phone);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByLabel("Repeat password").fill(secret);
  await page.getByRole("button", { name: "Create superadmin" }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

const inside = (page: Page) => page.getByRole("heading", { level: 1, name: "Set up Pulse" });

test("without mail and texts the first person sets up an authenticator app, and signs in with it, a recovery code and a passkey", async ({
  page,
  context,
}) => {
  pulse = await startPulse({ command: "serve", settings: { PULSE_OUTBOX: "0" } });
  const complaints = watchConsole(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await firstEvening(page, null);

  // The authenticator app, and the recovery codes that come with it.
  await expect(page.getByRole("heading", { level: 1, name: "Protect your account" })).toBeVisible();
  await shot(page, "protect");
  await page.getByRole("button", { name: "Use an authenticator app" }).click();
  const key = await page.locator("code").innerText();
  await shot(page, "app");
  await giveCode(page, "000000");
  await expect(page.getByText(/The code does not match/)).toBeVisible();
  await giveCode(page, appCode(key));
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await shot(page, "recovery");
  const recoveryCode = await codes.first().innerText();
  await page.getByLabel("I have stored them").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(inside(page)).toBeVisible();

  // Each code counts once, so the next sign-in takes the one after it.
  await signOut(page);
  await givePassword(page, person, secret);
  await expect(page.getByRole("heading", { name: "Enter the code of your app" })).toBeVisible();
  await shot(page, "appCode");
  await giveCode(page, appCode(key, 1));
  await expect(inside(page)).toBeVisible();

  await signOut(page);
  await givePassword(page, person, secret);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await shot(page, "recoveryCode");
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(inside(page)).toBeVisible();

  // A passkey, which needs no password.
  await page.goto(`${named(pulse.url)}/profile`);
  await expect(page.getByText("9 codes left")).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("Name of the passkey").fill("Blue key");
  await page.getByRole("region", { name: "How you sign in" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Blue key")).toBeVisible();
  await shot(page, "profile");
  await signOut(page);
  await page.getByLabel("Email").fill(person);
  await shot(page, "signin");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  // The browser itself reports the wrong code that was refused.
  expect(complaints.filter((text) => !text.includes("/identity/"))).toEqual([]);
});

test("with a mail server and an SMS service of one's own, texts and mails bring the codes, on a phone", async ({
  page,
}) => {
  const receivers = await startReceivers();
  pulse = await startPulse({ command: "serve", settings: { PULSE_OUTBOX: "0", ...receivers.settings } });
  await page.setViewportSize({ width: 390, height: 844 });
  const codeIn = (messages: { text: string }[]): string => /\b\d{6}\b/.exec(messages.at(-1)?.text ?? "")?.[0] ?? "";
  await firstEvening(page, "+49 151 23456789");
  await expect.poll(() => codeIn(receivers.texts)).not.toBe("");
  await giveCode(page, codeIn(receivers.texts));
  await expect(inside(page)).toBeVisible();

  await page.goto(`${named(pulse.url)}/profile`);
  const factors = page.getByRole("region", { name: "How you sign in" });
  await factors.getByRole("button", { name: "Turn on" }).click();
  await expect(factors.getByText("On, asked for first")).toBeVisible();
  await signOut(page);
  await givePassword(page, person, secret);
  await expect(page.getByRole("heading", { name: "Enter the code we emailed you" })).toBeVisible();
  await shot(page, "mailCode");
  await expect.poll(() => codeIn(receivers.mails)).not.toBe("");
  await giveCode(page, codeIn(receivers.mails));
  await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  receivers.stop();
});
