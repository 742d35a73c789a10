/** The life of a `feaas-editor`: when it is ready to open, and what it does when it is asked (§2, §3, §4, §5, §8). */
import { whenHydrated } from '../element/framework-content';
import { DEFAULT_VERSION } from '../../global/defaults';
import { logError } from '../../global/logger';
import { send } from '../element/send';
import { importWithRetry } from '../scheduling/retry-import';
import { pressedPoint } from './pressed-point';
import { type AuthContext, offersSignIn } from './auth-context';
import type { EditorScript, EditorShell, EditorTarget, MountedEditor, ViewportPoint } from './types';
import { EarlyMessages } from './early-messages';
import { MissingAuthError, MissingContentError, SignInError, SignInRequiredError } from './errors';
import { contentOf, findContent } from './find-content';
import { contextOf } from './find-context';
import { InterfaceController, type InterfaceHost } from './interface-controller';
import { loadSignIn, requestAuth } from './request-auth';
import type { PageIntegration } from './page-integration';

/** Properties that name what is edited. */
const TARGET = ['component', 'version', 'revision', 'instance'] as const;

/** The element of an editor: what it is to edit, which the editor clears when it closes. */
export interface EditorHost extends InterfaceHost, Partial<Record<(typeof TARGET)[number], string>> {
  forked: boolean;
  changed: boolean;
  readonly container: HTMLElement;
  /** Shows that it loads, over what is going to be edited. */
  cover(content: HTMLElement): void;
}

/** Why nobody is signed in (E16). */
const NO_ANSWER =
  'the page did not answer `feaasAuth`. Call `event.detail.respondWith(token)` in a listener on the context, or set its `auth` or `sign-in`';
const ANSWERED_NOBODY = 'the page answered `feaasAuth` with null';
const WINDOW_CLOSED = 'the sign-in window or its dialog was closed';
const answerFailed = (cause: unknown): string =>
  `the answer to \`feaasAuth\` failed: ${cause instanceof Error ? cause.message : String(cause)}`;

/** What an editor may be asked for once it is ready. */
export type EditorAction = 'save' | 'unfork' | 'discard';

/** What the editor reports beside its state. */
const REFLECTED_STATE = ['forked', 'changed'] as const;

/** What an editor of a component is to open; undefined for one that shows nothing of a library. */
function targetOf(element: HTMLElement): EditorTarget | undefined {
  const source = contentOf(element)?.source;
  if (!source) return undefined;
  const { component, version = DEFAULT_VERSION, revision, instance } = source;
  return { component, version, revision: revision ? String(revision) : undefined, instance };
}

/** Whether a click is in a link of an element. */
function isInLink(event: MouseEvent, element: HTMLElement): boolean {
  const path = event.composedPath();
  return path.slice(0, path.indexOf(element)).some((at) => at instanceof Element && at.matches('a[href], area[href]'));
}

export class EditorController {
  readonly #element: HTMLElement;
  readonly #interface: InterfaceController<MountedEditor>;
  #watch: MutationObserver | undefined;
  #connected = false;
  /** The target that was opened last, or tried to be. */
  #key: string | undefined;
  #opened: Promise<boolean> | undefined;
  /** What was opened last. */
  #edited: HTMLElement | undefined;
  /** What was clicked, where several elements show the same. */
  #clickedOn: HTMLElement | undefined;
  /** And where. */
  #point: ViewportPoint | undefined;
  #page: PageIntegration | undefined;
  /** The page is being asked who edits; a second click waits for the same answer. */
  #signingIn: Promise<boolean> | undefined;
  /** Of framed pages that do not wait until somebody listens. */
  #early: EarlyMessages | undefined;

  constructor(private readonly host: EditorHost) {
    const { element } = host;
    this.#element = element;
    this.#interface = new InterfaceController({
      element,
      show: (state) => {
        host.show(state);
        this.#page?.changed(state !== 'idle');
      },
      emitError: (error) => host.emitError(error),
    });
  }

  connect(): void {
    if (!this.#connected) {
      this.#connected = true;
      this.#watch ??= new MutationObserver(() => this.#update());
      this.#watch.observe(this.#element, { attributes: true, attributeFilter: ['hidden'] });
      document.addEventListener('click', this.#linkClicked, { capture: true });
      document.addEventListener('click', this.#clicked);
      if (!this.#page) this.#early ??= new EarlyMessages();
      this.#integrateWithPage().catch((error: Error) => {
        this.#takeEarly();
        // Clicks still open it.
        logError(
          `<feaas-editor>: could not highlight editable components. Check \`frontend\`: ${error.message}`,
          error,
        );
      });
    }
    // What failed where it stood before may go well here: a context may be around it now.
    if (this.#interface.state === 'idle') this.#key = undefined;
    this.#update();
  }

  disconnect(): void {
    queueMicrotask(() => {
      if (this.#element.isConnected) return;
      this.#connected = false;
      this.#watch?.disconnect();
      document.removeEventListener('click', this.#linkClicked, { capture: true });
      document.removeEventListener('click', this.#clicked);
      this.#key = undefined;
      this.#interface.close();
      this.#takeEarly();
      this.#page?.stop();
      this.#page = undefined;
    });
  }

  /** A property changed, perhaps with others. */
  changed(): void {
    queueMicrotask(() => this.#update());
  }

  /** Opens or closes as the properties say: an editor needs component, version and not to be hidden (§5). */
  #update(): void {
    const target = this.#target();
    const key = target && JSON.stringify(target);
    if (key === this.#key) return;
    this.#key = key;
    if (!target) this.#interface.close();
    else this.#opened = this.#interface.open((wanted) => this.#mount(target, wanted));
  }

  /** Opens a target, or what the properties name. Resolves with whether it is ready then. */
  async open(target?: EditorTarget): Promise<boolean> {
    const element = this.#element;
    // The page has made its element anew: it is opened on that, and what was typed is offered.
    if (target && this.#isLost && this.#isOn(target)) {
      this.#interface.close();
      this.#key = undefined;
    }
    // One target at a time: what is open asks before it goes.
    if (target && this.#interface.ready && !this.#isOn(target) && !(await this.close())) return false;
    if (target) {
      for (const name of TARGET) this.host[name] = target[name];
    }
    element.hidden = false;
    if (!this.#target()) return this.#tooEarly();
    // What failed is tried again when it is asked for.
    if (this.#interface.state === 'idle') this.#key = undefined;
    this.#update();
    return this.#opened ?? false;
  }

  /** Runs an action of the opened editor. Resolves with whether it was run. */
  async act(action: EditorAction): Promise<boolean> {
    const editor = this.#interface.ready;
    if (!editor) return this.#tooEarly();
    const run = editor[action];
    if (!run) {
      logError(`<feaas-editor>: the editor of this frontend host has no action '${action}'. Update the host.`);
      return false;
    }
    await run.call(editor);
    return true;
  }

  /** Closes: hides the editor and clears its target (§4). Resolves with whether it did; the editor may ask first. */
  async close(): Promise<boolean> {
    const editor = this.#interface.ready;
    if (!editor) return this.#tooEarly();
    if ((await editor.close?.()) === false) return false;
    const element = this.#element;
    element.hidden = true;
    this.#interface.close();
    for (const name of REFLECTED_STATE) this.host[name] = false;
    for (const name of TARGET) this.host[name] = undefined;
    this.#key = undefined;
    return true;
  }

  #isOn(target: EditorTarget): boolean {
    const now = this.#target();
    return !!now && TARGET.every((name) => name === 'revision' || (now[name] ?? '') === (target[name] ?? ''));
  }

  #tooEarly(): false {
    logError('Editor is not ready', this.#element);
    return false;
  }

  #target(): EditorTarget | undefined {
    const { component, version, revision, instance } = this.host;
    if (!component || !version || this.#element.hidden || !this.#connected) return undefined;
    return { component, version, revision: revision || undefined, instance: instance || undefined };
  }

  async #mount(target: EditorTarget, wanted: () => boolean): Promise<MountedEditor | undefined> {
    const element = this.#element;
    // In the same turn in which it begins to show that it loads: the overlay is never seen elsewhere.
    const early = findContent(element, target, this.#clickedOn);
    if (early) this.host.cover(early.element);
    const { openScript } = await importWithRetry(() => import('./open-script'));
    for (const name of REFLECTED_STATE) this.host[name] = false;
    return openScript<EditorShell, Awaited<ReturnType<EditorScript['mount']>>>(
      'editor',
      { element, container: this.host.container, close: () => void this.close() },
      (shell) => {
        const content = findContent(element, target, this.#clickedOn);
        if (!content) throw new MissingContentError(target.component, target.version, target.instance);
        this.#edited = content.element;
        return {
          ...shell,
          target,
          content: { ...content, point: this.#point },
          onStateChange: (state) => {
            if (!wanted()) return;
            for (const name of REFLECTED_STATE) if (name in state) this.host[name] = !!state[name];
            this.#page?.update(state.view, !this.host.changed);
          },
        };
      },
      wanted,
    );
  }

  /** Whether a component belongs to this editor's context, and names what it shows. */
  #isOurs(component: HTMLElement): boolean {
    return contextOf(component) === contextOf(this.#element) && contentOf(component) !== undefined;
  }

  async #integrateWithPage(): Promise<void> {
    const context = contextOf(this.#element) as AuthContext | undefined;
    // After a click, browsers let a window open for a moment only.
    if (context && offersSignIn(context)) loadSignIn().catch(() => {});
    const { startPageIntegration } = await importWithRetry(() => import('./page-integration'));
    if (!this.#connected) return;
    this.#page ??= startPageIntegration(this.#element, {
      isOffered: (component) => this.#interface.state === 'idle' && this.#isOurs(component),
      open: (component) => this.#edit(component),
      early: this.#takeEarly(),
    });
  }

  #takeEarly(): readonly MessageEvent[] {
    const early = this.#early?.consume() ?? [];
    this.#early = undefined;
    return early;
  }

  /** Opens on a component of the page. */
  async #edit(component: HTMLElement, point?: ViewportPoint): Promise<boolean> {
    const target = targetOf(component);
    if (!target) return false;
    const context = contextOf(this.#element) as AuthContext | undefined;
    if (context && !context.auth && !(await (this.#signingIn ??= this.#signIn(context)))) return false;
    this.#clickedOn = component;
    this.#point = point;
    return this.open(target);
  }

  /** Only somebody who is signed in can save, so the page is asked before the editor opens (E16). */
  async #signIn(context: AuthContext): Promise<boolean> {
    let error: SignInRequiredError;
    const reason = new MissingAuthError();
    try {
      await customElements.whenDefined('feaas-context');
      // Until then nobody listens to what the context asks (E15).
      await whenHydrated(context);
      if (context.auth) return true;
      const auth = await requestAuth(context, reason, 'window');
      if (auth) return true;
      const nobody = offersSignIn(context) ? WINDOW_CLOSED : ANSWERED_NOBODY;
      error = new SignInRequiredError(auth === undefined ? NO_ANSWER : nobody, reason);
    } catch (cause) {
      error = new SignInRequiredError(cause instanceof SignInError ? cause.message : answerFailed(cause), cause);
    } finally {
      this.#signingIn = undefined;
    }
    logError(`<feaas-editor>: ${error.message}`, error);
    send(this.#element, 'feaasError', error);
    return false;
  }

  /**
   * An element with the editable flag can be opened in the editor (§6): by a click, in the editor's own context (§2). A page that
   * prevents the click keeps it.
   */
  readonly #clicked = (event: MouseEvent): void => {
    const found = event.defaultPrevented ? undefined : this.#editableAt(event);
    if (!found) return;
    event.preventDefault();
    if (!this.#isOpenOn(found)) this.#editAt(found, event);
  };

  /** A link would lead away from what is to be edited, and so would a router, which hears of the click before the document does. */
  readonly #linkClicked = (event: MouseEvent): void => {
    const found = event.defaultPrevented ? undefined : this.#editableAt(event);
    if (!found || this.#isOpenOn(found) || !isInLink(event, found)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#editAt(found, event);
  };

  #editAt(component: HTMLElement, event: MouseEvent): void {
    // The keyboard clicks too, nowhere.
    void this.#edit(component, event.detail ? pressedPoint(event) : undefined);
  }

  /** The editable component that a click is in, if it belongs to this editor. */
  #editableAt(event: MouseEvent): HTMLElement | undefined {
    const found = event
      .composedPath()
      .find((at): at is HTMLElement => at instanceof HTMLElement && at.matches('feaas-component[editable]'));
    return found && this.#isOurs(found) ? found : undefined;
  }

  /** Whether the editor is ready, and a component shows what it edits. */
  #isOpenOn(component: HTMLElement): boolean {
    const target = this.#interface.ready && targetOf(component);
    return !!target && this.#isOn(target) && !this.#isLost;
  }

  /** Whether the page has taken away the element that is edited. */
  get #isLost(): boolean {
    return !!this.#interface.ready && !!this.#edited && !this.#edited.isConnected;
  }
}
