/** Lists read only the data of selected fields: each field has the same value, whatever else is selected, in any form. */
import assert from 'node:assert/strict';
import { getNamedType, type GraphQLObjectType, isObjectType } from 'graphql';
import { createHostSchema } from '../src/graphql/schema.js';
import type { Services } from '../src/graphql/context/services.js';
import test from './support/each-database.js';
import { startGraphQLHost } from './support/graphql-host.js';

const component = createHostSchema({} as Services).getType('Component') as GraphQLObjectType;
/** Each field of a component, with its own selection. */
const FIELDS = Object.values(component.getFields()).map(({ name, type }) =>
  isObjectType(getNamedType(type)) ? `${name} { __typename }` : name,
);

/** Forms of selecting a field: the selection, and fragments of the operation. */
const FORMS: Readonly<Record<string, (field: string) => readonly [selection: string, fragments?: string]>> = {
  'by itself': (field) => [`items { ${field} }`],
  'beside another': (field) => [`items { id ${field} }`],
  'in a second selection of the list': (field) => [`next items { id } items { ${field} }`],
  'in a fragment': (field) => ['items { id ...Asked }', `fragment Asked on Component { ${field} }`],
  'in a fragment of a fragment': (field) => [
    '...Page',
    `fragment Page on ComponentPage { items { ...Asked } } fragment Asked on Component { id ... on Component { ${field} } }`,
  ],
  'with a directive': (field) => [`items @include(if: true) { id ... @skip(if: false) { ${field} } }`],
};

const LISTS: Readonly<Record<string, (selection: string) => string>> = {
  components: (selection) => `components(library: "demo") { ${selection} }`,
  'components that are searched for': (selection) => `components(library: "demo", search: "r") { ${selection} }`,
  'components of a library': (selection) => `library(id: "demo") { components { ${selection} } }`,
};

for (const [list, queryOf] of Object.entries(LISTS)) {
  test(`${list}: each field has the same value, whatever else is selected`, async (t) => {
    const host = await startGraphQLHost(t);
    for (const as of [undefined, host.secrets.viewer]) {
      const items = async (selection: string, fragments = ''): Promise<Record<string, unknown>[]> => {
        const { json, text } = await host.execute(`query { ${queryOf(selection)} } ${fragments}`, { token: as });
        assert.equal(json.errors, undefined, text);
        return (json.data.components ?? json.data.library.components).items;
      };
      const whole = await items(`items { ${FIELDS.join(' ')} }`);
      assert.equal(whole.length, as ? 2 : 1);
      for (const field of FIELDS) {
        const name = field.split(' ')[0]!;
        for (const [form, ask] of Object.entries(FORMS)) {
          const found = (await items(...ask(field))).map((item) => item[name]);
          assert.deepEqual(
            found,
            whole.map((item) => item[name]),
            `${name} ${form}`,
          );
        }
      }
    }
  });
}
