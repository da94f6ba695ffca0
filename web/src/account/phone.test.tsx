import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AccountGate, PhoneMissing } from "./AccountGate.tsx";
import { laterKey } from "./laterKey.ts";
import { recoveryDue } from "./recoveryDue.ts";
import RegisterPhonePage from "./RegisterPhonePage.tsx";
import VerifyPhonePage from "./VerifyPhonePage.tsx";
import { me, press, stage, type } from "../test/stage.tsx";

/** Whether the provider knows of a factor besides texts. */
const provider = vi.hoisted(() => ({ hasFactor: async (_account: unknown): Promise<boolean> => false }));
vi.mock("../session/factorClient.ts", () => ({
  hasFactorBesideTexts: (account: unknown) => provider.hasFactor(account),
}));
beforeEach(() => {
  provider.hasFactor = async () => false;
});

describe("a phone number", () => {
  it("a phone number must be able to receive texts", async () => {
    const { requests, show } = stage();
    show(<RegisterPhonePage />);
    type("Mobile number", "+49 30 123456");
    press("Text me a code");
    await waitFor(() => expect(screen.getByText("Enter valid phone number")).toBeTruthy());
    expect(requests.filter(({ id }) => id === "updateOwnAttribute")).toEqual([]);
  });

  it("the field of a phone number selects the country's text on focus, so that typing replaces it", () => {
    const { show } = stage();
    show(<RegisterPhonePage />);
    const country = screen.getByRole<HTMLInputElement>("combobox", { name: "Country" });
    fireEvent.focus(country);
    expect(country.value.slice(country.selectionStart ?? 0, country.selectionEnd ?? 0)).toBe(country.value);
  });

  it("a phone number sets its country when typed with a calling code, and is sent as E.164", async () => {
    const { answers, requests, show } = stage();
    answers["updateOwnAttribute"] = () => ({ ...me, phoneNumberVerified: false });
    const router = show(<RegisterPhonePage />);
    type("Mobile number", "+49 151 2345 6789");
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Country" }).value).toBe("Germany +49");
    press("Text me a code");
    await waitFor(() => expect(router.state.location.pathname).toBe("/verify-phone"));
    expect(requests.find(({ id }) => id === "updateOwnAttribute")).toMatchObject({
      params: { attr: "phone_number" },
      body: { value: "+4915123456789" },
    });
  });
});

describe("the way from the phone number to other factors", () => {
  it.each([
    ["the number's registration", <RegisterPhonePage key="r" />, "/register-phone"],
    ["the number's verification", <VerifyPhonePage key="v" />, "/verify-phone"],
  ])("%s leads to the other second factors where some count, and keeps the target", async (_, page, path) => {
    const { answers, show } = stage();
    answers["getUserMe"] = () => ({ ...me, phoneNumberVerified: false, secondFactors: ["sms", "passkey"] });
    const router = show(page, `${path}?redirect=%2Fsites`);
    fireEvent.click(await screen.findByRole("link", { name: "Protect your account in another way" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/second-factor"));
    expect(router.state.location.search).toBe("?redirect=%2Fsites");
  });

  it("where only texts count, the number's verification leads nowhere else", async () => {
    const { answers, show } = stage();
    answers["getUserMe"] = () => ({ ...me, phoneNumberVerified: false });
    show(<VerifyPhonePage />, "/verify-phone");
    await screen.findByText("89");
    expect(screen.queryByRole("link", { name: "Protect your account in another way" })).toBeNull();
  });
});

/** Opens the gated screens as this person. */
function enter(person: object, path = "/sites") {
  const { answers, requests, services, open } = stage();
  answers["getUserMe"] = () => ({ ...me, ...person });
  answers["enableMfa"] = () => ({ mfaEnabled: true });
  const router = open(
    [
      { element: <AccountGate />, children: [{ path: "/sites", element: "inside" }] },
      {
        element: <PhoneMissing />,
        children: [
          { path: "/register-phone", element: "register" },
          { path: "/verify-phone", element: "verify" },
        ],
      },
      { path: "/second-factor", element: "set up" },
    ],
    path,
  );
  return {
    router,
    account: services.identity,
    turnedOn: (): number => requests.filter(({ id }) => id === "enableMfa").length,
  };
}

describe("the gate", () => {
  it("the phone gate keeps somebody without a phone number at its registration, and remembers the target", async () => {
    const { router, turnedOn } = enter({ phoneNumber: null, phoneNumberVerified: false, mfaEnabled: false });
    await screen.findByText("register");
    expect(router.state.location.search).toBe("?redirect=%2Fsites");
    expect(turnedOn()).toBe(0);
  });

  it.each([
    ["an unverified number waits at its verification", { phoneNumberVerified: false }, "/sites", "verify"],
    ["a number may be changed while it is unverified", { phoneNumberVerified: false }, "/register-phone", "register"],
    [
      "without a number there is nothing to verify",
      { phoneNumber: null, phoneNumberVerified: false, mfaEnabled: false },
      "/verify-phone",
      "register",
    ],
    ["a verified number leads on to the target", {}, "/register-phone?redirect=%2Fsites", "inside"],
  ])("the phone gate leads on by the state of the number: %s", async (_, person, path, shown) => {
    enter(person, path);
    expect(await screen.findByText(shown)).toBeTruthy();
  });

  it.each([
    ["texts cannot be sent", { phoneNumber: null, mfaEnabled: true, secondFactors: ["totp"] }],
    ["the person has another factor", { phoneNumber: null, mfaEnabled: true }],
    ["the company's own sign-in asks for factors", { phoneNumber: null, mfaEnabled: false, secondFactors: [] }],
  ])("the phone gate asks for no number where %s", async (_, person) => {
    enter({ phoneNumberVerified: false, ...person });
    expect(await screen.findByText("inside")).toBeTruthy();
  });

  it("codes by text message stay off for a verified number where texts cannot be sent", async () => {
    const { turnedOn } = enter({ mfaEnabled: false, secondFactors: [] });
    await screen.findByText("inside");
    expect(turnedOn()).toBe(0);
  });

  it.each([
    ["nobody has to", null, false, "set up"],
    ["the person left it for later", "1", false, "inside"],
    ["the customer requires one, later or not", "1", true, "set up"],
  ])("somebody without any factor is led to set one up: %s", async (_, later, secondFactorRequired, shown) => {
    if (later === null) sessionStorage.removeItem(laterKey);
    else sessionStorage.setItem(laterKey, later);
    enter({ phoneNumber: null, mfaEnabled: false, secondFactors: ["totp", "passkey"], secondFactorRequired });
    expect(await screen.findByText(shown)).toBeTruthy();
    sessionStorage.removeItem(laterKey);
  });

  it("somebody with a passkey alone comes in where a factor is required", async () => {
    provider.hasFactor = async (account) => account !== undefined;
    const asked = vi.spyOn(provider, "hasFactor");
    const { account } = enter({
      phoneNumber: null,
      mfaEnabled: false,
      secondFactors: ["passkey"],
      secondFactorRequired: true,
    });
    expect(await screen.findByText("inside")).toBeTruthy();
    // After a reload nothing else has configured the provider's library.
    expect(asked).toHaveBeenCalledWith(await account());
  });

  const withoutPhone = { phoneNumber: null, phoneNumberVerified: false, mfaEnabled: false };

  it.each([
    ["without a number", withoutPhone, "register"],
    ["with a number that is not verified", { phoneNumberVerified: false }, "verify"],
  ])("where texts count beside others, the phone gate yields to another factor: %s", async (_, person, phone) => {
    const { router } = enter({ ...person, secondFactors: ["sms", "totp", "passkey"] });
    expect(await screen.findByText(phone)).toBeTruthy();
    // What was known before the other factor was set up no longer counts.
    provider.hasFactor = async () => true;
    await act(() => router.navigate("/sites"));
    expect(await screen.findByText("inside")).toBeTruthy();
  });

  it("somebody who comes back with a first passkey comes in, although the provider had none before", async () => {
    const { router } = enter({ ...withoutPhone, secondFactors: ["totp", "passkey"], secondFactorRequired: true });
    expect(await screen.findByText("set up")).toBeTruthy();
    provider.hasFactor = async () => true;
    await act(() => router.navigate("/sites"));
    expect(await screen.findByText("inside")).toBeTruthy();
  });

  it("where the provider cannot be asked about other factors, the phone gate asks for the number", async () => {
    provider.hasFactor = () => Promise.reject(new Error("away"));
    enter({ ...withoutPhone, secondFactors: ["sms", "totp"] });
    expect(await screen.findByText("register")).toBeTruthy();
  });

  it("whoever has set up an app while signing in stores its recovery codes before anything else", async () => {
    recoveryDue.set(me.email);
    const { router } = enter({});
    expect(await screen.findByText("set up")).toBeTruthy();
    expect(router.state.location.search).toBe("?redirect=%2Fsites");
    recoveryDue.clear();
  });

  it("recovery codes that somebody else has to store keep nobody out", async () => {
    recoveryDue.set("omar@northwind.test");
    enter({});
    expect(await screen.findByText("inside")).toBeTruthy();
    recoveryDue.clear();
  });

  it("the phone gate turns the sign-in code on once for a verified number", async () => {
    const { turnedOn } = enter({ mfaEnabled: false });
    await screen.findByText("inside");
    await waitFor(() => expect(turnedOn()).toBe(1));
  });

  it("the phone gate does not turn the sign-in code on again", async () => {
    const { turnedOn } = enter({});
    await screen.findByText("inside");
    expect(turnedOn()).toBe(0);
  });
});

describe("a number that somebody else entered", () => {
  it("a number that somebody else entered is sent a code only when its owner asks for one", async () => {
    const { answers, steps, show } = stage();
    answers["getUserMe"] = () => ({ ...me, phoneNumberVerified: false });
    show(<VerifyPhonePage />, "/verify-phone");
    await screen.findByText("89");
    expect(screen.queryByText("Enter the code we texted you")).toBeNull();
    expect(screen.queryByLabelText("Digit 1 of 6")).toBeNull();
    press("Text me a code");
    await screen.findByText("Enter the code we texted you");
    expect(steps).toEqual([["sendPhoneCode"]]);
    expect(screen.getByText(/Send again in/)).toBeTruthy();
  });

  it("the phone's verification asks for the code at once when the previous screen had it sent", async () => {
    const { answers, show } = stage();
    answers["getUserMe"] = () => ({ ...me, phoneNumberVerified: false });
    show(<VerifyPhonePage />, { pathname: "/verify-phone", state: { sentAtMs: 1 } });
    expect(await screen.findByText("Enter the code we texted you")).toBeTruthy();
  });
});
