import type { Buffers } from "../health/buffers.ts";
import { type Bus, BusRefusal, type BusWaiting } from "./bus.ts";
import { type Listener, listenerOf } from "./listener.ts";
import { type Answer, type Question, type RequestName, requests } from "./requests.ts";
import { type Message, type Subject, type SubjectName, subjects } from "./subjects.ts";

/** One in this many frequent messages is checked: checking all would take 4 % of a core at full load. */
const checkInterval = 100;
/** After this time a question counts as unanswered, ms. */
const timeoutMs = 10_000;

interface Entry {
  listener: Listener<never>;
  siteId: string | null;
}

/**
 * The bus inside one process. An idle listener handles a message during the call of `publish`, a busy one later.
 * @param parts.checkAll checks every message, as tests do
 */
export function inProcessBus(parts: {
  now(): number;
  problem(error: unknown): void;
  /** Where its waiting messages are shown. */
  buffers?: Buffers;
  checkAll?: boolean;
  timeoutMs?: number;
}): Bus {
  const { problem } = parts;
  const names = Object.keys(subjects) as SubjectName[];
  const entries = new Map(names.map((name) => [name, new Set<Entry>()]));
  const servers = new Map<RequestName, Set<{ answer(question: never): unknown; siteId: string | null }>>();
  let published = 0;

  const waiting = (name: SubjectName): BusWaiting => {
    const all = [...entries.get(name)!].map(({ listener }) => listener.waiting());
    const oldest = all.map(({ oldestMs }) => oldestMs).filter((atMs) => atMs !== null);
    return {
      items: all.reduce((sum, { items }) => sum + items, 0),
      oldestMs: oldest.length > 0 ? Math.min(...oldest) : null,
    };
  };
  const losses = new Map(
    names.map((name) => [name, parts.buffers?.add(`bus_${name}`, () => waiting(name), ["full"]) ?? (() => undefined)]),
  );

  const isFit = (name: SubjectName, message: unknown): boolean => {
    const { schema, frequent } = subjects[name];
    if (frequent && parts.checkAll !== true && published++ % checkInterval > 0) return true;
    const checked = schema.safeParse(message);
    if (!checked.success)
      problem(new Error(`a message of ${name} does not match its schema`, { cause: checked.error }));
    return checked.success;
  };

  return {
    publish: (name, message) => {
      if (!isFit(name, message)) return;
      const siteId = (subjects[name] as unknown as Subject<typeof message>).siteOf(message);
      for (const { listener, siteId: only } of entries.get(name)!)
        if (only === null || siteId === null || only === siteId) listener.deliver(message as never);
    },

    subscribe: <S extends SubjectName>(name: S, work: (message: Message<S>) => unknown, only?: { siteId: string }) => {
      const listener = listenerOf<Message<S>>({
        work,
        missed: (subjects[name] as unknown as Subject<Message<S>>).missed,
        now: parts.now,
        onLoss: (count) => losses.get(name)!("full", count),
        problem,
      });
      const entry: Entry = { listener, siteId: only?.siteId ?? null };
      entries.get(name)!.add(entry);
      return () => {
        entries.get(name)!.delete(entry);
        listener.stop();
      };
    },

    ask: async <R extends RequestName>(name: R, question: Question<R>): Promise<Answer<R>> => {
      const parsedQuestion = requests[name].question.safeParse(question);
      if (!parsedQuestion.success)
        throw new BusRefusal("misshapen", `a question of ${name} does not match its schema`, parsedQuestion.error);
      const server = [...(servers.get(name) ?? [])].find(({ siteId }) => siteId === null || siteId === question.siteId);
      if (server === undefined) throw new BusRefusal("nobody", `nobody answers ${name}`);
      const reply = await withTimeout(name, parts.timeoutMs ?? timeoutMs, async () => server.answer(question as never));
      const answer = requests[name].answer.safeParse(reply);
      if (!answer.success)
        throw new BusRefusal("misshapen", `an answer of ${name} does not match its schema`, answer.error);
      return reply as Answer<R>;
    },

    serve: (name, answer, only) => {
      const entry = { answer, siteId: only?.siteId ?? null };
      if (!servers.has(name)) servers.set(name, new Set());
      servers.get(name)!.add(entry);
      return () => servers.get(name)!.delete(entry);
    },

    waiting,
    idle: async () => {
      await Promise.all([...entries.values()].flatMap((set) => [...set].map(({ listener }) => listener.idle())));
    },
  };
}

async function withTimeout(name: string, ms: number, work: () => Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BusRefusal("late", `${name} was not answered within ${ms} ms`)), ms);
  });
  const reply = work().catch((error: unknown) => {
    throw new BusRefusal("failed", `${name} failed`, { cause: error });
  });
  return Promise.race([reply, timeout]).finally(() => clearTimeout(timer));
}
