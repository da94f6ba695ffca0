import { Component, type ReactNode } from "react";
import { PageFailed } from "./PageFailed.tsx";

interface Props {
  /** Where the page is: a page at another address gets a new chance. */
  address?: string;
  children: ReactNode;
}

interface State {
  failed: boolean;
  address: string | undefined;
}

/** Catches what a page throws while it renders; the frame around it stays. React knows this only as a class. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, address: this.props.address };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { failed: false, address };
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailed /> : this.props.children;
  }
}
