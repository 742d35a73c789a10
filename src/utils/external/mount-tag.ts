/** Mounts custom elements as external components: values with a schema are set as properties, others as attributes. */
import { warnOnce } from '../../global/logger';
import { refusal } from '../template/policy';
import { RESERVED, attributeName } from './attribute-names';
import type { ExternalInstance, ExternalProps, MountExternal, Schema } from './definition';

/** Returns why a value without a schema is not written; undefined if it is. */
function valueRefusal(element: Element, name: string, value: unknown): string | undefined {
  // Such a property parses markup, sets styles, or is necessary for the element to work.
  if (typeof value === 'object') return name in HTMLElement.prototype ? 'has a meaning in HTML' : undefined;
  const attribute = attributeName(name);
  if (RESERVED.test(attribute) && !attribute.startsWith('on')) return 'has a meaning in HTML';
  return refusal(element.localName, attribute, String(value), () => true);
}

/** Sets the values that changed. */
function write(
  element: Element,
  schemas: Readonly<Record<string, Schema>>,
  now: ExternalProps,
  before: ExternalProps,
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const [value, last] = [now, before].map((props) => (Object.hasOwn(props, name) ? props[name] : undefined));
    if (value === last) continue;
    const isOwn = Object.hasOwn(schemas, name) || name === 'datasources';
    const why = isOwn || value === undefined ? undefined : valueRefusal(element, name, value);
    if (why) warnOnce(`attribute ${name} of <${element.localName}> ${why}: dropped. Correct the data.`);
    if (why || (!isOwn && value === undefined)) element.removeAttribute(attributeName(name));
    else if (isOwn || typeof value === 'object') (element as unknown as Record<string, unknown>)[name] = value;
    else element.setAttribute(attributeName(name), String(value));
  }
}

/** Returns a function that mounts a custom element once it is defined. */
export const mountTag =
  (tag: string, schemas: Readonly<Record<string, Schema>> = {}): MountExternal =>
  (place, props) => {
    function mount(): ExternalInstance {
      const element = document.createElement(tag);
      // When the constructor throws, the browser reports the error and returns an element of another class.
      if (!(element instanceof customElements.get(tag)!)) throw new Error(`<${tag}> has no working constructor`);
      let shown: ExternalProps = {};
      const update = (now: ExternalProps): void => {
        write(element, schemas, now, shown);
        shown = now;
      };
      update(props);
      place.append(element);
      return { update, unmount: () => element.remove() };
    }
    return customElements.get(tag) ? mount() : customElements.whenDefined(tag).then(mount);
  };
