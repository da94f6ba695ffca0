/** A name as one level of an MQTT topic: without level separators and wildcards. */
export function topicName(name: string): string {
  return name.replaceAll(/[/+#\0]/g, "").trim();
}

/** A name as ESPresense writes a room: lower case, words joined by underscores. */
export function roomName(name: string): string {
  return topicName(name).toLowerCase().replaceAll(/\s+/g, "_");
}
