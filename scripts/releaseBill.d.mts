interface Part {
  path: string;
  name: string;
  version: string;
  scope: string;
  license?: string;
  integrity?: string;
}
interface Component {
  type: string;
  "bom-ref": string;
  name: string;
  version: string;
  scope?: string;
  hashes?: { alg: string; content: string }[];
  licenses?: { expression: string }[];
  purl: string;
}
export function billOfMaterials(
  product: { name: string; version: string; license: string },
  parts: Part[],
): { bomFormat: string; specVersion: string; metadata: { component: Component }; components: Component[] };
export function licenceTexts(root: string, parts: Part[]): string;
