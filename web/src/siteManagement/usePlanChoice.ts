import { useState } from "react";
import { useTranslation } from "react-i18next";
import { unpackedDrawing } from "./compressedDrawing.ts";
import { examinePlan, openImage, type PlanFile, PlanRejection } from "./planFile.ts";
import type { PdfPages } from "./pdfPages.ts";

/** A building has fewer floors than this; a document with more pages is no set of plans. */
const maxPages = 60;

/**
 * Reads chosen or dropped files as plans; for a PDF with several pages it asks for them.
 * @param isSeveral whether several plans are wanted
 */
export function usePlanChoice(onPlans: (plans: readonly PlanFile[]) => void, isSeveral: boolean) {
  const { t } = useTranslation();
  const [error, setError] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const [pdf, setPdf] = useState<{ pages: PdfPages; name: string } | null>(null);
  const textOf = (failure: unknown): string => {
    const { reason, values } = failure instanceof PlanRejection ? failure : new PlanRejection("unreadable");
    return t(`sites.plan.faults.${reason}`, values);
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setError(null);
    setReading(true);
    await work().catch((failure: unknown) => setError(textOf(failure)));
    setReading(false);
  };
  const closePdf = (): void => {
    pdf?.pages.close();
    setPdf(null);
  };
  const read = async (chosen: File, isAlone: boolean): Promise<PlanFile[]> => {
    const { name } = chosen;
    const file = await unpackedDrawing(chosen);
    const kind = await examinePlan(file);
    if (kind !== "pdf") return [await openImage(file, name, kind)];
    const { openPdf } = await import("./pdfPages.ts");
    const pages = await openPdf(file);
    if (isAlone && pages.count > 1) {
      setPdf({ pages, name });
      return [];
    }
    const all = Array.from({ length: Math.min(pages.count, maxPages) }, (_, index) => index + 1);
    return plansOf({ pages, name }, all).finally(() => pages.close());
  };
  return {
    /** Why the last one was refused. */
    error,
    isReading,
    take: (files: readonly File[]): void => {
      if (files.length === 0) return;
      void attempt(async () => {
        const wanted = isSeveral ? files.toSorted(byName) : files.slice(0, 1);
        const plans: PlanFile[] = [];
        const faults: string[] = [];
        for (const file of wanted)
          await read(file, wanted.length === 1).then(
            (found) => plans.push(...found),
            (failure: unknown) =>
              faults.push(wanted.length === 1 ? textOf(failure) : `${file.name}: ${textOf(failure)}`),
          );
        if (plans.length > 0) onPlans(plans);
        if (faults.length > 0) setError(faults.join(" "));
      });
    },
    pdf: pdf && {
      ...pdf,
      isSeveral,
      close: closePdf,
      choose: (pages: readonly number[]): void =>
        void attempt(async () => {
          const plans = await plansOf(pdf, pages).finally(closePdf);
          onPlans(plans);
        }),
    },
  };
}

export type PlanChoice = ReturnType<typeof usePlanChoice>;

async function plansOf(pdf: { pages: PdfPages; name: string }, pages: readonly number[]): Promise<PlanFile[]> {
  const plans: PlanFile[] = [];
  for (const page of pages) {
    const picture = await pdf.pages.picture(page, "picture");
    await examinePlan(picture);
    plans.push(await openImage(picture, `${pdf.name.replace(/\.pdf$/i, "")}-${page}.png`, "png"));
  }
  return plans;
}

/** As people number floors: 2 before 10. */
const byName = (a: File, b: File): number => a.name.localeCompare(b.name, undefined, { numeric: true });
