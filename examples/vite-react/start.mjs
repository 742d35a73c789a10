/** `npm start`: the content host, then this site, built and served. */
import { done, run, startHost } from '../host.mjs';

const { url, token } = await startHost({ packages: true });
const cwd = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const env = { ...process.env, VITE_FEAAS_HOST: url, VITE_FEAAS_TOKEN: token };
const vite = new URL('../../node_modules/vite/bin/vite.js', import.meta.url).pathname;
await done([vite, 'build', '--logLevel', 'warn'], { cwd, env });
run([vite, 'preview', '--port', process.env.PORT ?? '4173', '--host', '127.0.0.1'], { cwd, env });
