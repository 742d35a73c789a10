/** Processes found by a variable of their environment, which all that they start has as well. Empty where there is no `/proc`. */
import { readdirSync, readFileSync } from 'node:fs';

export interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

/** Its text, with spaces where `/proc` has zeros; empty for a process that has ended. */
function read(pid: string, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Those whose environment has `name` with that value, but for the one that asks. */
export function markedProcesses(name: string, value: string): MarkedProcess[] {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && entry !== String(process.pid));
  } catch {
    return [];
  }
  return pids
    .filter((pid) => read(pid, 'environ').split('\0').includes(`${name}=${value}`))
    .map((pid) => ({ pid: Number(pid), command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}

/** Ends them at once; those that have ended meanwhile are none. */
export function killAll(processes: readonly MarkedProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended
    }
  }
}
