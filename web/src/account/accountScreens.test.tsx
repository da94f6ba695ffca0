import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/apiError.ts";
import ForgotPasswordPage from "./ForgotPasswordPage.tsx";
import SignUpPage from "./SignUpPage.tsx";
import { field, paste, press, stage, type } from "../test/stage.tsx";
import VerifyEmailPage from "./VerifyEmailPage.tsx";

describe("sign-up", () => {
  const fill = (): void => {
    type("Email", " Nora@Northwind.test ");
    type("Given name", "Nora");
    type("Family name", "Ek");
    type("Customer code", "NORTHWIND");
    type("Password", "Lantern-7-oak");
    type("Repeat password", "Lantern-7-oak");
  };

  it("the sign-up form sends what the contract expects, the e-mail in lower case, and leads to verification", async () => {
    const { answers, requests, show } = stage();
    answers["signUp"] = () => ({});
    const router = show(<SignUpPage />, "/signup?redirect=%2Fsites");
    fill();
    press("Create account");
    await waitFor(() => expect(router.state.location.pathname).toBe("/verify-email"));
    expect(requests[0]?.body).toEqual({
      email: "nora@northwind.test",
      givenName: "Nora",
      familyName: "Ek",
      customerCode: "NORTHWIND",
      password: "Lantern-7-oak",
    });
    expect(router.state.location.search).toBe("?redirect=%2Fsites");
    expect(router.state.location.state).toMatchObject({ email: "nora@northwind.test" });
  });

  it("the sign-up form focuses the first invalid field at submit and sends nothing", () => {
    const { requests, show } = stage();
    show(<SignUpPage />);
    type("Email", "nora@northwind.test");
    press("Create account");
    expect(document.activeElement).toBe(field("Given name"));
    expect(screen.getAllByText("Field required")).toHaveLength(3);
    expect(requests).toEqual([]);
  });

  it("the sign-up form updates shown errors while typing, in the field itself and in fields that depend on it", () => {
    const { show } = stage();
    show(<SignUpPage />);
    type("Email", "nora");
    fireEvent.blur(field("Email"));
    type("Email", "nora@");
    expect(screen.getByText("Not a valid email")).toBeTruthy();
    type("Email", "nora@northwind.test");
    expect(screen.queryByText("Not a valid email")).toBeNull();
    type("Repeat password", "Lantern-7-oak");
    fireEvent.blur(field("Repeat password"));
    expect(screen.getByText("Passwords don't match.")).toBeTruthy();
    type("Password", "Lantern-7-oak");
    expect(screen.queryByText("Passwords don't match.")).toBeNull();
  });

  it("the sign-up form shows what is wrong with a field when it loses the focus", () => {
    const { show } = stage();
    show(<SignUpPage />);
    for (const [label, value, text] of [
      ["Email", "nora", "Not a valid email"],
      ["Given name", "N@ra", "@ is not allowed"],
      ["Family name", " Ek", "Leading and trailing spaces are not allowed"],
      ["Password", "short", "Password entered is not fulfilling the requirement"],
      ["Repeat password", "other", "Passwords don't match."],
    ] as const) {
      type(label, value);
      fireEvent.blur(field(label));
      expect(screen.getByText(text)).toBeTruthy();
    }
  });

  it("the sign-up form shows no error for a field that was only passed through", () => {
    const { show } = stage();
    show(<SignUpPage />);
    fireEvent.focus(field("Email"));
    fireEvent.blur(field("Email"));
    expect(screen.queryByText("Email is required")).toBeNull();
  });

  it("the sign-up form ticks the password's rules while typing", async () => {
    const { show } = stage();
    show(<SignUpPage />);
    const met = (): (string | null)[] =>
      screen.queryAllByLabelText("Met").map((icon) => icon.parentElement?.textContent ?? null);
    expect(met()).toEqual([]);
    type("Password", "abc");
    // What judges a password is loaded on the way: it ticks its rules a moment after the others, or at once.
    const personal = screen.getByText("not your name or email").textContent;
    await waitFor(() => expect(met()).toEqual(["at least 1 lowercase letter", "no space at either end", personal]));
    type("Password", "Lantern-7-oak");
    await waitFor(() => expect(met()).toHaveLength(7));
  });

  it("the sign-up form shows a refusal at its field and keeps what was typed", async () => {
    const { answers, show } = stage();
    answers["signUp"] = () => {
      throw new ApiError(409, "username_already_exists", "Username already exists");
    };
    show(<SignUpPage />);
    fill();
    press("Create account");
    await waitFor(() => expect(screen.getByText("Username already exists")).toBeTruthy());
    expect(document.activeElement).toBe(field("Email"));
    expect(field("Password").value).toBe("Lantern-7-oak");
  });

  it("the sign-up form tells password managers and autofill what each field is", () => {
    const { show } = stage();
    show(<SignUpPage />);
    const kinds = ["Email", "Given name", "Family name", "Password", "Repeat password"].map(
      (label) => field(label).autocomplete,
    );
    expect(kinds).toEqual(["username", "given-name", "family-name", "new-password", "new-password"]);
  });
});

describe("the code from the mail", () => {
  /** The screen right after a code was sent. */
  const entry = () => ({ pathname: "/verify-email", state: { email: "nora@northwind.test", sentAtMs: Date.now() } });

  it("the code from the mail is sent as soon as it is pasted, and leads to the sign-in", async () => {
    const { answers, requests, messages, show } = stage();
    answers["verifyEmail"] = () => ({ verified: true });
    const router = show(<VerifyEmailPage />, entry());
    paste("Digit 1 of 6", "12 34 56");
    await waitFor(() => expect(router.state.location.pathname).toBe("/signin"));
    expect(requests[0]?.body).toEqual({ email: "nora@northwind.test", code: "123456" });
    expect(messages()).toEqual(["Sign-up successful. You can sign in now."]);
  });

  it("the code from the mail is cleared and reported as wrong when refused", async () => {
    const { answers, show } = stage();
    answers["verifyEmail"] = () => {
      throw new ApiError(400, "confirmation_code_mismatch", "The code entered is incorrect");
    };
    show(<VerifyEmailPage />, entry());
    paste("Digit 1 of 6", "123456");
    await waitFor(() => expect(screen.getByText("The code entered is incorrect")).toBeTruthy());
    expect(field("Digit 1 of 6").value).toBe("");
    expect(document.activeElement).toBe(field("Digit 1 of 6"));
  });

  it("the code from the mail can be requested again after 30 s, with a note that another one was sent", async () => {
    const { answers, show } = stage();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answers["resendConfirmationCode"] = () => ({});
    show(<VerifyEmailPage />, entry());
    expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
    for (let second = 0; second < 30; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
    press("Send again");
    await waitFor(() => expect(screen.getByText("Another code has been sent, check the email inbox")).toBeTruthy());
    expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
    vi.useRealTimers();
  });

  it("the code from the mail is not requested without an e-mail", async () => {
    const { requests, show } = stage();
    show(<VerifyEmailPage />, "/verify-email");
    press("Send again");
    await waitFor(() => expect(document.activeElement).toBe(field("Email")));
    expect(screen.getByText("Email is required")).toBeTruthy();
    expect(requests).toEqual([]);
  });
});

it("a password reset goes on to the new password even for an e-mail without an account", async () => {
  const { answers, requests, show } = stage();
  answers["forgotPassword"] = () => ({});
  const router = show(<ForgotPasswordPage />, "/forgot-password");
  type("Email", "NOBODY@northwind.test");
  press("Send code");
  await waitFor(() => expect(router.state.location.pathname).toBe("/change-forgot-password"));
  expect(requests[0]?.body).toEqual({ email: "nobody@northwind.test" });
});
