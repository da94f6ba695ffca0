import { fullAccess } from "@pulse/contract/access";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeServer, type FakeServer, refusal } from "../test/fakeServer.ts";
import { startSignedIn } from "../test/wholeApp.tsx";
import { accessAnswers, admin, ids, mara, nora } from "../test/accessStage.tsx";

/** A server whose saving of a user waits until the test lets the next request go on. */
function slowServer(): FakeServer & { finish(): void } {
  const server = fakeServer(admin);
  Object.assign(server.answers, accessAnswers(), { getCustomerAccessibleOperations: () => fullAccess() });
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise((go) => waiting.push(go));
  let stored = nora;
  server.answers["getUser"] = () => stored;
  server.answers["updateUser"] = async ({ body }) => {
    await turn();
    const { version, ...values } = body as typeof nora;
    if (version !== stored.version) return refusal("conflict");
    return (stored = { ...stored, ...values, version: version + 1 });
  };
  server.answers["createUser"] = async ({ body }) => {
    await turn();
    return { ...nora, ...(body as object) };
  };
  return { ...server, finish: () => waiting.shift()?.() };
}

const fieldNamed = (label: string): HTMLInputElement =>
  screen.getByLabelText(new RegExp(`^${label}( \\*)?$`), { selector: "input" });
const change = (label: string, value: string): void => void fireEvent.change(fieldNamed(label), { target: { value } });
const press = (name: string): void => void fireEvent.click(screen.getByRole("button", { name }));
const openUser = async (): Promise<void> => {
  await startSignedIn(`/access/users/${ids.nora}`);
  await screen.findByLabelText(/^Given name/);
};

it("text typed while a save is on its way stays in the form, unsaved, and the next save sends it", async () => {
  const server = slowServer();
  await openUser();
  change("Given name", "Norah");
  press("Save");
  await waitFor(() => expect(server.requestsFor("updateUser")).toHaveLength(1));
  change("Family name", "Ekholm");
  server.finish();
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(fieldNamed("Given name").value).toBe("Norah");
  expect(fieldNamed("Family name").value).toBe("Ekholm");
  expect(screen.getByText("1 unsaved change")).toBeTruthy();
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
  press("Save");
  await waitFor(() => expect(server.requestsFor("updateUser")).toHaveLength(2));
  expect(server.requestsFor("updateUser")[1]?.body).toMatchObject({
    givenName: "Norah",
    familyName: "Ekholm",
    version: nora.version + 1,
  });
});

it("a field changed again while its first change is being saved keeps the second one", async () => {
  const server = slowServer();
  await openUser();
  change("Given name", "Norah");
  press("Save");
  await waitFor(() => expect(server.requestsFor("updateUser")).toHaveLength(1));
  change("Given name", nora.givenName);
  server.finish();
  await screen.findByText("Saved");
  expect(fieldNamed("Given name").value).toBe(nora.givenName);
  expect(screen.getByText("1 unsaved change")).toBeTruthy();
});

it("text typed while a save is repeated with somebody else's version stays in the form, unsaved", async () => {
  const server = slowServer();
  await openUser();
  change("Given name", "Norah");
  // Somebody else has saved it meanwhile, with the same values.
  const theirs = { ...nora, version: nora.version + 6 };
  let answer = (): void => undefined;
  const reloaded = new Promise<void>((go) => (answer = go));
  server.answers["getUser"] = async () => (await reloaded, theirs);
  server.answers["updateUser"] = ({ body }) => {
    const { version, ...values } = body as typeof nora;
    return version === theirs.version ? { ...theirs, ...values, version: version + 1 } : refusal("conflict");
  };
  press("Save");
  await waitFor(() => expect(server.requestsFor("getUser").length).toBeGreaterThan(1));
  change("Family name", "Ekholm");
  answer();
  await screen.findByText("Saved");
  expect(fieldNamed("Family name").value).toBe("Ekholm");
  expect(fieldNamed("Given name").value).toBe("Norah");
  expect(screen.getByText("1 unsaved change")).toBeTruthy();
});

it("the fields of a new user take no input while the user is being created, and take it again after a refusal", async () => {
  const server = slowServer();
  server.answers["createUser"] = () => refused;
  let rejectSaving: (answer: Response) => void = () => undefined;
  const refused = new Promise<Response>((go) => (rejectSaving = go));
  await startSignedIn("/access/users/new");
  await screen.findByLabelText(/^Given name/);
  change("Email", mara.email);
  change("Given name", "Nora");
  change("Family name", "Ek");
  for (const [label, option] of [
    ["Role", "Night shift"],
    ["Group", "Harbour"],
  ] as const) {
    fireEvent.click(fieldNamed(label));
    fireEvent.click(await screen.findByRole("option", { name: option, hidden: true }));
  }
  press("Send invitation");
  await waitFor(() => expect(server.requestsFor("createUser")).toHaveLength(1));
  expect(fieldNamed("Given name").matches(":disabled, fieldset:disabled *")).toBe(true);
  change("Given name", "Norah");
  expect(fieldNamed("Given name").value).toBe("Nora");
  rejectSaving(refusal("already_exists", [{ path: "email", code: "must_be_unique", message: "Email must be unique" }]));
  expect(await screen.findByText("Email must be unique")).toBeTruthy();
  expect(document.activeElement).toBe(fieldNamed("Email"));
  change("Given name", "Norah");
  expect(fieldNamed("Given name").value).toBe("Norah");
});
