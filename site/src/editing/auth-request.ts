/** Detail of the event `feaasAuth`, as far as the host's pages use it. */
export interface AuthRequest {
  readonly reason: Error;
  respondWith(auth: string | null | Promise<string | null>): void;
}
