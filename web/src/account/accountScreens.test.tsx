import { MantineProvider } from "@mantine/core";
import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/apiError.ts";
import type { ApiClient, Call } from "../api/client.ts";
import { createConnectionStore } from "../live/connection.ts";
import { createLiveStore } from "../live/liveStore.ts";
import { type Services, ServicesProvider } from "../services.tsx";
import type { IdentityClient, SignInOutcome } from "../session/identityClient.ts";
import { createSessionStore } from "../session/sessionStore.ts";
import SignInPage from "../session/signIn/SignInPage.tsx";
import { createSnackbarStore } from "../shell/snackbarStore.ts";
import { theme } from "../theme/theme.ts";
import { AccountGate, PhoneMissing } from "./AccountGate.tsx";
import ForgotPasswordPage from "./ForgotPasswordPage.tsx";
import RegisterPhonePage from "./RegisterPhonePage.tsx";
import SignUpPage from "./SignUpPage.tsx";
import VerifyEmailPage from "./VerifyEmailPage.tsx";

type Answer = (call: Call) => unknown;
interface Asked extends Call {
  id: string;
}

const timers = { set: () => 0, clear: () => undefined };
const me = {
  id: "1",
  email: "nora@northwind.test",
  phoneNumber: "+4915123456789",
  phoneNumberVerified: true,
  mfaEnabled: true,
};
let asked: Asked[];
let answers: Record<string, Answer>;
let outcomes: (SignInOutcome | Error)[];
let steps: unknown[][];
let router: ReturnType<typeof createMemoryRouter>;

beforeEach(() => {
  asked = [];
  answers = {};
  outcomes = [];
  steps = [];
  localStorage.clear();
});
afterEach(cleanup);

function services(): Services {
  const call = async ({ id }: { id: string }, given: Call = {}): Promise<unknown> => {
    asked.push({ id, ...given });
    const answer = answers[id];
    if (answer === undefined) throw new ApiError(404, "not_found", "");
    return answer(given);
  };
  const step =
    (name: string) =>
    async (...given: unknown[]): Promise<SignInOutcome> => {
      steps.push([name, ...given]);
      const outcome = outcomes.shift();
      if (outcome === undefined || outcome instanceof Error) throw outcome ?? new Error("nothing more to answer");
      return outcome;
    };
  const client = {
    signIn: step("signIn"),
    confirmCode: step("code"),
    confirmNewPassword: step("newPassword"),
    leave: vi.fn(),
  };
  const snackbars = createSnackbarStore(timers);
  return {
    config: { demo: false, appVersion: "1.19.2" } as Services["config"],
    session: createSessionStore(localStorage, Date.now),
    api: { call } as unknown as ApiClient,
    queries: new QueryClient({
      mutationCache: new MutationCache({ onError: (error) => snackbars.error(error.message) }),
      defaultOptions: { queries: { retry: false } },
    }),
    live: createLiveStore(),
    connection: createConnectionStore(Date.now, timers),
    snackbars,
    identity: async () => client as unknown as IdentityClient,
    signOut: () => undefined,
    sessionEnded: () => undefined,
  };
}

function show(page: ReactNode, entry: string | { pathname: string; state?: unknown } = "/start"): Services {
  const made = services();
  const at = typeof entry === "string" ? entry.split("?")[0] : entry.pathname;
  router = createMemoryRouter(
    [
      { path: at ?? "/", element: page },
      { path: "*", element: <Outlet /> },
    ],
    { initialEntries: [entry] },
  );
  render(
    <MantineProvider theme={theme}>
      <QueryClientProvider client={made.queries}>
        <ServicesProvider services={made}>
          <RouterProvider router={router} />
        </ServicesProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return made;
}

const field = (label: string): HTMLInputElement => screen.getByLabelText(label, { selector: "input" });
const type = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } });
const press = (name: string): void => void fireEvent.click(screen.getByRole("button", { name }));
const paste = (label: string, text: string): void =>
  void fireEvent.paste(field(label), { clipboardData: { getData: () => text } });

describe("sign-up", () => {
  const fill = (): void => {
    type("Email", " Nora@Northwind.test ");
    type("Given name", "Nora");
    type("Family name", "Ek");
    type("Customer code", "NORTHWIND");
    type("Password", "Lantern-7-oak");
    type("Repeat password", "Lantern-7-oak");
  };

  it("sends what the contract wants, e-mail lower-cased, and goes on to the verification with the target kept", async () => {
    answers["signUp"] = () => ({});
    show(<SignUpPage />, "/signup?redirect=%2Fsites");
    fill();
    press("Create account");
    await waitFor(() => expect(router.state.location.pathname).toBe("/verify-email"));
    expect(asked[0]?.body).toEqual({
      email: "nora@northwind.test",
      givenName: "Nora",
      familyName: "Ek",
      customerCode: "NORTHWIND",
      password: "Lantern-7-oak",
    });
    expect(router.state.location.search).toBe("?redirect=%2Fsites");
    expect(router.state.location.state).toMatchObject({ email: "nora@northwind.test" });
  });

  it("focuses the first fault at submit and asks nobody", () => {
    show(<SignUpPage />);
    type("Email", "nora@northwind.test");
    press("Create account");
    expect(document.activeElement).toBe(field("Given name"));
    expect(screen.getAllByText("Field required")).toHaveLength(3);
    expect(asked).toEqual([]);
  });

  it("says what is wrong with a field when it is left", () => {
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

  it("ticks the password's rules while it is typed", () => {
    show(<SignUpPage />);
    const met = (): (string | null)[] =>
      screen.queryAllByLabelText("Met").map((icon) => icon.parentElement?.textContent ?? null);
    expect(met()).toEqual([]);
    type("Password", "abc");
    expect(met()).toEqual(["at least 1 lowercase"]);
    type("Password", "Abcdefg1");
    expect(met()).toHaveLength(4);
  });

  it("puts a refusal beside the field that it is about and keeps what was typed", async () => {
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

  it("tells password managers and autofill what each field is", () => {
    show(<SignUpPage />);
    const kinds = ["Email", "Given name", "Family name", "Password", "Repeat password"].map(
      (label) => field(label).autocomplete,
    );
    expect(kinds).toEqual(["username", "given-name", "family-name", "new-password", "new-password"]);
  });
});

describe("the code from the mail", () => {
  const entry = { pathname: "/verify-email", state: { email: "nora@northwind.test", sentAtMs: Date.now() } };

  it("is sent as soon as it is pasted, and leads to the sign-in", async () => {
    answers["verifyEmail"] = () => ({ verified: true });
    const { snackbars } = show(<VerifyEmailPage />, entry);
    paste("Digit 1 of 6", "12 34 56");
    await waitFor(() => expect(router.state.location.pathname).toBe("/signin"));
    expect(asked[0]?.body).toEqual({ email: "nora@northwind.test", code: "123456" });
    expect(snackbars.current().map(({ text }) => text)).toEqual(["Sign-up successful. You can sign in now."]);
  });

  it("is emptied and said to be wrong where it is refused", async () => {
    answers["verifyEmail"] = () => {
      throw new ApiError(400, "confirmation_code_mismatch", "The code entered is incorrect");
    };
    show(<VerifyEmailPage />, entry);
    paste("Digit 1 of 6", "123456");
    await waitFor(() => expect(screen.getByText("The code entered is incorrect")).toBeTruthy());
    expect(field("Digit 1 of 6").value).toBe("");
    expect(document.activeElement).toBe(field("Digit 1 of 6"));
  });

  it("can be asked for again after 30 s, and says that another one was sent", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answers["resendConfirmationCode"] = () => ({});
    show(<VerifyEmailPage />, entry);
    expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
    for (let second = 0; second < 30; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
    press("Send again");
    await waitFor(() => expect(screen.getByText("Another code has been sent, check the email inbox")).toBeTruthy());
    expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
    vi.useRealTimers();
  });

  it("is not asked for without an e-mail", async () => {
    show(<VerifyEmailPage />, "/verify-email");
    press("Send again");
    await waitFor(() => expect(document.activeElement).toBe(field("Email")));
    expect(screen.getByText("Email is required")).toBeTruthy();
    expect(asked).toEqual([]);
  });
});

it("goes on to the new password whether or not the e-mail has an account", async () => {
  answers["forgotPassword"] = () => ({});
  show(<ForgotPasswordPage />, "/forgot-password");
  type("Email", "NOBODY@northwind.test");
  press("Send the code");
  await waitFor(() => expect(router.state.location.pathname).toBe("/change-forgot-password"));
  expect(asked[0]?.body).toEqual({ email: "nobody@northwind.test" });
});

describe("a phone number", () => {
  it("must be able to receive texts", async () => {
    show(<RegisterPhonePage />);
    type("Mobile number", "+49 30 123456");
    press("Text me a code");
    await waitFor(() => expect(screen.getByText("Enter valid phone number")).toBeTruthy());
    expect(asked).toEqual([]);
  });

  it("chooses its country where it is typed with one, and is sent as E.164", async () => {
    answers["updateOwnAttribute"] = () => ({ ...me, phoneNumberVerified: false });
    show(<RegisterPhonePage />);
    type("Mobile number", "+49 151 2345 6789");
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Country" }).value).toBe("Germany +49");
    press("Text me a code");
    await waitFor(() => expect(router.state.location.pathname).toBe("/verify-phone"));
    expect(asked[0]).toMatchObject({ params: { attr: "phone_number" }, body: { value: "+4915123456789" } });
  });
});

describe("the gate", () => {
  const enter = (person: object, path = "/sites"): void => {
    answers["getUserMe"] = () => ({ ...me, ...person });
    answers["enableMfa"] = () => ({ mfaEnabled: true });
    const made = services();
    router = createMemoryRouter(
      [
        { element: <AccountGate />, children: [{ path: "/sites", element: "inside" }] },
        {
          element: <PhoneMissing />,
          children: [
            { path: "/register-phone", element: "register" },
            { path: "/verify-phone", element: "verify" },
          ],
        },
      ],
      { initialEntries: [path] },
    );
    render(
      <QueryClientProvider client={made.queries}>
        <ServicesProvider services={made}>
          <RouterProvider router={router} />
        </ServicesProvider>
      </QueryClientProvider>,
    );
  };
  const calls = (id: string): number => asked.filter((each) => each.id === id).length;

  it("holds somebody without a phone number at its registration, and remembers where that was going", async () => {
    enter({ phoneNumber: null, phoneNumberVerified: false, mfaEnabled: false });
    await screen.findByText("register");
    expect(router.state.location.search).toBe("?redirect=%2Fsites");
    expect(calls("enableMfa")).toBe(0);
  });

  it("holds somebody with an unverified number at its verification", async () => {
    enter({ phoneNumberVerified: false, mfaEnabled: false });
    await screen.findByText("verify");
  });

  it("has nothing to verify without a number", async () => {
    enter({ phoneNumber: null, phoneNumberVerified: false }, "/verify-phone");
    await screen.findByText("register");
  });

  it("leads whoever has a verified number on to the target", async () => {
    enter({}, "/register-phone?redirect=%2Fsites");
    await screen.findByText("inside");
  });

  it("turns the code on for a verified number, once", async () => {
    enter({ mfaEnabled: false });
    await screen.findByText("inside");
    await waitFor(() => expect(calls("enableMfa")).toBe(1));
  });

  it("leaves the code alone where it is on", async () => {
    enter({});
    await screen.findByText("inside");
    expect(calls("enableMfa")).toBe(0);
  });
});

describe("sign-in", () => {
  const give = (): void => {
    type("Email", "nora@northwind.test");
    type("Password", "Lantern-7-oak");
    press("Sign in");
  };

  it("leads somebody unconfirmed to the verification, without 'Failed to login'", async () => {
    outcomes = [{ kind: "unconfirmed" }];
    const { snackbars } = show(<SignInPage />, "/signin?redirect=%2Fsites");
    give();
    await waitFor(() => expect(router.state.location.pathname).toBe("/verify-email"));
    expect(router.state.location.search).toBe("?redirect=%2Fsites");
    expect(snackbars.current().map(({ text }) => text)).toEqual(["User is not confirmed yet"]);
  });

  it("leads somebody whose password was reset to the new one", async () => {
    outcomes = [{ kind: "passwordReset" }];
    const { snackbars } = show(<SignInPage />, "/signin");
    give();
    await waitFor(() => expect(router.state.location.pathname).toBe("/change-forgot-password"));
    expect(snackbars.current().map(({ text }) => text)).toEqual(["Password reset is required"]);
  });

  it("asks for an own password in place of the first one, then for the code", async () => {
    outcomes = [{ kind: "newPassword" }, { kind: "code", destination: "+*******6789" }, { kind: "done" }];
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

  it("empties a refused code, says so, and takes the next one", async () => {
    const wrong = Object.assign(new Error("wrong"), { name: "CodeMismatchException" });
    outcomes = [{ kind: "code", destination: "+*******6789" }, wrong, { kind: "done" }];
    const { snackbars } = show(<SignInPage />, "/signin");
    give();
    await screen.findByText("Enter the code we texted you");
    fireEvent.click(screen.getByLabelText("Remember this device"));
    paste("Digit 1 of 6", "000000");
    await screen.findByText("MFA Code does not match");
    expect(snackbars.current().map(({ text }) => text)).toEqual(["Failed to login"]);
    expect(field("Digit 6 of 6").value).toBe("");
    paste("Digit 1 of 6", "123456");
    await waitFor(() => expect(steps.at(-1)).toEqual(["code", "123456", true]));
  });
});
