/**
 * Writes the React components of the elements, out of what Stencil says of them (`dist/docs.json`). Stencil's own target for
 * React leaves a server's HTML without attributes, and knows no externals that keep their place in React's tree.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';

interface Docs {
  readonly components: readonly {
    readonly tag: string;
    readonly docs: string;
    readonly props: readonly { readonly name: string; readonly attr?: string; readonly default?: string }[];
    readonly events: readonly { readonly event: string }[];
  }[];
}

/** Properties that no HTML may show, or that change by themselves: never attributes. */
const NO_TEXT = new Set(['auth', 'value']);

const FOLDER = 'react-wrapper/src/generated';

const pascal = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
const record = (entries: readonly (readonly [string, string])[]): string =>
  `{${entries.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(', ')}}`;

/** The component of one element, in a file of its own: a page that imports one gets no other. */
function reactComponent({ tag, docs, props, events }: Docs['components'][number]): string {
  const name = pascal(tag);
  const attributes = props.map((prop) => [prop.name, NO_TEXT.has(prop.name) ? '' : (prop.attr ?? prop.name)] as const);
  const types = events.map(({ event }) => [`on${pascal(event)}`, event] as const);
  // A flag that is on by itself is turned off by a word.
  const on = props.filter((prop) => prop.default === 'true').map((prop) => prop.name);
  return `'use client';

/** Written by scripts/react.ts out of the element: change that. */
import type { JSX } from 'feaas-kit';
import { defineCustomElement } from 'feaas-kit/components/${tag}';
import { elementComponent, type ElementComponent } from '../element.js';

/** ${docs.replaceAll('\n', ' ').replaceAll('*/', '')} */
export const ${name}: ElementComponent<HTML${name}Element, JSX.${name}> = /* @__PURE__ */ elementComponent(
  '${tag}', defineCustomElement, { attributes: ${record(attributes)}, events: ${record(types)}, on: ${JSON.stringify(on)} });
`;
}

/** Writes the files; needs the elements built. */
export async function writeReactComponents(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const { components } = JSON.parse(readFileSync('dist/docs.json', 'utf8')) as Docs;
  const write = async (name: string, text: string): Promise<void> =>
    writeFileSync(
      `${FOLDER}/${name}.ts`,
      await format(text, { parser: 'typescript', singleQuote: true, printWidth: 120 }),
    );
  for (const each of components) await write(each.tag, reactComponent(each));
  await write('components', components.map(({ tag }) => `export * from './${tag}.js';`).join('\n'));
}
