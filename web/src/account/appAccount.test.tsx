import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeServer, refusal } from "../test/fakeServer.ts";
import { field, paste, type } from "../test/stage.tsx";
import { startApp } from "../test/wholeApp.tsx";

const press = (name: string): void =>
  void fireEvent.click(screen.getByText(name, { selector: "button, button *" }).closest("button")!);

const delivery = { delivery: { medium: "EMAIL", destination: "n***@n***" } };

async function fillSignUp(): Promise<void> {
  await screen.findByText("Create account");
  type("Email", "somebody@northwind.test");
  type("Given name", "Nora");
  type("Family name", "Ek");
  type("Customer code", "NOBODY");
  type("Password", "Lantern-7-oak");
  type("Repeat password", "Lantern-7-oak");
  press("Create account");
}

it("an unknown customer code or a taken email is reported and its field focused, and the form keeps its input", async () => {
  const server = fakeServer();
  const code = "customer_code_invalid";
  server.answers["signUp"] = () => refusal(code, [{ path: "customer_code", code, message: "" }]);
  await startApp("/signup");
  await fillSignUp();
  expect(await screen.findAllByText("Customer code is not valid")).not.toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(field("Customer code")));
  expect(field("Given name").value).toBe("Nora");

  server.answers["signUp"] = () => refusal("username_already_exists");
  press("Create account");
  expect(await screen.findAllByText("Username already exists")).not.toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(field("Email")));
  expect(field("Given name").value).toBe("Nora");
});

it("the sign-up form checks fields as they are left, and focuses the first invalid one on submit", async () => {
  const server = fakeServer();
  await startApp("/signup");
  await screen.findByText("Create account");
  press("Create account");
  expect(document.activeElement).toBe(field("Email"));
  expect(screen.getByText("Email is required")).toBeTruthy();
  const leave = (label: string, value: string): void => {
    type(label, value);
    fireEvent.blur(field(label));
  };
  leave("Email", "nobody");
  expect(screen.getByText("Not a valid email")).toBeTruthy();
  leave("Password", "lantern");
  const rule = (words: RegExp): HTMLElement => screen.getByText(words).closest("li")!;
  expect(within(rule(/lowercase/)).getByLabelText("Met")).toBeTruthy();
  expect(within(rule(/8 characters/)).getByLabelText("Not met")).toBeTruthy();
  leave("Repeat password", "lanterm");
  expect(screen.getByText("Passwords don't match.")).toBeTruthy();
  expect(server.requestsFor("signUp")).toEqual([]);
});

it("signing in with an unconfirmed email leads to its confirmation, where a wrong code is refused", async () => {
  const server = fakeServer();
  server.identity["InitiateAuth"] = () =>
    Response.json({ __type: "UserNotConfirmedException", message: "User is not confirmed." }, { status: 400 });
  const { address } = await startApp("/signin");
  await screen.findByLabelText("Password");
  type("Email", "late.ek@northwind.test");
  type("Password", "Lantern-7-oak");
  press("Sign in");
  expect(await screen.findByText("Confirm your email")).toBeTruthy();
  expect(screen.getByText("User is not confirmed yet")).toBeTruthy();
  expect(address()).toBe("/verify-email");

  server.answers["verifyEmail"] = () => refusal("confirmation_code_mismatch");
  paste("Digit 1 of 6", "000000");
  expect(await screen.findAllByText("The code entered is incorrect")).not.toEqual([]);
  expect(document.activeElement).toBe(field("Digit 1 of 6"));

  server.answers["resendConfirmationCode"] = () => delivery;
  press("Send again");
  expect(await screen.findByText("Another code has been sent, check the email inbox")).toBeTruthy();
  expect(screen.getByText(/^Didn't get the email\? Send again in 0:/)).toBeTruthy();
  server.answers["verifyEmail"] = () => ({ verified: true });
  paste("Digit 1 of 6", "123456");
  expect(await screen.findByText("Sign-up successful. You can sign in now.")).toBeTruthy();
  const codes = server.requestsFor("verifyEmail").map(({ body }) => body);
  const email = "late.ek@northwind.test";
  expect(codes).toEqual([
    { email, code: "000000" },
    { email, code: "123456" },
  ]);
});

it("a wrong reset code is reported, and the typed password stays", async () => {
  const server = fakeServer();
  server.answers["forgotPassword"] = () => delivery;
  server.answers["changeForgotPassword"] = () => refusal("reset_code_mismatch");
  await startApp("/forgot-password");
  await screen.findByText("Send code");
  type("Email", "omar@northwind.test");
  press("Send code");
  await screen.findByText("Choose a new password");
  paste("Digit 1 of 6", "000000");
  type("New password", "Lantern-7-oak");
  type("Repeat password", "Lantern-7-oak");
  press("Change password");
  expect(await screen.findAllByText("Reset Code does not match")).not.toEqual([]);
  expect(field("New password").value).toBe("Lantern-7-oak");
});
