import { fullAccess, noAccess } from "@pulse/contract/access";
import { endpoint } from "@pulse/contract/endpoint";
import { IconBox } from "@tabler/icons-react";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ApiError } from "../api/apiError.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { FormText } from "../form/TextFields.tsx";
import { FilterChip } from "../table/FilterChip.tsx";
import { press, stage, type } from "../test/stage.tsx";
import { texts } from "../text/translate.ts";
import { EntityList } from "./EntityList.tsx";
import { EntityPage } from "./EntityPage.tsx";
import type { Noun } from "./Noun.ts";
import type { Scope } from "./Scope.ts";
import { useNounForm } from "./useNounForm.ts";

const Pump = z.object({ id: z.string(), version: z.number(), name: z.string() });
type Pump = z.infer<typeof Pump>;

const given = { tag: "Pumps", summary: "", access: "signedIn" } as const;
const pumps: Noun<Pump> = {
  name: "pumps",
  texts: "pumps",
  path: "/pumps",
  icon: IconBox,
  area: "asset_management",
  scope: "site",
  endpoints: {
    list: endpoint({ ...given, id: "list", method: "GET", path: "/pumps", scope: "site", content: z.array(Pump) }),
    get: endpoint({ ...given, id: "get", method: "GET", path: "/pumps/:id", content: Pump }),
    create: endpoint({ ...given, id: "create", method: "POST", path: "/pumps", scope: "site", content: Pump }),
    update: endpoint({ ...given, id: "update", method: "PUT", path: "/pumps/:id", content: Pump }),
    remove: endpoint({ ...given, id: "remove", method: "DELETE", path: "/pumps/:id", content: z.object({}) }),
  },
  nameOf: ({ name }) => name,
};

function PumpsPage() {
  return (
    <EntityList
      noun={pumps}
      columns={[{ key: "name", header: "Name", cell: ({ name }) => name }]}
      sortFields={["name"]}
      sort="name"
      filters={{
        names: ["state"],
        chips: ({ filters, setFilters }) => (
          <FilterChip
            label="State"
            value={filters["state"] ?? null}
            options={[{ value: "on", label: "Running" }]}
            onChange={(state) => setFilters({ state })}
          />
        ),
      }}
    />
  );
}

function PumpForm({ pump, scope }: { pump: Pump | null; scope: Scope }) {
  const form = useNounForm({
    noun: pumps,
    entity: pump,
    scope,
    toValues: (stored: Pump | null) => ({ name: stored?.name ?? "" }),
    rule: z.object({ name: z.string() }),
  });
  return (
    <EntityForm form={form} isReadOnly={form.isReadOnly}>
      <FormSection title="Pump" foot={<SaveBar />}>
        <FormText path="name" label="Name" />
      </FormSection>
    </EntityForm>
  );
}

const first: Pump = { id: "p1", version: 1, name: "Pump 1" };

function open(address: string, answers: Record<string, (call: { body?: unknown }) => unknown> = {}) {
  const set = stage();
  Object.assign(set.answers, {
    getAccessibleOperations: () => fullAccess(),
    list: () => [first],
    get: () => first,
    ...answers,
  });
  const page = <EntityPage noun={pumps}>{(pump, scope) => <PumpForm pump={pump} scope={scope} />}</EntityPage>;
  const router = set.open(
    [
      { path: "/sites/:siteId/pumps", element: <PumpsPage /> },
      { path: "/sites/:siteId/pumps/:id", element: page },
      { path: "*", element: <p>elsewhere</p> },
    ],
    address,
  );
  return { ...set, router, requestsTo: (id: string) => set.requests.filter((call) => call.id === id) };
}

const words = {
  title: "Pumps",
  all: "All pumps",
  add: "Add pump",
  newTitle: "New pump",
  search: "Search pumps",
  deleteTitle: "Delete {{name}}?",
  deleteText: "It goes.",
  deleteConfirm: "Delete {{name}}",
  deleted: "{{name}} deleted",
};
beforeAll(() => void texts.addResourceBundle("en", "translation", { pumps: words }, true));
afterAll(() => void texts.addResourceBundle("en", "translation", { pumps: undefined }, true, true));

describe("a noun of a site", () => {
  it("an entity of a site has a list under the site, requested for that site only, with its own filters", async () => {
    const { router, requestsTo } = open("/sites/s1/pumps");
    expect((await screen.findByRole("link", { name: "Pump 1" })).getAttribute("href")).toBe("/sites/s1/pumps/p1");
    expect(requestsTo("list")[0]?.query).toMatchObject({ siteId: "s1", page: 1, sortFields: ["name"] });
    expect(screen.getByRole("link", { name: "Add pump" }).getAttribute("href")).toBe("/sites/s1/pumps/new");
    press("State");
    fireEvent.click(await screen.findByRole("option", { name: "Running", hidden: true }));
    await waitFor(() => expect(router.state.location.search).toBe("?state=on"));
    await waitFor(() => expect(requestsTo("list").at(-1)?.query).toMatchObject({ siteId: "s1", state: "on" }));
  });

  it("an entity of a site is created in that site, and leads to its list", async () => {
    const create = ({ body }: { body?: unknown }) => ({ id: "p2", version: 1, ...(body as object) });
    const { router, requestsTo, messages } = open("/sites/s1/pumps/new", { create });
    await screen.findByRole("heading", { name: "New pump" });
    type("Name", "Pump 2");
    press("Save");
    await waitFor(() => expect(router.state.location.pathname).toBe("/sites/s1/pumps"));
    expect(requestsTo("create")[0]).toMatchObject({ query: { siteId: "s1" }, body: { name: "Pump 2" } });
    expect(messages()).toContain("Saved");
  });

  it("an entity of a site is saved with the version that the form started from, and shown as saved", async () => {
    let stored = first;
    const update = ({ body }: { body?: unknown }) => (stored = { ...first, ...(body as object), version: 2 });
    const { requestsTo } = open("/sites/s1/pumps/p1", { update, get: () => stored });
    await screen.findByRole("textbox", { name: "Name" });
    type("Name", "Pump one");
    press("Save");
    expect(await screen.findByRole("heading", { name: "Pump one" })).toBeTruthy();
    expect(requestsTo("update")[0]?.body).toEqual({ name: "Pump one", version: 1 });
  });

  it("an entity that somebody else has changed is shown beside one's own changes", async () => {
    let stored = first;
    const update = (): never => {
      stored = { ...first, version: 2, name: "Theirs" };
      throw new ApiError(409, "conflict", "");
    };
    open("/sites/s1/pumps/p1", { update, get: () => stored });
    await screen.findByRole("textbox", { name: "Name" });
    type("Name", "Mine");
    press("Save");
    expect(await screen.findByRole("dialog", { name: "Somebody else has changed this" })).toBeTruthy();
  });

  it("an entity that no longer exists leads to the list of its site", async () => {
    const get = (): never => {
      throw new ApiError(404, "not_found", "");
    };
    open("/sites/s1/pumps/p9", { get });
    expect((await screen.findByRole("link", { name: "All pumps" })).getAttribute("href")).toBe("/sites/s1/pumps");
  });

  it("an entity that did not load can be requested again", async () => {
    let isDown = true;
    const get = (): Pump => {
      if (isDown) throw new ApiError(500, "internal_server_error", "");
      return first;
    };
    open("/sites/s1/pumps/p1", { get });
    const again = await screen.findByRole("button", { name: "Try again" });
    isDown = false;
    fireEvent.click(again);
    expect(await screen.findByRole("heading", { name: "Pump 1" })).toBeTruthy();
  });

  it("an entity is deleted from its page, which leads to the list and does not request it again", async () => {
    const { router, requestsTo, messages } = open("/sites/s1/pumps/p1", { remove: () => ({}) });
    fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
    fireEvent.click(await screen.findByRole("button", { name: "Delete Pump 1" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/sites/s1/pumps"));
    expect(messages()).toContain("Pump 1 deleted");
    expect(requestsTo("get")).toHaveLength(1);
  });

  it("an entity is read-only for people who may only read, and they cannot create one", async () => {
    const access = { ...noAccess(), asset_management: ["r"] };
    const { router } = open("/sites/s1/pumps/p1", { getAccessibleOperations: () => access });
    await screen.findByRole("heading", { name: "Pump 1" });
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    await router.navigate("/sites/s1/pumps/new");
    await waitFor(() => expect(router.state.location.pathname).toBe("/not-accessible"));
  });
});
