/**
 * The entries `feaas-kit` and `feaas-kit/loader`, which re-export the elements' modules. So there is only one engine,
 * whatever a site imports and however it defines the elements.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Docs {
  readonly components: readonly { readonly tag: string }[];
}

/** Exports of the elements' modules that are not part of the programmatic API. */
const NOT_API = /^(?:Feaas(?!Error$)|defineCustomElement|(?:get|set)AssetPath$|setNonce$|setPlatformOptions$|render$)/;

/** Tags of the elements, from Stencil's docs. */
export const elementTags = (): string[] =>
  (JSON.parse(readFileSync('dist/docs.json', 'utf8')) as Docs).components.map(({ tag }) => tag);

/**
 * Defines elements that are in the page at once. Others may be in a shadow root or not exist yet. They follow when the
 * page is idle, so that they do not delay the first paint.
 */
const LOADER = `const modules = {
%MODULES%
};
const define = async (tag) => (await modules[tag]()).defineCustomElement();
const idle = () =>
  new Promise((resolve) =>
    globalThis.requestIdleCallback ? requestIdleCallback(resolve, { timeout: 500 }) : setTimeout(resolve),
  );
let defined;
async function start() {
  const tags = Object.keys(modules);
  const here = new Set(tags.filter((tag) => document.querySelector(tag)));
  await Promise.all([...here].map(define));
  await idle();
  await Promise.all(tags.filter((tag) => !here.has(tag)).map(define));
}
export const defineCustomElements = async () => {
  if (typeof document !== 'undefined') await (defined ??= start());
};
`;

const LOADER_TYPES = `import type {} from './index.js';
/**
 * Defines all elements of the kit: those in the page now, the others when the browser is idle. Resolves when all are defined.
 * Rejects when a file of the kit does not load. Does nothing on servers.
 */
export declare function defineCustomElements(): Promise<void>;
`;

/** Writes both entries. The elements have to be built. */
export async function writeEntries(): Promise<void> {
  const modules = (await import('../dist/components/index.js' as string)) as object;
  const names = Object.keys(modules).filter((name) => !NOT_API.test(name));
  writeFileSync('dist/index.js', `export { ${names.join(', ')} } from './components/index.js';\n`);
  const rows = elementTags().map((tag) => `  '${tag}': () => import('./components/${tag}.js'),`);
  writeFileSync('dist/loader.js', LOADER.replace('%MODULES%', rows.join('\n')));
  writeFileSync('dist/loader.d.ts', LOADER_TYPES);
}
