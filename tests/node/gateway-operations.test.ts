/** GraphQL documents: valid for the host's schema, and the generated code is committed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { test } from 'node:test';
import { buildSchema, parse, print, validate, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { createGateway } from '../../src/utils/gateway';
import { graphqlCatalog } from '../../src/utils/gateway/catalog/graphql';
import { graphqlForks } from '../../src/utils/gateway/forks/graphql';
import { graphqlOverview } from '../../src/utils/gateway/overview/graphql';
import { graphqlPreviewLinks } from '../../src/utils/gateway/preview-links/graphql';
import { graphqlSchedules } from '../../src/utils/gateway/schedules/graphql';
import { generate, generatedFile, operationFiles } from '../../scripts/operations';
import { startGraphQLHost } from '../../host/test/support/graphql-host';
import { recordFetch } from '../lib/fetch-recorder';
import { cleanUp } from '../lib/clean-up';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');
const files = operationFiles();
const schema = buildSchema(read('host/schema.graphql'));

/** The documents and their operations. */
const documents = await Promise.all(
  files.map(async (path) => {
    // The bundler of the tests includes all files that match this pattern.
    const module = (await import(
      `../../src/utils/gateway/${basename(dirname(path))}/operations.generated.ts`
    )) as Record<string, DocumentNode | undefined>;
    return Object.entries(module).filter(([name]) => name.endsWith('Document'));
  }),
).then((modules) =>
  modules.flat().map(([name, document]) => {
    const operations = document!.definitions.filter(
      (definition): definition is OperationDefinitionNode => definition.kind === 'OperationDefinition',
    );
    assert.equal(operations.length, 1, name);
    return { name: operations[0]!.name!.value, type: operations[0]!.operation, document: document! };
  }),
);

test('there are operations', () => assert.ok(files.length > 0));

for (const path of files) {
  test(`${path}: what is committed is what the schema says; else: npm run operations`, async () => {
    assert.equal(read(generatedFile(path)), await generate(path));
  });
}

test('each document that is sent is valid against host/schema.graphql, and each operation has one', () => {
  for (const { name, document } of documents) assert.deepEqual(validate(schema, parse(print(document))), [], name);
  const written = files.flatMap((path) =>
    parse(read(path)).definitions.flatMap((each) => (each.kind === 'OperationDefinition' ? [each.name?.value] : [])),
  );
  assert.deepEqual(documents.map(({ name }) => name).sort(), written.sort());
});

/**
 * What has no revision. A link that is made twice is in the list of links, and ends by itself. The host adds the same schedule once
 * while it is pending.
 */
const SAID = new Set([
  'AnnouncePresence',
  'WithdrawPresence',
  'CreatePreviewLink',
  'RevokePreviewLink',
  'SchedulePublish',
  'ScheduleUnpublish',
  'CancelSchedule',
]);

test('every write carries the revision it expects and its key', () => {
  for (const path of files) {
    for (const definition of parse(read(path)).definitions) {
      if (definition.kind !== 'OperationDefinition' || definition.operation !== 'mutation') continue;
      if (SAID.has(definition.name?.value ?? '')) continue;
      const variables = definition.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
      for (const name of ['expectedRevision', 'idempotencyKey']) {
        assert.ok(variables.includes(name), `${definition.name?.value} has no $${name}`);
      }
    }
  }
});

test('a read during an equal pending read sends a new request: the data may have changed', async (t) => {
  const host = await startGraphQLHost(t);
  const { fetch, requests } = recordFetch();
  const gateway = createGateway({ url: `${host.url}/graphql`, library: 'demo', auth: host.secrets.editor, fetch });
  cleanUp(t, () => gateway.close());
  const { versions } = gateway;
  const { components, collections, dataSources, pictures } = graphqlCatalog({ client: gateway.client });
  const forksOf = graphqlForks(gateway.client);
  const overview = graphqlOverview(gateway.client);
  const previewLinks = graphqlPreviewLinks(gateway.client);
  const schedules = graphqlSchedules(gateway.client);
  const reads: Record<string, () => Promise<unknown>> = {
    Versions: () => versions.find(['demo/hero/responsive']),
    History: () => versions.history('demo/hero/responsive'),
    Stylesheet: () => versions.stylesheet('demo'),
    Components: () => components('demo'),
    Collections: () => collections('demo'),
    DataSources: () => dataSources('demo'),
    Pictures: () => pictures('demo'),
    Forks: () => forksOf('demo'),
    Overview: () => overview('demo'),
    PreviewLinks: () => previewLinks.list('demo'),
    Schedules: () => schedules.list('demo/hero/responsive'),
  };
  const queries = documents.filter(({ type }) => type === 'query').map(({ name }) => name);
  assert.deepEqual(Object.keys(reads).sort(), queries.sort(), 'each query is read here');
  for (const [name, read] of Object.entries(reads)) {
    requests.length = 0;
    await Promise.all([read(), read()]);
    const asked = requests.filter(({ body }) => body.operationName === name && body.query !== undefined);
    assert.ok(asked.length >= 2, `${name} was asked for ${asked.length} times`);
  }
});
