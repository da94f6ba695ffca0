import type { UserInfo } from "@pulse/contract/users";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { me, paste, press, stage } from "../test/stage.tsx";
import { ApiError } from "../api/apiError.ts";
import { recoveryDue } from "../account/recoveryDue.ts";
import { laterKey } from "../account/laterKey.ts";
import type { OwnFactors } from "../session/factorClient.ts";
import { FactorsSection } from "./FactorsSection.tsx";
import SecondFactorPage from "./SecondFactorPage.tsx";

/** The calls of the provider, and what it has. */
const provider = vi.hoisted(() => ({ calls: [] as unknown[][], own: {} as OwnFactors, isAppRefused: false }));
vi.mock("../session/factorClient.ts", async (original) => ({
  ...(await original<object>()),
  readFactors: async () => provider.own,
  startApp: async () => "GEZDGNBVGY3TQOJQ",
  confirmApp: async (code: string) => {
    provider.calls.push(["confirmApp", code]);
    if (provider.isAppRefused) throw Object.assign(new Error("no"), { name: "EnableSoftwareTokenMFAException" });
  },
  setFactor: async (...args: unknown[]) => void provider.calls.push(["setFactor", ...args]),
  removePasskey: async (id: string) => void provider.calls.push(["removePasskey", id]),
  addPasskey: async () => void provider.calls.push(["addPasskey"]),
}));

beforeEach(() => {
  vi.stubGlobal("PublicKeyCredential", () => undefined);
  vi.stubGlobal("isSecureContext", true);
  Object.assign(provider, { calls: [], own: { enabled: [], preferred: null, passkeys: [] }, isAppRefused: false });
  sessionStorage.removeItem(laterKey);
});
afterEach(() => vi.unstubAllGlobals());

const person = { ...me, phoneNumber: null, phoneNumberVerified: false, mfaEnabled: false } as unknown as UserInfo;

describe("the page that asks for a second factor", () => {
  const open = async (changes: Partial<UserInfo> = {}) => {
    const set = stage();
    set.answers["getUserMe"] = () => ({ ...person, secondFactors: ["totp", "email", "passkey"], ...changes });
    set.answers["createRecoveryCodes"] = () => ({ codes: ["abcde-fghjk", "mnpqr-stuvw"] });
    const router = set.show(<SecondFactorPage />, "/second-factor?redirect=%2Fsites");
    await screen.findByRole("heading", { name: "Protect your account" });
    return { ...set, router };
  };
  const choices = (): (string | null)[] =>
    within(screen.getByRole("list"))
      .getAllByRole("button")
      .map((button) => button.textContent);

  it("the second factor's page says why, and explains each choice that the customer accepts", async () => {
    await open({ secondFactors: ["sms", "totp", "email", "passkey"] });
    expect(screen.getByText(/even if somebody learns your password/)).toBeTruthy();
    expect(choices()).toEqual([
      expect.stringMatching(/^Create a passkey.*Fingerprint/),
      expect.stringMatching(/^Use an authenticator app.*every 30 seconds/),
      expect.stringMatching(/^Get codes by text message.*mobile number/),
      expect.stringMatching(/^Get codes by email.*nora@northwind\.test/),
    ]);
  });

  it("the second factor's page leads to the phone number for codes by text message", async () => {
    const { router } = await open({ secondFactors: ["sms", "totp"] });
    fireEvent.click(screen.getByRole("button", { name: /text message/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/register-phone"));
    expect(router.state.location.search).toBe("?redirect=%2Fsites");
  });

  it("the second factor's page turns codes by email on, and leads on", async () => {
    const { router } = await open();
    fireEvent.click(screen.getByRole("button", { name: /by email/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/sites"));
    expect(provider.calls).toEqual([["setFactor", "email", "PREFERRED"]]);
  });

  it("the second factor's page sets up an app, has the recovery codes stored, and only then leads on", async () => {
    const { router } = await open();
    fireEvent.click(screen.getByRole("button", { name: /authenticator app/ }));
    await screen.findByRole("heading", { name: "Set up an authenticator app" });
    expect(await screen.findByText("GEZD GNBV GY3T QOJQ")).toBeTruthy();
    paste("Digit 1 of 6", "123456");
    await screen.findByRole("heading", { name: "Keep your recovery codes" });
    expect(within(screen.getByRole("list")).getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Done" }).disabled).toBe(true);
    fireEvent.click(screen.getByLabelText("I have stored these codes"));
    press("Done");
    await waitFor(() => expect(router.state.location.pathname).toBe("/sites"));
    expect(provider.calls).toEqual([["confirmApp", "123456"]]);
  });

  it("the second factor's page clears a wrong code of the app, says so, and keeps the key", async () => {
    provider.isAppRefused = true;
    await open();
    fireEvent.click(screen.getByRole("button", { name: /authenticator app/ }));
    await screen.findByText("GEZD GNBV GY3T QOJQ");
    paste("Digit 1 of 6", "000000");
    expect((await screen.findByRole("alert")).textContent).toContain("The code does not match");
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Digit 6 of 6").value).toBe(""));
    expect(screen.getByText("GEZD GNBV GY3T QOJQ")).toBeTruthy();
  });

  it("the second factor's page leads back from the app to the choice", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: /authenticator app/ }));
    press("Back");
    expect(await screen.findByRole("heading", { name: "Protect your account" })).toBeTruthy();
  });

  it("the second factor can be left for later, unless the customer requires one", async () => {
    const { router } = await open();
    press("Not now");
    await waitFor(() => expect(router.state.location.pathname).toBe("/sites"));
    expect(sessionStorage.getItem(laterKey)).toBe("1");
  });

  it("where texts count too, the second factor's page offers to sign out instead of later", async () => {
    await open({ secondFactors: ["sms", "totp"] });
    expect(screen.queryByRole("button", { name: "Not now" })).toBeNull();
    expect(screen.getByRole("button", { name: "Sign out" })).toBeTruthy();
  });

  it("a required second factor offers to sign out instead of later", async () => {
    await open({ secondFactorRequired: true });
    expect(screen.getByText(/Your organisation asks for a second step/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Not now" })).toBeNull();
    expect(screen.getByRole("button", { name: "Sign out" })).toBeTruthy();
  });

  it("where only passkeys are accepted and the browser has none, the page says what to do", async () => {
    vi.stubGlobal("isSecureContext", false);
    await open({ secondFactors: ["passkey"], secondFactorRequired: true });
    expect(screen.getByText(/Open Pulse at an address with HTTPS/)).toBeTruthy();
  });
});

describe("recovery codes after an app was set up while signing in", () => {
  const made = { codes: ["abcde-fghjk", "mnpqr-stuvw"] };
  const open = (answer: () => unknown) => {
    const set = stage();
    recoveryDue.set(me.email);
    set.answers["getUserMe"] = () => ({ ...person, mfaEnabled: true, secondFactors: ["totp"] });
    set.answers["createRecoveryCodes"] = answer;
    return { ...set, router: set.show(<SecondFactorPage />, "/second-factor?redirect=%2Fsites") };
  };
  afterEach(() => recoveryDue.clear());

  it("the recovery codes are made once and shown, and stay due until the person has stored them", async () => {
    const { requests, router } = open(() => made);
    await screen.findByRole("heading", { name: "Keep your recovery codes" });
    expect(within(await screen.findByRole("list")).getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Done" }).disabled).toBe(true);
    expect(recoveryDue.isFor(me.email)).toBe(true);
    fireEvent.click(screen.getByLabelText("I have stored these codes"));
    press("Done");
    await waitFor(() => expect(router.state.location.pathname).toBe("/sites"));
    expect(recoveryDue.isFor(me.email)).toBe(false);
    expect(requests.filter(({ id }) => id === "createRecoveryCodes")).toHaveLength(1);
  });

  it("recovery codes that could not be made are tried again", async () => {
    let tries = 0;
    open(() => {
      tries += 1;
      if (tries === 1) throw new ApiError(503, "service_unavailable", "");
      return made;
    });
    expect((await screen.findByRole("alert")).textContent).toContain("The codes could not be made.");
    press("Try again");
    expect(await screen.findByText("abcde-fghjk")).toBeTruthy();
  });

  it("recovery codes that need a newer sign-in lead to one, and stay due", async () => {
    open(() => {
      throw new ApiError(403, "sign_in_again", "");
    });
    expect(await screen.findByRole("button", { name: "Sign out and sign in again" })).toBeTruthy();
    expect(recoveryDue.isFor(me.email)).toBe(true);
  });
});

describe("the profile's ways to sign in", () => {
  const now = Date.UTC(2026, 10, 20, 14);
  const passkey = { id: "p", name: "Blue key", createdMs: now, lastUsedMs: null };
  beforeEach(() => vi.useFakeTimers({ now, toFake: ["Date"] }));
  afterEach(() => vi.useRealTimers());
  const open = async (passkeys: OwnFactors["passkeys"]) => {
    const set = stage();
    provider.own = { enabled: [], preferred: null, passkeys };
    set.answers["countRecoveryCodes"] = () => ({ left: 0 });
    set.show(<FactorsSection me={{ ...person, secondFactors: ["passkey"] }} />);
    await screen.findByText("Blue key");
  };
  const dates = (): string =>
    (screen.getByText("Blue key").parentElement?.querySelector("p")?.textContent ?? "").replaceAll("\u00A0", " ");

  it("a passkey says in a sentence when it was added and that nobody has used it", async () => {
    await open([passkey]);
    expect(dates()).toBe("Added just now · never used");
  });

  it("a passkey says when it was last used", async () => {
    await open([{ ...passkey, createdMs: now - 3 * 86_400_000, lastUsedMs: now - 2 * 3_600_000 }]);
    expect(dates()).toBe("Added 3 d ago · last used 2 h ago");
  });

  it("a passkey is removed only after a question", async () => {
    await open([passkey]);
    press("Remove Blue key");
    const question = await screen.findByRole("dialog", { name: "Remove Blue key?" });
    expect(provider.calls).toEqual([]);
    fireEvent.click(within(question).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(provider.calls).toEqual([["removePasskey", "p"]]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
