import type { ErrorCode } from "./errors.ts";

interface Refusal {
  status: number;
  code: ErrorCode;
  message: string;
}

/** What a recording of Pulse answers where the product would do something, or would know something else. */
export const recordingRefusals = {
  change: {
    status: 403,
    code: "operation_not_allowed",
    message: "This is a recording: nothing in it can be changed.",
  },
  unknown: { status: 404, code: "not_found", message: "This is a recording: it does not contain this." },
} as const satisfies Record<string, Refusal>;
