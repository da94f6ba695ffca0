import { expect, it } from "vitest";
import { type Caches, createResponseCache } from "./responseCache.ts";

const keyOf = (url: RequestInfo | URL): string => (url instanceof Request ? url.url : url.toString());

/** The part of a browser's caches that is used. */
function memoryCaches() {
  const all = new Map<string, Map<string, Response>>();
  const caches: Caches = {
    async open(name) {
      const entries = all.get(name) ?? new Map<string, Response>();
      all.set(name, entries);
      return {
        match: async (url) => entries.get(keyOf(url))?.clone(),
        put: async (url, answer) => void entries.set(keyOf(url), answer),
        delete: async (url) => entries.delete(keyOf(url)),
        keys: async () => [...entries.keys()].map((url) => new Request(url)),
      };
    },
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
  };
  return { caches, all };
}

const tokenOf = (sub: string): string => `h.${btoa(JSON.stringify({ sub }))}.s`;
const live = "https://pulse.test/api/v3/assets/live?site_id=1";
const as = (sub: string, url = live): Request => new Request(url, { headers: { "x-id-token": tokenOf(sub) } });

function openCache() {
  let server: (() => Promise<Response>) | null = null;
  const { caches, all } = memoryCaches();
  const answers = createResponseCache(caches, () => server?.() ?? Promise.reject(new TypeError("no network")));
  const take = async (request: Request): Promise<string> => {
    const cached = answers.take(request)!;
    const text = await (await cached.answer).text();
    await cached.stored;
    return text;
  };
  return {
    answers,
    all,
    take,
    says: (text: string, status = 200) => (server = async () => new Response(text, { status })),
    answersWith: (answer: () => Promise<Response>) => (server = answer),
    isGone: () => (server = null),
  };
}

it("the response cache gives the last answer where the server cannot be reached, and the server's elsewhere", async () => {
  const { take, says, isGone } = openCache();
  says("first");
  await take(as("nora"));
  says("second");
  expect(await take(as("nora"))).toBe("second");
  isGone();
  expect(await take(as("nora"))).toBe("second");
  says("third");
  expect(await take(as("nora"))).toBe("third");
});

it("the response cache gives nobody another person's answers, and drops them once somebody else signs in", async () => {
  const { take, says, isGone } = openCache();
  says("nora's");
  await take(as("nora"));
  isGone();
  await expect(take(as("omar"))).rejects.toThrow("no network");
  says("omar's");
  await take(as("omar"));
  isGone();
  await expect(take(as("nora"))).rejects.toThrow("no network");
});

it("the response cache has nothing after a sign-out, not even answers that arrive later", async () => {
  const { answers, all, take, says, answersWith, isGone } = openCache();
  says("before");
  await take(as("nora"));
  let arrive: (answer: Response) => void = () => undefined;
  answersWith(() => new Promise((resolve) => (arrive = resolve)));
  const cached = answers.take(as("nora"))!;
  await answers.forget();
  arrive(new Response("after"));
  await cached.stored;
  expect([...all.values()].flatMap((entries) => [...entries.keys()])).toEqual([]);
  isGone();
  await expect(take(as("nora"))).rejects.toThrow("no network");
});

it("the response cache drops answers that the person may no longer see", async () => {
  const { take, says, isGone } = openCache();
  says("the site");
  await take(as("nora"));
  says("not found", 404);
  await take(as("nora"));
  isGone();
  await expect(take(as("nora"))).rejects.toThrow("no network");
});

it("the response cache keeps nothing but the map's answers, no unsigned requests and no changes", () => {
  const { answers } = openCache();
  expect(answers.take(as("nora", "https://pulse.test/api/v3/users"))).toBeNull();
  expect(answers.take(as("nora", "https://pulse.test/api/v3/audit"))).toBeNull();
  expect(answers.take(new Request(live))).toBeNull();
  expect(answers.take(new Request(live, { method: "POST", headers: { "x-id-token": tokenOf("nora") } }))).toBeNull();
});
