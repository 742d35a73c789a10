/**
 * `feaas-kit` and `feaas-kit/loader`: doors to the modules that the elements are made of. Whatever a site imports, and
 * however it defines the elements, there is one engine.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Docs {
  readonly components: readonly { readonly tag: string }[];
}

/** What the elements' modules export besides the programmatic API. */
const NOT_API = /^(?:Feaas(?!Error$)|defineCustomElement|(?:get|set)AssetPath$|setNonce$|setPlatformOptions$|render$)/;

/** Tags of the elements, as Stencil tells them. */
export const elementTags = (): string[] =>
  (JSON.parse(readFileSync('dist/docs.json', 'utf8')) as Docs).components.map(({ tag }) => tag);

/**
 * Elements that stand in the page are defined at once. What has not been seen, as it stands in a shadow root or nowhere yet,
 * follows when the page idles: a first paint does not wait for it.
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
 * Defines every element of the kit: those that stand in the page at once, the others when the page idles. Resolves when all
 * are defined, rejects when a part of the kit can not be loaded. On servers it does nothing.
 */
export declare function defineCustomElements(): Promise<void>;
`;

/** Writes both entries; needs the elements built. */
export async function writeEntries(): Promise<void> {
  const modules = (await import('../dist/components/index.js' as string)) as object;
  const names = Object.keys(modules).filter((name) => !NOT_API.test(name));
  writeFileSync('dist/index.js', `export { ${names.join(', ')} } from './components/index.js';\n`);
  const rows = elementTags().map((tag) => `  '${tag}': () => import('./components/${tag}.js'),`);
  writeFileSync('dist/loader.js', LOADER.replace('%MODULES%', rows.join('\n')));
  writeFileSync('dist/loader.d.ts', LOADER_TYPES);
}
