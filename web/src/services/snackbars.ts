import type { AppStore } from "./appStore.ts";

export interface Snackbar {
  kind: "error" | "success" | "info";
  text: string;
  description: string | null;
}

export type Snackbars = ReturnType<typeof createSnackbars>;

/** Shows messages without a code in the catalogue, through the app's state. */
export function createSnackbars(app: AppStore) {
  return {
    error: (text: string): void => app.throwError({ status: 0, code: "", message: text }),
    /** `description` is a second line, such as the name of a created thing. */
    success: (text: string, description?: string): void =>
      app.showSuccess({ code: "", message: text, ...(description === undefined ? {} : { description }) }),
    info: (text: string): void => app.showInfo({ code: "", message: text }),
    dismiss(kind: Snackbar["kind"]): void {
      if (kind === "error") app.clearError();
      else if (kind === "success") app.clearSuccess();
      else app.clearInfo();
    },
    /** The current messages; the first is shown lowest. */
    current(): Snackbar[] {
      const state = app.current();
      return (["error", "success", "info"] as const).flatMap((kind) => {
        const message = state[kind];
        const description = (message !== null && "description" in message && message.description) || null;
        return message === null ? [] : [{ kind, text: message.message, description }];
      });
    },
  };
}
