/** Controls a `feaas-editor`: when it is ready to open, and what its methods do (§2, §3, §4, §5, §8). */
import { whenHydrated } from '../element/framework-content';
import { DEFAULT_VERSION } from '../../global/defaults';
import { logError } from '../../global/logger';
import { send } from '../element/send';
import { importWithRetry } from '../scheduling/retry-import';
import { ownMembers } from '../template/own-members';
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

/** Properties that identify the edited component. */
const TARGET = ['component', 'version', 'revision', 'instance'] as const;

/** The element of an editor, with its target, which the editor clears when it closes. */
export interface EditorHost extends InterfaceHost, Partial<Record<(typeof TARGET)[number], string>> {
  forked: boolean;
  changed: boolean;
  readonly container: HTMLElement;
  /** Shows the loading state over the element that will be edited. */
  cover(content: HTMLElement): void;
}

/** Reasons why nobody is signed in (E16). */
const NO_ANSWER =
  'the page did not answer `feaasAuth`. Call `event.detail.respondWith(token)` in a listener on the context, or set its `auth` or `sign-in`';
const ANSWERED_NOBODY = 'the page answered `feaasAuth` with null';
const WINDOW_CLOSED = 'the sign-in window or its dialog was closed';
const answerFailed = (cause: unknown): string =>
  `the answer to \`feaasAuth\` failed: ${cause instanceof Error ? cause.message : String(cause)}`;

/** Actions of an editor that is ready. */
export type EditorAction = 'save' | 'unfork' | 'discard';

/** The editor's state that the element reflects. */
const REFLECTED_STATE = ['forked', 'changed'] as const;

/** Returns the target of a component; undefined if it shows no component of a library. */
function targetOf(element: HTMLElement): EditorTarget | undefined {
  const source = contentOf(element)?.source;
  if (!source) return undefined;
  const { component, version = DEFAULT_VERSION, revision, instance } = source;
  return { component, version, revision: revision ? String(revision) : undefined, instance };
}

/** Whether a click is in a link within an element. */
function isInLink(event: MouseEvent, element: HTMLElement): boolean {
  const path = event.composedPath();
  return path
    .slice(0, path.indexOf(element))
    .some((node) => node instanceof Element && ownMembers(node).matches('a[href], area[href]'));
}

export class EditorController {
  readonly #element: HTMLElement;
  readonly #interface: InterfaceController<MountedEditor>;
  #observer: MutationObserver | undefined;
  #connected = false;
  /** The target that was last opened, or attempted. */
  #key: string | undefined;
  #opened: Promise<boolean> | undefined;
  /** The element that was opened last. */
  #edited: HTMLElement | undefined;
  /** The clicked element: several elements may show the same component. */
  #clickedComponent: HTMLElement | undefined;
  /** The position of the click. */
  #point: ViewportPoint | undefined;
  #page: PageIntegration | undefined;
  /** The pending sign-in; a second click waits for the same one. */
  #signingIn: Promise<boolean> | undefined;
  /** Messages of framed pages that arrive before their handler is loaded. */
  #earlyMessages: EarlyMessages | undefined;

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
      this.#observer ??= new MutationObserver(() => this.#update());
      this.#observer.observe(this.#element, { attributes: true, attributeFilter: ['hidden'] });
      document.addEventListener('click', this.#onLinkClick, { capture: true });
      document.addEventListener('click', this.#onClick);
      if (!this.#page) this.#earlyMessages ??= new EarlyMessages();
      this.#integrateWithPage().catch((error: Error) => {
        this.#consumeMessages();
        // Clicks still open the editor.
        logError(
          `<feaas-editor>: could not highlight editable components. Check \`frontend\`: ${error.message}`,
          error,
        );
      });
    }
    // What failed at the previous position may succeed here: there may be a context around it now.
    if (this.#interface.state === 'idle') this.#key = undefined;
    this.#update();
  }

  disconnect(): void {
    queueMicrotask(() => {
      if (this.#element.isConnected) return;
      this.#connected = false;
      this.#observer?.disconnect();
      document.removeEventListener('click', this.#onLinkClick, { capture: true });
      document.removeEventListener('click', this.#onClick);
      this.#key = undefined;
      this.#interface.close();
      this.#consumeMessages();
      this.#page?.stop();
      this.#page = undefined;
    });
  }

  /** A property changed, maybe with others. */
  changed(): void {
    queueMicrotask(() => this.#update());
  }

  /** Opens or closes as the properties require: an editor needs component and version, and must not be hidden (§5). */
  #update(): void {
    const target = this.#target();
    const key = target && JSON.stringify(target);
    if (key === this.#key) return;
    this.#key = key;
    if (!target) this.#interface.close();
    else this.#opened = this.#interface.open((isCurrent) => this.#mount(target, isCurrent));
  }

  /** Opens a target, or that of the properties. Resolves with whether it is ready. */
  async open(target?: EditorTarget): Promise<boolean> {
    const element = this.#element;
    // The page has recreated the edited element: the editor opens on the new one, and offers the unsaved draft.
    if (target && this.#isLost && this.#hasTarget(target)) {
      this.#interface.close();
      this.#key = undefined;
    }
    // One target at a time: the open one may ask before it closes.
    if (target && this.#interface.ready && !this.#hasTarget(target) && !(await this.close())) return false;
    if (target) {
      for (const name of TARGET) this.host[name] = target[name];
    }
    element.hidden = false;
    if (!this.#target()) return this.#reportNotReady();
    // A failed opening is retried on request.
    if (this.#interface.state === 'idle') this.#key = undefined;
    this.#update();
    return this.#opened ?? false;
  }

  /** Runs an action of the opened editor. Resolves with whether it was run. */
  async act(action: EditorAction): Promise<boolean> {
    const editor = this.#interface.ready;
    if (!editor) return this.#reportNotReady();
    const run = editor[action];
    if (!run) {
      logError(`<feaas-editor>: the editor of this frontend host has no action '${action}'. Update the host.`);
      return false;
    }
    await run.call(editor);
    return true;
  }

  /** Closes: hides the editor and clears its target (§4). Resolves with whether it closed; the editor may ask first. */
  async close(): Promise<boolean> {
    const editor = this.#interface.ready;
    if (!editor) return this.#reportNotReady();
    if ((await editor.close?.()) === false) return false;
    const element = this.#element;
    element.hidden = true;
    this.#interface.close();
    for (const name of REFLECTED_STATE) this.host[name] = false;
    for (const name of TARGET) this.host[name] = undefined;
    this.#key = undefined;
    return true;
  }

  #hasTarget(target: EditorTarget): boolean {
    const current = this.#target();
    return !!current && TARGET.every((name) => name === 'revision' || (current[name] ?? '') === (target[name] ?? ''));
  }

  #reportNotReady(): false {
    logError('Editor is not ready', this.#element);
    return false;
  }

  #target(): EditorTarget | undefined {
    const { component, version, revision, instance } = this.host;
    if (!component || !version || this.#element.hidden || !this.#connected) return undefined;
    return { component, version, revision: revision || undefined, instance: instance || undefined };
  }

  async #mount(target: EditorTarget, isCurrent: () => boolean): Promise<MountedEditor | undefined> {
    const element = this.#element;
    // Synchronously with the loading state, so that the overlay is never visible elsewhere.
    const initialContent = findContent(element, target, this.#clickedComponent);
    if (initialContent) this.host.cover(initialContent.element);
    const { openScript } = await importWithRetry(() => import('./open-script'));
    for (const name of REFLECTED_STATE) this.host[name] = false;
    return openScript<EditorShell, Awaited<ReturnType<EditorScript['mount']>>>(
      'editor',
      { element, container: this.host.container, close: () => void this.close() },
      (shell) => {
        const content = findContent(element, target, this.#clickedComponent);
        if (!content) throw new MissingContentError(target.component, target.version, target.instance);
        this.#edited = content.element;
        return {
          ...shell,
          target,
          content: { ...content, point: this.#point },
          onStateChange: (state) => {
            if (!isCurrent()) return;
            for (const name of REFLECTED_STATE) if (name in state) this.host[name] = !!state[name];
            this.#page?.update(state.view, !this.host.changed);
          },
        };
      },
      isCurrent,
    );
  }

  /** Whether a component is in this editor's context, and shows a component of a library. */
  #isInContext(component: HTMLElement): boolean {
    return contextOf(component) === contextOf(this.#element) && contentOf(component) !== undefined;
  }

  async #integrateWithPage(): Promise<void> {
    const context = contextOf(this.#element) as AuthContext | undefined;
    // Browsers allow a window to open only shortly after a click, so its code is loaded now.
    if (context && offersSignIn(context)) loadSignIn().catch(() => {});
    const { startPageIntegration } = await importWithRetry(() => import('./page-integration'));
    if (!this.#connected) return;
    this.#page ??= startPageIntegration(this.#element, {
      isOffered: (component) => this.#interface.state === 'idle' && this.#isInContext(component),
      open: (component) => this.#edit(component),
      early: this.#consumeMessages(),
    });
  }

  #consumeMessages(): readonly MessageEvent[] {
    const messages = this.#earlyMessages?.consume() ?? [];
    this.#earlyMessages = undefined;
    return messages;
  }

  /** Opens the editor on a component of the page. */
  async #edit(component: HTMLElement, point?: ViewportPoint): Promise<boolean> {
    const target = targetOf(component);
    if (!target) return false;
    const context = contextOf(this.#element) as AuthContext | undefined;
    if (context && !context.auth && !(await (this.#signingIn ??= this.#signIn(context)))) return false;
    this.#clickedComponent = component;
    this.#point = point;
    return this.open(target);
  }

  /** Saving requires a signed-in user, so the page is asked before the editor opens (E16). */
  async #signIn(context: AuthContext): Promise<boolean> {
    let error: SignInRequiredError;
    const reason = new MissingAuthError();
    try {
      await customElements.whenDefined('feaas-context');
      // Before that, nobody listens to the event of the context (E15).
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
   * Opens the editor on a clicked component with the editable flag (§6), in the editor's own context (§2). A page can
   * prevent this by preventing the click's default.
   */
  readonly #onClick = (event: MouseEvent): void => {
    const found = event.defaultPrevented ? undefined : this.#editableAt(event);
    if (!found) return;
    event.preventDefault();
    if (!this.#isOpenOn(found)) this.#editAt(found, event);
  };

  /** Opens the editor instead of following a link. It captures the click, since a router handles it before the document does. */
  readonly #onLinkClick = (event: MouseEvent): void => {
    const found = event.defaultPrevented ? undefined : this.#editableAt(event);
    if (!found || this.#isOpenOn(found) || !isInLink(event, found)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#editAt(found, event);
  };

  #editAt(component: HTMLElement, event: MouseEvent): void {
    // A click by the keyboard has no position.
    void this.#edit(component, event.detail ? pressedPoint(event) : undefined);
  }

  /** Returns the editable component that contains a click, if it belongs to this editor. */
  #editableAt(event: MouseEvent): HTMLElement | undefined {
    const found = event
      .composedPath()
      .find(
        (node): node is HTMLElement =>
          node instanceof HTMLElement && ownMembers(node).matches('feaas-component[editable]'),
      );
    return found && this.#isInContext(found) ? found : undefined;
  }

  /** Whether the editor is ready, and a component shows what it edits. */
  #isOpenOn(component: HTMLElement): boolean {
    const target = this.#interface.ready && targetOf(component);
    return !!target && this.#hasTarget(target) && !this.#isLost;
  }

  /** Whether the page has removed the edited element. */
  get #isLost(): boolean {
    return !!this.#interface.ready && !!this.#edited && !this.#edited.isConnected;
  }
}
