import { importAssets } from "@pulse/contract/imports";
import { limits } from "@pulse/contract/limits";
import { pageMetadata } from "@pulse/contract/page";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { press, stage } from "../test/stage.tsx";
import { ImportDialog } from "./ImportDialog.tsx";

const report = (state: string, created: number, rows: readonly unknown[] = [], checked = 5_000) => ({
  id: "i1",
  dryRun: false,
  state,
  total: 5_000,
  checked,
  created,
  updated: 0,
  file: null,
  rows,
});
const fault = {
  row: 7,
  line: 9,
  status: "error",
  id: null,
  errors: [{ column: "name", value: "Cart", code: "must_be_unique", message: "name must be unique" }],
};

const page = (content: unknown, totalCount = 5_000) => ({ content, metadata: pageMetadata(totalCount, 1, 1_000) });

function staged(now: () => unknown = () => report("done", 5_000), look: unknown = page(report("done", 5_000))) {
  const all = stage();
  const { answers, requests, show } = all;
  answers["importAssets"] = ({ query }) => ((query as { dryRun?: boolean }).dryRun ? look : report("running", 0));
  answers["getImport"] = now;
  answers["undoImport"] = () => ({ id: "i1" });
  let isOpen = true;
  show(<ImportDialog siteId="s1" endpoint={importAssets} noun="assets" onClose={() => (isOpen = false)} />);
  const choose = (file: File): boolean =>
    fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [file] } });
  return { choose, requests: (id: string) => requests.filter((call) => call.id === id), isOpen: () => isOpen };
}

const small = new File(["name,type\nCart,Cart\n"], "assets.csv");

it("the import refuses a file that is too large before anything is sent", async () => {
  const { choose, requests } = staged();
  const large = new File(["name,type\n"], "large.csv");
  Object.defineProperty(large, "size", { value: limits.importBytes + 1 });
  choose(large);
  expect(await screen.findByText("The file is larger than 50 MB. Split it into several.")).toBeTruthy();
  expect(requests("importAssets")).toEqual([]);
  expect(screen.getByRole("button", { name: "Import" }).hasAttribute("disabled")).toBe(true);
});

it("the import shows the progress of a large file, and can undo it as a whole", async () => {
  const states = [report("running", 2_000), report("done", 5_000)];
  const { choose, requests, isOpen } = staged(() => states.shift() ?? report("done", 5_000));
  choose(small);
  await screen.findByText("5,000 rows can be imported.");
  press("Import");
  expect(await screen.findByText("2,000 of 5,000 rows imported…")).toBeTruthy();
  expect(await screen.findByText("5,000 imported")).toBeTruthy();
  press("Undo this import");
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(requests("undoImport")[0]?.params).toEqual({ id: "i1" });
});

it("the import shows row by row why a large file was refused", async () => {
  const { choose } = staged(() => report("refused", 0, [fault]));
  choose(small);
  await screen.findByText("5,000 rows can be imported.");
  press("Import");
  expect(await screen.findByText("Line 9")).toBeTruthy();
  expect(screen.getByText("Name: Cart: Name must be unique")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo this import" })).toBeNull();
});

it("counts all rows with errors of a large file, and says where its check stopped", async () => {
  const { choose, requests } = staged(undefined, page(report("refused", 0, [fault], 1_200), 1_000));
  choose(small);
  expect(await screen.findByText("1,000 rows have errors. Nothing is imported until they are corrected.")).toBeTruthy();
  expect(screen.getByText("Checking stopped after row 1,200 of 5,000.")).toBeTruthy();
  expect(requests("importAssets")[0]?.query).toMatchObject({ dryRun: true, status: "error" });
});

const read = (missing: readonly string[], columns: readonly (string | null)[]) => ({
  format: "csv",
  encoding: "windows-1252",
  separator: ";",
  headerLine: 1,
  columns: ["Bezeichnung", "Was", "Farbe"].map((header, nth) => ({
    header,
    column: columns[nth] || null,
    note: columns[nth] ? null : "unknown",
  })),
  accepted: ["name", "type", "external_id", "description", "tracker_mac", "id"],
  missing,
  firstRows: [{ line: 2, cells: ["Wagen 1", "Wagen", "rot"] }],
  replaced: [],
});

it("shows a file's first rows, names columns it ignores, and lets people say what they are", async () => {
  const all = stage();
  all.answers["importAssets"] = ({ query }) => {
    const { columns } = query as { columns?: string };
    const file = columns === undefined ? read(["type"], ["name"]) : read([], columns.split(","));
    return page({ ...report(columns === undefined ? "refused" : "done", 1), dryRun: true, file });
  };
  all.show(<ImportDialog siteId="s1" endpoint={importAssets} noun="assets" onClose={() => undefined} />);
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [small] } });
  expect(await screen.findByText("No column is Type yet. Choose it below.")).toBeTruthy();
  expect(screen.getByText("Ignored, as their headers are not known: Was, Farbe")).toBeTruthy();
  expect(screen.getByText("Wagen 1")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Import" }).hasAttribute("disabled")).toBe(true);
  fireEvent.change(screen.getByLabelText("What “Was” is"), { target: { value: "type" } });
  await waitFor(() => expect(screen.getByRole("button", { name: "Import" }).hasAttribute("disabled")).toBe(false));
  expect(screen.getByText("Ignored, as its header is not known: Farbe")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Items that exist already"), { target: { value: "name" } });
  await waitFor(() => expect(all.requests.at(-1)?.query).toMatchObject({ columns: "name,type,", updateBy: "name" }));
});

it("shows each name that loses characters before it is imported", async () => {
  const all = stage();
  all.answers["importAssets"] = ({ query }) => {
    const isReplacing = (query as { replaceCharacters?: boolean }).replaceCharacters === true;
    const foreign = { column: "name", value: "A/B", code: "char_not_allowed", message: "/ is not allowed" };
    const rows = isReplacing ? [] : [{ row: 1, line: 2, status: "error", id: null, errors: [foreign] }];
    const replaced = isReplacing ? [{ row: 1, line: 2, column: "name", from: "A/B", to: "A-B" }] : [];
    const file = { ...read([], ["name", "type", "description"]), replaced };
    return page({ ...report(isReplacing ? "done" : "refused", 1, rows), dryRun: true, file });
  };
  all.show(<ImportDialog siteId="s1" endpoint={importAssets} noun="assets" onClose={() => undefined} />);
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [small] } });
  fireEvent.click(await screen.findByLabelText("Replace characters that names may not have by dashes"));
  expect(await screen.findByText("Line 2: A/B → A-B")).toBeTruthy();
});
