/** `dist/web-types.json`: descriptions of the elements for JetBrains IDEs; Stencil writes the file for VS Code. */
import { readFileSync, writeFileSync } from 'node:fs';

/** The used parts of the output of Stencil's output target `docs-json`. */
interface Docs {
  readonly components: readonly {
    readonly tag: string;
    readonly docs: string;
    readonly props: readonly {
      readonly name: string;
      readonly attr?: string;
      readonly docs: string;
      readonly default?: string;
      readonly complexType?: { readonly resolved: string };
      readonly values: readonly { readonly value?: string; readonly type: string }[];
    }[];
    readonly events: readonly { readonly event: string; readonly docs: string }[];
    readonly slots: readonly { readonly name: string; readonly docs: string }[];
    readonly parts: readonly { readonly name: string; readonly docs: string }[];
    readonly styles: readonly { readonly name: string; readonly docs: string }[];
  }[];
}
type Prop = Docs['components'][number]['props'][number];

/** The allowed texts of an attribute if it has a list of them; otherwise any text. */
function attributeValue({ values }: Prop): object {
  const texts = values.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (values.some(({ type }) => type === 'boolean')) return { kind: 'plain', type: 'boolean', required: false };
  return texts.length
    ? { kind: 'plain', type: texts.map((text) => JSON.stringify(text)) }
    : { kind: 'plain', type: 'string' };
}

/** Writes the file. The elements have to be built. */
export function writeWebTypes(): void {
  const { components } = JSON.parse(readFileSync('dist/docs.json', 'utf8')) as Docs;
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string };
  const described = (each: { name: string; docs: string }): object => ({ name: each.name, description: each.docs });
  const elements = components.map(({ tag, docs, props, events, slots, parts, styles }) => ({
    name: tag,
    description: docs,
    attributes: props
      .filter(({ attr }) => attr)
      .map((prop) => ({
        name: prop.attr,
        description: prop.docs,
        value: attributeValue(prop),
        ...(prop.default === undefined ? {} : { default: prop.default }),
      })),
    slots: slots.map(described),
    js: {
      properties: props.map((prop) => ({
        name: prop.name,
        description: prop.docs,
        value: { type: prop.complexType?.resolved ?? 'any' },
      })),
      events: events.map(({ event, docs: description }) => ({ name: event, description })),
    },
    css: { parts: parts.map(described), properties: styles.map(described) },
  }));
  const types = {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    ...{ name, version, 'description-markup': 'markdown' },
    contributions: { html: { elements } },
  };
  writeFileSync('dist/web-types.json', JSON.stringify(types, null, 2) + '\n');
}
