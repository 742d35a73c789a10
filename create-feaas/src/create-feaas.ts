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
    const { folder } = request;
    // Double quotes work for names with spaces in all shells. Other special characters differ between shells.
    console.log(`Created a site in ${folder}. Run it:

  cd ${/^[\w./:@%+=\\-]+$/.test(folder) ? folder : `"${folder}"`}
  npm install
  npm run dev

The host prints an address. Open it: you are signed in as an editor, and a click on the heading opens the editor.`);
  }
} catch (error) {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'ABORT_ERR') {
    // Ctrl+C or Ctrl+D at a prompt.
    console.log();
    process.exitCode = 130;
  } else {
    const isMistake = error instanceof UsageError || error instanceof HostError;
    if (!isMistake && syscall === undefined) throw error;
    console.error(
      `create-feaas: ${isMistake ? message : `could not create the site (${message}). Check the path and its permissions.`}`,
    );
    process.exitCode = 1;
  }
}
