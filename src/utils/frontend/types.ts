/** The interface between the elements and the scripts of the frontend host (contract §6). */
import type { fetchData } from '../data/settings';
import type { fetchComponent } from '../delivery/fetch-component';
import type { loadPageStylesheet } from '../delivery/load-stylesheet';
import type { Auth, AuthTrigger, Gateway } from '../gateway';
import type { ComponentSource } from '../source/urls';
import type { loadAndRender } from '../template/load-and-render';

/** Version of this interface: it increases whenever a shell, a dependency or the result of `mount` changes its meaning. */
export const API = 3;

/** The scripts: `{frontend}/context.js`, `/editor.js`, `/picker.js`, `/inspect.js`. */
export type ScriptName = 'context' | 'editor' | 'picker' | 'inspect';

/** The engine, by which scripts of the frontend host render and fetch. */
export interface Engine {
  /** Renders a template with data into an element; returns a promise if a module of the engine must be loaded first. */
  readonly render: typeof loadAndRender;
  /** Replaces data settings by their responses. */
  readonly fetchData: typeof fetchData;
  /** Fetches a component, with the page's cache and revalidation. */
  readonly fetchComponent: typeof fetchComponent;
  /** Fetches a component and its fork from the host again, after a change there; elements that show it are updated. */
  refresh(source: ComponentSource): Promise<void>;
  /** Loads a stylesheet into the page, once per URL. */
  readonly loadStylesheet: typeof loadPageStylesheet;
  /** Sanitizes HTML from data; `inline` if block elements are not valid there (D8). */
  sanitize(html: string, inline?: boolean): Promise<string>;
}

/** The dependencies of every script: modules of the kit that the page has already loaded. */
export interface ScriptDependencies {
  readonly engine: Engine;
  /** The page's only Trusted Types policy; a second one with the same name would be rejected (D13). */
  readonly trustedTypes: { createHTML(html: string): string; createScriptURL(url: string): string };
}

/** The exports of a script. */
export interface Script<Shell, Mounted> {
  readonly api: number;
  mount(shell: Shell, dependencies: ScriptDependencies): Mounted | Promise<Mounted>;
}

/** What a `feaas-context` passes to `/context.js`, which returns the gateway. */
export interface ContextShell {
  readonly library: string;
  readonly environment: string | undefined;
  /** Base URL of the backend, absolute. */
  readonly backend: string;
  readonly auth: Auth | null;
  /** Asks the page for another auth value after one was rejected; null for none. */
  requestAuth(reason: Error, trigger: AuthTrigger): Promise<Auth | null>;
}
export type ContextScript = Script<ContextShell, Gateway>;

/** What any element passes to an interface of the frontend host. */
export interface InterfaceShell {
  readonly element: HTMLElement;
  /** Container of the interface: empty, in the element's shadow root. */
  readonly container: HTMLElement;
  readonly gateway: Gateway;
  readonly library: string;
  /** URL whose `/assets` contain further modules, absolute. */
  readonly frontend: string;
  /** Origins whose messages are accepted (M1). */
  readonly origins: readonly string[];
  /** Asks the element to close, as its `close()` does. */
  close(): void;
}

/** The edited component. */
export interface EditorTarget {
  readonly component: string;
  readonly version: string;
  readonly revision?: string | undefined;
  /** Id of the fork for this place. */
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
  /** The current position of the click in it. */
  readonly point?: ViewportPoint | undefined;
}

/** What a `feaas-editor` passes to `/editor.js`. */
export interface EditorShell extends InterfaceShell {
  readonly target: EditorTarget;
  readonly content: EditorContent;
  /** Reports the state of the edited component to the element, and so to the page; and its markup, whenever that has changed. */
  onStateChange(state: { forked?: boolean; changed?: boolean; view?: string }): void;
}

/** An opened interface. */
export interface MountedInterface {
  /** Resolves with whether it may close, after asking the user if necessary; false keeps it open. */
  close?(): boolean | Promise<boolean>;
  /** Removes it. */
  unmount(): void;
}

/** The result of `/editor.js`. An action that it does not support is missing. */
export interface MountedEditor extends MountedInterface {
  save?(): Promise<void>;
  unfork?(): Promise<void>;
  discard?(): Promise<void>;
}
export type EditorScript = Script<EditorShell, MountedEditor>;

/** What a picker offers: a theme of the library, one of its components, a path of the data, a picture, a revision of a version. */
export type PickerMode = 'theme' | 'component' | 'data' | 'media' | 'revision';

/** What a path sets. */
export type PickerBinding = 'text' | 'attribute' | 'repeat';

/** The appearance of a picker, and what it offers. */
export interface PickerOptions {
  /** A PickerMode; the page's value is not validated. */
  readonly mode: string;
  /** `compact`; otherwise full. */
  readonly variant: string | undefined;
  /** Shown while nothing is picked. */
  readonly placeholder: string;
  /** Whether it is in a modal dialog. */
  readonly dialog: boolean;
  /** The picked value; empty for none. */
  readonly value: string;
  readonly disabled: boolean;
  /** Component and version whose revisions are offered. */
  readonly component: string | undefined;
  readonly version: string | undefined;
  /** Data whose paths are offered; undefined for the library's own data sources. */
  readonly data: unknown;
  /** A PickerBinding; the page's value is not validated. */
  readonly binding: string | undefined;
  /** Path of the innermost repeat around the bound element. */
  readonly scope: string | undefined;
}

/** Detail of `feaasPick`. */
export interface PickDetail {
  readonly mode: PickerMode;
  /** Class of a theme, `library/component` or id of a PickerEntry, a path, URL of a picture, number of a revision; empty for none. */
  readonly value: string;
  /** Details of the value: the backend's theme, component, picture or revision; for a path, what it finds. */
  readonly item: unknown;
  /** Whether to restore the revision: to save it again as the last one. A page that does so itself prevents the event's default. */
  readonly restore?: true;
}

/** An item that can be picked beside the components of a library. */
export interface PickerEntry {
  readonly id: string;
  /** Display name. */
  readonly name: string;
  readonly description?: string | undefined;
  /** A block, or a component of the page: listed together, beside the library's collections. */
  readonly kind: 'block' | 'external';
  /** Address of an image. */
  readonly thumbnail?: string | undefined;
}

/** The current picture, with what can be changed without picking another one. */
export interface PickerPicture {
  readonly src: string;
  readonly alt: string;
  /** Addresses that a browser may choose instead, each with a label for its purpose. */
  readonly sources: readonly { readonly label: string; readonly srcset: string }[];
  /** Set if it comes from data. */
  readonly binding?: PickerPictureBinding | undefined;
}

/** The binding of a picture to data, and the options when another picture is picked. */
export interface PickerPictureBinding {
  /** Which data it is, and in how many positions it is shown. */
  readonly note: string;
  /** Labels for keeping the data, and for using an own picture instead. */
  readonly keep: string;
  readonly own: string;
  /** Label for editing the path. */
  readonly edit: string;
  editPath(): void;
}

/** Options for an interface that contains a picker; a picker alone has none of them. */
export interface PickerUse {
  /** The purpose of the picker: its heading. */
  readonly title: string;
  readonly entries?: readonly PickerEntry[];
  /** `library/component` that can not be picked. */
  readonly except?: string;
  /** A pointer was pressed on an entry, or a component, which may be dragged. */
  grab?(id: string, name: string, event: PointerEvent): void;
  /** An entry, or a component, is to be moved by the keyboard. */
  lift?(id: string, name: string): void;
  readonly picture?: PickerPicture;
  /** Files that are uploaded immediately. */
  readonly files?: readonly File[] | undefined;
  /** Returns the reason why something can not be picked, as text; undefined if it can. */
  refuse?(pick: PickDetail): string | undefined;
  /** Whether revisions are only restored, which can be undone, so that no confirmation is needed. */
  readonly onlyRestores?: boolean;
}

/** What a `feaas-picker` passes to `/picker.js`. */
export interface PickerShell extends InterfaceShell {
  readonly options: PickerOptions;
  /** Base URL of delivered content; undefined for the kit's default. */
  readonly cdn: string | undefined;
  /** Reports a pick to the page, and closes a dialog; false if the page prevents it. */
  pick(pick: PickDetail): boolean;
  /** Sets the label of the value. */
  setLabel(label: string): void;
  readonly use?: PickerUse | undefined;
}

/** The result of `/picker.js`. */
export interface MountedPicker extends MountedInterface {
  /** Applies other options. */
  update(options: PickerOptions): void;
}
export type PickerScript = Script<PickerShell, MountedPicker>;
