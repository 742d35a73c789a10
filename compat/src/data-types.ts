/** Property types for the shapes of Sitecore fields. Their names start with a capital letter. */
import { store } from './store.js';
import type { ExternalComponentSchemaHandler, JSONSchema } from './types.js';

const text = (title?: string): JSONSchema => ({ type: 'string', ...(title && { title }) });

const item = (properties: Readonly<Record<string, JSONSchema>> = {}): JSONSchema => ({
  type: 'object',
  properties: {
    name: text(),
    displayName: text(),
    id: text(),
    url: text(),
    fields: {
      type: 'object',
      // An item wraps the value of each field in an object.
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [
          name,
          { type: 'object', properties: { value: { title: name, ...schema } } },
        ]),
      ),
    },
  },
});
const asItem: ExternalComponentSchemaHandler = ({ properties, ...rest }) => ({ ...rest, ...item(properties) });

/** The built-in types. */
export const XMTypes: Readonly<Record<string, ExternalComponentSchemaHandler>> = {
  Link: () => ({
    type: 'object',
    required: ['href'],
    properties: {
      href: text('URL'),
      text: text('Text'),
      linktype: {
        ...text('Kind of link'),
        enum: ['internal', 'external', 'media', 'anchor', 'mailto', 'javascript'],
        default: 'internal',
      },
      title: text('Title'),
      class: text('Class name'),
      target: { ...text('Target'), enum: ['', '_blank', '_self', '_parent', '_top'] },
      anchor: text('Anchor'),
      querystring: text('Query string'),
    },
  }),
  DropLink: asItem,
  DropTree: asItem,
  Item: asItem,
  List: ({ properties, ...rest }) => ({ ...rest, type: 'array', items: item(properties) }),
  File: () => ({
    type: 'object',
    properties: { src: text('Source'), title: text('Title'), displayName: text('Display name') },
  }),
  Image: ({ properties }) => ({ type: 'object', properties: { src: text(), ...properties } }),
  Date: () => ({ type: 'string', format: 'date' }),
  Datetime: () => ({ type: 'string', format: 'date-time' }),
  RichText: () => text(),
  SingleLineText: () => text(),
  MultiLineText: () => text(),
  String: () => text(),
  Checkbox: () => ({ type: 'boolean' }),
  Boolean: () => ({ type: 'boolean' }),
  Number: () => ({ type: 'number' }),
};

/** All types by name. */
export const BYOCDataTypes: Record<string, ExternalComponentSchemaHandler> = store.dataTypes;
for (const [name, handler] of Object.entries(XMTypes)) BYOCDataTypes[name] ??= handler;

/**
 * Defines a property type.
 * @throws TypeError if its name does not start with a capital letter
 */
export function registerDataType(handler: ExternalComponentSchemaHandler, { name }: { name: string }): void {
  if (!/^[A-Z]/.test(name))
    throw new TypeError(
      `registerDataType: \`name\` must be a text that begins with a capital letter, but is ${JSON.stringify(name)}`,
    );
  BYOCDataTypes[name] = handler;
}
