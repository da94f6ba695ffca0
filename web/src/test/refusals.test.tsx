import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { endpoints } from "@pulse/contract/endpoints";
import { toSnakeKey } from "@pulse/contract/wire";
import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { refusal } from "./fakeServer.ts";
import { otherSenders } from "./otherSenders.ts";
import { openForm, pressButton, refusalForms } from "./refusalForms.ts";

// Nothing can be drawn here.
vi.mock("../placing/PlanMap.tsx", () => ({ PlanMap: () => null }));

/** Sends forms with files through `fetch`, which is the fake server's. */
class FormRequest extends EventTarget {
  upload = new EventTarget();
  responseType = "";
  responseText = "";
  status = 0;
  #method = "";
  #url = "";
  open(method: string, url: string): void {
    [this.#method, this.#url] = [method, url];
  }
  setRequestHeader(): void {}
  send(body: FormData): void {
    const data = body.get("data") as string;
    // An upload has no JSON.
    const init = { method: this.#method, ...(data === "undefined" ? {} : { body: data }) };
    void fetch(this.#url, init).then(async (answer) => {
      [this.status, this.responseText] = [answer.status, await answer.text()];
      this.dispatchEvent(new Event("load"));
    });
  }
}

/** The places of all values in a body, as on the wire. */
function placesIn(schema: unknown, path = ""): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.def.shape).flatMap(([key, part]) =>
      placesIn(part, path === "" ? toSnakeKey(key) : `${path}.${toSnakeKey(key)}`),
    );
  if (schema instanceof z.ZodArray) return placesIn(schema.def.element, `${path}[0]`);
  if (schema instanceof z.ZodPipe) return placesIn(schema.def.in, path);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return placesIn(schema.def.innerType, path);
  return path === "" ? ["file"] : [path];
}
const isSentByThemselves = (path: string): boolean => /(^|\.)(version|id)$/.test(path);

/** The elements of the form that show a text; messages that pass by do not count. */
function shownAs(text: RegExp): Element[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Element[] = [];
  while (walker.nextNode())
    if (text.test(walker.currentNode.textContent ?? "")) found.push(walker.currentNode.parentElement!);
  return found.filter((element) => element.closest("form, [role=dialog]") !== null);
}

it.each(Object.entries(refusalForms))("%s shows why each of its fields was refused", async (_name, form) => {
  vi.stubGlobal("XMLHttpRequest", FormRequest);
  const { body } = endpoints.find(({ id }) => id === form.endpoint)!;
  const paths = placesIn(body).filter((path) => !isSentByThemselves(path));
  const server = await openForm(form, () =>
    refusal(
      "invalid_parameter",
      paths.map((path, nth) => ({ path, code: "invalid_parameter", message: `is refused for reason ${nth}.` })),
    ),
  );
  // As a press does: the focus moves to the button.
  (document.activeElement as HTMLElement | null)?.blur();
  if (form.send !== "") await pressButton(form.send);
  await waitFor(() => expect(server.requestsFor(form.endpoint)).not.toEqual([]));
  await waitFor(() => expect(shownAs(/refused for reason/)).not.toEqual([]));
  const wrong = paths.flatMap((path, nth) => {
    const shown = shownAs(new RegExp(`refused for reason ${nth}\\.`));
    const isNamed = form.elsewhere?.test(path) === true;
    // Without a field of its own the reason may also be in the message that passes by.
    if (isNamed && document.body.textContent.includes(`refused for reason ${nth}.`)) return [];
    if (shown.length === 0) return [`${path}: nowhere`];
    const isAtField = shown.some(
      (element) => element.closest("[data-field], .mantine-InputWrapper-root, fieldset") !== null,
    );
    return isAtField ? [] : [`${path}: not at its field`];
  });
  expect(wrong).toEqual([]);
});

it("every module that sends something is a form of this list, or says why it has no fields to check here", () => {
  const cwd = resolve(import.meta.dirname, "..");
  const sends = /\b(?:useMutation|useEntityForm|useNounForm|useAccountForm)(?:<[^(]*>)?\(/;
  const modules = globSync("**/*.{ts,tsx}", { cwd, exclude: ["**/*.test.*", "test/**"] }).filter((file) =>
    sends.test(readFileSync(resolve(cwd, file), "utf8")),
  );
  const listed = [...Object.values(refusalForms).flatMap((form) => form.modules), ...Object.keys(otherSenders)];
  expect(modules.toSorted()).toEqual(listed.toSorted());
});
