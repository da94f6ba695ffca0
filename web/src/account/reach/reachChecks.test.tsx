import type { Reach } from "@pulse/contract/reach";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "../../api/apiError.ts";
import { press, stage, type } from "../../test/stage.tsx";
import { switchLanguage } from "../../text/language.ts";
import SetupPage from "../SetupPage.tsx";

const reach: Reach = {
  checks: [
    {
      id: "mail",
      state: "failed",
      message: "No mail server is set: nobody gets invitations, codes or reports.",
      settings: ["PULSE_SMTP_URL", "PULSE_MAIL_FROM"],
    },
    {
      id: "texts",
      state: "ok",
      message: "The SMS service can be reached. Only a test shows that texts arrive.",
      settings: [],
    },
    {
      id: "clock",
      state: "failed",
      message: "The clock is 1 d ahead of your browser: codes of authenticator apps will be refused.",
      settings: [],
    },
  ],
  factors: ["sms"],
  channels: ["sms"],
  needsPhone: true,
};
const check = (name: string): HTMLElement =>
  screen.getAllByRole("listitem").find((item) => within(item).queryByRole("heading", { name }) !== null)!;

/** The set-up page with this answer, once it shows the checks. */
async function atChecks(answer: Reach = reach) {
  const staged = stage();
  staged.answers["checkReachAtSetup"] = () => answer;
  const router = staged.show(<SetupPage />, "/setup?token=secret");
  await screen.findByRole("heading", { level: 1, name: "Can people reach you?" });
  return { ...staged, router };
}

it("each check is shown with its state, the settings to change, and a test only where a message can be sent", async () => {
  await atChecks();
  const mail = within(check("Mail"));
  expect(mail.getByRole("img", { name: "Needs a change" })).toBeTruthy();
  expect(mail.getByText("PULSE_SMTP_URL")).toBeTruthy();
  expect(mail.queryByRole("button", { name: "Send a test" })).toBeNull();
  expect(within(check("Text messages")).getByRole("img", { name: "In order" })).toBeTruthy();
});

it("checks are shown in German, also what was found", async () => {
  await switchLanguage("de");
  const { answers, show } = stage();
  answers["checkReachAtSetup"] = () => reach;
  show(<SetupPage />, "/setup?token=secret");
  await screen.findByText("Es ist kein Mailserver eingestellt: Niemand bekommt Einladungen, Codes oder Berichte.");
  expect(screen.getByText(/^Die Uhr geht 1 d vor \(verglichen mit: Ihr Browser\)/)).toBeTruthy();
  await switchLanguage("en");
});

it("a test message is sent to the typed address, and what the service says is shown", async () => {
  const { answers, requests } = await atChecks();
  answers["sendTestMessageAtSetup"] = () => ({ sent: false, reason: "the SMS webhook answered 403" });
  press("Send a test");
  expect(within(check("Text messages")).getByText("Phone Number is required")).toBeTruthy();
  type("Send a test text to", "+4915123456789");
  press("Send a test");
  await screen.findByText("Not sent: the SMS webhook answered 403");
  expect(requests.at(-1)?.body).toEqual({ token: "secret", message: { channel: "sms", to: "+4915123456789" } });
  answers["sendTestMessageAtSetup"] = () => ({ sent: true, reason: null });
  press("Send a test");
  await screen.findByText("Sent. Look whether the text has arrived.");
  answers["sendTestMessageAtSetup"] = () => {
    throw new ApiError(429, "too_many_requests", "");
  };
  press("Send a test");
  await screen.findByText("Five tests an hour are enough. Try again later.");
});

const fillIn = (withPhone: boolean): void => {
  type("Email", "Root@pulse.test");
  type("Given name", "Ro");
  type("Family name", "Ot");
  if (withPhone) type("Mobile number", "+4915123456789");
  type("Password", "Lantern-7-oak");
  type("Repeat password", "Lantern-7-oak");
};

it("after the set-up the person is signed in without typing the password again, and types only the code", async () => {
  const { answers, outcomes, steps } = await atChecks();
  answers["createFirstSuperadmin"] = () => ({ created: true });
  outcomes.push({ kind: "code", destination: "+*********6789" }, { kind: "done" });
  press("Continue");
  fillIn(true);
  press("Create superadmin");
  await screen.findByText(/89/);
  expect(steps).toEqual([["signIn", "root@pulse.test", "Lantern-7-oak"]]);
});

it("where no texts can be sent, no phone number is asked for", async () => {
  const { answers, outcomes, requests, steps } = await atChecks({ ...reach, needsPhone: false, channels: [] });
  answers["createFirstSuperadmin"] = () => ({ created: true });
  outcomes.push({ kind: "done" });
  press("Continue");
  expect(screen.queryByLabelText("Mobile number")).toBeNull();
  fillIn(false);
  press("Create superadmin");
  await waitFor(() => expect(steps).toHaveLength(1));
  expect(requests.at(-1)?.body).toMatchObject({ token: "secret", email: "root@pulse.test", phoneNumber: null });
});

it("a sign-in that fails after the set-up leads to the sign-in page, with the email filled in", async () => {
  const { answers, outcomes, router } = await atChecks();
  answers["createFirstSuperadmin"] = () => ({ created: true });
  outcomes.push(new Error("the network is away"));
  press("Continue");
  fillIn(true);
  press("Create superadmin");
  await waitFor(() => expect(router.state.location.pathname).toBe("/signin"));
  expect(router.state.location.state).toEqual({ email: "root@pulse.test" });
});
