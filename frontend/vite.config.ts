/**
 * Builds the scripts of the frontend host: `/context.js`, `/customizations.js`, `/editor.js`, `/inspect.js`, `/libraries.js`, `/picker.js`, `/preview.js`. Those
 * names are stable, so they are asked for at each use; what they hold is in `/assets`, under names that change with it, and
 * never asked for twice.
 */
import { defineConfig, type Rollup } from 'vite';
import { lowerRegExps } from '../scripts/browser-baseline';
import { freshImports } from '../scripts/fresh-imports';
import { messageCatalogs } from '../scripts/messages/plugins';

const entry = (name: string): string => new URL(`src/${name}.ts`, import.meta.url).pathname;
/** Those that pages of others load: what they share is cut for them. */
const SCRIPTS = ['context', 'editor', 'picker', 'preview'];
/** That of a page of the host, and that of the inspector, take what there is. */
const OWN_PAGES = ['customizations', 'inspect', 'libraries'];
/** Files under /assets with names that stay: who loads one does so by its URL. */
const ASSETS = ['html2canvas'];

/** Which entries import a module by themselves, and not when somebody asks for more: as text, by the module's id. */
function entriesOf({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const script of SCRIPTS) {
    const seen = new Set<string>();
    const follow = (id: string): void => {
      if (seen.has(id)) return;
      seen.add(id);
      found.set(id, `${found.get(id) ?? ''}-${script}`);
      getModuleInfo(id)?.importedIds.forEach(follow);
    };
    const start = [...getModuleIds()].find((id) => id.split('?')[0] === entry(script));
    if (start !== undefined) follow(start);
  }
  return found;
}

/** What loads and formats messages. */
const MESSAGES = /\/(?:ui-kit\/(?:messages|isolate|plural-rules)\.ts|node_modules\/@messageformat\/runtime\/.*)$/;

let entries: ReadonlyMap<string, string> | undefined;

/**
 * Everything but the entries is in chunks: what the same entries need is together, so that none loads what it has no use
 * for; libraries apart, for they change seldom. What comes late is left to the bundler.
 */
function chunkOf(id: string, meta: Rollup.ManualChunkMeta): string | undefined {
  // With what loads a language comes what it is formatted with: else the language would wait for another file.
  if (MESSAGES.test(id)) return 'kit-editor-picker';
  entries ??= entriesOf(meta);
  const who = entries.get(id);
  if (who === undefined || [...SCRIPTS, ...OWN_PAGES].some((script) => id === entry(script))) return undefined;
  // What edits text is loaded in frames, too, without the libraries of the editor's interface.
  if (id.includes('commonjsHelpers')) return 'interop';
  if (/[\\/]node_modules[\\/]/.test(id)) return `libraries${who}`;
  // What three of them need is a few constants and errors: in files of their own they would weigh more than they hold.
  return who.split('-').length > 3 ? 'kit' : `kit${who}`;
}

/** A module of ours: of this folder, or of the kit. */
const isOwn = (id: string): boolean => id.includes('/src/') && !id.includes('/node_modules/');

export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  // The host may stand below a path, and on another origin than the page.
  base: './',
  publicDir: false,
  plugins: [messageCatalogs(), freshImports(isOwn), lowerRegExps()],
  esbuild: { jsx: 'automatic' },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: process.env['FEAAS_FRONTEND_OUT'] ?? '../www',
    // The site and the elements are there already.
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    // Some 2 % smaller than by esbuild, which editors wait for at each opening.
    minify: process.env['FEAAS_UNCHECKED'] === undefined ? 'terser' : 'esbuild',
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
    cssCodeSplit: false,
    reportCompressedSize: false,
    rollupOptions: {
      // Directives for servers that draw React say nothing to a browser.
      onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
      input: Object.fromEntries([...SCRIPTS, ...OWN_PAGES, ...ASSETS].map((name) => [name, entry(name)])),
      preserveEntrySignatures: 'strict',
      output: {
        // The entries hold nothing themselves, and are not to be merged for it.
        experimentalMinChunkSize: 0,
        entryFileNames: ({ name }) => (ASSETS.includes(name) ? 'assets/[name].js' : '[name].js'),
        // The host knows by this name that the file never changes.
        chunkFileNames: 'assets/p-[hash:8].js',
        assetFileNames: 'assets/p-[hash:8][extname]',
        manualChunks: chunkOf,
      },
    },
  },
});
