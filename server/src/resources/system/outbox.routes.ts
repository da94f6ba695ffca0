import { toWire } from "@pulse/contract/wire";
import type { FastifyInstance } from "fastify";
import type { OutboxEntry } from "./outboxEntry.ts";
import { isLoopback } from "../../platform/http/loopback.ts";

/** `/dev/outbox` and `/dev/outbox.json`: only for loopback clients, and only if the setting is on; otherwise 404. */
export function outboxRoutes(app: FastifyInstance, enabled: boolean, list: () => Promise<OutboxEntry[]>): void {
  app.get("/dev/outbox.json", async (request, reply) => {
    if (!enabled || !isLoopback(request)) return reply.callNotFound();
    return reply
      .header("cache-control", "no-store")
      .type("application/json")
      .send(JSON.stringify(toWire(await list())));
  });
  app.get("/dev/outbox", async (request, reply) => {
    if (!enabled || !isLoopback(request)) return reply.callNotFound();
    return reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(page(await list()));
  });
}

function page(entries: readonly OutboxEntry[]): string {
  const rows = entries.map(
    (entry) => `<article>
<header><b>${entry.channel === "sms" ? "Text message" : "Mail"}</b> to ${escape(entry.to)}<time datetime="${entry.sentAt}">${entry.sentAt.slice(0, 19).replace("T", " ")} UTC</time></header>
${entry.subject ? `<h2>${escape(entry.subject)}</h2>` : ""}<pre>${escape(entry.text)}</pre>
${entry.attachments.map((file) => `<p><a href="${escape(file.url)}">${escape(file.filename)}</a></p>`).join("")}
</article>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox · Pulse</title><style>
:root{color-scheme:light dark;--line:#E7EAED;--dim:#656D76;--ground:#F3F4F6;--card:#fff;--ink:#161B22}
@media(prefers-color-scheme:dark){:root{--line:#1F2329;--dim:#8B9199;--ground:#0A0C11;--card:#101318;--ink:#EAEDF1}}
body{margin:0;background:var(--ground);color:var(--ink);font:14px/21px system-ui,sans-serif}
main{max-width:680px;margin:32px auto;padding:0 16px}h1{font-size:20px}h2{font-size:14px;margin:8px 0 0}
article{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px 16px;margin:0 0 12px}
header{color:var(--dim);font-size:12px}header b{color:var(--ink)}time{float:right}
pre{white-space:pre-wrap;font:inherit;margin:6px 0 0}
</style></head><body><main><h1>Outbox</h1>
<p>Messages that would have gone out. No mail or SMS service is set, so they stay here.</p>
${rows.join("\n") || "<p>Nothing yet.</p>"}
</main></body></html>`;
}

function escape(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (sign) => entities[sign]!);
}
