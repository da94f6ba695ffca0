import type { MqttClient } from "mqtt";

const controlTopic = "$CONTROL/dynamic-security/v1";
/** The topic on which mosquitto's plugin for dynamic security answers. */
export const controlAnswers = `${controlTopic}/response`;
/** An answer takes milliseconds. */
const timeoutMs = 5_000;

/** One of the plugin's commands (https://mosquitto.org/documentation/dynamic-security/). */
export type ControlCommand = Record<string, unknown> & { command: string };
/** What it answered to one command. */
interface ControlAnswer {
  command: string;
  correlationData?: string;
  error?: string;
  data?: Record<string, unknown>;
}

/** Speaks with mosquitto's plugin for dynamic security over a connection that is allowed to. */
export interface DynamicSecurity {
  /** Sends commands, which are carried out in order. Rejects if the broker does not answer them all. */
  ask(commands: readonly ControlCommand[]): Promise<ControlAnswer[]>;
  /** Takes a message that came on the topic of answers. */
  answered(payload: Uint8Array | string): void;
  /** The connection has ended: everything that waits is rejected. */
  close(): void;
}

export function dynamicSecurity(client: Pick<MqttClient, "publish">): DynamicSecurity {
  const waiting = new Map<string, { remaining: number; answers: ControlAnswer[]; settle(error: Error | null): void }>();
  let lastKey = 0;
  return {
    ask: (commands) =>
      new Promise((resolve, reject) => {
        const key = String(++lastKey);
        const answers: ControlAnswer[] = [];
        const settle = (error: Error | null): void => {
          clearTimeout(timer);
          waiting.delete(key);
          if (error) reject(error);
          else resolve(answers);
        };
        const timer = setTimeout(() => settle(new Error("the broker does not answer")), timeoutMs);
        waiting.set(key, { remaining: commands.length, answers, settle });
        const payload = JSON.stringify({
          commands: commands.map((command) => ({ ...command, correlationData: key })),
        });
        client.publish(controlTopic, payload, { qos: 1 }, (error) => {
          if (error) settle(error);
        });
      }),
    answered: (payload) => {
      for (const answer of answersIn(payload)) {
        const question = waiting.get(answer.correlationData ?? "");
        if (!question) continue;
        question.answers.push(answer);
        if (--question.remaining === 0) question.settle(null);
      }
    },
    close: () => {
      for (const { settle } of waiting.values()) settle(new Error("the connection to the broker has ended"));
    },
  };
}

function answersIn(payload: Uint8Array | string): ControlAnswer[] {
  try {
    const { responses } = JSON.parse(Buffer.from(payload as Uint8Array).toString("utf8")) as {
      responses?: ControlAnswer[];
    };
    return Array.isArray(responses) ? responses : [];
  } catch {
    return [];
  }
}
