/**
 * Edits a component of a framed page (specification §2, contract §5). The frame sends what to edit, and its position.
 * The editor places a component of its own there, and sends the edited markup to the frame.
 */
import { frameMessage, type EditMessage, type Measurement } from './messages';

export interface PreviewFramesDependencies {
  /** Origins whose messages are accepted (M1). */
  origins(): readonly string[];
  /** Opens the editor on a component of this page that represents the framed one; resolves with whether it did. */
  open(component: HTMLElement, message: EditMessage): Promise<boolean>;
}

/** A framed component that is edited. */
interface EditedFrame {
  readonly frame: HTMLIFrameElement;
  /** Origin of the framed page: messages go to no other. */
  readonly origin: string;
  readonly id: string;
  readonly component: HTMLElement;
}

const frameOf = (source: MessageEventSource | null): HTMLIFrameElement | undefined =>
  [...document.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === source);

export class PreviewFrames {
  readonly #stop = new AbortController();
  /** Positions of the components of each framed page. */
  readonly #measured = new WeakMap<HTMLIFrameElement, Readonly<Record<string, Measurement>>>();
  #editedFrame: EditedFrame | undefined;
  #markup: string | undefined;
  #savedMarkup: string | undefined;
  /** The last requested component, until it is open or has failed. */
  #opening: EditedFrame | undefined;

  constructor(private readonly ports: PreviewFramesDependencies) {
    const { signal } = this.#stop;
    addEventListener('message', (event) => this.onMessage(event), { signal });
    addEventListener('scroll', () => this.#place(), { signal, capture: true, passive: true });
    addEventListener('resize', () => this.#place(), { signal });
  }

  stop(): void {
    this.#stop.abort();
    this.closed();
  }

  /** The editor has closed: its component is removed, and the frame shows the last saved markup (specification §4). */
  closed(): void {
    if (this.#markup !== this.#savedMarkup) this.#post(this.#savedMarkup);
    this.#markup = this.#savedMarkup = undefined;
    this.#editedFrame?.component.remove();
    this.#editedFrame = undefined;
  }

  /**
   * Sends the edited markup to the frame.
   * @param markup undefined if it is unchanged
   * @param isSaved whether the host has it
   */
  update(markup: string | undefined, isSaved: boolean): void {
    if (markup !== undefined) this.#post((this.#markup = markup));
    if (isSaved) this.#savedMarkup = this.#markup;
  }

  /** Sends markup to the framed page, and to no other. */
  #post(content: string | undefined): void {
    if (!this.#editedFrame || content === undefined) return;
    const { frame, origin, id } = this.#editedFrame;
    frame.contentWindow?.postMessage({ type: 'feaasUpdate', id, content }, origin);
  }

  /** Handles a message. */
  onMessage(event: MessageEvent<unknown>): void {
    const message = frameMessage(event, {
      types: ['feaasEdit', 'feaasMeasurements'],
      origins: this.ports.origins(),
      isExpected: (source) => frameOf(source) !== undefined,
    });
    const frame = message && frameOf(event.source);
    if (!frame) return;
    if (message.type === 'feaasEdit') void this.#edit(frame, event.origin, message);
    else {
      this.#measured.set(frame, message.measurements);
      this.#place();
    }
  }

  async #edit(frame: HTMLIFrameElement, origin: string, message: EditMessage): Promise<void> {
    const { id, library, component, version, instance } = message;
    // A repeated request, as by a double click, is ignored.
    for (const editedFrame of [this.#editedFrame, this.#opening])
      if (editedFrame && editedFrame.frame === frame && editedFrame.id === id && editedFrame.origin === origin) return;
    const element = document.createElement('feaas-component');
    for (const [name, value] of Object.entries({ library, component, version, instance }))
      if (value !== undefined) element.setAttribute(name, value);
    // It covers the component in the frame, at any position in the page.
    Object.assign(element.style, { position: 'fixed', zIndex: '1', overflow: 'auto', background: 'Canvas' });
    const next: EditedFrame = { frame, origin, id, component: element };
    this.#opening = next;
    frame.after(element);
    this.#place();
    const opened = await this.#open(next, message).finally(() => {
      if (this.#opening === next) this.#opening = undefined;
    });
    if (!opened) return element.remove();
    // The previous component has closed by now.
    this.#editedFrame?.component.remove();
    this.#editedFrame = next;
    this.#place();
  }

  async #open(editedFrame: EditedFrame, message: EditMessage): Promise<boolean> {
    const { component } = editedFrame;
    // Its own first render would replace what is edited.
    await (component as HTMLElement & { whenRendered?(): Promise<void> }).whenRendered?.().catch(() => {});
    // The last request wins.
    return component.isConnected && this.#opening === editedFrame && this.ports.open(component, message);
  }

  /** Positions each component over the framed one, including one that is not ready yet. */
  #place(): void {
    for (const editedFrame of [this.#editedFrame, this.#opening]) if (editedFrame) this.#cover(editedFrame);
  }

  #cover({ frame, id, component }: EditedFrame): void {
    const measurement = this.#measured.get(frame)?.[id];
    const frameRect = frame.getBoundingClientRect();
    const { style } = component;
    const left = frameRect.left + frame.clientLeft + (measurement?.left ?? 0);
    const top = frameRect.top + frame.clientTop + (measurement?.top ?? 0);
    Object.assign(style, { left: `${left}px`, top: `${top}px`, width: `${measurement?.width ?? frame.clientWidth}px` });
    style.minHeight = measurement ? `${measurement.height}px` : '';
  }
}
