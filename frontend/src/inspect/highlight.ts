/** Lights up elements of the page, as the tools of browsers do: a tinted box over each, the first with its name and size. */

/** Boxes that are drawn at once: more only hide what they are about. */
const MOST = 60;

/** How an element is called. */
export function nameOf(element: Element): string {
  const { localName, id } = element;
  const [first] = element.classList;
  const component = localName === 'feaas-component' ? element.getAttribute('component') : null;
  return component ?? localName + (id ? `#${id}` : first ? `.${first}` : '');
}

export class Highlight {
  readonly #layer = document.createElement('div');
  #elements: readonly Element[] = [];
  #frame = 0;

  /** @param place in the top layer, in front of the page and behind the panel */
  constructor(place: HTMLElement) {
    this.#layer.className = 'highlight';
    this.#layer.setAttribute('aria-hidden', 'true');
    place.prepend(this.#layer);
  }

  /** What lights up from now on; nothing ends it. */
  show(...elements: readonly Element[]): void {
    this.#elements = elements.slice(0, MOST);
    cancelAnimationFrame(this.#frame);
    this.#draw();
  }

  remove(): void {
    this.show();
    this.#layer.remove();
  }

  /** Draws, and again with each frame as long as there is something: the page moves beneath it. */
  #draw(): void {
    const boxes = this.#elements.filter(({ isConnected }) => isConnected).map(boxOf);
    while (this.#layer.childElementCount > boxes.length) this.#layer.lastElementChild!.remove();
    boxes.forEach(({ top, left, width, height }, at) => {
      const box = this.#layer.children[at] ?? this.#layer.appendChild(made());
      const { style } = box as HTMLElement;
      for (const [name, value] of Object.entries({ top, left, width, height })) style.setProperty(name, `${value}px`);
      const label = box.firstElementChild as HTMLElement;
      label.hidden = at > 0;
      if (at > 0) return;
      const text = `${nameOf(this.#elements[0]!)}  ${Math.round(width)} × ${Math.round(height)}`;
      if (label.textContent !== text) label.textContent = text;
      box.classList.toggle('highlight__box--low', top < 26);
    });
    if (boxes.length) this.#frame = requestAnimationFrame(() => this.#draw());
  }
}

function made(): HTMLElement {
  const box = document.createElement('div');
  box.className = 'highlight__box';
  const label = document.createElement('span');
  label.className = 'highlight__name';
  box.append(label);
  return box;
}

/** Where an element is; what has no box of its own is where its content is. */
function boxOf(element: Element): DOMRect {
  const own = element.getBoundingClientRect();
  if (own.width || own.height) return own;
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}
