import type { ClockReading } from "./clock.ts";

/** Whether something answered; the error is one line without secrets. */
export type Probe = { error: string | null };

/** What was found at the address that people use. */
export type AddressFinding =
  /** This Pulse, or one that cannot be told from it. */
  | { kind: "this" }
  | { kind: "anotherPulse" }
  | { kind: "notPulse"; status: number }
  | { kind: "unreachable"; error: string }
  /** It answers with a certificate that this machine does not know the authority of. */
  | { kind: "untrusted" }
  /** Pulse is not running, so nothing can answer. */
  | { kind: "notRunning" };

/** The certificate with which Pulse speaks HTTPS. */
export interface CertificateFacts {
  validFromMs: number;
  validToMs: number;
  /** Whether it names the host of the address that people use. */
  namesHost: boolean;
}

/** All that is known about whether people can be reached. */
export interface ReachFacts {
  nowMs: number;
  identity: "embedded" | "cognito";
  /** Null: no mail server is set. */
  mail: Probe | null;
  /** Null: no SMS service is set. */
  texts: Probe | null;
  publicUrl: string;
  isPublicUrlSet: boolean;
  address: AddressFinding;
  /** Null: Pulse itself speaks HTTP. */
  certificate: CertificateFacts | { error: string } | null;
  clocks: readonly ClockReading[];
  dataFolder: Probe;
}
