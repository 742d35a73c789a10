/**
 * Shows on hover and keyboard focus that a component is editable, and lets the keyboard open it (specification §6). It
 * is loaded with the editor, so the page of a visitor does not contain it.
 */
import { languageOf } from '../template/content-model';
import { ownMembers } from '../template/own-members';
import type { Measurement } from './messages';
import { resetZoom } from './zoom';

const EDITABLE = 'feaas-component[editable]';

/** Label of an editable component, and its accessible name. */
interface EditLabel {
  readonly visible: string;
  readonly name: (component: string) => string;
}

const ENGLISH: EditLabel = { visible: 'Edit', name: (component) => `Edit ${component}` };
const LABELS: Readonly<Record<string, EditLabel>> = Object.freeze({
  en: ENGLISH,
  de: { visible: 'Bearbeiten', name: (component) => `${component} bearbeiten` },
  ja: { visible: '編集', name: (component) => `${component}を編集` },
  ar: { visible: 'تحرير', name: (component) => `تحرير ${component}` },
});

/** Returns the label of an editable component, in the language of its position. */
function labelOf(component: Element): EditLabel {
  const language = languageOf(component)?.split('-')[0]?.toLowerCase();
  return (Object.hasOwn(LABELS, language ?? '') && LABELS[language!]) || ENGLISH;
}

/** Returns the readable form of a component's id: `hero-banner` is `Hero banner`. */
function readableName(id: string): string {
  const text = id.replace(/[-_]+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export interface EditOutlineDependencies {
  /** Whether a component belongs to this editor, and nothing is open. */
  isOffered(component: HTMLElement): boolean;
  open(component: HTMLElement): void;
  /** Returns the id of the component that an element shows. */
  idOf(component: HTMLElement): string;
}

/** The outline: one for the page, in the top layer and a shadow root, where the page's styles do not apply. */
const STYLES = `:host{all:initial;position:fixed!important;inset:auto;margin:0!important;padding:0!important;border:0!important;background:none!important;overflow:visible!important;pointer-events:none!important}
div{box-sizing:border-box;width:100%;height:100%;border-radius:6px;outline:2px solid #2563eb;outline-offset:3px;background:rgb(37 99 235/.06)}
span{position:absolute;inset-block-end:calc(100% + 5px);inset-inline-start:-3px;padding:2px 8px;border-radius:5px 5px 0 0;font:600 12px/18px system-ui,sans-serif;color:#fff;background:#2563eb;white-space:nowrap}
:host(.-below) span{inset-block-end:auto;inset-block-start:calc(100% + 5px);border-radius:0 0 5px 5px}
@media (prefers-color-scheme:dark){div{outline-color:#60a5fa;background:rgb(96 165 250/.1)}span{background:#60a5fa;color:#0b1220}}
@media (forced-colors:active){div{outline-color:Highlight;background:none}span{background:Highlight;color:HighlightText;forced-color-adjust:none}}`;

/** Height of the label including its distance, in pixels. */
const LABEL_HEIGHT = 27;
/** Space that the outline needs beside a component, in pixels. */
const MARGIN = 6;

export class EditOutline {
  readonly #stop = new AbortController();
  readonly #outline = document.createElement('div');
  readonly #label = document.createElement('span');
  /** Components to which this class added `tabindex`. */
  readonly #focusable = new Set<HTMLElement>();
  /** Attributes that this class added to describe a component. */
  readonly #added = new WeakMap<HTMLElement, readonly string[]>();
  readonly #observer: MutationObserver;
  #target: HTMLElement | undefined;
  #frame = 0;

  constructor(private readonly ports: EditOutlineDependencies) {
    this.#createOutline();
    const options = { signal: this.#stop.signal, capture: true };
    document.addEventListener('pointerover', (event) => this.#onPointerOrFocus(event), options);
    // A closed editor returns the focus; the outline would stay in front of a user of a mouse or finger.
    document.addEventListener(
      'focusin',
      // For a focused element in a shadow tree, the target is the host.
      (event) =>
        ownMembers(event.composedPath()[0] as Element).matches(':focus-visible') && this.#onPointerOrFocus(event),
      options,
    );
    document.addEventListener('focusout', () => this.#show(undefined), options);
    document.addEventListener('keydown', (event) => this.#onKeyDown(event), options);
    document.addEventListener('scroll', () => this.#follow(), { ...options, passive: true });
    addEventListener('resize', () => this.#follow(), options);
    this.#observer = new MutationObserver(() => this.#updateFocusable());
    this.#observer.observe(document, { subtree: true, childList: true, attributeFilter: ['editable'] });
    this.#updateFocusable();
  }

  /** An editor opened or closed. */
  update(): void {
    if (this.#target && !this.ports.isOffered(this.#target)) this.#show(undefined);
    this.#updateFocusable();
  }

  stop(): void {
    this.#stop.abort();
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#outline.remove();
    for (const component of this.#focusable) this.#resetAttributes(component);
  }

  #createOutline(): void {
    const outline = this.#outline;
    outline.setAttribute('popover', 'manual');
    outline.setAttribute('aria-hidden', 'true');
    const root = outline.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
    root.append(document.createElement('div'), this.#label);
  }

  /** Makes every editable component reachable by the keyboard. */
  #updateFocusable(): void {
    for (const component of this.#focusable)
      if (!component.matches(EDITABLE) || !this.ports.isOffered(component)) this.#resetAttributes(component);
    for (const component of document.querySelectorAll<HTMLElement>(EDITABLE)) {
      if (component.hasAttribute('tabindex') || !this.ports.isOffered(component)) continue;
      this.#focusable.add(component);
      component.setAttribute('tabindex', '0');
      this.#name(component);
    }
  }

  /** Gives a focusable component a role and a name. Those from the page stay; the content stays readable within a group. */
  #name(component: HTMLElement): void {
    const name = labelOf(component).name(readableName(this.ports.idOf(component)));
    const isNamed = component.hasAttribute('aria-label') || component.hasAttribute('aria-labelledby');
    const added = {
      ...(!component.hasAttribute('role') && { role: 'group' }),
      ...(!isNamed && { 'aria-label': name }),
    };
    if (isNamed) Object.assign(added, { 'aria-description': labelOf(component).visible });
    for (const [attribute, value] of Object.entries(added)) component.setAttribute(attribute, value);
    this.#added.set(component, Object.keys(added));
  }

  #resetAttributes(component: HTMLElement): void {
    this.#focusable.delete(component);
    component.removeAttribute('tabindex');
    for (const attribute of this.#added.get(component) ?? []) component.removeAttribute(attribute);
    this.#added.delete(component);
  }

  #onPointerOrFocus(event: Event): void {
    const found = event
      .composedPath()
      .find((node): node is HTMLElement => node instanceof HTMLElement && ownMembers(node).matches(EDITABLE));
    this.#show(found && this.ports.isOffered(found) ? found : undefined);
  }

  #onKeyDown(event: KeyboardEvent): void {
    const component = event.target as HTMLElement;
    if (event.key !== 'Enter' || event.defaultPrevented || !this.#focusable.has(component)) return;
    event.preventDefault();
    this.ports.open(component);
  }

  #show(component: HTMLElement | undefined): void {
    if (component === this.#target) return;
    this.#target = component;
    const outline = this.#outline;
    if (!component) return outline.remove();
    this.#label.textContent = labelOf(component).visible;
    // Outside of the body, it does not affect the page's rules for first, last or adjacent elements.
    document.documentElement.append(outline);
    outline.showPopover?.();
    this.#place();
  }

  #follow(): void {
    if (!this.#target) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#place());
  }

  #place(): void {
    const rect: Measurement | undefined = this.#target?.getBoundingClientRect();
    if (!rect) return;
    const { style, classList } = this.#outline;
    resetZoom(this.#outline);
    // The outline of an element at the edge of the window stays within it.
    const left = Math.max(rect.left, MARGIN);
    const width = Math.min(rect.left + rect.width, document.documentElement.clientWidth - MARGIN) - left;
    for (const [name, value] of Object.entries({ top: rect.top, left, width, height: rect.height }))
      style.setProperty(name, `${value}px`);
    classList.toggle('-below', rect.top < LABEL_HEIGHT);
  }
}
