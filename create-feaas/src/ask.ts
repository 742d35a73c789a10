/** Asks on the terminal for missing command-line arguments. */
import { createInterface } from 'node:readline/promises';
import { DEFAULT_HOST_PORT, type Request, templateOf } from './arguments.js';
import { TEMPLATE_NAMES, TEMPLATES } from './templates.js';

const DEFAULT_FOLDER = 'my-site';

/** @throws UsageError for an unknown template. */
export async function ask(environment: NodeJS.ProcessEnv): Promise<Request> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const folder = (await terminal.question(`Folder (${DEFAULT_FOLDER}): `)).trim() || DEFAULT_FOLDER;
    TEMPLATE_NAMES.forEach((name, index) => console.log(`  ${index + 1}  ${TEMPLATES[name].title}`));
    const answer = (await terminal.question('Template (1): ')).trim() || '1';
    const template = TEMPLATE_NAMES[Number(answer) - 1] ?? templateOf(answer);
    const packages = environment['FEAAS_PACKAGES'] || undefined;
    return { folder, template, port: undefined, hostPort: DEFAULT_HOST_PORT, packages };
  } finally {
    terminal.close();
  }
}
