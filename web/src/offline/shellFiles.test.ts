import { expect, it } from "vitest";
import { createShellFiles } from "./shellFiles.ts";

const release = { name: "r2", files: ["/assets/start-2.js"] };
const origin = "https://pulse.test";
/** A navigation to a page; happy-dom does not have that mode. */
const page = (path: string): Request => ({ url: origin + path, mode: "navigate" }) as Request;

function shell({ ask, failAfter }: { ask(): Promise<Response>; failAfter?(ms: number): Promise<never> }) {
  const entries = new Map([["/", "kept page"]]);
  const cache = {
    match: async (url: string) => (entries.has(url) ? new Response(entries.get(url)) : undefined),
    put: async () => undefined,
    addAll: async () => undefined,
  };
  const names = ["shell-r1", "shell-r2", "kept-nora"];
  const caches = {
    open: async () => cache,
    keys: async () => names,
    delete: async (name: string) => names.splice(names.indexOf(name), 1).length > 0,
    match: async (url: string) => (url.endsWith("start-2.js") ? new Response("kept file") : undefined),
  } as unknown as CacheStorage;
  const never = (): Promise<never> => new Promise(() => undefined);
  return { names, files: createShellFiles(release, { caches, ask, failAfter: failAfter ?? never }) };
}
const textOf = async (answer: Promise<Response> | null): Promise<string | undefined> => (await answer)?.text();

it("the service worker shows a new release as soon as there is one, and the stored page without a network", async () => {
  const online = shell({ ask: async () => new Response("new page") });
  expect(await textOf(online.files.take(page("/sites/1/map")))).toBe("new page");
  const offline = shell({ ask: async () => Promise.reject(new TypeError("no network")) });
  expect(await textOf(offline.files.take(page("/sites/1/map")))).toBe("kept page");
});

it("the service worker shows the stored page when the server does not answer in time", async () => {
  const silent = shell({
    ask: () => new Promise(() => undefined),
    failAfter: () => Promise.reject(new Error("no answer")),
  });
  expect(await textOf(silent.files.take(page("/")))).toBe("kept page");
});

it("the service worker serves its own files from the browser, and leaves all others alone", async () => {
  const { files } = shell({ ask: async () => new Response("asked") });
  expect(await textOf(files.take(new Request(`${origin}/assets/start-2.js`)))).toBe("kept file");
  expect(files.take(new Request(`${origin}/assets/start-1.js`))).toBeNull();
  expect(files.take(page("/api/docs"))).toBeNull();
  expect(files.take(page("/docs/guide/start"))).toBeNull();
});

it("the service worker drops the files of earlier releases, but no person's answers", async () => {
  const { names, files } = shell({ ask: async () => new Response() });
  await files.dropOthers();
  expect(names).toEqual(["shell-r2", "kept-nora"]);
});
