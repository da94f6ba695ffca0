import { expect, type Page, test } from "@playwright/test";
import { faultsInEveryWindow, watchConsole } from "../../support/page.ts";
import { makesPasskeys } from "../../support/passkeys.ts";
import { type Pulse, startPulse } from "../../support/pulse.ts";
import { startReceivers } from "../../support/receivers.ts";
import { setupLink } from "../../support/setupLink.ts";
import { giveCode, givePassword } from "../../support/signInPage.ts";
import { appCode } from "../../support/totp.ts";

// An empty installation without the outbox: nobody gets a code but by what the person has or the company runs.
const secret = "First-evening-1";
const person = "mara@eastgate.test";
let pulse: Pulse;
let receivers: Awaited<ReturnType<typeof startReceivers>> | null = null;

/** People sign in at a desk and on a phone. */
const windows = {
  "at a desk": { width: 1440, height: 900 },
  "on a phone": { width: 390, height: 844 },
} as const;
type Window = (typeof windows)[keyof typeof windows];
test.afterEach(async () => {
  receivers?.stop();
  receivers = null;
  await pulse.stop();
});

/** Browsers make passkeys for the machine's name, not for its number. */
const named = (url: string): string => url.replace("127.0.0.1", "localhost");

/** The one-time link of the first start, the checks and the form. */
async function firstEvening(page: Page, phone: string | null): Promise<void> {
  await page.goto(named(await setupLink(pulse)));
  await expect(heading(page, "Can people reach you?")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Email").fill(person);
  await page.getByLabel("Given name").fill("Mara");
  await page.getByLabel("Family name").fill("Okafor");
  if (phone !== null) await page.getByLabel("Mobile number").fill(phone);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByLabel("Repeat password").fill(secret);
  await page.getByRole("button", { name: "Create superadmin" }).click();
}

/** The first page after a sign-in of a new installation. */
const inside = (page: Page) => heading(page, "Set up Pulse");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const menu = (page: Page) => page.getByRole("button", { name: /^Account menu/ });
const waysIn = (page: Page) => page.getByRole("region", { name: "How you sign in" });

async function signOut(page: Page): Promise<void> {
  await menu(page).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** Expects the screen to have no fault in any window, also a phone's; soft, so that every faulty screen is reported. */
async function expectFaultless(page: Page, screen: string, back: Window): Promise<void> {
  // Once is enough.
  if (back !== windows["at a desk"]) return;
  expect.soft(await faultsInEveryWindow(page), screen).toEqual([]);
  await page.setViewportSize(back);
}

for (const [where, size] of Object.entries(windows)) {
  test(`without mail and texts the first person sets up an authenticator app, and signs in with it, a recovery code and a passkey, ${where}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    pulse = await startPulse({ command: "serve", settings: { PULSE_OUTBOX: "0" } });
    const complaints = watchConsole(page);
    await makesPasskeys(page);
    await firstEvening(page, null);

    // The authenticator app, and the recovery codes that come with it.
    await expect(heading(page, "Protect your account")).toBeVisible();
    await expectFaultless(page, "the choice of a second factor", size);
    await page.getByRole("button", { name: "Use an authenticator app" }).click();
    const key = await page.locator("code").innerText();
    await giveCode(page, "000000");
    await expect(page.getByText(/The code does not match/)).toBeVisible();
    await expectFaultless(page, "the set-up of an app", size);
    await giveCode(page, appCode(key));
    const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    await expectFaultless(page, "the recovery codes", size);
    const recoveryCode = await codes.first().innerText();
    await page.getByLabel("I have stored these codes").check();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(inside(page)).toBeVisible();

    // Each code counts once, so the next sign-in takes the one after it.
    await signOut(page);
    await givePassword(page, person, secret);
    await expect(heading(page, "Enter the code of your app")).toBeVisible();
    await expectFaultless(page, "the code of the app", size);
    await giveCode(page, appCode(key, 1));
    await expect(inside(page)).toBeVisible();

    await signOut(page);
    await givePassword(page, person, secret);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await expect(heading(page, "Enter a recovery code")).toBeVisible();
    await expectFaultless(page, "the recovery code", size);
    await page.getByRole("textbox", { name: "Recovery code" }).fill(recoveryCode);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(inside(page)).toBeVisible();

    // A passkey, which needs no password.
    await page.goto(`${named(pulse.url)}/profile`);
    await expect(page.getByText("9 codes left")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Phone" })).toHaveCount(0);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("button", { name: /^Rename/ }).click();
    await page.getByLabel("Name of the passkey").fill("Blue key");
    await waysIn(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Blue key")).toBeVisible();
    await expect(page.getByText(/· never used$/)).toBeVisible();
    await expectFaultless(page, "the profile", size);
    await signOut(page);
    await page.getByLabel("Email").fill(person);
    await expectFaultless(page, "the sign-in with a passkey", size);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(menu(page)).toBeVisible();
    await page.goto(`${named(pulse.url)}/profile`);
    await expect(page.getByText(/· last used (just now|\d+\ss ago)$/)).toBeVisible();
    // The browser itself reports the wrong code that was refused.
    expect(complaints.filter((text) => !text.includes("/identity/"))).toEqual([]);
  });
}

test("with a mail server and an SMS service of one's own, texts and mails bring the codes", async ({ page }) => {
  const { mails, texts, settings } = (receivers = await startReceivers());
  pulse = await startPulse({ command: "serve", settings: { PULSE_OUTBOX: "0", ...settings } });
  const codeIn = (messages: { text: string }[]): string => /\b\d{6}\b/.exec(messages.at(-1)?.text ?? "")?.[0] ?? "";
  await firstEvening(page, "+49 151 23456789");
  await expect.poll(() => codeIn(texts)).not.toBe("");
  await giveCode(page, codeIn(texts));
  await expect(inside(page)).toBeVisible();

  await page.goto(`${named(pulse.url)}/profile`);
  await waysIn(page).getByRole("button", { name: "Turn on" }).click();
  await expect(waysIn(page).getByText("On, asked for first")).toBeVisible();
  await signOut(page);
  await givePassword(page, person, secret);
  await expect(heading(page, "Enter the code we emailed you")).toBeVisible();
  await expect.poll(() => codeIn(mails)).not.toBe("");
  await giveCode(page, codeIn(mails));
  await expect(menu(page)).toBeVisible();
});
