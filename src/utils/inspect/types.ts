/** What a page tells its inspector: findings with codes and values, no words (contract §6). */
import type { Metadata } from '../delivery/resource';
import type { Phase } from '../delivery/resource';
import type { ResourceRequest } from '../delivery/resource-request';
import type { RenderDetail } from '../element/component-host';
import type { MountedInterface, Script } from '../frontend/types';

/** Where a part of a source is said: on the element, around it, in its `src`, in the page's `feaasSrc`, or nowhere. */
export type Origin = 'own' | 'inherited' | 'src' | 'preview' | 'default';

/** One part of what a component shows. */
export interface SourcePart {
  readonly name: 'cdn' | 'library' | 'component' | 'version' | 'revision' | 'instance';
  readonly value: string | undefined;
  readonly origin: Origin;
  /** Tag of the element around that says it. */
  readonly from?: string | undefined;
}

/** What a component is to show; `error` where that can not be said. */
export interface SourceReport {
  readonly parts: readonly SourcePart[];
  /** The requests for its template, the fork's first. */
  readonly requests: readonly ResourceRequest[];
  readonly error?: Error | undefined;
}

/** What is known of an address that a component asks for. Times are milliseconds since 1970, durations milliseconds. */
export interface DeliveryReport {
  readonly url: string;
  readonly fork: boolean;
  /** Not asked for, under way, there, kept from before, said to be gone, or failed. */
  readonly state: 'unasked' | 'loading' | 'there' | 'gone' | 'failed';
  /** The element shows this one. */
  readonly shown: boolean;
  readonly phase: Phase | undefined;
  /** Made by a server, shown until the host says otherwise. */
  readonly fromServer: boolean;
  /** Out of the copies of an earlier visit. */
  readonly fromCopy: boolean;
  readonly error: Error | undefined;
  readonly meta: Metadata | undefined;
  /** Bytes of the body. */
  readonly size: number | undefined;
  /** The browser's own measurement of the request for the body; `bytes` 0 out of its cache. */
  readonly timing: { readonly start: number; readonly duration: number; readonly bytes: number } | undefined;
}

/** Where a value was looked for. */
export interface Trace {
  /** The data as a whole, or the item of a repeat around. */
  readonly from: 'data' | 'item';
  /** What was tried in turn, below that (D3). */
  readonly tries: readonly string[];
  /** Which of them found it; -1 for none. */
  readonly found: number;
  /** Where the first try came to its end. */
  readonly end?: Ending | undefined;
}

/** The first step of a path that leads nowhere. */
export interface Ending {
  /** As far as the path leads; empty at its beginning. */
  readonly after: string;
  readonly name: string;
  /** What is there: an object or list with other members, or something that has none. */
  readonly kind: string;
  readonly has: readonly string[];
  /** The member that was probably meant. */
  readonly meant: string | undefined;
}

/** What became of a value. */
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

/** Something that was taken out of a value before it was written (D8, D13). */
export interface SanitizerChange {
  readonly what: 'element' | 'attribute' | 'structure';
  /** `<tag>`, or the attribute's name. */
  readonly name: string;
  /** Of an attribute: its element's tag. */
  readonly on?: string;
  /** Why, in the words of the rule. */
  readonly why?: string;
}

/** The place of an item in a repeat. */
export interface RepeatPosition {
  readonly scope: string;
  readonly index: number;
  readonly count: number;
}

/** What one binding did at one place. */
export interface BindingReport {
  /** Elements that it writes; of a repeat all of its elements. */
  readonly nodes: readonly Element[];
  /** The binding attribute, as the template has it. */
  readonly attribute: string;
  readonly path: string;
  /** Name of the attribute that is written; `content`, `repeat`, `attributes` or `data` else. */
  readonly target: string;
  readonly outcome: Outcome;
  readonly value: unknown;
  /** Undefined for a path that is no path. */
  readonly trace: Trace | undefined;
  readonly sanitizerReport: readonly SanitizerChange[];
  /** Repeats around, the outermost first. */
  readonly positions: readonly RepeatPosition[];
  /** HTML out of the data holds the binding. */
  readonly inserted: boolean;
  /** The same for what one binding of the template did at all of its places. */
  readonly binding: object;
}

/** Whether a finding wants looking at. */
export const isMissing = ({ trace, target }: BindingReport): boolean => target !== 'data' && (trace?.found ?? -1) < 0;
/** What a text element can not hold (D8) is no danger, and so nothing to look at. */
export const isCleaned = ({ sanitizerReport: losses, outcome }: BindingReport): boolean =>
  outcome === 'refused' || losses.some(({ what }) => what !== 'structure');

/** Everything that bindings did in a component. */
export interface Explanation {
  /** Nothing is shown; children that nobody bound stand as they are; or it is painted. */
  readonly state: 'empty' | 'children' | 'painted';
  readonly findings: readonly BindingReport[];
  /** There are more than are told. */
  readonly more: boolean;
  /** What the component's content stands in. */
  readonly root: Element;
  /** What was bound; data settings have been replaced by their answers. */
  readonly data: unknown;
}

/** What the inspector asks. */
export interface PageInspection {
  /** Every component of the page, in its order, those in shadow roots too. */
  components(): HTMLElement[];
  sourceOf(element: HTMLElement): SourceReport;
  deliveryOf(element: HTMLElement): Promise<DeliveryReport[]>;
  /** What the last `feaasRender` told. */
  renderOf(element: HTMLElement): RenderDetail | undefined;
  /** Resolves once the parts of the kit that this needs are there. */
  explain(element: HTMLElement): Promise<Explanation>;
  /** Asks the host anew. */
  refresh(element: HTMLElement): Promise<void>;
}

/** What `/inspect.js` is handed. */
export interface InspectShell {
  /** Where it draws: empty, in a shadow root that stands in the browser's top layer. */
  readonly container: HTMLElement;
  readonly page: PageInspection;
  close(): void;
}
export type InspectScript = Script<InspectShell, MountedInterface>;
