/** Bindings on the host of a template (D4): they read the same data as the template inside. */
import { ROOT_CONTEXT, visitElement, type Bound, type Context, type SourceElement } from './analyse';
import { attributesOf, writeAttributes } from './more';
import { toSource } from './plan';
import { contentOf, writtenValue, type RenderFrame } from './values';

/** The host's bindings, with its own attributes from before anything was written. */
export interface Host {
  bound: Bound;
  written: Map<string, string>;
}

const hosts = new WeakMap<Element, Host>();

/** What is bound on a host. */
export function hostOf(element: Element): Host {
  let host = hosts.get(element);
  if (!host) {
    const source = { ...(toSource(element.cloneNode()) as SourceElement), node: element };
    const bound = visitElement(source, { ...ROOT_CONTEXT, repeats: [], link: undefined });
    host = { bound, written: new Map(bound.source.attributes) };
    hosts.set(element, host);
  }
  return host;
}

/** Writes the host's own bindings; its content, when that is bound, comes back as markup. */
export function drawHost(element: Element, frame: RenderFrame): { html: string; context: Context } | undefined {
  const host = hostOf(element);
  const { bound } = host;
  const names = new Set(bound.writers.map(({ name }) => name));
  let now = new Map(host.bound.source.attributes);
  if (bound.spread) now = attributesOf(bound, frame, element);
  else {
    for (const name of names) {
      const value = writtenValue(
        bound.writers.filter((writer) => writer.name === name),
        bound.tag,
        now.get(name) ?? null,
        frame,
        element,
      );
      if (value === null) now.delete(name);
      else now.set(name, value);
    }
  }
  writeAttributes(element, host.written, now);
  host.written = now;
  const content = bound.content && contentOf(bound.content, frame, element);
  if (content === undefined) return undefined;
  const html = typeof content === 'string' ? content.replace(/&/g, '&amp;').replace(/</g, '&lt;') : content.html;
  return { html, context: ROOT_CONTEXT };
}
