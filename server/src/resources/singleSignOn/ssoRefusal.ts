import { type SsoFailure, ssoFailures } from "@pulse/contract/sso";

/** A sign-in with the company's account that ends here, with the reason that people read. */
export class SsoRefusal extends Error {
  override readonly name = "SsoRefusal";
  readonly failure: SsoFailure;
  /** What an administrator needs to find the cause; never a secret. */
  readonly detail: string;

  constructor(failure: SsoFailure, detail = "", options?: ErrorOptions) {
    super(ssoFailures[failure], options);
    this.failure = failure;
    this.detail = detail.slice(0, 300);
  }
}
