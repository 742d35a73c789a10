/** Custom elements as external components: values of the schema are set as properties, others as attributes. */
import { attributeName } from './attribute-names';
import type { ExternalInstance, ExternalProps, MountExternal, Schema } from './definition';

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
    if (Object.hasOwn(schemas, name) || name === 'datasources' || typeof value === 'object')
      (element as unknown as Record<string, unknown>)[name] = value;
    else if (value === undefined) element.removeAttribute(attributeName(name));
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
