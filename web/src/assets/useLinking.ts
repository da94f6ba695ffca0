import { linkTracker, unlinkTracker } from "@pulse/contract/assetChanges";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import { useNounCache } from "../entity/entity.api.ts";
import { useServices } from "../services/services.tsx";
import { assets } from "./assets.ts";

/** A link to make, with both names for the questions. */
export interface LinkRequest {
  asset: { id: string; name: string };
  tracker: { id: string; name: string };
}

/** A link that would end others: the asset that has the tracker, or the tracker that the asset has of that type. */
export interface LinkQuestion extends LinkRequest {
  movedFrom: string | null;
  replaces: string | null;
}

/** Makes and ends links. Asks before a link that would end another. @param onLinked called once a link is made */
export function useLinking(onLinked?: () => void) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useNounCache(assets);
  const [question, setQuestion] = useState<LinkQuestion | null>(null);
  const linking = useMutation({
    mutationFn: ({ asset, tracker, replace }: LinkRequest & { replace: boolean }) =>
      api.call(linkTracker, { params: { id: asset.id }, body: { trackerId: tracker.id, replace } }),
    onSuccess: (_, { asset, tracker }) => {
      setQuestion(null);
      snackbars.success(t("things.links.linked", { asset: asset.name, tracker: tracker.name }));
      void cache.changed();
      onLinked?.();
    },
    onError: (error, request) => {
      const next = request.replace ? null : questionOf(error, request);
      setQuestion(next);
      if (next === null)
        snackbars.error(`${t("things.links.failed", { targets: request.tracker.name })}. ${errorText(error)}`);
    },
  });
  const unlinking = useMutation({
    mutationFn: ({ asset, tracker }: LinkRequest) =>
      api.call(unlinkTracker, { params: { id: asset.id, trackerId: tracker.id } }),
    onSuccess: (_, { asset, tracker }) => {
      snackbars.success(t("things.links.unlinked", { asset: asset.name, tracker: tracker.name }));
      void cache.changed();
    },
  });
  return {
    link: (request: LinkRequest) => linking.mutate({ ...request, replace: false }),
    question,
    confirm: () => {
      if (question !== null) linking.mutate({ ...question, replace: true });
    },
    dismiss: () => setQuestion(null),
    unlinking,
    isBusy: linking.isPending,
  };
}

function questionOf(error: unknown, request: LinkRequest): LinkQuestion | null {
  if (!(error instanceof ApiError) || error.code !== "already_linked") return null;
  const nameIn = (code: string, key: "asset" | "tracker"): string | null => {
    const detail = error.details.find((each) => each.code === code);
    return (detail?.[key] as { name: string } | undefined)?.name ?? null;
  };
  return { ...request, movedFrom: nameIn("tracker_linked", "asset"), replaces: nameIn("type_taken", "tracker") };
}
