import { MailRefused, type SendMail } from "./mail.ts";

/** The mail server, and the sender's address. */
export interface SmtpSettings {
  url: string;
  from: string;
}

/** A server that does not answer must not hold up what comes after the mail. */
const waitMs = 20_000;

/** Sends mails by SMTP. Only loaded where it is set. */
export async function smtpMail({ url, from }: SmtpSettings): Promise<SendMail> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    // Addresses and files of the server are never read out of a mail's text.
    disableUrlAccess: true,
  });
  const host = from.replace(/^.*@/, "").replace(/[^\w.-].*$/, "");
  return async ({ id, to, subject, text, attachments }) => {
    const files = await Promise.all(
      attachments.map(async ({ filename, contentType, read }) => ({ filename, contentType, content: await read() })),
    );
    try {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        messageId: `<${id}@${host}>`,
        attachments: files,
      });
    } catch (error) {
      throw isRefusal(error) ? new MailRefused(`${to} is refused`, { cause: error }) : error;
    }
  };
}

/** A server that is busy answers 4xx; 5xx for the recipient is final. */
function isRefusal(error: unknown): boolean {
  const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number };
  return code === "EENVELOPE" && command === "RCPT TO" && responseCode >= 500;
}
