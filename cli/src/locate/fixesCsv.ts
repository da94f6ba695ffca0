import type { TagFix } from "./locateSessions.ts";

/** fixes.csv: `t_s,tag_id,x_m,y_m,floor,accuracy_m,accuracy95_m,mechanism`. */
export function fixesCsv(fixes: readonly TagFix[]): string {
  const lines = fixes.map(({ tagId, fix }) =>
    [
      fix.atMs / 1000,
      cell(tagId),
      fix.x.toFixed(3),
      fix.y.toFixed(3),
      cell(fix.floor),
      fix.accuracyM.toFixed(3),
      fix.accuracyOuterM.toFixed(3),
      fix.mechanism,
    ].join(","),
  );
  return ["t_s,tag_id,x_m,y_m,floor,accuracy_m,accuracy95_m,mechanism", ...lines].join("\n") + "\n";
}

function cell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
