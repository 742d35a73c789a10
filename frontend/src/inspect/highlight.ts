/** Highlights elements of the page like a browser's developer tools: a tinted box over each, the first with its name and size. */

/** Maximum number of boxes. More would hide the content. */
const MAX_BOXES = 60;

/** The label of an element. */
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

  /** @param container in the top layer, above the page and below the panel */
  constructor(container: HTMLElement) {
    this.#layer.className = 'highlight';
    this.#layer.setAttribute('aria-hidden', 'true');
    container.prepend(this.#layer);
  }

  /** Highlights the given elements. Without arguments, ends highlighting. */
  show(...elements: readonly Element[]): void {
    this.#elements = elements.slice(0, MAX_BOXES);
    cancelAnimationFrame(this.#frame);
    this.#draw();
  }

  remove(): void {
    this.show();
    this.#layer.remove();
  }

  /** Draws the boxes at each frame while there are any, since the page may move. */
  #draw(): void {
    const boxes = this.#elements.filter(({ isConnected }) => isConnected).map(boxOf);
    while (this.#layer.childElementCount > boxes.length) this.#layer.lastElementChild!.remove();
    boxes.forEach(({ top, left, width, height }, index) => {
      const box = this.#layer.children[index] ?? this.#layer.appendChild(createBox());
      const { style } = box as HTMLElement;
      for (const [name, value] of Object.entries({ top, left, width, height })) style.setProperty(name, `${value}px`);
      const label = box.firstElementChild as HTMLElement;
      label.hidden = index > 0;
      if (index > 0) return;
      const text = `${nameOf(this.#elements[0]!)}  ${Math.round(width)} × ${Math.round(height)}`;
      if (label.textContent !== text) label.textContent = text;
      box.classList.toggle('highlight__box--low', top < 26);
    });
    if (boxes.length) this.#frame = requestAnimationFrame(() => this.#draw());
  }
}

function createBox(): HTMLElement {
  const box = document.createElement('div');
  box.className = 'highlight__box';
  const label = document.createElement('span');
  label.className = 'highlight__name';
  box.append(label);
  return box;
}

/** The box of an element, or of its content if it has none. */
function boxOf(element: Element): DOMRect {
  const rect = element.getBoundingClientRect();
  if (rect.width || rect.height) return rect;
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}
