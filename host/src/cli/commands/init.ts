import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLibrary, INSTALLED_SCHEMAS } from '../library/create-library.js';
import type { CommandHandler } from './command.js';

// These relative paths are valid in src/ and dist/, which have the same depth.
const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));

/** `init <folder>`: creates a library, and prints what to run next. */
export const initCommand: CommandHandler = async ({ arguments: { operands }, settings, folder, output }) => {
  const operand = operands[0]!;
  const target = resolve(folder, operand);
  const host = `http://127.0.0.1:${settings.port}`;
  const schemas = schemasOf(target) ?? `${host}/schemas`;
  const id = await createLibrary(target, { starter: join(PACKAGE, 'starter'), schemas, host });
  const parent = displayPath(folder, dirname(target));
  output.out.write(
    `Created the library '${id}' in ${displayPath(folder, target)}.

Run it in development. The host prints an address, which signs you in as an editor:
  feaas-host start --dev --watch --library ${parent}

The host publishes each file that you save. Its component is at:
  ${host}/preview.html?feaasSrc=${id}%2Fwelcome
`,
  );
  return 0;
};

/** The path or URL of the schemas for editors: in the installed package if it is part of the project, otherwise the host. */
function schemasOf(target: string): string | undefined {
  for (let ancestor = dirname(target); ; ancestor = dirname(ancestor)) {
    const found = join(ancestor, INSTALLED_SCHEMAS);
    if (existsSync(found)) return relative(target, found);
    if (ancestor === dirname(ancestor)) return undefined;
  }
}

function displayPath(folder: string, path: string): string {
  const relativePath = relative(folder, path);
  if (relativePath === '') return '.';
  return relativePath.startsWith('..') ? path : relativePath.split(sep).join('/');
}
