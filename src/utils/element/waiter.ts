/** A promise that is settled from outside, and made new when there is something new to wait for. */
export class Waiter {
  #promise?: Promise<void>;
  #settle?: (error?: Error) => void;
  #done = false;
  #error?: Error;

  /** Made when somebody asks for it: most elements are never waited for. */
  get promise(): Promise<void> {
    if (!this.#promise) {
      this.#promise = new Promise((resolve, reject) => {
        this.#settle = (error) => (error ? reject(error) : resolve());
      });
      if (this.#done) this.#settle!(this.#error);
    }
    return this.#promise;
  }

  /** Starts a new promise if the last one is settled. */
  renew(): void {
    if (this.#done) this.#promise = undefined;
    this.#done = false;
  }

  /** Settles the promise: rejects it with an error, else resolves it. */
  done(error?: Error): void {
    this.renew();
    this.#done = true;
    this.#error = error;
    if (this.#promise) this.#settle!(error);
  }
}
