import { createHmac } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  id: string;
  headers: Record<string, string>;
  body: string;
  type: string;
  name: string;
}

/** Somebody else's server that webhooks are posted to. */
export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  /** How the next requests are answered; left out: 204. */
  answer(act: (response: ServerResponse, received: Received) => void): void;
  close(): void;
}

/** Whether a message is signed with this secret, verified as standardwebhooks.com says. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return headers["webhook-signature"] === `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
}

export async function webhookReceiver(host = "127.0.0.1"): Promise<Receiver> {
  const received: Received[] = [];
  let act: Parameters<Receiver["answer"]>[0] = (response) => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const headers = request.headers as Record<string, string>;
      const { type, data } = JSON.parse(body) as { type: string; data: { entity?: { name: string } } };
      const one = { id: String(headers["webhook-id"]), headers, body, type, name: data.entity?.name ?? "" };
      received.push(one);
      act(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}/hook`,
    port,
    received,
    answer: (given) => (act = given),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
