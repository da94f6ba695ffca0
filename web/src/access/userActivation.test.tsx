import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { accessOf, accessStage, ids, mara, nora } from "../test/accessStage.tsx";
import UserPage from "./UserPage.tsx";

type Stage = Parameters<typeof accessStage>[0];

/** The page of a user, who is active or not. */
function open(user: typeof nora, stage: Stage = {}) {
  const set = accessStage(stage);
  let active = user.active;
  set.answers["getUser"] = () => ({ ...user, active });
  set.answers["setUserActive"] = ({ body }) => {
    ({ active } = body as { active: boolean });
    return { ...user, active };
  };
  set.open([{ path: "/access/users/:id", element: <UserPage /> }], `/access/users/${user.id}`);
  return { ...set, sent: () => set.requests.filter(({ id }) => id === "setUserActive").map(({ body }) => body) };
}

const deactivateInDialog = async (): Promise<HTMLElement> => {
  fireEvent.click(await screen.findByRole("button", { name: "Deactivate" }));
  const dialog = await screen.findByRole("dialog", { name: "Deactivate nora@northwind.test?" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Deactivate" }));
  return dialog;
};

it("a user is deactivated after a question, and activated again without one", async () => {
  const { sent, messages } = open({ ...nora, status: "active" });
  await deactivateInDialog();
  await screen.findByText("Deactivated");
  expect(messages()).toContain("nora@northwind.test deactivated");
  fireEvent.click(await screen.findByRole("button", { name: "Activate" }));
  await screen.findByText("Active");
  expect(messages()).toContain("nora@northwind.test activated");
  expect(sent()).toEqual([{ active: false }, { active: true }]);
});

it("a refused deactivation says why, in its question", async () => {
  const { answers } = open({ ...nora, status: "active" });
  answers["setUserActive"] = () => {
    throw new ApiError(409, "last_administrator", "");
  };
  const dialog = await deactivateInDialog();
  await waitFor(() =>
    expect(within(dialog).getByRole("alert").textContent).toContain("At least one administrator is needed"),
  );
});

it("nobody is offered to deactivate themselves", async () => {
  open(mara);
  await screen.findByRole("heading", { name: "Mara Oduya" });
  expect(screen.queryByRole("button", { name: "Deactivate" })).toBeNull();
});

it("whoever may only see users is not offered to deactivate them", async () => {
  open({ ...nora, id: ids.nora }, { access: accessOf({ user_management: ["r"] }) });
  await screen.findByRole("heading", { name: "Nora Ek" });
  expect(screen.queryByRole("button", { name: "Deactivate" })).toBeNull();
});
