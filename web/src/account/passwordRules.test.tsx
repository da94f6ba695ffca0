import { assertPasswordAllowed } from "@pulse/identity/passwordRules";
import { screen, waitFor, within } from "@testing-library/react";
import fc from "fast-check";
import { expect, it } from "vitest";
import { stage, type } from "../test/stage.tsx";
import { newPasswordRules } from "./NewPasswordFields.tsx";
import { PasswordRules } from "./PasswordRules.tsx";
import SignUpPage from "./SignUpPage.tsx";

const list = (): HTMLElement => screen.getByRole("list", { name: "Your password needs" });
/** The rules that are not ticked. */
const openRules = (): (string | null)[] =>
  within(list())
    .getAllByRole("listitem")
    .filter((item) => within(item).queryByRole("img", { name: "Met" }) === null)
    .map((item) => item.textContent);

it("a common password is not ticked off in the checklist, which says why, and the form does not send it", async () => {
  const { requests, show } = stage();
  show(<SignUpPage />);
  type("Password", "Warehouse1");
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("“warehouse” is one of the first"));
  expect(openRules()).toEqual(["no common password"]);
  type("Email", "nora@northwind.test");
  type("Given name", "Nora");
  type("Family name", "Ek");
  type("Customer code", "NORTHWIND");
  type("Repeat password", "Warehouse1");
  screen.getByRole("button", { name: "Create account" }).click();
  await screen.findAllByText(/“warehouse” is one of the first/);
  expect(requests).toEqual([]);
});

it("a password made of the typed name or email is not ticked off in the checklist", async () => {
  const { show } = stage();
  show(<SignUpPage />);
  type("Email", "margarethe@northwind.test");
  type("Password", "Margarethe-7");
  await waitFor(() => expect(openRules()).toEqual(["not your name or email"]));
  type("Email", "nora@northwind.test");
  await waitFor(() => expect(openRules()).toEqual([]));
  expect(screen.getByRole("status").textContent).toBe("Fair");
});

it("with pools at Amazon only the rules that Amazon applies are listed", () => {
  const { services, show } = stage();
  services.config = { ...services.config, identity: { ...services.config.identity, mode: "cognito" } };
  show(<PasswordRules id="rules" password="Warehouse1" personal={[]} />);
  expect(within(list()).getAllByRole("listitem")).toHaveLength(5);
  expect(openRules()).toEqual([]);
});

it("the form accepts exactly the passwords that the server accepts", async () => {
  const { show } = stage();
  show(<PasswordRules id="rules" password="Warehouse1" personal={[]} />);
  await waitFor(() => expect(screen.getByRole("status").textContent).not.toBe(""));
  const accepts = (password: string, personal: string[]): boolean => {
    try {
      assertPasswordAllowed(password, personal);
      return true;
    } catch {
      return false;
    }
  };
  const parts = fc.array(
    fc.constantFrom("Warehouse", "warehouse", "nora", "Ek", "Qwertz", "lantern", "1", "77", "A", " ", "-", "é"),
    {
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        parts.map((all) => all.join("")),
        fc.string({ maxLength: 300 }),
      ),
      (password) => {
        const person = { email: "nora@northwind.test", givenName: "Nora", familyName: "Ek" };
        expect(newPasswordRules.password(password, person) === null).toBe(accepts(password, Object.values(person)));
      },
    ),
    {
      numRuns: 2_000,
      examples: [["Warehouse1"], ["Lantern-7-oak"], ["Nora-1234"], [" Lantern-7"], ["Lantern-7".padEnd(257, "x")]],
    },
  );
});
