/** A name as one level of an MQTT topic: without level separators and wildcards. */
export function topicName(name: string): string {
  return name.replaceAll(/[/+#\0]/g, "").trim();
}

/**
 * A name as ESPresense writes a room (`slugify` in lib/utils/string_utils.cpp, 4.0.6): ASCII letters in lower case, and
 * an underscore for everything else between words.
 */
export function roomName(name: string): string {
  return name
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll(/[^a-z0-9_]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
}
