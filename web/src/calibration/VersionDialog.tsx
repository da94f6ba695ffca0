import type { SiteCalibration } from "@pulse/contract/calibration";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useServices } from "../services/services.tsx";
import { useVersion } from "./calibration.api.ts";
import { versionToLearnFrom } from "./learning.ts";

/** A version to switch to (null: none), or to continue learning. */
export type VersionRequest = { kind: "use"; version: number | null } | { kind: "learn" };

interface Props {
  siteId: string;
  calibration: SiteCalibration;
  request: VersionRequest | null;
  onClose(): void;
}

/** Asks before a site switches to another version, since that changes all its positions. */
export function VersionDialog({ siteId, calibration, request, onClose }: Props) {
  const { t } = useTranslation();
  const { snackbars } = useServices();
  const going = useVersion(siteId);
  const isLearning = request?.kind === "learn";
  const version = request === null || request.kind === "learn" ? versionToLearnFrom(calibration) : request.version;
  const words = isLearning ? "learn" : version === null ? "defaults" : "use";
  const texts = {
    learn: {
      title: t("calibration.versions.learnTitle"),
      text: t(calibration.level > 1 ? "calibration.versions.learnTextWalk" : "calibration.versions.learnText"),
      confirm: t("calibration.versions.learn"),
      done: t("calibration.versions.learning"),
    },
    defaults: {
      title: t("calibration.versions.defaultsTitle"),
      text: t("calibration.versions.defaultsText"),
      confirm: t("calibration.versions.useDefaults"),
      done: t("calibration.versions.usedDefaults"),
    },
    use: {
      title: t("calibration.versions.useTitle", { version }),
      text: t("calibration.versions.useText"),
      confirm: t("calibration.versions.useOf", { version }),
      done: t("calibration.versions.used", { version }),
    },
  }[words];
  const close = (): void => {
    going.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={request !== null}
      title={texts.title}
      text={texts.text}
      confirm={texts.confirm}
      isBusy={going.isPending}
      failure={going.error}
      onConfirm={() =>
        going.mutate(
          { version, selfCalibrating: isLearning },
          {
            onSuccess: () => {
              snackbars.success(texts.done);
              close();
            },
          },
        )
      }
      onClose={close}
    />
  );
}
