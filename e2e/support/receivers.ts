import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { text as bodyOf } from "node:stream/consumers";

/** A message that arrived. */
interface Received {
  to: string;
  text: string;
}

/** Mail and text services of a company's own, as far as a test needs them: what Pulse hands over is kept in order. */
export async function startReceivers() {
  const mails: Received[] = [];
  const texts: Received[] = [];
  const smtp = createServer((socket) => {
    let [to, text, isBody] = ["", "", false];
    socket.setEncoding("utf8").on("error", () => undefined);
    let rest = "";
    socket.write("220 receiver\r\n");
    /** The answer to one line of the sender; none to a line of the message. */
    const answerTo = (line: string): string => {
      if (isBody && line !== ".") {
        text += `${line}\n`;
        return "";
      }
      if (isBody) {
        mails.push({ to, text });
        [text, isBody] = ["", false];
        return "250 accepted\r\n";
      }
      to = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1] ?? to;
      if (!/^DATA$/i.test(line)) return /^QUIT$/i.test(line) ? "221 bye\r\n" : "250 ok\r\n";
      isBody = true;
      return "354 go on\r\n";
    };
    socket.on("data", (chunk) => {
      const lines = (rest + String(chunk)).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) socket.write(answerTo(line));
    });
  });
  const sms = createHttpServer((request, response) => {
    void bodyOf(request).then((body) => {
      // Whether the service is there is asked without a message.
      if (request.method === "POST") texts.push(JSON.parse(body) as Received);
      response.writeHead(200).end();
    });
  });
  const [mailPort, textPort] = await Promise.all([smtp, sms].map(listening));
  return {
    mails,
    texts,
    settings: {
      PULSE_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      PULSE_MAIL_FROM: "pulse@eastgate.test",
      PULSE_SMS_WEBHOOK_URL: `http://127.0.0.1:${textPort}/`,
    },
    stop: () => {
      smtp.close();
      sms.close();
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
