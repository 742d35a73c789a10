/** A promise that is settled from outside and can be reset to wait again. */
export class Deferred {
  #promise?: Promise<void>;
  #settlePromise?: (error?: Error) => void;
  #isSettled = false;
  #error?: Error;

  /** Created on first use: most elements are never awaited. */
  get promise(): Promise<void> {
    if (!this.#promise) {
      this.#promise = new Promise((resolve, reject) => {
        this.#settlePromise = (error) => (error ? reject(error) : resolve());
      });
      if (this.#isSettled) this.#settlePromise!(this.#error);
    }
    return this.#promise;
  }

  /** Starts a new promise if the last one is settled. */
  reset(): void {
    if (this.#isSettled) this.#promise = undefined;
    this.#isSettled = false;
  }

  /** Settles the promise: rejects it with an error, else resolves it. */
  settle(error?: Error): void {
    this.reset();
    this.#isSettled = true;
    this.#error = error;
    if (this.#promise) this.#settlePromise!(error);
  }
}
