import { limits } from "@pulse/contract/limits";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { press, stage } from "../test/stage.tsx";
import { ListCsv } from "./ListCsv.tsx";

afterEach(() => vi.restoreAllMocks());

async function save(names: readonly string[]) {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const set = stage();
  const columns = [
    { key: "name", header: "Name", cell: (name: string) => name, csv: (name: string) => name },
    { key: "icon", header: "Icon", cell: () => "i" },
  ];
  set.show(<ListCsv kind="things" columns={columns} load={async () => names} />);
  press("Download as CSV");
  await waitFor(() => expect(files).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole("button").dataset["loading"]).toBeUndefined());
  return { messages: set.messages(), bytes: new Uint8Array(await files[0]!.arrayBuffer()) };
}

it("a list's file begins with the mark that makes Excel read UTF-8", async () => {
  const { bytes, messages } = await save(["Lüfter"]);
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe("name\r\nLüfter\r\n");
  expect(messages).toEqual([]);
});

it("a list that is too long says where its file was cut", async () => {
  const { messages } = await save(Array.from({ length: limits.listRowsMax }, (_, index) => `Thing ${index}`));
  expect(messages).toEqual(["The file holds the first 10,000 rows. Filter the list to save the others."]);
});
