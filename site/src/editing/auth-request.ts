/** Detail of the event `feaasAuth`, as far as the pages of the host answer it. */
export interface AuthRequest {
  readonly reason: Error;
  respondWith(auth: string | null | Promise<string | null>): void;
}
