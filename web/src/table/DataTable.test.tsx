import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { endpoint } from "@pulse/contract/endpoint";
import { pageMetadata } from "@pulse/contract/page";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { useServices } from "../services/services.tsx";
import { press, stage } from "../test/stage.tsx";
import { ApiError } from "../api/apiError.ts";
import { nounKeys } from "../api/queryKeys.ts";
import type { Call } from "../api/client.ts";
import type { Column } from "./Column.ts";
import { DataTable } from "./DataTable.tsx";
import { useTablePage } from "./useTablePage.ts";
import { useTableQuery } from "./useTableQuery.ts";

interface Row {
  id: string;
  name: string;
  type: string;
}

const list = endpoint({
  id: "listThings",
  method: "GET",
  path: "/things",
  tag: "Things",
  summary: "",
  access: "signedIn",
  content: z.array(z.custom<Row>()),
  paged: true,
});
const columns: readonly Column<Row>[] = [
  { key: "name", header: "Name", cell: ({ name }) => name, sortField: "name" },
  { key: "type", header: "Type", cell: ({ type }) => type, onPhone: "line" },
  { key: "kept", header: "Kept", cell: () => "k", isHideable: false },
];
const things: Row[] = Array.from({ length: 60 }, (_, index) => ({
  id: `t${index}`,
  name: `Thing ${index}`,
  type: index % 2 ? "Cart" : "Pump",
}));
const removed = vi.fn<(rows: readonly Row[]) => void>();

function Things() {
  const query = useTableQuery({ sort: { field: "name", order: "asc" }, sortFields: ["name"] });
  const key = nounKeys("things", null).list(query.parameters);
  const page = useTablePage(list, query.parameters, { key });
  const { api } = useServices();
  const loadAll = (of: object) => api.call(list, { query: { ...of, page: undefined, limit: undefined } });
  return (
    <DataTable
      id="things"
      label="Things"
      columns={columns}
      query={query}
      page={page}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowHref={({ id }) => `/things/${id}`}
      loadAll={() => loadAll(query.parameters)}
      bulkActions={[{ key: "delete", label: "Delete", icon: null, isDanger: true, run: removed }]}
      searchLabel="Search things"
      words={{
        icon: null,
        empty: "No things yet",
        emptyWhy: "Add the first one.",
        action: <button type="button">Add thing</button>,
        noMatch: "No things match",
        failed: "Things did not load",
      }}
    />
  );
}

/** The server's part: a page of the things whose name contains the word. */
function answer({ query = {} }: Call) {
  const { page, limit, searchKeyword = "" } = query as { page?: number; limit: number; searchKeyword?: string };
  const found = things.filter(({ name }) => name.includes(searchKeyword));
  if (page === undefined) return found;
  return { content: found.slice((page - 1) * limit, page * limit), metadata: pageMetadata(found.length, page, limit) };
}

function open(address = "/things", given: (call: Call) => unknown = answer) {
  const { answers, requests, services, show } = stage();
  services.session.subject = () => "somebody";
  answers["listThings"] = given;
  const router = show(<Things />, address);
  return {
    router,
    requests,
    queries: () => requests.filter(({ id }) => id === "listThings").map(({ query }) => query),
  };
}

const row = (name: string): HTMLElement => screen.getByRole("row", { name: new RegExp(`^Select ${name} `) });
const key = (name: string, target: Element | null = document.activeElement): boolean =>
  fireEvent.keyDown(target ?? document.body, { key: name });

describe("a table", () => {
  it("a table requests its page and shows its place in the whole list", async () => {
    const { queries } = open("/things?page=2");
    expect(await screen.findByText("26–50 of 60")).toBeTruthy();
    expect(queries()).toEqual([{ page: 2, limit: 25, sortFields: ["name"], sortOrder: ["asc"] }]);
    expect(row("Thing 25").getAttribute("aria-rowindex")).toBe("27");
    expect(screen.getByRole("button", { name: "Page 2" }).getAttribute("aria-current")).toBe("page");
  });

  it("a table searches on the server once typing pauses", async () => {
    const { router, queries } = open();
    await screen.findByText("1–25 of 60");
    const search = screen.getByRole("searchbox", { name: "Search things" });
    for (const text of ["T", "Th", "Thing 5"]) fireEvent.change(search, { target: { value: text } });
    expect(await screen.findByText("1–11 of 11")).toBeTruthy();
    expect(router.state.location.search).toBe("?q=Thing+5");
    expect(queries()).toHaveLength(2);
  });

  it("a table opens the only row that a scanned code finds, and none of several", async () => {
    const { router } = open();
    await screen.findByText("1–25 of 60");
    const scan = (code: string): void => {
      const search = screen.getByRole("searchbox", { name: "Search things" });
      fireEvent.change(search, { target: { value: code } });
      key("Enter", search);
    };
    scan("Thing 5");
    expect(await screen.findByText("1–11 of 11")).toBeTruthy();
    expect(router.state.location.pathname).toBe("/things");
    scan("Thing 57");
    await waitFor(() => expect(router.state.location.pathname).toBe("/things/t57"));
  });

  it("a table opens nothing when text was only typed", async () => {
    const { router } = open();
    await screen.findByText("1–25 of 60");
    fireEvent.change(screen.getByRole("searchbox", { name: "Search things" }), { target: { value: "Thing 57" } });
    expect(await screen.findByText("1–1 of 1")).toBeTruthy();
    expect(router.state.location.pathname).toBe("/things");
  });

  it("a table sorts by its headers and shows the direction", async () => {
    const { router } = open();
    await screen.findByText("1–25 of 60");
    expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending");
    press("Name");
    await waitFor(() => expect(router.state.location.search).toBe("?sort=-name"));
    expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("descending");
    expect(within(screen.getByRole("columnheader", { name: "Type" })).queryByRole("button")).toBeNull();
  });

  it("a table keeps the previous page on screen until the next one has loaded", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((done) => (release = done));
    open("/things", async (call) => {
      if ((call.query as { page: number }).page === 2) await gate;
      return answer(call);
    });
    await screen.findByText("1–25 of 60");
    press("Next page");
    await waitFor(() => expect(screen.getByRole("grid").getAttribute("aria-busy")).toBe("true"));
    expect(row("Thing 0")).toBeTruthy();
    await act(async () => release());
    expect(await screen.findByText("26–50 of 60")).toBeTruthy();
  });

  it("a table goes to the last page when the requested one is past the end", async () => {
    const { router } = open("/things?page=9");
    expect(await screen.findByText("51–60 of 60")).toBeTruthy();
    expect(router.state.location.search).toBe("?page=3");
  });
});

describe("the rows of a table", () => {
  it("the rows of a table are one tab stop; arrows, Home and End move through them", async () => {
    open();
    await screen.findByText("1–25 of 60");
    expect(screen.getAllByRole("row").filter(({ tabIndex }) => tabIndex === 0)).toEqual([row("Thing 0")]);
    row("Thing 0").focus();
    key("ArrowDown");
    expect(document.activeElement).toBe(row("Thing 1"));
    expect(row("Thing 1").tabIndex).toBe(0);
    expect(row("Thing 0").tabIndex).toBe(-1);
    key("End");
    expect(document.activeElement).toBe(row("Thing 24"));
    key("ArrowDown");
    expect(document.activeElement).toBe(row("Thing 24"));
    key("Home");
    expect(document.activeElement).toBe(row("Thing 0"));
  });

  it("the rows of a table open with Enter and with a click outside their controls", async () => {
    const { router } = open();
    await screen.findByText("1–25 of 60");
    row("Thing 3").focus();
    key("Enter");
    await waitFor(() => expect(router.state.location.pathname).toBe("/things/t3"));
    await act(async () => router.navigate(-1));
    fireEvent.click(within(row("Thing 4")).getByText("Pump"));
    await waitFor(() => expect(router.state.location.pathname).toBe("/things/t4"));
  });

  it("the rows of a table are selected with Space, the checkbox and the whole page; Esc clears the selection", async () => {
    open();
    await screen.findByText("1–25 of 60");
    row("Thing 2").focus();
    key(" ");
    expect(row("Thing 2").getAttribute("aria-selected")).toBe("true");
    fireEvent.click(screen.getByLabelText("Select Thing 5"));
    const bar = screen.getByRole("toolbar");
    expect(within(bar).getByText("2 selected")).toBeTruthy();
    const all = screen.getByLabelText<HTMLInputElement>("Select all on this page");
    expect(all.indeterminate).toBe(true);
    fireEvent.click(all);
    expect(within(bar).getByText("25 selected")).toBeTruthy();
    key("Escape");
    expect(screen.queryByRole("toolbar")).toBeNull();
    expect(row("Thing 2").getAttribute("aria-selected")).toBe("false");
  });

  it("the rows of a table stay selected on other pages, and are passed to the action", async () => {
    open();
    await screen.findByText("1–25 of 60");
    fireEvent.click(screen.getByLabelText("Select Thing 1"));
    press("Next page");
    await screen.findByText("26–50 of 60");
    fireEvent.click(screen.getByLabelText("Select Thing 30"));
    press("Delete");
    expect(removed.mock.lastCall?.[0].map(({ id }) => id)).toEqual(["t1", "t30"]);
  });

  it("all rows that match are selected together once a page is, and the action gets each of them", async () => {
    open();
    await screen.findByText("1–25 of 60");
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "Thing 1" } });
    await screen.findByText("1–11 of 11");
    fireEvent.click(screen.getByLabelText("Select all on this page"));
    // Nothing is left to select.
    expect(screen.queryByRole("button", { name: /^Select all/ })).toBeNull();
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "" } });
    await screen.findByText("1–25 of 60");
    fireEvent.click(screen.getByLabelText("Select all on this page"));
    press("Select all 60");
    expect(await within(screen.getByRole("toolbar")).findByText("60 selected")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Select all/ })).toBeNull();
    press("Delete");
    expect(removed.mock.lastCall?.[0].map(({ id }) => id)).toEqual(things.map(({ id }) => id));
  });

  it("the rows of a table are deselected by another search, so that nobody deletes rows they no longer see", async () => {
    open();
    await screen.findByText("1–25 of 60");
    fireEvent.click(screen.getByLabelText("Select Thing 1"));
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "Thing 4" } });
    await screen.findByText("1–11 of 11");
    expect(screen.queryByRole("toolbar")).toBeNull();
  });
});

describe("a table's layout", () => {
  it("a table's layout keeps hidden columns and the row height for the person", async () => {
    open();
    await screen.findByText("1–25 of 60");
    press("Columns");
    expect(screen.queryByRole("menuitemcheckbox", { name: "Kept" })).toBeNull();
    expect(screen.queryByRole("menuitemcheckbox", { name: "Name" })).toBeNull();
    fireEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Type" }));
    await waitFor(() => expect(screen.queryByRole("columnheader", { name: "Type" })).toBeNull());
    press("Row height");
    fireEvent.click(await screen.findByRole("menuitemradio", { name: "Compact" }));
    expect(JSON.parse(localStorage.getItem("table.somebody.things") ?? "")).toEqual({
      density: "compact",
      hidden: ["type"],
    });
  });

  it("a table's layout uses the default where the stored one cannot be read", async () => {
    localStorage.setItem("table.somebody.things", "{broken");
    open();
    await screen.findByText("1–25 of 60");
    expect(screen.getByRole("columnheader", { name: "Type" })).toBeTruthy();
  });
});

describe("instead of rows", () => {
  const nothing = () => ({ content: [], metadata: pageMetadata(0, 1, 25) });

  it("an empty list shows what to do next", async () => {
    open("/things", nothing);
    expect(await screen.findByText("No things yet")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Add thing" })).toBeTruthy();
  });

  it("a search without results names its filters and can clear them", async () => {
    const { router } = open("/things?q=nowhere", nothing);
    expect(await screen.findByText("No things match")).toBeTruthy();
    expect(screen.getByText("Active filters: nowhere")).toBeTruthy();
    press("Clear filters");
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("a list that failed to load shows the reason and can be retried", async () => {
    let isUp = false;
    open("/things", (call) => {
      if (!isUp) throw new ApiError(500, "internal_server_error", "");
      return answer(call);
    });
    expect(await screen.findByText("Things did not load")).toBeTruthy();
    expect(screen.getByText("Internal server error occurred")).toBeTruthy();
    isUp = true;
    press("Try again");
    expect(await screen.findByText("1–25 of 60")).toBeTruthy();
  });
});
