/** A name as one level of an MQTT topic: without what parts levels or stands for any of them. */
export function topicName(name: string): string {
  return name.replaceAll(/[/+#\0]/g, "").trim();
}

/** A name as ESPresense makes a room of it: lower case, words joined by underscores. */
export function roomName(name: string): string {
  return topicName(name).toLowerCase().replaceAll(/\s+/g, "_");
}
