/**
 * Bundles the command line of the content host into a few files. It consists of about 1,400 modules, and loading them
 * separately takes longer than running them. `host/dist/cli.js` is its entry.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { relative } from 'node:path';
import { build } from 'esbuild';

const HOST = fileURLToPath(new URL('../host/', import.meta.url));
const PROGRAM = `${HOST}dist/program`;

/** Packages with files of their own, and packages that few processes need. */
const EXTERNAL = [
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
  // Few processes serve agents.
  '@modelcontextprotocol/server',
  'zod',
  'diff',
  // It starts threads from its own file.
  'piscina',
  // Dynamically imported CommonJS: in a bundle, all its names would be on its default export.
  '@aws-sdk/client-cloudfront',
  'standardwebhooks',
];

/** Keeps the `import.meta.url` of source modules, from which they resolve libraries and the schema. */
const importMetaUrls = {
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /host\/src\/.*\.ts$/ }, ({ path }) => {
      const urlExpression = `new URL(${JSON.stringify(relative(PROGRAM, path))}, import.meta.url).href`;
      const source = readFileSync(path, 'utf8');
      // Threads are started from files of the program.
      const contents = source.replace(/(?<!-worker\.js', )import\.meta\.url/g, urlExpression);
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
  // Prefer ESM: bundled CommonJS looks up each name again at each use.
  mainFields: ['module', 'main'],
  // GraphQL Armor imports this file by its path, where `mainFields` does not apply.
  alias: { 'graphql/language/parser': 'graphql/language/parser.mjs' },
  // Otherwise GraphQL.js checks each value for a second copy of itself. The program has only one.
  define: { 'process.env.NODE_ENV': '"production"' },
  external: EXTERNAL,
  // CommonJS code requires Node modules by this function.
  banner: {
    js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
  },
  plugins: [importMetaUrls],
  logLevel: 'warning',
});
// With two copies, errors of one would not be instances of the other's classes.
const copies = new Set(
  Object.keys(metafile.inputs).flatMap((file) => /.*node_modules\/graphql\/.*(\.m?js)$/.exec(file)?.[1] ?? []),
);
if (copies.size !== 1) {
  throw new Error(`The program contains GraphQL.js ${copies.size} times (${[...copies].join(', ')}): add an alias.`);
}
writeFileSync(`${HOST}dist/cli.js`, "#!/usr/bin/env node\nimport './program/cli.js';\n");
