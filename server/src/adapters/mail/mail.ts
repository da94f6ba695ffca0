/** A mail as Pulse writes it; its sender is the mailer's. */
export interface Mail {
  /** A mail that is sent again, since nobody knows whether it went, keeps its id. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** Files by their path; `url` is where they can be fetched, too. */
  attachments: readonly { filename: string; contentType: string; url: string; path: string }[];
}

/** Resolves when the mail has been taken over for delivery. */
export type SendMail = (mail: Mail) => Promise<void>;

/** The mail server refuses the address for good: asking again is of no use. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
}
