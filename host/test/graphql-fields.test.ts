/** What stands in for the things of the model has no field by itself: each field of the schema there has a resolver. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GraphQLObjectType } from 'graphql';
import { createHostSchema } from '../src/graphql/schema.js';
import type { Services } from '../src/graphql/context/services.js';

/** The roots, and the types whose parent is a `Seen` of visible.ts. */
const WRAPPED = ['Query', 'Mutation', 'Version', 'Stylesheet'];

const schema = createHostSchema({} as Services);

for (const type of WRAPPED) {
  test(`each field of ${type} has a resolver`, () => {
    const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields());
    const without = fields.filter(({ resolve }) => !resolve).map(({ name }) => `${type}.${name}`);
    assert.deepEqual(without, [], 'schema.graphql has these, host/src/graphql/resolvers does not');
  });
}
