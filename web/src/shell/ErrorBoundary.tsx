import { Component, type ReactNode } from "react";
import { PageFailed } from "./PageFailed.tsx";

interface Props {
  /** Where the page is: a page at another address gets a new chance. */
  address?: string;
  children: ReactNode;
}

/** Catches what a page throws while it renders; the frame around it stays. React knows this only as a class. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate({ address }: Props): void {
    if (this.state.failed && address !== this.props.address) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailed /> : this.props.children;
  }
}
