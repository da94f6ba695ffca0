import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { switchLanguage } from "../../text/language.ts";
import { texts } from "../../text/translate.ts";
import { field, paste, press, stage, type } from "../../test/stage.tsx";
import { recoveryDue } from "../recoveryDue.ts";
import { SignInPage } from "./SignInPage.tsx";

afterEach(() => vi.useRealTimers());

/** Lets half a minute pass, after which another code may be requested. */
async function countDown(): Promise<void> {
  for (let second = 0; second <= 30; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
}

describe("sign-in", () => {
  const give = (): void => {
    type("Email", "nora@northwind.test");
    type("Password", "Lantern-7-oak");
    press("Sign in");
  };

  it("the sign-in leads an unconfirmed person to verification, without 'Failed to login'", async () => {
    const { outcomes, messages, show } = stage();
    outcomes.push({ kind: "unconfirmed" });
    const router = show(<SignInPage />, "/signin?redirect=%2Fsites");
    give();
    await waitFor(() => expect(router.state.location.pathname).toBe("/verify-email"));
    expect(router.state.location.search).toBe("?redirect=%2Fsites");
    expect(messages()).toEqual(["User is not confirmed yet"]);
  });

  it("the sign-in leads a person whose password was reset to the new one", async () => {
    const { outcomes, messages, show } = stage();
    outcomes.push({ kind: "passwordReset" });
    const router = show(<SignInPage />, "/signin");
    give();
    await waitFor(() => expect(router.state.location.pathname).toBe("/change-forgot-password"));
    expect(messages()).toEqual(["Password reset is required"]);
  });

  it("the sign-in asks for a new password in place of the first one, then for the code", async () => {
    const { outcomes, steps, show } = stage();
    outcomes.push({ kind: "newPassword" }, { kind: "code", destination: "+*******6789" }, { kind: "done" });
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Choose your own password");
    press("Save and sign in");
    expect(screen.getByText("New password is required.")).toBeTruthy();
    type("New password", "Own-lantern-8");
    type("Repeat password", "Own-lantern-8");
    press("Save and sign in");
    await screen.findByText("Enter the code we texted you");
    paste("Digit 1 of 6", "123456");
    await waitFor(() => expect(steps).toHaveLength(3));
    expect(steps).toEqual([
      ["signIn", "nora@northwind.test", "Lantern-7-oak"],
      ["newPassword", "Own-lantern-8"],
      ["code", "123456", false],
    ]);
  });

  it.each([
    ["Warehouse1", /“warehouse” is one of the first/, "no common password"],
    ["Margarethe-7", /“margarethe” is your own name or email/, "not your name or email"],
  ])("the sign-in judges a first password of one's own before it is sent: %s", async (password, reason, open) => {
    const { outcomes, steps, show } = stage();
    outcomes.push({ kind: "newPassword" });
    show(<SignInPage />, "/signin");
    type("Email", "margarethe@northwind.test");
    type("Password", "First-time-1");
    press("Sign in");
    await screen.findByText("Choose your own password");
    type("New password", password);
    type("Repeat password", password);
    await waitFor(() => expect(screen.getByRole("status").textContent).toMatch(reason));
    const rule = within(screen.getByRole("list", { name: "Your password needs" })).getByText(open);
    expect(within(rule).getByRole("img", { name: "Not met" })).toBeTruthy();
    press("Save and sign in");
    expect(screen.getAllByText(reason)).toHaveLength(2);
    expect(steps).toHaveLength(1);
  });

  it("the sign-in says why the server refused a first password: only it knows the person's name", async () => {
    const { outcomes, show } = stage();
    const message = "Password did not conform with policy: Password is too easy to guess";
    outcomes.push({ kind: "newPassword" }, Object.assign(new Error(message), { name: "InvalidPasswordException" }));
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Choose your own password");
    type("New password", "Ottilie-12");
    type("Repeat password", "Ottilie-12");
    press("Save and sign in");
    expect((await screen.findByRole("alert")).textContent).toContain("your own name or email");
  });

  it("the sign-in keeps showing why the last session ended until somebody signs in", async () => {
    const { outcomes, messages, services, show } = stage();
    outcomes.push({ kind: "code", destination: "+*******6789" });
    services.snackbars.info("You signed out in another tab.");
    show(<SignInPage />, "/signin");
    expect(messages()).toEqual(["You signed out in another tab."]);
    give();
    await screen.findByText("Enter the code we texted you");
    expect(messages()).toEqual([]);
  });

  it("the sign-in clears the refusal as soon as a field is edited, and 'Failed to login' after the next step", async () => {
    const { outcomes, messages, show } = stage();
    const wrong = Object.assign(new Error("wrong"), { name: "NotAuthorizedException" });
    outcomes.push(wrong, { kind: "code", destination: "+*******6789" });
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Incorrect username or password");
    expect(messages()).toEqual(["Failed to login"]);
    type("Password", "Lantern-7-oaks");
    expect(screen.queryByText("Incorrect username or password")).toBeNull();
    press("Sign in");
    await screen.findByText("Enter the code we texted you");
    expect(messages()).toEqual([]);
  });

  it("the sign-in updates errors while typing", () => {
    const { show } = stage();
    show(<SignInPage />, "/signin");
    press("Sign in");
    expect(screen.getByText("Email is required")).toBeTruthy();
    type("Email", "nora");
    expect(screen.getByText("Enter valid email ID")).toBeTruthy();
    type("Email", "nora@northwind.test");
    expect(screen.queryByText("Enter valid email ID")).toBeNull();
    expect(screen.getByText("Password is required")).toBeTruthy();
  });

  it("the sign-in offers to remember the device above the code", async () => {
    const { outcomes, show } = stage();
    outcomes.push({ kind: "code", destination: "+*******6789" });
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Enter the code we texted you");
    const order = field("Remember this device").compareDocumentPosition(field("Digit 1 of 6"));
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it("the sign-in clears a refused code, says so, and accepts the next one", async () => {
    const { outcomes, steps, messages, show } = stage();
    const wrong = Object.assign(new Error("wrong"), { name: "CodeMismatchException" });
    outcomes.push({ kind: "code", destination: "+*******6789" }, wrong, { kind: "done" });
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Enter the code we texted you");
    fireEvent.click(screen.getByLabelText("Remember this device"));
    paste("Digit 1 of 6", "000000");
    await screen.findByText("MFA Code does not match");
    expect(messages()).toEqual(["Failed to login"]);
    expect(field("Digit 6 of 6").value).toBe("");
    paste("Digit 1 of 6", "123456");
    await waitFor(() => expect(steps.at(-1)).toEqual(["code", "123456", true]));
  });

  it("the sign-in says whether another code was sent, and keeps the tick meanwhile", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { outcomes, messages, show } = stage();
    outcomes.push({ kind: "code", destination: "+*******6789" }, new Error("down"));
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Enter the code we texted you");
    fireEvent.click(screen.getByLabelText("Remember this device"));
    await countDown();
    fireEvent.click(screen.getByRole("button", { name: "Send again" }));
    await waitFor(() => expect(messages()).toEqual(["Code was not sent successfully"]));
    expect(screen.queryByText(texts.t("account.code.sentAgainText"))).toBeNull();
    outcomes.push({ kind: "code", destination: "+*******6789" });
    fireEvent.click(screen.getByRole("button", { name: "Send again" }));
    await screen.findByText(texts.t("account.code.sentAgainText"));
    expect(screen.getByLabelText<HTMLInputElement>("Remember this device").checked).toBe(true);
  });

  it("the sign-in asks for the code of an authenticator app, which is not sent again", async () => {
    const { outcomes, steps, show } = stage();
    outcomes.push({ kind: "appCode" }, { kind: "done" });
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Enter the code of your app");
    expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
    paste("Digit 1 of 6", "123456");
    await waitFor(() => expect(steps.at(-1)).toEqual(["code", "123456", false]));
  });

  it("the sign-in asks for a code that was emailed, and names the address", async () => {
    const { outcomes, show } = stage();
    outcomes.push({ kind: "emailCode", destination: "n***@n***" });
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Enter the code we emailed you");
    expect(screen.getByText(/n\*\*\*@n\*\*\*/)).toBeTruthy();
  });

  it("the sign-in takes a recovery code in place of the six digits", async () => {
    const { outcomes, steps, show } = stage();
    outcomes.push({ kind: "appCode" }, { kind: "done" });
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Enter the code of your app");
    press("Use a recovery code");
    type("Recovery code", "abcde-fghjk");
    press("Continue");
    await waitFor(() => expect(steps.at(-1)).toEqual(["code", "abcde-fghjk", false]));
  });

  it("the recovery code has its own title, a refusal of its own, and a way back to the digits", async () => {
    const { outcomes, show } = stage();
    outcomes.push({ kind: "appCode" }, Object.assign(new Error("wrong"), { name: "CodeMismatchException" }));
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Enter the code of your app");
    paste("Digit 1 of 6", "000000");
    await screen.findByText("MFA Code does not match");
    press("Use a recovery code");
    expect(screen.getByRole("heading", { name: "Enter a recovery code" })).toBeTruthy();
    expect(screen.queryByText("MFA Code does not match")).toBeNull();
    press("Use the 6 digits instead");
    expect(screen.getByRole("heading", { name: "Enter the code of your app" })).toBeTruthy();
    expect(field("Digit 1 of 6").value).toBe("");
  });

  it("with pools at Amazon, which have no recovery codes, none is asked for", async () => {
    const { outcomes, services, show } = stage();
    services.config = { ...services.config, identity: { ...services.config.identity, mode: "cognito" } };
    outcomes.push({ kind: "appCode" });
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Enter the code of your app");
    expect(screen.queryByRole("button", { name: "Use a recovery code" })).toBeNull();
  });

  it("the sign-in lets a person with several factors choose one", async () => {
    const { outcomes, steps, show } = stage();
    outcomes.push({ kind: "choice", factors: ["TOTP", "EMAIL"] }, { kind: "emailCode", destination: "n***@n***" });
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("How do you want to confirm?");
    fireEvent.click(screen.getByRole("button", { name: /^Code by email.*inbox/ }));
    await screen.findByText("Enter the code we emailed you");
    expect(steps.at(-1)).toEqual(["choose", "EMAIL"]);
  });

  it("the sign-in sets up an authenticator app where one is required: QR code, key and code", async () => {
    const { outcomes, steps, show } = stage();
    const wrong = Object.assign(new Error("wrong"), { name: "EnableSoftwareTokenMFAException" });
    outcomes.push({ kind: "appSetUp", key: "GEZDGNBVGY3TQOJQ" }, wrong, { kind: "done" });
    show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Set up an authenticator app");
    expect(screen.getByRole("img", { name: "QR code for an authenticator app" })).toBeTruthy();
    expect(screen.getByText("GEZD GNBV GY3T QOJQ")).toBeTruthy();
    paste("Digit 1 of 6", "000000");
    await screen.findByRole("alert");
    expect(recoveryDue.isFor("nora@northwind.test")).toBe(false);
    paste("Digit 1 of 6", "123456");
    await waitFor(() => expect(steps.at(-1)).toEqual(["code", "123456", false]));
    // Its recovery codes are made once there are tokens, and shown before any page.
    expect(recoveryDue.isFor("nora@northwind.test")).toBe(true);
    recoveryDue.clear();
  });

  it("a sign-in whose codes can no longer be sent says whom to ask", async () => {
    const { outcomes, show } = stage();
    const message = "The codes can no longer be sent from here. Ask an administrator to reset your sign-in factors.";
    outcomes.push(Object.assign(new Error(message), { name: "CodeDeliveryFailureException" }));
    show(<SignInPage />, "/signin");
    give();
    expect(await screen.findByText(/Ask an administrator to reset how you sign in/)).toBeTruthy();
  });

  describe("with a passkey", () => {
    const withPasskeys = () => {
      vi.stubGlobal("PublicKeyCredential", () => undefined);
      vi.stubGlobal("isSecureContext", true);
      const parts = stage();
      parts.services.config.identity.secondFactors = ["passkey"];
      return parts;
    };
    afterEach(() => vi.unstubAllGlobals());

    it("a passkey signs in with the email alone", async () => {
      const { outcomes, steps, show } = withPasskeys();
      outcomes.push({ kind: "done" });
      show(<SignInPage />, "/signin");
      type("Email", "nora@northwind.test");
      fireEvent.click(await screen.findByRole("button", { name: "Sign in with a passkey" }));
      await waitFor(() => expect(steps).toEqual([["passkey", "nora@northwind.test"]]));
    });

    it("a passkey needs the email first, and a closed prompt is no failure of the password", async () => {
      const { outcomes, steps, show } = withPasskeys();
      outcomes.push(Object.assign(new Error("closed"), { name: "PasskeyAuthenticationCanceled" }));
      show(<SignInPage />, "/signin");
      const button = await screen.findByRole("button", { name: "Sign in with a passkey" });
      fireEvent.click(button);
      expect(await screen.findByText(/Type your email first/)).toBeTruthy();
      expect(steps).toEqual([]);
      type("Email", "nora@northwind.test");
      fireEvent.click(button);
      expect(await screen.findByText(/The passkey was not used/)).toBeTruthy();
    });
  });

  it("the sign-in links to the source code and the privacy notice only where they are set", () => {
    stage().show(<SignInPage />, "/signin");
    expect(screen.getByRole("link", { name: "Source code" }).getAttribute("href")).toBe("https://code.test/pulse");
    expect(screen.queryByRole("link", { name: "Privacy" })).toBeNull();
  });

  it("the sign-in can be shown in another language, which the browser remembers", async () => {
    stage().show(<SignInPage />, "/signin");
    fireEvent.change(screen.getByLabelText("Language"), { target: { value: "de" } });
    await waitFor(() => expect(document.documentElement.lang).toBe("de"));
    expect(localStorage.getItem("language")).toBe("de");
    await act(() => switchLanguage("en"));
  });
});
