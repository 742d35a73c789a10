/** The accepted messages between windows (contract §5, M1, M2). */
import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { setLogger } from '../../src/global/logger';
import { frameMessage } from '../../src/utils/frontend/messages';

const OWN = 'https://shop.example';
const frame = {} as MessageEventSource;
const stranger = {} as MessageEventSource;
const warned: string[] = [];
beforeEach(() => {
  warned.length = 0;
  setLogger({ warn: (message) => void warned.push(message), error() {} });
});

const receiveMessage = (data: unknown, origin = OWN, source: MessageEventSource | null = frame) =>
  frameMessage(
    { data, origin, source },
    {
      types: ['feaasEdit', 'feaasMeasurements', 'feaasUpdate'],
      origins: [OWN],
      isExpected: (from) => from === frame,
    },
  );

const edit = { type: 'feaasEdit', id: 'a', library: 'lib', component: 'hero' };
const box = { top: 1, left: 2, width: 3, height: 4 };
const measurements = { type: 'feaasMeasurements', measurements: { a: box } };
const update = { type: 'feaasUpdate', id: 'a', content: '<p>one</p>' };

test('M1 messages of an allowed origin and the expected window are accepted', () => {
  assert.deepEqual(receiveMessage({ ...edit, version: 'responsive', revision: 3, instance: 'home' }), {
    ...edit,
    version: 'responsive',
    revision: '3',
    instance: 'home',
  });
  assert.deepEqual(receiveMessage(measurements), measurements);
  assert.deepEqual(receiveMessage(update), update);
  assert.deepEqual(warned, []);
});

/** Rejected messages, and the warning for each. */
const hostile: [what: string, data: unknown, origin?: string, source?: MessageEventSource | null, told?: RegExp][] = [
  ['another origin', edit, 'https://evil.example', frame, /Ignored .* from https:\/\/evil\.example\. .*origins/],
  ['a subdomain', edit, 'https://shop.example.evil.example', frame, /Ignored/],
  ['a lookalike', edit, 'https://shop.examp1e', frame, /Ignored/],
  ['another scheme', edit, 'http://shop.example', frame, /Ignored/],
  ['another port', edit, 'https://shop.example:8443', frame, /Ignored/],
  ['an opaque origin', edit, 'null', frame, /Ignored/],
  ['no origin', edit, '', frame, /Ignored/],
  ['upper case', edit, 'HTTPS://SHOP.EXAMPLE', frame, /Ignored/],
  ['another window', edit, OWN, stranger],
  ['no window', edit, OWN, null],
  ['no data', undefined],
  ['null', null],
  ['text', JSON.stringify(edit)],
  ['a number', 42],
  ['a list', [edit]],
  ['no type', { id: 'a' }],
  ['another type', { ...edit, type: 'feaasDelete' }],
  ['a type of Object', { ...edit, type: 'constructor' }],
  ['a type that is no text', { ...edit, type: ['feaasEdit'] }],
  ['no id', { ...edit, id: undefined }, OWN, frame, /its id is missing/],
  ['an empty id', { ...edit, id: '' }, OWN, frame, /its id is missing/],
  ['an id that is no text', { ...edit, id: {} }, OWN, frame, /its id is missing/],
  ['a huge id', { ...edit, id: 'x'.repeat(201) }, OWN, frame, /its id is missing/],
  ['no library', { ...edit, library: undefined }, OWN, frame, /its library is no name/],
  ['a library that leads elsewhere', { ...edit, library: '../other' }, OWN, frame, /its library is no name/],
  ['a component with a slash', { ...edit, component: 'a/b' }, OWN, frame, /its component is no name/],
  ['a component that climbs', { ...edit, component: '..' }, OWN, frame, /its component is no name/],
  ['a component with a query', { ...edit, component: 'a?b' }, OWN, frame, /its component is no name/],
  ['a component with a line break', { ...edit, component: 'a\nb' }, OWN, frame, /its component is no name/],
  ['a huge component', { ...edit, component: 'x'.repeat(1e6) }, OWN, frame, /its component is no name/],
  ['a version that is none', { ...edit, version: {} }, OWN, frame, /its version is no name/],
  ['a revision that is none', { ...edit, revision: 'a/b' }, OWN, frame, /its revision is no name/],
  ['an instance that is none', { ...edit, instance: '' }, OWN, frame, /its instance is no name/],
  ['no measurements', { type: 'feaasMeasurements' }, OWN, frame, /its measurements are missing/],
  ['a list of measurements', { ...measurements, measurements: [box] }, OWN, frame, /its measurements are missing/],
  [
    'a size that is no number',
    { ...measurements, measurements: { a: { ...box, top: '1' } } },
    OWN,
    frame,
    /'a' is none/,
  ],
  [
    'a size that is not finite',
    { ...measurements, measurements: { a: { ...box, left: NaN } } },
    OWN,
    frame,
    /'a' is none/,
  ],
  ['a size below nothing', { ...measurements, measurements: { a: { ...box, width: -1 } } }, OWN, frame, /'a' is none/],
  [
    'a size beyond everything',
    { ...measurements, measurements: { a: { ...box, top: 1e9 } } },
    OWN,
    frame,
    /'a' is none/,
  ],
  [
    'too many measurements',
    { ...measurements, measurements: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [at, box])) },
    OWN,
    frame,
    /more than 1000/,
  ],
  ['an update without an id', { ...update, id: null }, OWN, frame, /its id is missing/],
  ['content that is no text', { ...update, content: { html: '' } }, OWN, frame, /its content is no text/],
  ['huge content', { ...update, content: 'x'.repeat(500_001) }, OWN, frame, /its content is no text/],
];

test(`M1, M2 ${hostile.length} hostile messages: 0 count; malformed ones are told once, by what is wrong`, () => {
  for (const [what, data, origin = OWN, source = frame, told] of hostile) {
    warned.length = 0;
    setLogger({ warn: (message) => void warned.push(message), error() {} });
    const from = source === null ? null : source;
    assert.equal(receiveMessage(data, origin, from), undefined, what);
    assert.equal(receiveMessage(data, origin, from), undefined, what);
    assert.equal(warned.length, told ? 1 : 0, `${what}: ${warned.join()}`);
    if (told) assert.match(warned[0]!, told, what);
  }
});

test('names in a message can not access object members', () => {
  const found = receiveMessage(
    JSON.parse('{"type":"feaasMeasurements","measurements":{"__proto__":{"top":1,"left":1,"width":1,"height":1}}}'),
  );
  assert.equal(found?.type, 'feaasMeasurements');
  assert.equal(({} as { top?: number }).top, undefined);
});
