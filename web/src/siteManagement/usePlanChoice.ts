import { useState } from "react";
import { useTranslation } from "react-i18next";
import { examinePlan, openImage, type PlanFile, PlanRejection } from "./planFile.ts";
import type { PdfPages } from "./pdfPages.ts";

/** Reads chosen or dropped files as plans; for a PDF it asks for the page. */
export function usePlanChoice(onPlan: (plan: PlanFile) => void) {
  const { t } = useTranslation();
  const [error, setError] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const [pdf, setPdf] = useState<{ pages: PdfPages; name: string } | null>(null);
  const reject = (failure: unknown): void => {
    const { reason, values } = failure instanceof PlanRejection ? failure : new PlanRejection("unreadable");
    setError(t(`sites.plan.faults.${reason}`, values));
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setError(null);
    setReading(true);
    await work().catch(reject);
    setReading(false);
  };
  const closePdf = (): void => {
    pdf?.pages.close();
    setPdf(null);
  };
  return {
    /** Why the last one was refused. */
    error,
    isReading,
    take: (file: File | undefined): void => {
      if (file === undefined) return;
      void attempt(async () => {
        const kind = await examinePlan(file);
        if (kind !== "pdf") return onPlan(await openImage(file, file.name, kind));
        const { openPdf } = await import("./pdfPages.ts");
        const pages = await openPdf(file);
        setPdf({ pages, name: file.name });
      });
    },
    pdf: pdf && {
      ...pdf,
      close: closePdf,
      choose: (page: number): void =>
        void attempt(async () => {
          const picture = await pdf.pages.picture(page, "picture");
          await examinePlan(picture);
          const plan = await openImage(picture, pdf.name.replace(/\.pdf$/i, "") + `-${page}.png`, "png");
          closePdf();
          onPlan(plan);
        }),
    },
  };
}

export type PlanChoice = ReturnType<typeof usePlanChoice>;
