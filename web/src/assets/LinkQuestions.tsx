import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import type { useLinking, LinkRequest } from "./useLinking.ts";

interface Props {
  linking: ReturnType<typeof useLinking>;
  /** The link to end, while the question is open. */
  ending: LinkRequest | null;
  onClose(): void;
}

/** The questions before a link ends, by itself or because another replaces it. */
export function LinkQuestions({ linking, ending, onClose }: Props) {
  const { t } = useTranslation();
  const { question, unlinking } = linking;
  const names = { asset: question?.asset.name ?? "", tracker: question?.tracker.name ?? "" };
  const [from, old] = [question?.movedFrom ?? null, question?.replaces ?? null];
  const lines = [
    ...(from === null ? [] : [t("things.links.moveText", { ...names, from })]),
    ...(old === null ? [] : [t("things.links.replaceText", { ...names, old })]),
  ];
  return (
    <>
      <ConfirmDialog
        isOpen={question !== null}
        title={t(from === null ? "things.links.replaceTitle" : "things.links.moveTitle", names)}
        text={lines.join(" ")}
        confirm={t(from === null ? "things.links.replace" : "things.links.move")}
        isBusy={linking.isBusy}
        onConfirm={linking.confirm}
        onClose={linking.dismiss}
      />
      <ConfirmDialog
        isOpen={ending !== null}
        title={t("things.links.unlinkTitle", { tracker: ending?.tracker.name, asset: ending?.asset.name })}
        text={t("things.links.unlinkText", { asset: ending?.asset.name })}
        confirm={t("things.links.unlink")}
        isBusy={unlinking.isPending}
        failure={unlinking.error}
        onConfirm={() => {
          if (ending !== null) unlinking.mutate(ending, { onSuccess: onClose });
        }}
        onClose={onClose}
      />
    </>
  );
}
