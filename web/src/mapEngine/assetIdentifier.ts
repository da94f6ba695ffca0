/** `Pallet jack PJ-014` of type `Pallet jack` → `PJ-014`; a name that does not begin with its type stays whole. */
export function identifierOf(name: string, type: string): string {
  const hasType = type !== "" && name.toLowerCase().startsWith(`${type.toLowerCase()} `);
  return hasType ? name.slice(type.length).trim() : name;
}
