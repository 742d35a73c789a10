/** Schedules and releases over GraphQL. */
import assert from 'node:assert/strict';
import test from './support/each-database.js';
import { startGraphQLHost } from './support/graphql-host.js';

const SCHEDULE =
  'id kind subject revision state dueAt localTime timeZone adjustment attempts error createdBy createdAt finishedAt';
const RELEASE = 'id key name state revision items { id revision } createdBy publishedAt';
const YEAR = new Date().getUTCFullYear() + 1;

test('a version is scheduled in a time zone, listed and canceled; a moment needs an offset', async (t) => {
  const { execute, secrets } = await startGraphQLHost(t);
  const as = secrets.publisher;
  const variables = { id: 'demo/hero/responsive', localTime: `${YEAR}-07-01T09:00`, timeZone: 'Europe/Berlin' };
  const query = `mutation ($id: ID!, $localTime: String, $timeZone: String) {
    schedulePublish(id: $id, revision: 2, localTime: $localTime, timeZone: $timeZone) { ${SCHEDULE} } }`;
  const made = (await execute(query, { token: as, variables })).json.data.schedulePublish;
  const { id, createdAt, ...rest } = made;
  assert.ok(createdAt);
  assert.deepEqual(rest, {
    ...{ kind: 'PUBLISH', subject: 'demo/hero/responsive', revision: 2, state: 'PENDING' },
    ...{ dueAt: `${YEAR}-07-01T07:00:00.000Z`, localTime: `${YEAR}-07-01T09:00:00`, timeZone: 'Europe/Berlin' },
    ...{ adjustment: null, attempts: 0, error: null, createdBy: 'the publisher', finishedAt: null },
  });
  // A retry of a request whose response was lost.
  assert.equal((await execute(query, { token: as, variables })).json.data.schedulePublish.id, id);

  const unpublish = await execute(
    `mutation { scheduleUnpublish(id: "demo/hero/responsive", at: "${YEAR}-07-02T09:00:00+02:00") { kind revision dueAt localTime } }`,
    { token: as },
  );
  assert.deepEqual(unpublish.json.data.scheduleUnpublish, {
    ...{ kind: 'UNPUBLISH', revision: null, dueAt: `${YEAR}-07-02T07:00:00.000Z`, localTime: null },
  });

  const list = (state: string, after = '') =>
    execute(`{ schedules(library: "demo", state: ${state}, first: 1${after}) { items { id kind } next } }`, {
      token: secrets.viewer,
    });
  const first = (await list('PENDING')).json.data.schedules;
  assert.deepEqual(first.items, [{ id, kind: 'PUBLISH' }]);
  const second = (await list('PENDING', `, after: "${first.next}"`)).json.data.schedules;
  assert.deepEqual([second.items.length, second.items[0].kind, second.next], [1, 'UNPUBLISH', null]);

  const ofSubject = (subject: string) =>
    execute(`{ schedules(library: "demo", subject: "${subject}") { items { kind } } }`, { token: secrets.viewer });
  assert.equal((await ofSubject('demo/hero/responsive')).json.data.schedules.items.length, 2);
  assert.deepEqual((await ofSubject('demo')).json.data.schedules.items, []);
  assert.deepEqual((await ofSubject('demo/spring')).json.data.schedules.items, []);
  assert.equal((await ofSubject('other/hero/responsive')).json.errors[0].extensions.argument, 'subject');

  const canceled = await execute(`mutation { cancelSchedule(id: "${id}") { state finishedAt } }`, { token: as });
  assert.equal(canceled.json.data.cancelSchedule.state, 'CANCELED');
  assert.ok(canceled.json.data.cancelSchedule.finishedAt);
  assert.equal((await list('CANCELED')).json.data.schedules.items[0].id, id);
  const none = await execute('mutation { cancelSchedule(id: "none") { id } }', { token: as });
  assert.equal(none.json.errors[0].extensions.code, 'NOT_FOUND');
  const { items } = (
    await execute('{ audit(library: "demo", action: CANCEL_SCHEDULE) { items { subject actorName } } }', {
      token: secrets.admin,
    })
  ).json.data.audit;
  assert.deepEqual(items, [{ subject: 'demo/hero/responsive', actorName: 'the publisher' }]);
});

test('the schedules of a version are its own and those of releases that contain it', async (t) => {
  const { execute, secrets } = await startGraphQLHost(t);
  const as = secrets.publisher;
  const write = async (mutation: string) => {
    const { json } = await execute(`mutation { ${mutation} }`, { token: as });
    assert.equal(json.errors, undefined, JSON.stringify(json.errors));
  };
  await write(
    `createRelease(library: "demo", key: "spring", name: "Spring", items: [{ id: "demo", revision: 1 }, { id: "demo/hero/responsive", revision: 2 }]) { id }`,
  );
  await write(`createRelease(library: "demo", key: "autumn", name: "Autumn", items: [{ id: "demo" }]) { id }`);
  await write(`scheduleUnpublish(id: "demo/hero/responsive", at: "${YEAR}-07-03T00:00:00Z") { id }`);
  await write(`scheduleUnpublish(id: "demo", at: "${YEAR}-07-04T00:00:00Z") { id }`);
  await write(`scheduleRelease(id: "demo/autumn", at: "${YEAR}-07-02T00:00:00Z") { id }`);
  await write(`scheduleRelease(id: "demo/spring", at: "${YEAR}-07-01T00:00:00Z") { id }`);

  const affecting = (subject: string) =>
    execute(
      `{ schedules(library: "demo", affecting: "${subject}") { items { subject kind release { name items { id revision } } } } }`,
      { token: secrets.viewer },
    );
  const items = [
    { id: 'demo', revision: 1 },
    { id: 'demo/hero/responsive', revision: 2 },
  ];
  assert.deepEqual((await affecting('demo/hero/responsive')).json.data.schedules.items, [
    { subject: 'demo/spring', kind: 'RELEASE', release: { name: 'Spring', items } },
    { subject: 'demo/hero/responsive', kind: 'UNPUBLISH', release: null },
  ]);
  const ofStylesheet = (await affecting('demo')).json.data.schedules.items;
  assert.deepEqual(
    ofStylesheet.map(({ subject }: { subject: string }) => subject),
    ['demo/spring', 'demo/autumn', 'demo'],
  );
  assert.deepEqual((await affecting('demo/hero/other')).json.data.schedules.items, []);
  const { code, argument } = (await affecting('other/hero/responsive')).json.errors[0].extensions;
  assert.deepEqual([code, argument], ['BAD_USER_INPUT', 'affecting']);
});

test('an invalid schedule is an error with the name of the argument', async (t) => {
  const { execute, secrets } = await startGraphQLHost(t);
  const wrong: [string, string, RegExp][] = [
    ['revision: 2, localTime: "2027-02-30T09:00", timeZone: "UTC"', 'localTime', /is no local time\. Send one such as/],
    ['revision: 2, localTime: "2027-02-03T09:00+01:00", timeZone: "UTC"', 'localTime', /is no local time/],
    ['revision: 2, localTime: "2027-02-03T09:00", timeZone: "Mars/Base"', 'timeZone', /is no time zone/],
    ['revision: 2, localTime: "2027-02-03T09:00", timeZone: "+01:00"', 'timeZone', /is no time zone/],
    ['revision: 2, localTime: "2027-02-03T09:00"', 'at', /either at, or localTime with timeZone/],
    ['revision: 2, localTime: "2020-02-03T09:00", timeZone: "UTC"', 'localTime', /is in the past/],
    ['revision: 2, at: "2020-02-03T09:00:00Z"', 'at', /is in the past/],
    ['revision: 0, at: "2027-02-03T09:00:00Z"', 'revision', /revision: 0 is no revision/],
  ];
  for (const [args, argument, message] of wrong) {
    const query = `mutation { schedulePublish(id: "demo/hero/responsive", ${args}) { id } }`;
    const { json } = await execute(query, { token: secrets.publisher });
    assert.equal(json.errors?.[0].extensions.code, 'BAD_USER_INPUT', query);
    assert.equal(json.errors[0].extensions.argument, argument, query);
    assert.match(json.errors[0].message, message);
  }
  const missing = await execute(
    `mutation { schedulePublish(id: "demo/hero/responsive", revision: 9, at: "${YEAR}-01-01T00:00:00Z") { id } }`,
    { token: secrets.publisher },
  );
  assert.equal(missing.json.errors[0].extensions.code, 'NOT_FOUND');
});

test('a release is created, changed, published and deleted; a conflict contains its current state', async (t) => {
  const { execute, secrets } = await startGraphQLHost(t);
  const as = secrets.publisher;
  const created = await execute(
    `mutation { createRelease(library: "demo", key: "spring", name: "Spring", items: [{ id: "demo/hero/responsive", revision: 2 }]) { ${RELEASE} } }`,
    { token: as },
  );
  const release = {
    ...{ id: 'demo/spring', key: 'spring', name: 'Spring', state: 'OPEN', revision: 1 },
    ...{ items: [{ id: 'demo/hero/responsive', revision: 2 }], createdBy: 'the publisher', publishedAt: null },
  };
  assert.deepEqual(created.json.data.createRelease, release);
  const change = (expected: number, item: string) =>
    execute(
      `mutation { updateRelease(id: "demo/spring", name: "May", items: [${item}], expectedRevision: ${expected}) { name revision items { revision } } }`,
      { token: as },
    );
  const stale = (await change(7, '{ id: "demo/hero/responsive" }')).json.errors[0].extensions;
  assert.deepEqual([stale.code, stale.expected], ['CONFLICT', 7]);
  assert.deepEqual([stale.current.id, stale.current.state, stale.current.revision], ['demo/spring', 'OPEN', 1]);
  const unpublishes = await change(1, '{ id: "demo/hero/responsive" }');
  assert.deepEqual(unpublishes.json.data.updateRelease, { name: 'May', revision: 2, items: [{ revision: null }] });

  const scheduled = await execute(
    `mutation { scheduleRelease(id: "demo/spring", localTime: "${YEAR}-01-01T00:00", timeZone: "America/New_York") { id kind subject } }`,
    { token: as },
  );
  assert.equal(scheduled.json.data.scheduleRelease.subject, 'demo/spring');
  const published = await execute(
    'mutation { publishRelease(id: "demo/spring", expectedRevision: 2) { state publishedAt } }',
    {
      token: as,
    },
  );
  assert.equal(published.json.data.publishRelease.state, 'PUBLISHED');
  assert.ok(published.json.data.publishRelease.publishedAt);
  const version = await execute('{ versions(ids: ["demo/hero/responsive"]) { published } }', { token: secrets.viewer });
  assert.equal(version.json.data.versions[0].published, null);
  const { items } = (await execute('{ schedules(library: "demo") { items { id } } }', { token: secrets.viewer })).json
    .data.schedules;
  assert.deepEqual(items, [], 'its schedule is canceled');

  const listed = await execute('{ releases(library: "demo") { items { id state } next } }', { token: secrets.viewer });
  assert.deepEqual(listed.json.data.releases, { items: [{ id: 'demo/spring', state: 'PUBLISHED' }], next: null });
  const deleted = await execute('mutation { deleteRelease(id: "demo/spring") }', { token: as });
  assert.equal(deleted.json.data.deleteRelease, 'demo/spring');
  const gone = await execute('{ release(id: "demo/spring") { id } }', { token: secrets.viewer });
  assert.equal(gone.json.data.release, null);
  const again = await execute('mutation { deleteRelease(id: "demo/spring") }', { token: as });
  assert.equal(again.json.errors[0].extensions.code, 'NOT_FOUND');
});
