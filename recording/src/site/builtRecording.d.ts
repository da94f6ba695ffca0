import type { BuiltRecording } from "../format.ts";

declare global {
  /** Written into the scripts by the build. */
  const builtRecording: BuiltRecording;
}
