import { statSync } from 'node:fs';
import { isMissing } from './locate-file.js';

/** Whether a file or folder exists. @throws the system's error if this user may not see it */
export function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
