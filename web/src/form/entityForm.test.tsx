import { Name } from "@pulse/contract/names";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { z } from "zod";
import { field, press, stage, type } from "../test/stage.tsx";
import { ApiError, type RefusedField } from "../api/apiError.ts";
import { EntityForm } from "./EntityForm.tsx";
import { FormSection } from "./FormSection.tsx";
import { FormPage } from "./FormPage.tsx";
import { SaveBar } from "./SaveBar.tsx";
import { FormNumber } from "./FormNumber.tsx";
import { FormText } from "./TextFields.tsx";
import { useEntityForm } from "./useEntityForm.ts";

interface Dock {
  version: number;
  name: string;
  place: string;
  config: { exitTimeout: number };
}

const rule = z.object({
  name: Name,
  place: z.string(),
  config: z.object({ exitTimeout: z.number().int().min(1).max(60) }),
});
const stored: Dock = { version: 3, name: "Dock 1", place: "North", config: { exitTimeout: 30 } };

interface Wired {
  dock?: Dock | null;
  save?(body: z.infer<typeof rule>, version: number | undefined): Promise<Dock>;
  reload?(): Promise<Dock>;
  isReadOnly?: boolean;
}

const keep: NonNullable<Wired["save"]> = async (body, version = 0) => ({ ...body, version: version + 1 });

function DockForm({ dock = stored, save = keep, reload, isReadOnly = false }: Wired) {
  const form = useEntityForm({
    entity: dock,
    toValues: (from): Omit<Dock, "version"> => {
      const { version: _, ...values } = from ?? { version: 0, name: "", place: "", config: { exitTimeout: 30 } };
      return values;
    },
    rule,
    save,
    ...(reload === undefined ? {} : { reload }),
  });
  return (
    <FormPage title="Dock">
      <EntityForm form={form} isReadOnly={isReadOnly}>
        <FormSection title="Details" foot={<SaveBar />}>
          <FormText path="name" label="Name" required />
          <FormText path="place" label="Place" />
          <FormNumber path="config.exitTimeout" label="Exit after" unit="min" range={[1, 60]} />
        </FormSection>
      </EntityForm>
    </FormPage>
  );
}

const open = (given: Wired = {}) => stage().show(<DockForm {...given} />);
const button = (name: string): HTMLButtonElement => screen.getByRole("button", { name });
const name = (): HTMLInputElement => screen.getByRole("textbox", { name: "Name" });
const timeout = (): HTMLInputElement => screen.getByRole("textbox", { name: "Exit after" });
const change = (input: HTMLInputElement, value: string): void => void fireEvent.change(input, { target: { value } });
const refusal = (status: number, code: string, details: Partial<RefusedField>[] = []): ApiError =>
  new ApiError(status, code, "said the server", details as RefusedField[]);

it("a form shows what is wrong with a field when it loses the focus, in the catalogue's words", () => {
  open();
  for (const [input, value, text] of [
    [name(), "D@ck", "@ is not allowed"],
    [name(), " Dock", "Leading and trailing spaces are not allowed"],
    [name(), "", "Field required"],
    [timeout(), "90", "Exit after must be between 1 and 60"],
    [timeout(), "", "Field required"],
  ] as const) {
    change(input, value);
    fireEvent.blur(input);
    expect(screen.getByText(text)).toBeTruthy();
    change(input, "5");
    expect(screen.queryByText(text)).toBeNull();
  }
});

it("a form updates a shown error while typing, and keeps the hint beside it", () => {
  open();
  change(timeout(), "90");
  fireEvent.blur(timeout());
  expect(screen.getByText("Exit after must be between 1 and 60")).toBeTruthy();
  expect(screen.getByText("From 1 to 60.")).toBeTruthy();
  change(name(), "D@ck");
  fireEvent.blur(name());
  change(name(), "D#ck");
  expect(screen.getByText("# is not allowed")).toBeTruthy();
  change(name(), "Deck");
  expect(screen.queryByText(/is not allowed/)).toBeNull();
});

it("a form shows no error while a button is being pressed, which would move the button away", () => {
  open();
  change(name(), "D@ck");
  fireEvent.blur(name(), { relatedTarget: button("Save") });
  expect(screen.queryByText("@ is not allowed")).toBeNull();
  fireEvent.click(button("Save"));
  expect(screen.getByText("@ is not allowed")).toBeTruthy();
});

it("a form shows no error for a field that was only passed through", () => {
  open({ dock: null });
  fireEvent.focus(name());
  fireEvent.blur(name());
  expect(screen.queryByText("Field required")).toBeNull();
});

it("a form focuses the first invalid field at submit and sends nothing", () => {
  const bodies: unknown[] = [];
  open({ dock: null, save: async (body) => (bodies.push(body), stored) });
  change(timeout(), "0");
  press("Save");
  expect(document.activeElement).toBe(name());
  expect(screen.getByText("Exit after must be between 1 and 60")).toBeTruthy();
  expect(bodies).toEqual([]);
});

it("a form saves with the version it loaded, and has no unsaved changes afterwards", async () => {
  const bodies: unknown[] = [];
  open({ save: async (body, version) => (bodies.push([body.name, version]), { ...body, version: 4 }) });
  expect(button("Save").disabled).toBe(true);
  change(name(), "Dock 2");
  expect(screen.getByText("1 unsaved change")).toBeTruthy();
  press("Save");
  await waitFor(() => expect(button("Save").disabled).toBe(true));
  change(name(), "Dock 3");
  press("Save");
  await waitFor(() =>
    expect(bodies).toEqual([
      ["Dock 2", 3],
      ["Dock 3", 4],
    ]),
  );
});

it("a form restores the stored values when changes are discarded", () => {
  open();
  change(name(), "Dock 2");
  press("Discard");
  expect(name().value).toBe("Dock 1");
  expect(button("Save").disabled).toBe(true);
});

it("a form shows the server's refusals at their fields, and other ones at the top", async () => {
  const refusals = [
    refusal(400, "invalid_parameter", [
      { path: "config.exit_timeout", code: "out_of_range", message: "" },
      { path: "name", code: "must_be_unique", message: "" },
    ]),
    refusal(409, "already_exists"),
  ];
  open({ save: async () => Promise.reject(refusals.shift() ?? new Error()) });
  change(name(), "Dock 2");
  press("Save");
  expect(await screen.findByText("Name must be unique")).toBeTruthy();
  expect(screen.getByText("Exit after must be between 1 and 60")).toBeTruthy();
  expect(document.activeElement).toBe(name());
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.blur(name());
  expect(screen.queryByText("Name must be unique")).not.toBeNull();
  press("Save");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Already exists"));
  expect(name().value).toBe("Dock 2");
});

it("a form asks before leaving with unsaved changes, and stays or goes as chosen", async () => {
  const router = open();
  change(name(), "Dock 2");
  void router.navigate("/elsewhere");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("You have unsaved changes. Please save them first")).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Stay" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.pathname).toBe("/start");
  expect(name().value).toBe("Dock 2");
  void router.navigate("/elsewhere");
  fireEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
});

it("a form leaves without a question once saved, and warns on closing the tab only while something is unsaved", async () => {
  const router = open();
  const closes = (): boolean => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(closes()).toBe(true);
  change(name(), "Dock 2");
  expect(closes()).toBe(false);
  press("Save");
  await waitFor(() => expect(closes()).toBe(true));
  await router.navigate("/elsewhere");
  expect(router.state.location.pathname).toBe("/elsewhere");
});

it("a form shows somebody else's version beside one's own, and saves the choice with their version", async () => {
  const bodies: unknown[] = [];
  const remote: Dock = { version: 9, name: "Their dock", place: "South", config: { exitTimeout: 30 } };
  open({
    save: async (body, version) => {
      bodies.push({ ...body, version });
      if (version !== 9) throw refusal(409, "conflict", [{ path: "name", code: "changed", message: "" }]);
      return { ...body, version: 10 };
    },
    reload: async () => remote,
  });
  change(name(), "My dock");
  change(timeout(), "5");
  press("Save");
  const dialog = await screen.findByRole("dialog", { name: "Somebody else has changed this" });
  const chosen = (group: string): (string | null)[] =>
    within(within(dialog).getByRole("radiogroup", { name: group }))
      .getAllByRole("radio")
      .filter((radio) => radio.getAttribute("aria-checked") === "true")
      .map(({ textContent }) => textContent);
  // Both changed the name: mine is the default. Only they changed the place, only I the timeout.
  expect(chosen("Name")).toEqual(["YoursMy dock"]);
  expect(chosen("Place")).toEqual(["TheirsSouth"]);
  expect(within(dialog).queryByText("Exit after")).toBeNull();
  fireEvent.click(within(dialog).getByRole("radio", { name: /Their dock/ }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]).toEqual({ name: "Their dock", place: "South", config: { exitTimeout: 5 }, version: 9 });
  await waitFor(() => expect(button("Save").disabled).toBe(true));
  expect(field("Place").value).toBe("South");
});

it("a form saves again by itself when others changed nothing in it", async () => {
  const versions: unknown[] = [];
  open({
    save: async (body, version) => {
      versions.push(version);
      if (version !== 9) throw refusal(409, "conflict");
      return { ...body, version: 10 };
    },
    reload: async () => ({ ...stored, version: 9 }),
  });
  type("Place", "West");
  press("Save");
  await waitFor(() => expect(versions).toEqual([3, 9]));
});

it("a form shows values as text to people who may only read", () => {
  open({ isReadOnly: true });
  expect(screen.queryAllByRole("textbox")).toEqual([]);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(screen.getByText("Dock 1").tagName).toBe("DD");
  expect(screen.getByText("30 min")).toBeTruthy();
});
