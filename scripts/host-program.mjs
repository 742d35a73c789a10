/**
 * The command line of the content host as a program of a few files: it needs some 1,400 modules for each start, and loading them
 * one by one takes longer than all that it does with them. `host/dist/cli.js` is its door.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import { build } from 'esbuild';

const HOST = fileURLToPath(new URL('../host/', import.meta.url));
const PROGRAM = `${HOST}dist/program`;

/** Packages that bring files of their own, and those that few starts need. */
const OUTSIDE = [
  'libsql',
  'pino',
  'puppeteer-core',
  'sharp',
  '@aws-sdk/client-s3',
  '@azure/storage-blob',
  '@graphql-yoga/render-graphiql',
  'chokidar',
  'pg',
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/resources',
  '@opentelemetry/exporter-trace-otlp-proto',
  // Few starts have agents.
  '@modelcontextprotocol/server',
  'zod',
  'diff',
  // Starts threads with a file of its own.
  'piscina',
  // CommonJS that is imported when it is needed: in a bundle, all its names would be on its default.
  '@aws-sdk/client-cloudfront',
  'standardwebhooks',
];

/** A module's own place stays the one of its source, as the libraries and the schema lie from there. */
const places = {
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /host\/src\/.*\.ts$/ }, ({ path }) => {
      const place = `new URL(${JSON.stringify(relative(PROGRAM, path))}, import.meta.url).href`;
      const source = readFileSync(path, 'utf8');
      // Threads are started with files of the program.
      const contents = source.replace(/(?<!-worker\.js', )import\.meta\.url/g, place);
      return { contents, loader: 'ts' };
    });
  },
};

rmSync(PROGRAM, { recursive: true, force: true });
const { metafile } = await build({
  metafile: true,
  entryPoints: { cli: `${HOST}src/cli.ts`, 'validation-worker': `${HOST}src/validation/validation-worker.ts` },
  outdir: PROGRAM,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // A module that has both is there as ESM: of CommonJS each name is looked up again at each use.
  mainFields: ['module', 'main'],
  // GraphQL Armor asks for this file by its path, which has no main.
  alias: { 'graphql/language/parser': 'graphql/language/parser.mjs' },
  // What GraphQL.js checks of each value without it is whether there are two copies of it, of which a program has one.
  define: { 'process.env.NODE_ENV': '"production"' },
  external: OUTSIDE,
  // What is CommonJS asks for modules of Node by it.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
  plugins: [places],
  logLevel: 'warning',
});
// Errors of one copy would be none of the other.
const copies = new Set(
  Object.keys(metafile.inputs).flatMap((file) => /.*node_modules\/graphql\/.*(\.m?js)$/.exec(file)?.[1] ?? []),
);
if (copies.size !== 1) {
  throw new Error(`The program contains GraphQL.js ${copies.size} times (${[...copies].join(', ')}): add an alias.`);
}
writeFileSync(`${HOST}dist/cli.js`, "#!/usr/bin/env node\nimport './program/cli.js';\n");
