/** What the elements and the scripts of the frontend host agree on (contract §6). */
import type { Auth, Gateway } from '../gateway';
import type { ComponentSource } from '../source/urls';
import type { Engine } from './engine';

/** Number of this agreement: it grows whenever a shell, a port or what `mount` returns changes its meaning. */
export const API = 1;

/** The scripts: `{frontend}/context.js`, `/editor.js`, `/picker.js`. */
export type ScriptName = 'context' | 'editor' | 'picker';

/** What every script is handed: parts of the kit that the page has loaded already. */
export interface Ports {
  readonly engine: Engine;
  /** The page's one Trusted Types policy; a second of its name would be refused (D13). */
  readonly trustedTypes: { createHTML(html: string): string; createScriptURL(url: string): string };
}

/** What a script exports. */
export interface Script<Shell, Mounted> {
  readonly api: number;
  mount(shell: Shell, ports: Ports): Mounted | Promise<Mounted>;
}

/** What `/context.js` is handed by a `feaas-context`; it returns the gateway. */
export interface ContextShell {
  readonly library: string;
  readonly environment: string | undefined;
  /** URL below which the backend answers, absolute. */
  readonly backend: string;
  readonly auth: Auth | null;
  /** Asks the page for another auth value, after one was refused; null for none. */
  requestAuth(reason: Error): Promise<Auth | null>;
}
export type ContextScript = Script<ContextShell, Gateway>;

/** What an interface of the frontend host is handed by any element. */
export interface InterfaceShell {
  readonly element: HTMLElement;
  /** Where the interface goes: empty, in the element's shadow root. */
  readonly place: HTMLElement;
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

/** The element of the page that is edited. */
export interface EditorContent {
  /** A `feaas-component`. */
  readonly element: HTMLElement;
  /** What it shows. */
  readonly source: ComponentSource;
  /** Where it was clicked, in CSS pixels of the viewport. */
  readonly point?: { readonly x: number; readonly y: number } | undefined;
}

/** What `/editor.js` is handed by a `feaas-editor`. */
export interface EditorShell extends InterfaceShell {
  readonly target: EditorTarget;
  readonly content: EditorContent;
  /** Tells the element, and so the page, how the edited component stands; and its view, whenever that has changed. */
  tell(state: { forked?: boolean; changed?: boolean; view?: string }): void;
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

/** How a picker looks and what it picks. */
export interface PickerOptions {
  readonly mode: string;
  readonly variant: string | undefined;
  /** Shown while nothing is picked. */
  readonly placeholder: string;
  /** It stands in a modal dialog. */
  readonly dialog: boolean;
}

/** What `/picker.js` is handed by a `feaas-picker`. */
export interface PickerShell extends InterfaceShell {
  readonly options: PickerOptions;
}

/** What `/picker.js` returns. */
export interface MountedPicker extends MountedInterface {
  /** Shows with other options. */
  update(options: PickerOptions): void;
}
export type PickerScript = Script<PickerShell, MountedPicker>;
