import { statSync } from 'node:fs';
import { isMissing } from './locate-file.js';

/** Whether there is a file or folder. @throws the system's error where nobody can tell: what this user may not see is not missing */
export function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
