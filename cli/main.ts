/** `feaas`, the command-line program of the package. */
import { readFileSync } from 'node:fs';
import { CommandError } from './command-error';
import { typesCommand, USAGE } from './types-command';
import { watchOutput } from './watch-output';

watchOutput();

const output = {
  out: (text: string): void => void process.stdout.write(text),
  err: (text: string): void => void process.stderr.write(text),
};

async function run([command, ...argv]: readonly string[]): Promise<number> {
  if (command === 'types') return typesCommand(argv, process.env, process.cwd(), output);
  if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
    output.out(`${USAGE}\n`);
    return command === undefined ? 1 : 0;
  }
  if (command === '--version' || command === '-V') {
    const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    output.out(`${(JSON.parse(file) as { version: string }).version}\n`);
    return 0;
  }
  throw new CommandError(`There is no command '${command}'. Use this one:\n\n${USAGE}`);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  output.err(`feaas: ${error.message}\n`);
  process.exitCode = 1;
}
