/** `npm create feaas@latest <folder> -- --template <name>` */
import { HostError } from '../../host/src/lib/host-error.js';
import { parseArguments, USAGE } from './arguments.js';
import { ask } from './ask.js';
import { createSite } from './create-site.js';
import { UsageError } from './usage-error.js';

const argv = process.argv.slice(2);
try {
  const isAsking = argv.length === 0 && process.stdin.isTTY && process.stdout.isTTY;
  const request = isAsking ? await ask(process.env) : parseArguments(argv, process.env);
  if (request === 'help') console.log(USAGE);
  else {
    await createSite(request);
    console.log(`Created a site in ${request.folder}. Run it:

  cd ${request.folder}
  npm install
  npm run dev

The host prints an address. Open it: you are signed in as an editor, and a click on the heading opens the editor.`);
  }
} catch (error) {
  if (!(error instanceof UsageError || error instanceof HostError)) throw error;
  console.error(`create-feaas: ${error.message}`);
  process.exitCode = 1;
}
