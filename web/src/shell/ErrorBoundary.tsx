import { Component, type ReactNode } from "react";
import { PageFailed } from "./PageFailed.tsx";

interface Props {
  /** The page's address: at a new address rendering is tried again. */
  address?: string;
  children: ReactNode;
}

interface State {
  failure: { error: unknown } | null;
  address: string | undefined;
}

/** Catches errors while a page renders; the frame around it stays. React supports this only as a class. */
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
