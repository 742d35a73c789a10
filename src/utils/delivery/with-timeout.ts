/** Maximum milliseconds for one call of browser storage, which may never respond if it is blocked or broken. */
export const STORAGE_TIMEOUT = 3000;

/** The result of a call; rejects with a TimeoutError after the timeout, and with what the call throws. */
export const withTimeout = <T>(call: () => Promise<T> | T, milliseconds = STORAGE_TIMEOUT): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('Storage did not answer', 'TimeoutError')), milliseconds);
    void (async () => call())()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
