#!/usr/bin/env node
import { watchOutput } from './cli/command-line/broken-output.js';
import { endAtSignal } from './cli/command-line/stop-signal.js';
import { run } from './cli/run.js';

const argv = process.argv.slice(2);
watchOutput(argv.includes('start'));
endAtSignal();
process.exitCode = await run(argv, process.env);
