/** Milliseconds one call of a browser's storage may take. A blocked or broken one answers never. */
export const STORAGE_TIMEOUT = 3000;

/** A call's result; it rejects with a TimeoutError when there is none in time. A call that throws rejects. */
export const withTimeout = <T>(call: () => Promise<T> | T, milliseconds = STORAGE_TIMEOUT): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('Storage did not answer', 'TimeoutError')), milliseconds);
    void (async () => call())()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
