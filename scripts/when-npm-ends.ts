/** npm passes SIGTERM only to the shell that runs a script. The script itself gets no signal, and continues alone. */

/** Milliseconds between checks. */
const INTERVAL = 500;

/** Calls the function once the shell of npm has ended. A process that npm did not start may outlive its parent. */
export function whenNpmEnds(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    stop();
  }, INTERVAL);
  timer.unref();
}
