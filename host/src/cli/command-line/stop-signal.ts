/** The first SIGINT or SIGTERM. A second one ends the process at once, as the default is. */
export function signalled(): Promise<void> {
  return new Promise((resolve) => {
    const hear = (): void => {
      process.off('SIGINT', hear);
      process.off('SIGTERM', hear);
      resolve();
    };
    process.on('SIGINT', hear);
    process.on('SIGTERM', hear);
  });
}
