/** Pictures that journeys take for whoever wants to look at them. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for them, made where it is not there: below `FEAAS_SHOTS`, else below the system's folder for such things. */
export function screenshotsFolder(...names: readonly string[]): string {
  const folder = join(process.env['FEAAS_SHOTS'] ?? tmpdir(), ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}
