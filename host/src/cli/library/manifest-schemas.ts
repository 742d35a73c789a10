/**
 * JSON Schemas of `library.json` and `component.json`, for editors. The parser uses the property names defined here. A
 * test checks that they match the types.
 */
import { mapFields } from '../../content/component-fields.js';

const text = <const Description extends string>(description: Description) => ({ type: 'string', description }) as const;
const id = <const Description extends string>(description: Description) =>
  ({ type: 'string', minLength: 1, description }) as const;

const object = <const Properties extends object, const Required extends readonly string[]>(
  required: Required,
  properties: Properties,
) => ({ type: 'object', additionalProperties: false, required, properties }) as const;

const list = <const Items extends object, const Description extends string>(description: Description, items: Items) =>
  ({ type: 'array', description, items }) as const;

/** The same rule as `prefixProblem`: a URL without query, or a path on the page's own origin. */
const prefixes = <const Description extends string>(description: Description) =>
  list(description, {
    type: 'string',
    pattern: '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\\\?#@/]|/(?!/))[^\\s\\\\?#]*$',
  });

const themes = list(
  'Themes that editors choose from.',
  object(['id'], {
    id: id('Id of the theme.'),
    name: text('Name for people; the id by default.'),
    className: text('Class in the stylesheet; -theme--<id> by default.'),
    description: text('Description for people.'),
  }),
);

const breakpoints = list(
  'Widths at which editors preview.',
  object(['id', 'minWidth'], {
    id: id('Id of the breakpoint.'),
    minWidth: { type: 'number', description: 'Least width of the viewport in CSS pixels, a whole number.' },
  }),
);

const PARTS = { themes, breakpoints } as const;

const COMPONENT = {
  ...mapFields(({ type, description }) =>
    type === 'string' ? text(description) : list(description, { type: 'string' }),
  ),
  forks: {
    type: 'object',
    description: 'By version: the version that it is a fork of, or library/component/version.',
    additionalProperties: { type: 'string' },
  },
  pages: {
    type: 'object',
    description: 'By fork: the address of the page that it is for.',
    additionalProperties: { type: 'string' },
  },
} as const;

const $schema = text('Address of this schema. The import ignores it.');
const DRAFT = 'http://json-schema.org/draft-07/schema#';

export const COMPONENT_SCHEMA = {
  $schema: DRAFT,
  title: 'A component of a feaas-kit library (components/<component>/component.json)',
  ...object([], { $schema, ...COMPONENT }),
} as const;

export const LIBRARY_SCHEMA = {
  $schema: DRAFT,
  title: 'A feaas-kit library (library.json)',
  ...object([], {
    $schema,
    id: text('Id of the library; the name of its folder by default.'),
    name: text('Name for people; the id by default.'),
    description: text('Description for people.'),
    settings: {
      description: 'Which addresses templates may contain, and who reads drafts.',
      ...object([], {
        embeds: prefixes('URL prefixes for scripts of a template.'),
        cdns: prefixes('URL prefixes for src, cdn and hostname of feaas-* elements.'),
        frames: prefixes('URL prefixes of documents in iframe, object and embed.'),
        publicDrafts: { type: 'boolean', description: 'Delivers staged and saved revisions without a token.' },
      }),
    },
    collections: list(
      'Collections of components.',
      object(['id'], { id: id('Id of the collection.'), name: text('Name for people; the id by default.') }),
    ),
    dataSources: list(
      'Access to data sources.',
      object(['id'], {
        id: id('Name of the data source: data/<id>.json.'),
        public: { type: 'boolean', description: 'Delivers the sample to everyone.' },
      }),
    ),
    ...PARTS,
    styles: {
      description: 'Themes and breakpoints of revisions of the stylesheet that differ from the published ones.',
      ...object([], { published: object([], PARTS), staged: object([], PARTS), saved: object([], PARTS) }),
    },
    components: list(
      'Components whose folder has no component.json.',
      object(['id'], { id: id('Id of the component: the name of its folder.'), ...COMPONENT }),
    ),
  }),
} as const;

/** The property names of an object schema. */
export const keysOf = (schema: { readonly properties: object }): readonly string[] => Object.keys(schema.properties);
