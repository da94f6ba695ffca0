import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { useRowKeys } from "./useRowKeys.ts";

function List() {
  useRowKeys();
  return (
    <>
      <input aria-label="Search" />
      {/* As the lists' own grid. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid">
        <tbody>
          {["a", "b", "c"].map((id, nth) => (
            <tr key={id} data-row={id} tabIndex={nth === 0 ? 0 : -1}>
              <td>{id}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focused = (): string | undefined => (document.activeElement as HTMLElement).dataset["row"];

it("J leads to the rows of a list and through them, K back", async () => {
  stage().show(<List />);
  await screen.findByText("a");
  press("j");
  expect(focused()).toBe("a");
  press("j");
  press("j");
  expect(focused()).toBe("c");
  // There is no row after the last one.
  press("j");
  expect(focused()).toBe("c");
  press("k");
  expect(focused()).toBe("b");
});

it("J is a letter while somebody searches", async () => {
  stage().show(<List />);
  const search = await screen.findByLabelText("Search");
  search.focus();
  press("j");
  expect(document.activeElement).toBe(search);
});
