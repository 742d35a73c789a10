/** Finds processes by an environment variable, which their child processes inherit. Finds none on systems without `/proc`. */
import { readdirSync, readFileSync } from 'node:fs';

export interface MarkedProcess {
  readonly pid: number;
  readonly command: string;
}

/** Reads a file of a process in `/proc`; an empty text if the process has ended. */
function read(pid: string, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the processes whose environment variable `name` has this value, without the current process. */
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

/** Kills processes with SIGKILL. Ignores processes that have ended meanwhile. */
export function killAll(processes: readonly MarkedProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended.
    }
  }
}
