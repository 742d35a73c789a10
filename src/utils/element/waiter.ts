/** A promise that is settled from outside, and made new when there is something new to wait for. */
export class Waiter {
  #settle?: (error?: Error) => void;
  promise!: Promise<void>;

  constructor() {
    this.renew();
  }

  /** Starts a new promise if the last one is settled. */
  renew(): void {
    if (this.#settle) return;
    this.promise = new Promise<void>((resolve, reject) => {
      this.#settle = (error) => (error ? reject(error) : resolve());
    });
    // A promise nobody asked for must not count as unhandled.
    this.promise.catch(() => {});
  }

  /** Settles the promise: rejects it with an error, else resolves it. */
  done(error?: Error): void {
    this.renew();
    this.#settle!(error);
    this.#settle = undefined;
  }
}
