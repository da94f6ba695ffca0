import { createInbox, type Msg, type NatsConnection } from "@nats-io/transport-node";
import { type Bus, BusRefusal } from "./bus.ts";
import type { OtherProcesses } from "./otherProcesses.ts";
import { type Answer, type Question, type RequestName, requests } from "./requests.ts";
import { type Message, type SubjectName, subjects } from "./subjects.ts";

/** A process that does not answer for this long is left out. One that has ended is known sooner. */
const timeoutMs = 2_000;

/** A message on its way, and the process that it is from. */
interface Envelope {
  from: string;
  message: unknown;
}

/** `value` is left out: nobody in that process answers. */
interface Reply {
  value?: unknown;
  error?: string;
}

/**
 * The bus of several processes: each has its own, and NATS carries between them what is shared and every question. Those
 * messages are sent once and not stored: a process that is away misses them, as a browser does whose connection is cut, and
 * reads the database instead.
 */
export function natsBus(parts: {
  local: Bus;
  connection: NatsConnection;
  cluster: string;
  others: OtherProcesses;
  problem(error: unknown): void;
}): Bus {
  const { local, connection, cluster, others, problem } = parts;
  const subjectOf = (name: string): string => `${cluster}.bus.${name}`;
  const questionsOf = (name: string): string => `${cluster}.ask.${name}`;

  for (const name of Object.keys(subjects) as SubjectName[]) {
    if (!subjects[name].shared) continue;
    connection.subscribe(subjectOf(name), {
      callback: (_error, { data }) => {
        const envelope = parsed(data) as Envelope | null;
        if (envelope === null || envelope.from === others.id) return;
        local.publish(name, envelope.message as Message<typeof name>);
      },
    });
  }
  for (const name of Object.keys(requests) as RequestName[])
    connection.subscribe(questionsOf(name), {
      callback: (_error, message) => {
        const envelope = parsed(message.data) as Envelope | null;
        if (envelope === null || envelope.from === others.id) return;
        answerOf(name, envelope.message as Question<typeof name>)
          .then((reply) => {
            if (!connection.isClosed()) respond(message, reply);
          })
          .catch(problem);
      },
    });

  /** A reply that the server does not take becomes a refusal, so that nobody waits for it. */
  const respond = (message: Pick<Msg, "respond">, reply: Reply): void => {
    try {
      message.respond(JSON.stringify(reply));
    } catch (error) {
      problem(error);
      message.respond(JSON.stringify({ error: "the answer is too large" } satisfies Reply));
    }
  };

  const answerOf = async <R extends RequestName>(name: R, question: Question<R>): Promise<Reply> => {
    try {
      return { value: await local.ask(name, question) };
    } catch (error) {
      if (error instanceof BusRefusal && error.reason === "nobody") return {};
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };

  /** The replies of all other processes, or of those that answer in time. */
  const askOthers = (name: RequestName, question: unknown): Promise<Reply[]> => {
    const expected = others.count();
    if (expected === 0) return Promise.resolve([]);
    return new Promise((resolve) => {
      const replies: Reply[] = [];
      const inbox = connection.subscribe(createInbox(), {
        callback: (_error, { data }) => {
          replies.push((parsed(data) as Reply | null) ?? { error: "the answer cannot be read" });
          if (replies.length >= expected) finish();
        },
      });
      const finish = (): void => {
        clearTimeout(timer);
        inbox.unsubscribe();
        resolve(replies);
      };
      const timer = setTimeout(finish, timeoutMs);
      const envelope: Envelope = { from: others.id, message: question };
      connection.publish(questionsOf(name), JSON.stringify(envelope), { reply: inbox.getSubject() });
    });
  };

  return {
    ...local,
    publish: (name, message) => {
      local.publish(name, message);
      if (!subjects[name].shared || connection.isClosed()) return;
      const envelope: Envelope = { from: others.id, message };
      try {
        connection.publish(subjectOf(name), JSON.stringify(envelope));
      } catch (error) {
        // It is larger than the server takes. Whoever publishes it from a timer must not end for that.
        problem(error);
      }
    },
    ask: async <R extends RequestName>(name: R, question: Question<R>): Promise<Answer<R>> => {
      if (others.count() === 0) return local.ask(name, question);
      const [own, replies] = await Promise.all([answerOf(name, question), askOthers(name, question)]);
      const { answer, merge } = requests[name];
      const known: Answer<R>[] = [];
      const faults: string[] = [];
      for (const { value, error } of [own, ...replies]) {
        if (error !== undefined) faults.push(error);
        if (value === undefined) continue;
        const checked = answer.safeParse(value);
        if (checked.success) known.push(checked.data as Answer<R>);
        else faults.push(`an answer of ${name} does not match its schema`);
      }
      if (known.length > 0) return (merge as (answers: readonly Answer<R>[]) => Answer<R>)(known);
      throw faults.length > 0
        ? new BusRefusal("failed", `${name} failed: ${faults.join("; ")}`)
        : new BusRefusal("nobody", `nobody answers ${name}`);
    },
  };
}

/** Null: not JSON. */
function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch {
    return null;
  }
}
