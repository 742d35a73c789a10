/** What a page reports to its inspector: findings with codes and values, without texts (contract §6). */
import type { Metadata } from '../delivery/resource';
import type { Phase } from '../delivery/resource';
import type { ResourceRequest } from '../delivery/resource-request';
import type { RenderDetail } from '../element/component-host';
import type { MountedInterface, Script } from '../frontend/types';

/** Where a part of a source is set: on the element, on an ancestor, in its `src`, in the page's `feaasSrc`, or nowhere. */
export type Origin = 'own' | 'inherited' | 'src' | 'preview' | 'default';

/** One part of a component's source. */
export interface SourcePart {
  readonly name: 'cdn' | 'library' | 'component' | 'version' | 'revision' | 'instance';
  readonly value: string | undefined;
  readonly origin: Origin;
  /** Name of the ancestor that sets it. */
  readonly from?: string | undefined;
}

/** The source of a component; `error` if it can not be determined. */
export interface SourceReport {
  readonly parts: readonly SourcePart[];
  /** The requests for its template, the fork's first. */
  readonly requests: readonly ResourceRequest[];
  readonly error?: Error | undefined;
}

/** The state of an address that a component requests. Times are milliseconds since 1970, durations milliseconds. */
export interface DeliveryReport {
  readonly url: string;
  readonly fork: boolean;
  /** Not requested, being loaded, available (also from the cache), deleted or missing, or failed. */
  readonly state: 'unasked' | 'loading' | 'there' | 'gone' | 'failed';
  /** Whether the element shows this one. */
  readonly shown: boolean;
  readonly phase: Phase | undefined;
  /** Whether it comes from a server's render, and is shown until the host responds otherwise. */
  readonly fromServer: boolean;
  /** Whether it comes from the cache of an earlier visit. */
  readonly fromCopy: boolean;
  readonly error: Error | undefined;
  readonly meta: Metadata | undefined;
  /** Size of the body in bytes. */
  readonly size: number | undefined;
  /** The browser's own measurement of the request for the body; `bytes` is 0 if it came from the browser's cache. */
  readonly timing: { readonly start: number; readonly duration: number; readonly bytes: number } | undefined;
}

/** Where a value was looked for. */
export interface Trace {
  /** The whole data, or the item of a surrounding repeat. */
  readonly from: 'data' | 'item';
  /** The candidates in their order, relative to that (D3). */
  readonly tries: readonly string[];
  /** Index of the candidate that found the value; -1 for none. */
  readonly found: number;
  /** Where the first candidate ends. */
  readonly end?: Ending | undefined;
}

/** The first step of a path that finds nothing. */
export interface Ending {
  /** The path before this step; empty at its beginning. */
  readonly after: string;
  readonly name: string;
  /** Type of the value there: an object or list with other members, or a value without any. */
  readonly kind: string;
  readonly has: readonly string[];
  /** The member that was probably meant. */
  readonly meant: string | undefined;
}

/** The outcome of a value. */
export type Outcome =
  | 'text'
  | 'date'
  | 'markup'
  | 'attribute'
  | 'attributes'
  | 'items'
  | 'data'
  | 'visible'
  | 'hidden'
  | 'placeholder'
  | 'template'
  | 'removed'
  | 'refused'
  | 'empty';

/** Something that was removed from a value before it was written (D8, D13). */
export interface SanitizerChange {
  readonly kind: 'element' | 'attribute' | 'structure';
  /** `<tag>`, or the attribute's name. */
  readonly name: string;
  /** For an attribute: the tag of its element. */
  readonly on?: string;
  /** The reason that the rule gives. */
  readonly reason?: string;
}

/** The position of an item in a repeat. */
export interface RepeatPosition {
  readonly scope: string;
  readonly index: number;
  readonly count: number;
}

/** What one binding did at one position. */
export interface BindingReport {
  /** Elements that it sets; for a repeat, all of its elements. */
  readonly nodes: readonly Element[];
  /** The binding attribute, as in the template. */
  readonly attribute: string;
  readonly path: string;
  /** Name of the attribute that it sets; otherwise `content`, `repeat`, `attributes` or `data`. */
  readonly target: string;
  readonly outcome: Outcome;
  readonly value: unknown;
  /** Undefined for an invalid path. */
  readonly trace: Trace | undefined;
  readonly sanitizerReport: readonly SanitizerChange[];
  /** The surrounding repeats, the outermost first. */
  readonly positions: readonly RepeatPosition[];
  /** Whether HTML from data contains the binding. */
  readonly inserted: boolean;
  /** Identifies a binding of the template at all of its positions. */
  readonly binding: object;
}

/** Whether a binding found no value. */
export const isMissing = ({ trace, target }: BindingReport): boolean => target !== 'data' && (trace?.found ?? -1) < 0;
/** Whether something unsafe was removed. Structure that a text element can not contain (D8) is harmless, and does not count. */
export const isCleaned = ({ sanitizerReport: losses, outcome }: BindingReport): boolean =>
  outcome === 'refused' || losses.some(({ kind }) => kind !== 'structure');

/** Everything that the bindings of a component did. */
export interface Explanation {
  /** Nothing is shown, children are shown that were not bound, or the component is rendered. */
  readonly state: 'empty' | 'children' | 'painted';
  readonly findings: readonly BindingReport[];
  /** Whether there are more findings than these. */
  readonly more: boolean;
  /** The element that contains the component's content. */
  readonly root: Element;
  /** The bound data, with data settings replaced by their responses. */
  readonly data: unknown;
}

/** The functions of the page that the inspector uses. */
export interface PageInspection {
  /** Returns every component of the page in document order, including those in shadow roots. */
  components(): HTMLElement[];
  sourceOf(element: HTMLElement): SourceReport;
  deliveryOf(element: HTMLElement): Promise<DeliveryReport[]>;
  /** Returns the detail of the last `feaasRender`. */
  renderOf(element: HTMLElement): RenderDetail | undefined;
  /** Resolves after the modules that this requires are loaded. */
  explain(element: HTMLElement): Promise<Explanation>;
  /** Fetches the component from the host again. */
  refresh(element: HTMLElement): Promise<void>;
}

/** The argument of `/inspect.js`. */
export interface InspectShell {
  /** Its container: empty, in a shadow root in the browser's top layer. */
  readonly container: HTMLElement;
  readonly page: PageInspection;
  close(): void;
}
export type InspectScript = Script<InspectShell, MountedInterface>;
