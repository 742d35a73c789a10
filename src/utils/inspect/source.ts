/** Determines which component an element shows, and where each part of its source is set (E4, E9, S1). */
import { DEFAULT_CDN, DEFAULT_REVISION, DEFAULT_VERSION } from '../../global/defaults';
import { templateRequests } from '../delivery/resource-request';
import { hasComponent, resolveSource, type SourceProps } from '../element/component-source';
import { parentOf } from '../element/inherit';
import { matchComponentSource } from '../source/urls';
import type { Origin, SourcePart, SourceReport } from './types';

const NAMES = ['library', 'component', 'version', 'revision', 'instance', 'cdn'] as const;
const INHERITED = new Set(['library', 'cdn']);
const DEFAULTS: Readonly<Record<string, string>> = Object.freeze({
  cdn: DEFAULT_CDN,
  version: DEFAULT_VERSION,
  revision: DEFAULT_REVISION,
});

/** Returns the nearest ancestor that sets an attribute. */
function closestWith(element: Element, name: string): Element | undefined {
  for (let ancestor = parentOf(element); ancestor; ancestor = parentOf(ancestor))
    if (ancestor.hasAttribute(name)) return ancestor;
  return undefined;
}

/** Returns the name of an element: `<tag>` with its id. */
const describe = (element: Element): string => `<${element.localName}${element.id ? `#${element.id}` : ''}>`;

function originOf(element: Element, props: SourceProps, name: (typeof NAMES)[number]): [Origin, string?] {
  const hostname = name === 'cdn' ? props.hostname : undefined;
  if (props.preview && new URLSearchParams(location.search).has('feaasSrc') && name !== 'instance') return ['preview'];
  if ((props[name] ?? hostname) || (name === 'cdn' && props.cdn === '')) return ['own'];
  const ancestor = INHERITED.has(name)
    ? (closestWith(element, name) ?? (name === 'cdn' ? closestWith(element, 'hostname') : undefined))
    : undefined;
  const parsed = props.src ? matchComponentSource(props.src) : undefined;
  // A source string sets the library; its cdn comes after those of the ancestors (E4).
  if (ancestor && !(name === 'library' && parsed)) return ['inherited', describe(ancestor)];
  return [parsed?.[name] === undefined ? 'default' : 'src'];
}

export function sourceOf(element: HTMLElement): SourceReport {
  const props = element as SourceProps;
  try {
    const source = resolveSource(element, props);
    const parts = NAMES.map((name): SourcePart => {
      const [origin, from] = originOf(element, props, name);
      const value = source?.[name];
      return { name, origin, from, value: value === undefined || value === '' ? DEFAULTS[name] : String(value) };
    });
    return { parts, requests: hasComponent(source) ? templateRequests(source) : [] };
  } catch (error) {
    return { parts: [], requests: [], error: error as Error };
  }
}
