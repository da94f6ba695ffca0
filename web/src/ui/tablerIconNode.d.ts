// Each of Tabler's icon modules also exports its bare shapes, which the map draws on a canvas.
declare module "@tabler/icons-react/dist/esm/icons/*.mjs" {
  export const __iconNode: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}
