/**
 * Creates the package's types from those of each source file. They are self-contained for any module resolution. They
 * have no build-internal declarations, and refer to no packages that a site does not have.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rollup, type OutputOptions, type Plugin } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { elementTags } from './entries';

const pascal = (tag: string): string => tag.replace(/(?:^|-)([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Removes the declarations for Stencil itself, which sites do not have. */
const withoutStencil: Plugin = {
  name: 'without-stencil',
  transform: (code) => ({ code: code.replace(/declare module "@stencil\/core" \{[^]*?\n\}\n/, ''), map: null }),
};

/** Matches types that pages and servers share, which are in a separate file. */
const SHARED = /\/dist\/types\/(?:utils|global)\//;

async function bundle(input: Record<string, string> | string, output: OutputOptions): Promise<void> {
  const build = await rollup({
    input,
    plugins: [withoutStencil, dts()],
    onwarn(warning) {
      // Types that occur only in signatures have no public name.
      if (!warning.message.includes('private shared type exports')) throw new Error(warning.message);
    },
  });
  await build.write({ format: 'es', ...output });
  await build.close();
}

const element = (tag: string): string => `import type {} from '../index.js';
/** The class of \`<${tag}>\`. */
export interface ${pascal(tag)} extends HTML${pascal(tag)}Element {}
export declare const ${pascal(tag)}: { prototype: HTML${pascal(tag)}Element; readonly observedAttributes: readonly string[]; new (): HTML${pascal(tag)}Element };
/** Defines \`<${tag}>\`, once. */
export declare const defineCustomElement: () => void;
`;

/** Writes the types next to their modules. The elements have to be built and the entries written. */
export async function writeTypes(): Promise<void> {
  await bundle(
    { index: 'dist/types/index.d.ts', 'server/index': 'dist/types/server.d.ts' },
    {
      dir: 'dist',
      entryFileNames: '[name].d.ts',
      chunkFileNames: '[name].d.ts',
      manualChunks: (id) => (SHARED.test(id) ? 'shared' : undefined),
    },
  );
  // CommonJS needs its own type file, which can not import those of ES modules.
  await bundle('dist/types/server.d.ts', { file: 'dist/server/index.d.cts' });
  for (const name of readdirSync('dist/components')) if (name.endsWith('.d.ts')) rmSync(`dist/components/${name}`);
  const tags = elementTags();
  for (const tag of tags) writeFileSync(`dist/components/${tag}.d.ts`, element(tag));
  const exportLines = tags.map(
    (tag) =>
      `export { ${pascal(tag)}, defineCustomElement as defineCustomElement${pascal(tag)} } from './${tag}.js';\n`,
  );
  writeFileSync('dist/components/index.d.ts', `export * from '../index.js';\n${exportLines.join('')}`);
  writeFileSync('dist/react-jsx.d.ts', reactTypes(tags));
  writeFileSync('dist/vue.d.ts', vueTypes(tags));
}

/** The properties of an element that depend on content types. */
const CHECKED = "'component' | 'data' | 'library' | 'template'";

/** Stencil's types name a listener `onFeaasRender`, but React and Vue use the exact event name after `on`. */
const reactTypes = (tags: readonly string[]): string => `import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ComponentAttributes, JSX as Kit } from './index.js';
type Own<Props> = { [Name in keyof Props as Name extends \`onFeaas\${infer Event}\` ? \`onfeaas\${Event}\` : Name]: Props[Name] };
type Element<Props, Type> = Own<Props> & Omit<DetailedHTMLProps<HTMLAttributes<Type>, Type>, keyof Props>;
/** \`data\` is checked by the content's types: see \`ComponentAttributes\`. */
type Component<Props> = Element<Omit<Props, ${CHECKED}>, HTMLFeaasComponentElement> & ComponentAttributes;
/** The elements of the kit in React 19, without components. */
export interface FeaasElements {
${tags
  .map((tag) =>
    tag === 'feaas-component'
      ? `  '${tag}': Component<Kit.${pascal(tag)}>;`
      : `  '${tag}': Element<Kit.${pascal(tag)}, HTML${pascal(tag)}Element>;`,
  )
  .join('\n')}
}
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends FeaasElements {}
  }
}
`;

const vueTypes = (tags: readonly string[]): string => `import type { HTMLAttributes, VNode } from 'vue';
import type { ContentData, ExternalPropsOf, JSX as Kit } from './index.js';
type Element<Props> = new () => { $props: Props & Omit<HTMLAttributes, keyof Props> };
type Name = string | undefined;
/** \`data\` is checked by the content's types: see \`ContentData\`. */
type Component<Props> = <Library extends Name = undefined, Component extends Name = undefined, Template extends Name = undefined>(
  props: Omit<Props, ${CHECKED}> & Omit<HTMLAttributes, keyof Props> & {
    readonly library?: Library | undefined;
    readonly component?: Component | undefined;
    readonly template?: Template | undefined;
    readonly data?: ContentData<Library, Component, Template> | undefined;
  },
) => VNode;
/** It has the props of the component with the id: see \`FeaasExternals\`. */
type External<Props> = <Id extends Name = undefined>(
  props: Props & Omit<HTMLAttributes, keyof Props> & { readonly 'data-external-id'?: Id | undefined; readonly dataExternalId?: Id | undefined } & Omit<ExternalPropsOf<Id>, keyof Props>,
) => VNode;
/** The elements of the kit in Vue's templates. */
export interface FeaasElements {
${tags
  .map((tag) => {
    const type = tag === 'feaas-component' ? 'Component' : tag === 'feaas-external' ? 'External' : 'Element';
    return `  '${tag}': ${type}<Kit.${pascal(tag)}>;`;
  })
  .join('\n')}
}
declare module 'vue' {
  interface GlobalComponents extends FeaasElements {}
}
`;
