import { createStore } from "zustand/vanilla";

/** The browser's offer to install the app; not in every browser's type library. */
interface OfferEvent extends Event {
  prompt(): Promise<unknown>;
}

export type InstallOffer = ReturnType<typeof createInstallOffer>;

/** Whether the browser would install the app. It says so once, early; a person takes it up in the account menu. */
export function createInstallOffer(target: Pick<Window, "addEventListener">) {
  const store = createStore<{ offer: OfferEvent | null }>(() => ({ offer: null }));
  target.addEventListener("beforeinstallprompt", (event: Event) => {
    // No banner of the browser's own over the sign-in.
    event.preventDefault();
    store.setState({ offer: event as OfferEvent });
  });
  target.addEventListener("appinstalled", () => store.setState({ offer: null }));
  return {
    isOpen: (): boolean => store.getState().offer !== null,
    subscribe: store.subscribe,
    /** Asks the person; an offer can be taken up once. */
    take(): void {
      const { offer } = store.getState();
      store.setState({ offer: null });
      void offer?.prompt();
    },
  };
}
