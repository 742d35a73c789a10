/**
 * Builds the scripts of the frontend host: `/context.js`, `/editor.js`, `/picker.js`, `/preview.js`. Those names are stable, so they are
 * asked for at each use; what they hold is in `/assets`, under names that change with it, and never asked for twice.
 */
import { defineConfig, type Rollup } from 'vite';

const entry = (name: string): string => new URL(`src/${name}.ts`, import.meta.url).pathname;
const SCRIPTS = ['context', 'editor', 'picker', 'preview'];

/** Libraries that only the editor has. */
const EDITING =
  /\/node_modules\/(?:parse5|entities|idb|@base-ui|@floating-ui|use-sync-external-store|reselect|tabbable)\//;

/** What is there as soon as an entry is: all that it imports, and what that imports, but nothing that comes when it is asked for. */
function earlyOf({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    getModuleInfo(id)?.importedIds.forEach(follow);
  };
  for (const id of getModuleIds()) if (getModuleInfo(id)?.isEntry) follow(id);
  return found;
}

let early: ReadonlySet<string> | undefined;

/** Everything but the entries is in chunks: of libraries, which change seldom, and of the kit's own. What comes late is apart. */
function chunkOf(id: string, meta: Rollup.ManualChunkMeta): string | undefined {
  early ??= earlyOf(meta);
  if (!early.has(id)) return undefined;
  const path = id.split('?')[0]!.replaceAll('\\', '/');
  if (/\/node_modules\/(?:react|react-dom|scheduler)\//.test(path)) return 'react';
  if (EDITING.test(path)) return 'editing-libraries';
  if (/\/node_modules\//.test(path)) return 'libraries';
  // Who edits needs the backend's errors, but nothing of its client.
  if (/\/gateway\/(?:errors|passes)\.ts$/.test(path)) return 'failures';
  const room = /\/(?:frontend\/src|src\/utils)\/([^/]+)\//.exec(path)?.[1];
  return room && `room-${room}`;
}

export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  // The host may stand below a path, and on another origin than the page.
  base: './',
  publicDir: false,
  esbuild: { jsx: 'automatic' },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: process.env['FEAAS_FRONTEND_OUT'] ?? '../www',
    // The site and the elements are there already.
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rollupOptions: {
      // Directives for servers that draw React say nothing to a browser.
      onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
      input: Object.fromEntries(SCRIPTS.map((name) => [name, entry(name)])),
      preserveEntrySignatures: 'strict',
      output: {
        // The entries hold nothing themselves, and are not to be merged for it.
        experimentalMinChunkSize: 0,
        entryFileNames: '[name].js',
        // The host knows by this name that the file never changes.
        chunkFileNames: 'assets/p-[hash:8].js',
        assetFileNames: 'assets/p-[hash:8][extname]',
        manualChunks: chunkOf,
      },
    },
  },
});
