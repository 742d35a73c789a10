import { basename } from 'node:path';
import type { Progress } from '../command-line/progress.js';
import type { ImportReport } from './context.js';

export interface Report {
  readonly changes: number;
  readonly problems: number;
  /** For one library's folder. */
  of(folder: string): ImportReport;
}

/** Tells of an import line by line and counts; with the library's name before each path, but for one that was asked for alone. */
export function createReport(progress: Progress, alone?: string): Report {
  let changes = 0;
  let problems = 0;
  return {
    get changes() {
      return changes;
    },
    get problems() {
      return problems;
    },
    of(folder) {
      const before = folder === alone ? '' : `${basename(folder)}/`;
      return {
        expect: progress.expect,
        step: progress.step,
        changed(path, what) {
          changes++;
          progress.line(`${before}${path}: ${what}`);
        },
        problem(problem) {
          problems++;
          progress.problem(`${before}${problem.path}: ${problem.why}`);
        },
        warning: (path, what) => progress.problem(`${before}${path}: warning: ${what}`),
      };
    },
  };
}
