import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { press, stage, type } from "../../test/stage.tsx";
import CompanySignInPage from "./CompanySignInPage.tsx";

afterEach(() => sessionStorage.clear());

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

it("the company's sign-in redeems the code once, takes it out of the address, and remembers where to go", async () => {
  sessionStorage.setItem("ssoTarget", "/sites");
  const { redeemed, router } = open("/signin/company#user=a-sub&code=a-code");
  await screen.findByText("Signing in…");
  await waitFor(() => expect(redeemed).toEqual([["a-sub", "a-code"]]));
  expect([router.state.location.hash, router.state.location.search]).toEqual(["", "?redirect=%2Fsites"]);
  await act(async () => undefined);
  expect(redeemed).toHaveLength(1);
});

it("the company's sign-in says why it ended, and lets the person try again", async () => {
  open("/signin/company#error=email_unverified&email=a%40company.test");
  expect((await screen.findByRole("alert")).textContent).toContain("doesn't confirm your email");
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("a@company.test");
});

it.each(["#error=made-up", "#user=a&code=old"])("the company's sign-in has a sentence for %s", async (hash) => {
  const { refuse } = open(`/signin/company${hash}`);
  refuse();
  expect((await screen.findByRole("alert")).textContent).toContain("The sign-in didn't work. Try again.");
});
