import { effectiveSettings } from '../../config/effective-settings.js';
import type { CommandHandler } from './command.js';

/** `config [--json]`: prints the effective settings and the origin of each. */
export const configCommand: CommandHandler = async ({ arguments: { flags }, settings, given, output }) => {
  const effective = effectiveSettings({ settings, given });
  if (flags['json'] === true) {
    const entries = effective.map(({ variable, value, origin }) => [variable, { value: value ?? null, origin }]);
    output.out.write(`${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
    return 0;
  }
  const rows = effective.map(({ variable, value, origin }) => [variable, value ?? '(none)', origin] as const);
  const width = (column: 0 | 1): number => Math.max(...rows.map((row) => row[column].length));
  const widths = [width(0), width(1)] as const;
  for (const [variable, value, origin] of rows)
    output.out.write(`${variable.padEnd(widths[0])}  ${value.padEnd(widths[1])}  ${origin}\n`);
  return 0;
};
