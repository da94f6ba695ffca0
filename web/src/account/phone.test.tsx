import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { AccountGate, PhoneMissing } from "./AccountGate.tsx";
import { laterKey } from "./laterKey.ts";
import RegisterPhonePage from "./RegisterPhonePage.tsx";
import VerifyPhonePage from "./VerifyPhonePage.tsx";
import { me, press, stage, type } from "../test/stage.tsx";

describe("a phone number", () => {
  it("a phone number must be able to receive texts", async () => {
    const { requests, show } = stage();
    show(<RegisterPhonePage />);
    type("Mobile number", "+49 30 123456");
    press("Text me a code");
    await waitFor(() => expect(screen.getByText("Enter valid phone number")).toBeTruthy());
    expect(requests).toEqual([]);
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
    expect(requests[0]).toMatchObject({ params: { attr: "phone_number" }, body: { value: "+4915123456789" } });
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
    vi.doMock("../session/factorClient.ts", () => ({ hasFactor: async () => false }));
    if (later === null) sessionStorage.removeItem(laterKey);
    else sessionStorage.setItem(laterKey, later);
    enter({ phoneNumber: null, mfaEnabled: false, secondFactors: ["totp", "passkey"], secondFactorRequired });
    expect(await screen.findByText(shown)).toBeTruthy();
    sessionStorage.removeItem(laterKey);
  });

  it("somebody with a passkey alone comes in where a factor is required", async () => {
    const hasFactor = vi.fn(async (account: unknown) => account !== undefined);
    vi.doMock("../session/factorClient.ts", () => ({ hasFactor }));
    const { account } = enter({
      phoneNumber: null,
      mfaEnabled: false,
      secondFactors: ["passkey"],
      secondFactorRequired: true,
    });
    expect(await screen.findByText("inside")).toBeTruthy();
    // After a reload nothing else has configured the provider's library.
    expect(hasFactor).toHaveBeenCalledWith(await account());
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
