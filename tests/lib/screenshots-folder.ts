/** The folder of screenshots that journeys take for people to look at. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns a folder for screenshots, and creates it if necessary: below `FEAAS_SHOTS`, else below the system's temporary folder. */
export function screenshotsFolder(...names: readonly string[]): string {
  const folder = join(process.env['FEAAS_SHOTS'] ?? tmpdir(), ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}
