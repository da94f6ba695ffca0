import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { me, press, stage, type } from "../test/stage.tsx";
import { ApiError } from "../api/apiError.ts";
import { passwordRefusal } from "./passwordRefusal.ts";
import ProfilePage from "./ProfilePage.tsx";
import { PhoneSection } from "./PhoneSection.tsx";

const person = {
  ...me,
  id: "0198c1b2-0000-7000-8000-000000000001",
  givenName: "Nora",
  familyName: "Ek",
  customerId: null,
  roleId: null,
  userGroupId: null,
  isSuperadmin: false,
  devToolEnabled: false,
  signedInWithSso: false,
  locale: "en",
  secondFactors: ["sms" as const],
  secondFactorRequired: false,
};

it("the profile says that changing the phone number needs a fresh sign-in, and offers one", async () => {
  const { answers, show } = stage();
  answers["updateOwnAttribute"] = () => {
    throw new ApiError(403, "sign_in_again", "Sign in again to do this");
  };
  show(<PhoneSection me={person} />);
  press("Change number");
  type("Mobile number", "+49 151 2345 6780");
  press("Text me a code");
  expect(await screen.findByText(/^Sign in again to do this\. Changing your number/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Sign out and sign in again" })).toBeTruthy();
});

it("the profile of somebody who came with the company's account offers no password and no second step of ours", async () => {
  const { answers, show } = stage();
  answers["getUserMe"] = () => ({ ...person, signedInWithSso: true, secondFactors: [] });
  show(<ProfilePage />);
  const ways = await screen.findByRole("region", { name: "How you sign in" });
  expect(ways.textContent).toContain("You signed in with your company's account.");
  expect(screen.queryByRole("region", { name: "Password" })).toBeNull();
  expect(screen.queryByText(/Every sign-in asks for a code/)).toBeNull();
});

it("the profile asks for the texted code, and changes the number once it is right", async () => {
  const { answers, requests, messages, show } = stage();
  const changed = { ...person, phoneNumber: "+4915123456780", phoneNumberVerified: false };
  answers["updateOwnAttribute"] = () => changed;
  answers["verifyOwnAttribute"] = () => ({ ...changed, phoneNumberVerified: true });
  show(<PhoneSection me={person} />);
  press("Change number");
  type("Mobile number", "+49 151 2345 6780");
  press("Text me a code");
  const first = await screen.findByLabelText("Digit 1 of 6");
  fireEvent.paste(first, { clipboardData: { getData: () => "123456" } });
  await waitFor(() => expect(messages()).toEqual(["Phone number confirmed"]));
  expect(requests.map(({ id, body }) => [id, body])).toEqual([
    ["updateOwnAttribute", { value: "+4915123456780" }],
    ["verifyOwnAttribute", { code: "123456" }],
  ]);
});

it.each([
  ["the number is verified", {}, "On", true],
  ["the number is not verified", { phoneNumberVerified: false }, "Off", false],
  ["texts cannot be sent", { secondFactors: ["totp" as const] }, "Off", false],
  ["there is no number, but another factor", { phoneNumber: null, phoneNumberVerified: false }, "Off", false],
])("the profile says whether sign-in codes are texted where %s", (_, phone, state, isHinted) => {
  const { show } = stage();
  show(<PhoneSection me={{ ...person, ...phone }} />);
  expect(screen.getByText("Sign-in codes").nextElementSibling?.textContent).toBe(state);
  expect(screen.queryByText(/^Texted to this number/) !== null).toBe(isHinted);
});

it("the profile has nothing about a phone where texts are not sent and there is no number", () => {
  const { show } = stage();
  show(<PhoneSection me={{ ...person, phoneNumber: null, phoneNumberVerified: false, secondFactors: ["totp"] }} />);
  expect(screen.queryByRole("heading", { name: "Phone" })).toBeNull();
});

it.each([
  ["NotAuthorizedException", "Incorrect username or password.", "old", "password_incorrect"],
  ["InvalidPasswordException", "Password did not conform with policy", "password", "password_requirement_not_met"],
  ["LimitExceededException", "Attempt limit exceeded", undefined, "RequestFailed"],
  ["NetworkError", "A network error has occurred.", undefined, "NetworkError"],
])("the profile shows the provider's %s at its field", (name, message, path, code) => {
  const refusal = passwordRefusal(Object.assign(new Error(message), { name }));
  expect([refusal.details[0]?.path, refusal.code]).toEqual([path, code]);
});
