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
  next: ExternalProps,
  previous: ExternalProps,
): void {
  for (const name of new Set([...Object.keys(previous), ...Object.keys(next)])) {
    const [value, last] = [next, previous].map((props) => (Object.hasOwn(props, name) ? props[name] : undefined));
    if (value === last) continue;
    const isProperty = Object.hasOwn(schemas, name) || name === 'datasources';
    const reason = isProperty || value === undefined ? undefined : valueRefusal(element, name, value);
    if (reason) warnOnce(`attribute ${name} of <${element.localName}> ${reason}: dropped. Correct the data.`);
    if (reason || (!isProperty && value === undefined)) element.removeAttribute(attributeName(name));
    else if (isProperty || typeof value === 'object') (element as unknown as Record<string, unknown>)[name] = value;
    else element.setAttribute(attributeName(name), String(value));
  }
}

/** Returns a function that mounts a custom element once it is defined. */
export const mountTag =
  (tag: string, schemas: Readonly<Record<string, Schema>> = {}): MountExternal =>
  (container, props) => {
    function mount(): ExternalInstance {
      const element = document.createElement(tag);
      // When the constructor throws, the browser reports the error and returns an element of another class.
      if (!(element instanceof customElements.get(tag)!)) throw new Error(`<${tag}> has no working constructor`);
      let current: ExternalProps = {};
      const update = (next: ExternalProps): void => {
        write(element, schemas, next, current);
        current = next;
      };
      update(props);
      container.append(element);
      return { update, unmount: () => element.remove() };
    }
    return customElements.get(tag) ? mount() : customElements.whenDefined(tag).then(mount);
  };
