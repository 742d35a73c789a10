/**
 * Ids, tags and names of attributes that every object has by itself, such as `constructor`, are names like all others: what
 * nobody registered under them is not found, and what somebody did is.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { reactProps } from '../../react-wrapper/src/react-props';
import { addReactComponent, findReactComponent } from '../../react-wrapper/src/external-components';
import { isContentMatch } from '../../src/utils/editing/model/drop-targets';
import { resolveComponent } from '../../src/utils/external/component-query';
import { propsOf, settingsOf } from '../../src/utils/external/props';
import { componentOf, registerComponent } from '../../src/utils/external/registry';
import { Placeholders } from '../../src/utils/server/placeholders';

const requireHere = createRequire(import.meta.url);

interface Registered {
  readonly schema: { readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}
interface Compat {
  registerComponent(component: unknown, options: object, defaults?: object): void;
  getComponent(id: string): Registered | undefined;
  getDatasource(id: string): unknown;
  customizeDataSettings(id: string, settings: object): unknown;
  parseSchemaProperties(schema: object, props: object): object;
}
const compat = requireHere('feaas-kit-compat') as Compat;

const own = (object: object, name: string): unknown => Object.getOwnPropertyDescriptor(object, name)?.value as unknown;
const named = <Value>(name: string, value: Value): Record<string, Value> => Object.fromEntries([[name, value]]);
const mount = (): undefined => undefined;
const fails = (problem: string): never => assert.fail(problem);

/** Uses a name in each place where names come from outside. */
const PLACES: Readonly<Record<string, (name: string) => void>> = {
  'a component of the page'(name) {
    assert.equal(componentOf(name), undefined);
    const remove = registerComponent({ name, mount });
    assert.equal(componentOf(name)?.id, name);
    remove();
    assert.equal(componentOf(name), undefined);
  },
  'a default in the query of an id'(name) {
    const card = { name: 'card', properties: {}, mount };
    const found = resolveComponent(`card?${name}=x`, new Map([['card', card]]));
    // No property can have this name.
    const expected = name === '__proto__' ? undefined : { type: 'string', default: 'x' };
    assert.deepEqual(own(found!.properties!, name), expected);
  },
  'a property with a default, and a required one'(name) {
    if (name === '__proto__') return; // no property can have this name
    const schema = { type: 'string', default: 'x' };
    assert.equal(own(propsOf({ properties: named(name, schema) }, [], fails), name), 'x');
    const said: string[] = [];
    propsOf({ properties: named(name, { type: 'string' }), required: [name] }, [], (problem) => said.push(problem));
    assert.deepEqual(said, [`'${name}' has no value, and needs one`]);
  },
  'a field of a data source'(name) {
    const datasources = { s: JSON.parse(`{"${name}": {"title": "T"}, "other": 1}`) as object };
    const { other, title, ...props } = propsOf({}, [], fails, { datasources });
    assert.equal(other, 1);
    assert.equal(title, undefined, 'the prototype stays what it is');
    assert.deepEqual(own(props, name), name === '__proto__' ? undefined : { title: 'T' });
  },
  'a setting of a data source'(name) {
    const params = JSON.parse(`{"${name}": "5"}`) as Record<string, unknown>;
    assert.equal(own(settingsOf({ properties: { size: { type: 'number' } } }, params, fails), name), '5');
  },
  'a component of React'(name) {
    assert.equal(findReactComponent(name), undefined);
    const remove = addReactComponent(() => null, { name });
    assert.equal(findReactComponent(name)?.definition.name, name);
    remove();
  },
  'an attribute in content that React shows'(name) {
    if (name === '__proto__') return; // React can not render this attribute
    assert.equal(own(reactProps('p', named(name, 'x')), name), 'x');
  },
  'an attribute of a nested component'(name) {
    const marks = new Placeholders();
    const tag = `<feaas-component ${name}="x"`;
    const html = `${tag}${marks.mark(false, {}, undefined, false)}>-${marks.mark(true, {}, undefined, false)}</feaas-component>`;
    const [, nested] = marks.split(html);
    assert.equal(own((nested as { attributes: object }).attributes, name), 'x');
  },
  'an element of a template'(name) {
    assert.equal(isContentMatch(name, 'section'), true);
    assert.equal(isContentMatch('p', name), true);
  },
  'a component of the compatibility package'(name) {
    const { getComponent, registerComponent: register, getDatasource, customizeDataSettings } = compat;
    assert.equal(getComponent(name), undefined);
    register(() => null, { name, properties: named(name, { type: 'string' }) }, {});
    const { properties } = getComponent(name)!.schema;
    assert.equal('default' in (own(properties, name) as object), false);
    const found = getComponent(`${name}?${name}2=x&valueOf=y`)!.schema.properties;
    assert.deepEqual(own(found, 'valueOf'), name === 'valueOf' ? own(found, name) : { type: 'string', default: 'y' });
    assert.equal(getDatasource(name), undefined);
    const settings = { url: '/x' };
    assert.equal(customizeDataSettings(name, settings), settings);
    assert.equal(own(compat.parseSchemaProperties({}, named(name, '5')), name), '5');
  },
};

for (const [place, check] of Object.entries(PLACES))
  for (const name of ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'])
    test(`\`${name}\` as the name of ${place}`, () => check(name));
