import { createStore } from "zustand/vanilla";

/** The browser's offer to install the app; TypeScript's library does not have it. */
interface OfferEvent extends Event {
  prompt(): Promise<unknown>;
}

export type InstallOffer = ReturnType<typeof createInstallOffer>;

/** Whether the browser offers to install the app. It does so once, early; the account menu lets the person accept. */
export function createInstallOffer(target: Pick<Window, "addEventListener">) {
  const store = createStore<{ offer: OfferEvent | null }>(() => ({ offer: null }));
  target.addEventListener("beforeinstallprompt", (event: Event) => {
    // Prevents the browser's own banner over the sign-in.
    event.preventDefault();
    store.setState({ offer: event as OfferEvent });
  });
  target.addEventListener("appinstalled", () => store.setState({ offer: null }));
  return {
    isOpen: (): boolean => store.getState().offer !== null,
    subscribe: store.subscribe,
    /** Asks the person; an offer can be used once. */
    take(): void {
      const { offer } = store.getState();
      store.setState({ offer: null });
      void offer?.prompt();
    },
  };
}
