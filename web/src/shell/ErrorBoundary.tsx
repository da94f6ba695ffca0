import { Component, type ReactNode } from "react";
import { PageFailed } from "./PageFailed.tsx";

interface Props {
  /** Where the page is: a page at another address gets a new chance. */
  address?: string;
  children: ReactNode;
}

interface State {
  failure: { error: unknown } | null;
  address: string | undefined;
}

/** Catches what a page throws while it renders; the frame around it stays. React knows this only as a class. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, address: this.props.address };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { failure: null, address };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <PageFailed error={failure.error} />;
  }
}
