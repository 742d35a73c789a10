/** What the elements and the scripts of the frontend host agree on (contract §6). */
import type { fetchData } from '../data/settings';
import type { fetchComponent } from '../delivery/fetch-component';
import type { loadPageStylesheet } from '../delivery/load-stylesheet';
import type { Auth, AuthTrigger, Gateway } from '../gateway';
import type { ComponentSource } from '../source/urls';
import type { loadAndRender } from '../template/load-and-render';

/** Number of this agreement: it grows whenever a shell, a port or what `mount` returns changes its meaning. */
export const API = 3;

/** The scripts: `{frontend}/context.js`, `/editor.js`, `/picker.js`, `/inspect.js`. */
export type ScriptName = 'context' | 'editor' | 'picker' | 'inspect';

/** What scripts of the frontend host render and fetch with. */
export interface Engine {
  /** Renders a template with data into an element; a promise when a part of the engine has to come first. */
  readonly render: typeof loadAndRender;
  /** Replaces data settings by what they answer. */
  readonly fetchData: typeof fetchData;
  /** Fetches a component, with the page's copies and checks. */
  readonly fetchComponent: typeof fetchComponent;
  /** Asks the host anew for a component and its fork, which were changed there; elements that show it follow. */
  refresh(source: ComponentSource): Promise<void>;
  /** Loads a stylesheet into the page, once per URL. */
  readonly loadStylesheet: typeof loadPageStylesheet;
  /** Sanitizes HTML out of data; `inline` where block elements can not stand (D8). */
  sanitize(html: string, inline?: boolean): Promise<string>;
}

/** What every script is handed: parts of the kit that the page has loaded already. */
export interface ScriptDependencies {
  readonly engine: Engine;
  /** The page's one Trusted Types policy; a second of its name would be refused (D13). */
  readonly trustedTypes: { createHTML(html: string): string; createScriptURL(url: string): string };
}

/** What a script exports. */
export interface Script<Shell, Mounted> {
  readonly api: number;
  mount(shell: Shell, ports: ScriptDependencies): Mounted | Promise<Mounted>;
}

/** What `/context.js` is handed by a `feaas-context`; it returns the gateway. */
export interface ContextShell {
  readonly library: string;
  readonly environment: string | undefined;
  /** URL below which the backend answers, absolute. */
  readonly backend: string;
  readonly auth: Auth | null;
  /** Asks the page for another auth value, after one was refused; null for none. */
  requestAuth(reason: Error, trigger: AuthTrigger): Promise<Auth | null>;
}
export type ContextScript = Script<ContextShell, Gateway>;

/** What an interface of the frontend host is handed by any element. */
export interface InterfaceShell {
  readonly element: HTMLElement;
  /** Where the interface goes: empty, in the element's shadow root. */
  readonly container: HTMLElement;
  readonly gateway: Gateway;
  readonly library: string;
  /** URL whose `/assets` hold further parts, absolute. */
  readonly frontend: string;
  /** Origins whose messages count (M1). */
  readonly origins: readonly string[];
  /** Asks the element to close, as its `close()` does. */
  close(): void;
}

/** What is edited. */
export interface EditorTarget {
  readonly component: string;
  readonly version: string;
  readonly revision?: string | undefined;
  /** Id of the place's fork. */
  readonly instance?: string | undefined;
}

/** A point of the viewport, in CSS pixels. */
export interface ViewportPoint {
  readonly x: number;
  readonly y: number;
}

/** The element of the page that is edited. */
export interface EditorContent {
  /** A `feaas-component`. */
  readonly element: HTMLElement;
  /** What it shows. */
  readonly source: ComponentSource;
  /** Where what was clicked in it is by now. */
  readonly point?: ViewportPoint | undefined;
}

/** What `/editor.js` is handed by a `feaas-editor`. */
export interface EditorShell extends InterfaceShell {
  readonly target: EditorTarget;
  readonly content: EditorContent;
  /** Tells the element, and so the page, how the edited component stands; and its view, whenever that has changed. */
  onStateChange(state: { forked?: boolean; changed?: boolean; view?: string }): void;
}

/** An opened interface. */
export interface MountedInterface {
  /** Asks whether it may close: false keeps it open. */
  close?(): boolean | Promise<boolean>;
  /** Takes it away. */
  unmount(): void;
}

/** What `/editor.js` returns. An action that it does not have yet is missing. */
export interface MountedEditor extends MountedInterface {
  save?(): Promise<void>;
  unfork?(): Promise<void>;
  discard?(): Promise<void>;
}
export type EditorScript = Script<EditorShell, MountedEditor>;

/** What is picked: a theme of the library, one of its components, a path of the data, a picture, a revision of a version. */
export type PickerMode = 'theme' | 'component' | 'data' | 'media' | 'revision';

/** What a path is to set. */
export type PickerBinding = 'text' | 'attribute' | 'repeat';

/** How a picker looks and what it picks. */
export interface PickerOptions {
  /** A PickerMode, as far as the page says so. */
  readonly mode: string;
  /** `compact`, else full. */
  readonly variant: string | undefined;
  /** Shown while nothing is picked. */
  readonly placeholder: string;
  /** It stands in a modal dialog. */
  readonly dialog: boolean;
  /** What is picked; empty for nothing. */
  readonly value: string;
  readonly disabled: boolean;
  /** Component and version whose revisions are picked. */
  readonly component: string | undefined;
  readonly version: string | undefined;
  /** What paths are picked from; undefined for the library's own data sources. */
  readonly data: unknown;
  /** A PickerBinding, as far as the page says so. */
  readonly binding: string | undefined;
  /** Path of the innermost repeat around what is bound. */
  readonly scope: string | undefined;
}

/** Detail of `feaasPick`. */
export interface PickDetail {
  readonly mode: PickerMode;
  /** Class of a theme, `library/component` or id of a PickerEntry, a path, URL of a picture, number of a revision; empty for nothing. */
  readonly value: string;
  /** What is known of it: a theme, component, picture or revision as the backend has it; of a path, what it finds. */
  readonly item: unknown;
  /** The revision is to be saved again as the last one; who prevents the event's default does that otherwise. */
  readonly restore?: true;
}

/** Something that can be picked beside the components of a library. */
export interface PickerEntry {
  readonly id: string;
  /** What it is called. */
  readonly name: string;
  readonly description?: string | undefined;
  /** A block, or a component of the page's own: found together, beside the library's collections. */
  readonly kind: 'block' | 'external';
  /** Address of a picture. */
  readonly thumbnail?: string | undefined;
}

/** A picture that a place has already, and what of it can be changed without picking another one. */
export interface PickerPicture {
  readonly src: string;
  readonly alt: string;
  /** Addresses that a browser may choose instead, each by what it is for. */
  readonly sources: readonly { readonly label: string; readonly srcset: string }[];
  /** It comes from data. */
  readonly binding?: PickerPictureBinding | undefined;
}

/** A picture that data says, and what becomes of that when another one is chosen. */
export interface PickerPictureBinding {
  /** Which data it is, and in how many places it shows. */
  readonly note: string;
  /** What it is called to keep the data, and to use an own picture instead. */
  readonly keep: string;
  readonly own: string;
  /** What it is called to edit the path. */
  readonly edit: string;
  editPath(): void;
}

/** What an interface that uses a picker within itself has it do beside; a picker alone has none of it. */
export interface PickerUse {
  /** What the picker is for: its heading. */
  readonly title: string;
  readonly entries?: readonly PickerEntry[];
  /** `library/component` of what can not be picked. */
  readonly except?: string;
  /** A pointer went down on an entry, or a component: it may be carried away. */
  grab?(id: string, name: string, event: PointerEvent): void;
  /** An entry, or a component, is to be carried by keys. */
  lift?(id: string, name: string): void;
  readonly picture?: PickerPicture;
  /** What is uploaded at once. */
  readonly files?: readonly File[] | undefined;
  /** Why something can not be picked, in words; undefined for what can. */
  refuse?(pick: PickDetail): string | undefined;
  /** Revisions are only restored, and can be taken back: nothing is asked before. */
  readonly onlyRestores?: boolean;
}

/** What `/picker.js` is handed by a `feaas-picker`. */
export interface PickerShell extends InterfaceShell {
  readonly options: PickerOptions;
  /** Base URL of delivered content; undefined for the kit's own. */
  readonly cdn: string | undefined;
  /** Tells the page what is picked, and closes a dialog; false when the page prevents it. */
  pick(pick: PickDetail): boolean;
  /** Says what the value is called. */
  setLabel(label: string): void;
  readonly use?: PickerUse | undefined;
}

/** What `/picker.js` returns. */
export interface MountedPicker extends MountedInterface {
  /** Shows with other options. */
  update(options: PickerOptions): void;
}
export type PickerScript = Script<PickerShell, MountedPicker>;
