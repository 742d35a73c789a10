/** The source objects of these types have no properties of the model, so each of their schema fields needs a resolver. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GraphQLObjectType } from 'graphql';
import { COMPONENT_FIELD_NAMES, COMPONENT_FILTERS } from '../src/content/component-fields.js';
import { createHostSchema } from '../src/graphql/schema.js';
import type { Services } from '../src/graphql/context/services.js';

/** The root types, and the types whose parent object is from visible.ts. */
const WRAPPED = ['Query', 'Mutation', 'Version', 'Stylesheet'];

const schema = createHostSchema({} as Services);

for (const type of WRAPPED) {
  test(`each field of ${type} has a resolver`, () => {
    const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields());
    const without = fields.filter(({ resolve }) => !resolve).map(({ name }) => `${type}.${name}`);
    assert.deepEqual(without, [], 'schema.graphql has these, host/src/graphql/resolvers does not');
  });
}

const argumentsOf = (type: string, field: string): string[] =>
  (schema.getType(type) as GraphQLObjectType).getFields()[field]!.args.map(({ name }) => name);

test('each field of a component can be read and written', () => {
  const readable = (schema.getType('Component') as GraphQLObjectType).getFields();
  const writable = argumentsOf('Mutation', 'saveComponent');
  const missing = COMPONENT_FIELD_NAMES.filter((name) => !(name in readable && writable.includes(name)));
  assert.deepEqual(missing, [], 'component-fields.ts has these, Component or saveComponent of schema.graphql does not');
});

test('lists of components take each filter', () => {
  for (const type of ['Query', 'Library']) {
    const taken = argumentsOf(type, 'components');
    const missing = Object.keys(COMPONENT_FILTERS).filter((name) => !taken.includes(name));
    assert.deepEqual(missing, [], `component-fields.ts has these, ${type}.components of schema.graphql does not`);
  }
});
