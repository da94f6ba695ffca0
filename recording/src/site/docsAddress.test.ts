import { expect, test } from "vitest";
import { docsAddress, navigationOf } from "./docsAddress.ts";

const base = new URL("https://demo.example.com/");
const nowhere = { base, docsUrl: null };
const inside = { base, docsUrl: "/docs/" };
const elsewhere = { base, docsUrl: "https://docs.example.com/pulse/" };
const below = { base: new URL("https://example.com/demo/"), docsUrl: "/demo/docs/" };
const opened = (address: string, places: typeof inside | typeof nowhere) => navigationOf(new URL(address), places);

test("Help leads to the published page, with its anchor", () => {
  expect(docsAddress("guide/find#follow", elsewhere)).toBe("https://docs.example.com/pulse/guide/find.html#follow");
  expect(docsAddress("guide/gateways/", below)).toBe("https://example.com/demo/docs/guide/gateways/");
  expect(docsAddress("", inside)).toBe("https://demo.example.com/docs/");
});

test("Help leads to the page about the recording where no documentation is published", () => {
  expect(docsAddress("guide/find", nowhere)).toBe("https://demo.example.com/about.html");
});

test("an address of the documentation beside the demo gets its file's ending, and the file itself comes from the host", () => {
  expect(opened("https://demo.example.com/docs/guide/find", inside)).toEqual({
    to: "https://demo.example.com/docs/guide/find.html",
  });
  expect(opened("https://demo.example.com/docs/guide/find.html", inside)).toBe("host");
  expect(opened("https://demo.example.com/docs/", inside)).toBe("host");
  expect(opened("https://example.com/demo/docs/de/", below)).toBe("host");
});

test("an address of the documentation of a running Pulse leads to where it is published", () => {
  expect(opened("https://demo.example.com/docs/operate#page", elsewhere)).toEqual({
    to: "https://docs.example.com/pulse/operate.html#page",
  });
});

test("every other address without an ending is a page of the app, and files are the host's", () => {
  expect(opened("https://demo.example.com/sites/7/map", inside)).toBe("app");
  expect(opened("https://demo.example.com/about.html", inside)).toBe("host");
  expect(opened("https://example.com/demo/reports", below)).toBe("app");
  expect(opened("https://example.com/other", below)).toBe("host");
});
