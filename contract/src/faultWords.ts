import { z } from "zod";

const typeWords: Readonly<Record<string, string>> = {
  string: "must be text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  tuple: "must be a list",
  object: "must be an object",
};

const formatWords: Readonly<Record<string, string>> = {
  uuid: "must be an id",
  url: "must be a web address that starts with http:// or https://",
  datetime: "must be a date and time such as 2026-11-27T08:00:00Z",
  email: "must be an email address",
};

/**
 * What is wanted of a value, in words for whoever sent it: the validator's own words ("expected number, received string")
 * speak about code. A schema's own message comes first.
 */
export function faultWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeWords[issue.expected] ?? "has the wrong type";
    case "invalid_format":
      return formatWords[issue.format] ?? "has the wrong form";
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return smallWords(issue.origin, issue.minimum);
    case "too_big":
      return bigWords(issue.origin, issue.maximum);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `must not contain ${issue.keys.join(", ")}`;
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "custom":
      break;
  }
  return "is in none of the accepted forms";
}

function smallWords(origin: string, min: number | bigint): string {
  if (origin === "string") return `must have at least ${min} characters`;
  return origin === "array" ? `must have at least ${min} items` : `must be at least ${min}`;
}

function bigWords(origin: string, max: number | bigint): string {
  if (origin === "string") return `must have at most ${max} characters`;
  return origin === "array" ? `must have at most ${max} items` : `must be at most ${max}`;
}

// Here and not at each check, so that no check can be written without it.
z.config({ customError: faultWords });
