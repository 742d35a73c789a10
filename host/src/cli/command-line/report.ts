/** Prints a message of the command, at once, because the process may end right after it. */
export const report = (text: string): void => void process.stderr.write(`feaas-host: ${text}\n`);
