import { basename } from 'node:path';
import type { Progress } from '../command-line/progress.js';
import type { ImportReport } from './context.js';

export interface Report {
  readonly changes: number;
  readonly problems: number;
  /** A report for the library of one folder. */
  of(folder: string): ImportReport;
}

/** Prints and counts the messages of an import. The library's name precedes each path, except for a single library. */
export function createReport(progress: Progress, singleFolder?: string): Report {
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
      const prefix = folder === singleFolder ? '' : `${basename(folder)}/`;
      return {
        expect: progress.expect,
        step: progress.step,
        changed(path, message) {
          changes++;
          progress.line(`${prefix}${path}: ${message}`);
        },
        problem(problem) {
          problems++;
          progress.problem(`${prefix}${problem.path}: ${problem.reason}`);
        },
        warning: (path, message) => progress.problem(`${prefix}${path}: warning: ${message}`),
      };
    },
  };
}
