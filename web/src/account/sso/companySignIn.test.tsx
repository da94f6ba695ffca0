import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ApiError } from "../../api/apiError.ts";
import { press, stage, type } from "../../test/stage.tsx";
import CompanySignInPage from "./CompanySignInPage.tsx";

afterEach(() => sessionStorage.clear());

/** The page at this address, with a server that exchanges `good` for a code. */
function open(entry: string) {
  const set = stage();
  const left: string[] = [];
  const redeemed: string[][] = [];
  let refusal: Error | null = null;
  const redeemCode = async (user: string, code: string): Promise<void> => {
    redeemed.push([user, code]);
    if (refusal !== null) throw refusal;
  };
  set.services.identity = async () => ({ redeemCode }) as never;
  set.answers["redeemSsoTicket"] = ({ body }) => {
    if ((body as { ticket: string }).ticket === "good") return { user: "a-sub", code: "a-code" };
    const message = "This sign-in was already used, is too old, or was begun in another browser";
    throw new ApiError(400, "invalid_parameter", message, [{ path: "ticket", code: "state_unknown", message }]);
  };
  const router = set.open(
    [
      { path: "/signin/company", element: <CompanySignInPage leave={(address) => void left.push(address)} /> },
      { path: "/signin", element: <p>the usual sign-in</p> },
    ],
    entry,
  );
  return { ...set, router, left, redeemed, refuse: () => void (refusal = new Error("no")) };
}

it("the company's sign-in takes an address and leads to the provider", async () => {
  const { left } = open("/signin/company?redirect=%2Fsites");
  await screen.findByRole("heading", { name: "Sign in with your company's account" });
  press("Continue");
  await screen.findByText("Email is required");
  type("Email", " Anna@Company.test ");
  press("Continue");
  await waitFor(() => expect(left).toEqual(["/sso/start?email=anna%40company.test"]));
  expect(sessionStorage.getItem("ssoTarget")).toBe("/sites");
});

it("the company's sign-in redeems its ticket once, takes it out of the address, and remembers where to go", async () => {
  sessionStorage.setItem("ssoTarget", "/sites");
  const { redeemed, router, requests } = open("/signin/company#ticket=good");
  await screen.findByText("Signing in…");
  await waitFor(() => expect(redeemed).toEqual([["a-sub", "a-code"]]));
  expect([router.state.location.hash, router.state.location.search]).toEqual(["", "?redirect=%2Fsites"]);
  await act(async () => undefined);
  expect([redeemed.length, requests.filter(({ id }) => id === "redeemSsoTicket").length]).toEqual([1, 1]);
});

it("the company's sign-in says that a ticket is another browser's, used or too old, and begins again where it led", async () => {
  sessionStorage.setItem("ssoTarget", "/sites");
  const { redeemed, left } = open("/signin/company#ticket=foreign");
  expect((await screen.findByRole("alert")).textContent).toContain(
    "This sign-in was already used, is too old, or was started in another browser. Try again.",
  );
  expect(redeemed).toEqual([]);
  type("Email", "anna@company.test");
  press("Continue");
  await waitFor(() => expect(left).toEqual(["/sso/start?email=anna%40company.test"]));
  expect(sessionStorage.getItem("ssoTarget")).toBe("/sites");
});

it("a link with somebody's user name and code signs nobody in", async () => {
  const { redeemed, requests } = open("/signin/company#user=a-sub&code=a-code");
  await screen.findByRole("heading", { name: "Sign in with your company's account" });
  expect([redeemed, requests]).toEqual([[], []]);
});

it("the company's sign-in says why it ended, and lets the person try again", async () => {
  sessionStorage.setItem("ssoTarget", "/sites");
  const { router } = open("/signin/company#error=email_unverified&email=a%40company.test");
  expect((await screen.findByRole("alert")).textContent).toContain("doesn't confirm your email");
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("a@company.test");
  expect(router.state.location.search).toBe("?redirect=%2Fsites");
});

it.each(["#error=made-up", "#ticket=good"])("the company's sign-in has a sentence for %s", async (hash) => {
  const { refuse } = open(`/signin/company${hash}`);
  refuse();
  expect((await screen.findByRole("alert")).textContent).toContain("The sign-in didn't work. Try again.");
});
