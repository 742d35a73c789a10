/**
 * Quill edits the text of one block, in the block's own element. This is a separate chunk, without the rest of the
 * editor. A frame loads it again, since Quill works only in the document that has loaded it.
 */
import Module from 'quill/core/module';
import Quill, { type Parchment, type Range } from 'quill/core/quill';
import type { Delta as DeltaType } from 'quill/core';
import Input from 'quill/modules/input';
import Keyboard from 'quill/modules/keyboard';
import { MARK_INPUT_TYPES } from '../../../../../src/utils/editing/model/mark-registry';
import { createBlots } from './blots';
import type { TextCommand, TextDependencies, TextEditor, TextElement, TextFormats, TextInsert } from './types';

/**
 * A zero-width placeholder in a link or button whose text was deleted. Without it, the element would be removed before
 * the next input.
 */
const PLACEHOLDER = '\u200b';

const { USER, SILENT } = Quill.sources;

/** Input types beyond typing. On-screen keyboards send only these, without key events. */
const COMMANDS: Readonly<Partial<Record<string, TextCommand>>> = Object.freeze({
  insertParagraph: 'split',
  insertLineBreak: 'breakLine',
  historyUndo: 'undo',
  historyRedo: 'redo',
  ...MARK_INPUT_TYPES,
});

/** Input types that the browser handles and Quill observes. Other types, such as lists or rules, are not typing. */
const TYPED = /^(?:insert(?:Text|ReplacementText|CompositionText|FromComposition|Transpose)|deleteCompositionText)$/;

const Delta = Quill.import('delta');
const { Op } = Delta;

/** Disables Quill's history. The session has its own. */
class SessionHistory extends Module {
  clear(): void {}
}
/** Disables Quill's clipboard and uploader. The editor view handles them, since they affect blocks and use the source. */
class ViewClipboard extends Module {}
class ViewUploader extends Module {}
/** Disables markers before the text of a line. */
class NoMarkers extends Module {}
Quill.register({
  'modules/clipboard': ViewClipboard,
  'modules/history': SessionHistory,
  'modules/input': Input,
  'modules/keyboard': Keyboard,
  'modules/uiNode': NoMarkers,
  'modules/uploader': ViewUploader,
});

/** Creates Quill in an existing element, without a container element inside it. */
function quillIn(root: HTMLElement, signal: AbortSignal, options: ConstructorParameters<typeof Quill>[1]): Quill {
  class BlockQuill extends Quill {
    override addContainer(container: string | HTMLElement): HTMLDivElement {
      return typeof container === 'string' ? (root as HTMLDivElement) : super.addContainer(container as never);
    }
  }
  // Quill needs a container in the document to observe selections. It is in the head, where no rule of the page matches
  // it.
  const container = document.createElement('div');
  container.style.setProperty('display', 'none', 'important');
  document.head.append(container);
  signal.addEventListener('abort', () => container.remove());
  // Quill empties its container by `innerHTML`, which Trusted Types forbid. The container is already empty.
  Object.defineProperty(container, 'innerHTML', { value: '', writable: true, configurable: true });
  // Quill never removes its listeners, but the element stays on the page after editing. The signal removes them.
  root.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
    EventTarget.prototype.addEventListener.call(root, type, listener, { signal });
  try {
    return new BlockQuill(container, options);
  } finally {
    delete (container as Partial<HTMLElement>).innerHTML;
    delete (root as Partial<HTMLElement>).addEventListener;
  }
}

export function createTextEditor(root: HTMLElement, dependencies: TextDependencies): TextEditor {
  const stop = new AbortController();
  const { signal } = stop;
  const blots = createBlots(getComputedStyle(root).display);
  /** The block's rendered nodes that Quill does not show yet. */
  let renderedNodes: readonly Node[] = [...root.childNodes];
  let elements: readonly TextElement[] = [];
  let isComposing = false;
  /** Whether the browser has changed the text and Quill has not processed that yet. */
  let hasPendingChanges = false;
  /** The link that is being typed in although the caret is at its edge, and the caret's index. */
  let activeLink: { readonly name: string; readonly index: number } | undefined;
  /** Formats that were set at the caret, and its index. Quill's own would move the next character out of its link. */
  let caretFormats: { readonly formats: TextFormats; readonly index: number } | undefined;
  /** Formats and start of a composition, for text that the browser would put elsewhere. */
  let compositionStart: { readonly formats: TextFormats; readonly index: number } | undefined;

  const isRightToLeft = getComputedStyle(root).direction === 'rtl';
  const command = (name: TextCommand) => () => dependencies.command(name);
  const anyModifier = { altKey: null, ctrlKey: null, metaKey: null, shiftKey: null };
  const bindings: Record<string, unknown> = {
    // Removes Quill's bindings for lists, tables and code. The editor view has commands for them.
    ...Object.fromEntries(
      Object.entries(Keyboard.DEFAULTS.bindings).map(([name, binding]) => [
        name,
        name.startsWith('embed') && !isRightToLeft ? binding : null,
      ]),
    ),
    split: { key: 'Enter', handler: command('split') },
    'line break': { key: 'Enter', shiftKey: true, handler: command('breakLine') },
    'join backward': {
      ...{ key: 'Backspace', ...anyModifier, collapsed: true, offset: 0 },
      handler: () => void (hasOnlyPlaceholder() || dependencies.command('joinBackward')),
    },
    backspace: { key: 'Backspace', shiftKey: null, handler: () => remove(-1) },
    delete: { key: 'Delete', handler: () => remove(1) },
  };
  root.replaceChildren();
  const quill = quillIn(root, signal, {
    registry: blots.registry,
    modules: { toolbar: false, keyboard: { bindings } },
  });

  const length = (): number => quill.getLength() - 1;
  const formatsOf = (index: number): TextFormats => (index >= 0 && index < length() ? quill.getFormat(index, 1) : {});
  const textOf = (index: number, count: number): string => quill.getText(index, count);
  const linkOrButtonOf = (formats: TextFormats): TextElement | undefined =>
    elements.findLast(({ name, isLink, isButton }) => (isLink || isButton) && formats[name] !== undefined);

  /** Whether an index is at the end of the text, right after a line break. */
  const isLineEmpty = (index: number): boolean => {
    const [last] = index > 0 && index === length() ? quill.getContents(index - 1, 1).ops : [];
    return typeof last?.insert === 'object' && 'newline' in last.insert;
  };

  /** Formats of the elements around an element. */
  function outerFormats({ rank }: TextElement, formats: TextFormats): TextFormats {
    const outer = elements.filter((each) => each.rank < rank && formats[each.name] !== undefined);
    return Object.fromEntries(outer.map(({ name }) => [name, true]));
  }

  /** The length of the text in an element. */
  function lengthOf({ name }: TextElement): number {
    return quill
      .getContents()
      .ops.reduce((sum, op) => sum + (op.attributes?.[name] === undefined ? 0 : Op.length(op)), 0);
  }

  /** The link or button before the caret that has only a placeholder. */
  function emptiedElementAt(index: number): TextElement | undefined {
    if (index === 0 || textOf(index - 1, 1) !== PLACEHOLDER) return undefined;
    const element = linkOrButtonOf(formatsOf(index - 1));
    return element && lengthOf(element) === 1 ? element : undefined;
  }

  /** Whether only the placeholder is left, so that deleting it would leave nothing to type in. */
  const hasOnlyPlaceholder = (): boolean =>
    root.textContent === PLACEHOLDER && !root.hasAttribute(dependencies.idAttribute);

  /**
   * Formats of typed text, if the browser would put it elsewhere or nowhere. Browsers type after a link into the link,
   * and at its end behind it. In a button they press the button.
   */
  function formatsFor({ index, length: selected }: Range): TextFormats | undefined {
    if (selected) return formatsOf(index);
    if (caretFormats?.index === index) return caretFormats.formats;
    const before = formatsOf(index - 1);
    const after = formatsOf(index);
    if (emptiedElementAt(index)) return before;
    const { anchorNode } = document.getSelection()!;
    // There is no text after a line break at the end. The line continues the marks of the one before.
    if (!(anchorNode instanceof Text) && !isLineEmpty(index)) return quill.getFormat(index);
    const button = anchorNode?.parentElement?.closest('button');
    if (button && button !== root && root.contains(button)) {
      const isOfButton = (formats: TextFormats): boolean =>
        linkOrButtonOf(formats)?.key === button.getAttribute(dependencies.idAttribute);
      if (isOfButton(before)) return before;
      if (isOfButton(after)) return after;
    }
    const isInside = ({ name }: TextElement): boolean => activeLink?.name === name && activeLink.index === index;
    const endedElement = linkOrButtonOf(before);
    if (endedElement?.isLink && after[endedElement.name] === undefined)
      return isInside(endedElement) ? before : outerFormats(endedElement, before);
    // At the end of an element, browsers type in it, behind it, or in a copy of it, since invisible white space can
    // follow.
    if (index && Object.keys(before).some((name) => after[name] === undefined)) return before;
    // Before the first letter of a link, browsers differ.
    const startedElement = linkOrButtonOf(after);
    if (!startedElement?.isLink || before[startedElement.name] !== undefined) return undefined;
    return isInside(startedElement) ? after : index ? before : outerFormats(startedElement, after);
  }

  const currentFormats = (range: Range | null): TextFormats =>
    range ? ((range.length ? undefined : formatsFor(range)) ?? quill.getFormat(range.index, range.length)) : {};

  let isPreserved = false;
  /** Shows typed spaces without collapsing. */
  function preserveSpaces(): void {
    if (isPreserved) return;
    isPreserved = true;
    blots.preserveSpaces(quill.getLine(0)[0]!.domNode as HTMLElement);
  }

  function update(change: DeltaType, index: number): void {
    preserveSpaces();
    quill.updateContents(change, USER);
    quill.setSelection(index, 0, SILENT);
  }

  function type(text: string, range: Range, formats: TextFormats = {}): void {
    const emptied = range.length ? undefined : emptiedElementAt(range.index);
    const from = emptied ? range.index - 1 : range.index;
    const change = new Delta()
      .retain(from)
      .insert(text, { ...formats })
      .delete(emptied ? 1 : range.length);
    update(change, from + text.length);
    const link = linkOrButtonOf(formats);
    activeLink = link && { name: link.name, index: from + text.length };
    caretFormats = undefined;
  }

  function removeRange(index: number, count: number): void {
    if (count <= 0) return;
    const formats = formatsOf(index);
    const element = linkOrButtonOf(formats);
    const isEmptied = element && textOf(index, count) !== PLACEHOLDER && lengthOf(element) === count;
    const isInside = isEmptied && element.name in formatsOf(index + count - 1);
    const change = new Delta().retain(index);
    if (isInside) update(change.insert(PLACEHOLDER, { ...formats }).delete(count), index + 1);
    else update(change.delete(count), index);
    const isRemaining =
      element && [index - 1, index].some((position) => formatsOf(position)[element.name] !== undefined);
    activeLink = isRemaining ? { name: element.name, index } : undefined;
  }

  function remove(direction: -1 | 1): void {
    const range = quill.getSelection();
    if (!range) return;
    if (range.length) return removeRange(range.index, range.length);
    if (hasOnlyPlaceholder()) return;
    const { index } = range;
    // Atoms and line breaks count as one character.
    const text = plainText();
    if (direction < 0) {
      const count = dependencies.graphemeBefore(text, index);
      removeRange(index - count, count);
    } else if (index >= length()) dependencies.command('joinForward');
    else removeRange(index, dependencies.graphemeAfter(text, index));
  }

  /** The text, with one character for each atom. */
  const plainText = (): string =>
    quill.getContents().ops.reduce((text, { insert }) => text + (typeof insert === 'string' ? insert : '\ufffc'), '');

  /** The range that the browser is about to change, in characters of the text. */
  function targetOf(event: InputEvent): Range | undefined {
    const [target] = event.getTargetRanges();
    const native = target && quill.selection.normalizeNative(target as never);
    return native ? quill.selection.normalizedToRange(native) : undefined;
  }

  function beforeInput(event: InputEvent): void {
    if (event.defaultPrevented) return;
    preserveSpaces();
    if (isComposing) return;
    const { inputType: kind, data } = event;
    const range = quill.getSelection();
    if (TYPED.test(kind)) {
      const formats = kind === 'insertText' && range ? formatsFor(range) : undefined;
      if (!data || !range || !formats) return;
      event.preventDefault();
      return type(data, range, formats);
    }
    event.preventDefault();
    const name = COMMANDS[kind];
    if (name) return dependencies.command(name);
    if (!kind.startsWith('delete')) return;
    const target = targetOf(event);
    if (range?.length) removeRange(range.index, range.length);
    else if (target?.length) removeRange(target.index, target.length);
    else if (range) {
      if (!/Forward/.test(kind) && range.index === 0) dependencies.command('joinBackward');
      else remove(/Forward/.test(kind) ? 1 : -1);
    }
  }

  function onCompositionStart(): void {
    const range = quill.getSelection();
    isComposing = true;
    const formats = range ? formatsFor(range) : undefined;
    const isEmptied = range && !range.length && emptiedElementAt(range.index);
    compositionStart = range && formats ? { formats, index: isEmptied ? range.index - 1 : range.index } : undefined;
  }

  /** Moves composed text to its place and sets its formats. */
  function onCompositionEnd(): void {
    isComposing = false;
    const range = quill.getSelection();
    if (compositionStart && range) {
      const { formats, index } = compositionStart;
      let end = range.index;
      if (textOf(index, 1) === PLACEHOLDER) update(new Delta().retain(index).delete(1), --end);
      if (end > index) {
        const others = Object.keys(quill.getFormat(index, end - index)).map((name) => [name, false] as const);
        quill.formatText(index, end - index, { ...Object.fromEntries(others), ...formats }, USER);
      }
      quill.setSelection(end, 0, SILENT);
      const link = linkOrButtonOf(formats);
      activeLink = link && { name: link.name, index: end };
    }
    compositionStart = caretFormats = undefined;
    dependencies.changed();
  }

  root.addEventListener('input', () => (hasPendingChanges = true), { signal });
  root.addEventListener('beforeinput', beforeInput, { capture: true, signal });
  root.addEventListener('compositionstart', onCompositionStart, { capture: true, signal });
  quill.on(Quill.events.COMPOSITION_END, onCompositionEnd);
  quill.on(Quill.events.TEXT_CHANGE, () => {
    hasPendingChanges = false;
    if (!isComposing) dependencies.changed();
  });
  quill.on(Quill.events.SELECTION_CHANGE, (range: Range | null) => {
    if (range && range.index !== activeLink?.index) activeLink = undefined;
    if (range && range.index !== caretFormats?.index) caretFormats = undefined;
  });

  /** The elements of the page in a content, by the ids of their nodes. */
  function elementsByKey(parent: HTMLElement): ReadonlyMap<string, readonly HTMLElement[]> {
    const result = new Map<string, HTMLElement[]>();
    for (const element of parent.querySelectorAll<HTMLElement>(`[${dependencies.idAttribute}]`)) {
      const key = element.getAttribute(dependencies.idAttribute)!;
      result.set(key, [...(result.get(key) ?? []), element]);
    }
    return result;
  }

  /** The start tags of the elements that the text is currently shown with. */
  let shownTags = '';

  return {
    root,
    get isComposing() {
      return isComposing;
    },
    load(content) {
      const line = quill.getLine(0)[0]!.domNode as HTMLElement;
      // After a render the block has its template's markup.
      if (line.parentNode !== root || root.childNodes.length > 1)
        renderedNodes = [...root.childNodes].filter((node) => node !== line);
      const hasAtoms = content.inserts.some(({ insert }) => typeof insert === 'object' && 'atom' in insert);
      const source = renderedNodes.length ? document.createElement('div') : root;
      if (source !== root) source.append(...renderedNodes);
      const found = elementsByKey(source);
      const tags = content.elements.map(({ name, key }) => [
        name,
        (found.get(key)?.[0]?.cloneNode(false) as Element | undefined)?.outerHTML,
      ]);
      const isShown =
        JSON.stringify(tags) === shownTags && JSON.stringify(currentContents()) === JSON.stringify(content.inserts);
      root.replaceChildren(line);
      elements = content.elements;
      if (!isShown || (renderedNodes.length && hasAtoms)) {
        const before = plainText();
        blots.use(content, found);
        if (content.hasSpaces) preserveSpaces();
        quill.setContents(new Delta(content.inserts as never).insert('\n'), SILENT);
        shownTags = JSON.stringify(tags);
        if (plainText() !== before) caretFormats = undefined;
      }
      renderedNodes = [];
      if (root.classList.length === 0) root.removeAttribute('class');
    },
    contents: () => currentContents(),
    length,
    range() {
      const range = quill.getSelection();
      if (!range) return undefined;
      const { index, length: count } = range;
      return isBackward() ? { anchor: index + count, head: index } : { anchor: index, head: index + count };
    },
    select({ anchor, head }) {
      root.focus({ preventScroll: true });
      quill.setSelection(Math.min(anchor, head), Math.abs(head - anchor), SILENT);
      const selection = document.getSelection();
      if (!selection?.rangeCount || head >= anchor) return;
      const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
      selection.setBaseAndExtent(endContainer, endOffset, startContainer, startOffset);
    },
    formats: () => currentFormats(quill.getSelection()),
    format(formats) {
      const range = quill.getSelection();
      if (range?.length) quill.formatText(range.index, range.length, { ...formats }, USER);
      else if (range) {
        const next = Object.entries({ ...currentFormats(range), ...formats }).filter(([, value]) => value);
        caretFormats = { formats: Object.fromEntries(next), index: range.index };
      }
    },
    insert(text) {
      const range = quill.getSelection();
      if (range) type(text, range, formatsFor(range) ?? formatsOf(Math.max(0, range.index - 1)));
    },
    delete: remove,
    flush() {
      if (!hasPendingChanges || isComposing) return;
      hasPendingChanges = false;
      quill.update(USER);
    },
    endComposition() {
      if (!isComposing) return;
      quill.scroll.batchEnd();
      onCompositionEnd();
    },
    leaveLink() {
      activeLink = undefined;
      const placeholder = root.textContent!.includes(PLACEHOLDER) ? plainText().indexOf(PLACEHOLDER) : -1;
      if (placeholder >= 0 && emptiedElementAt(placeholder + 1)) quill.deleteText(placeholder, 1, USER);
    },
    destroy() {
      stop.abort();
      for (const blot of quill.scroll.descendants((each: Parchment.Blot) => each.length() === 0)) blot.remove();
      quill.scroll.detach();
      for (const wrapper of root.querySelectorAll('feaas-line, feaas-atom')) wrapper.replaceWith(...wrapper.childNodes);
      root.classList.remove('ql-blank');
      if (root.classList.length === 0) root.removeAttribute('class');
    },
  };

  function currentContents(): TextInsert[] {
    const { ops } = quill.getContents(0, length());
    return ops.map(({ insert, attributes }) => ({
      insert: insert as TextInsert['insert'],
      ...(attributes ? { attributes: Object.fromEntries(Object.entries(attributes).sort()) } : {}),
    }));
  }

  function isBackward(): boolean {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection()!;
    if (!anchorNode || !focusNode) return false;
    if (anchorNode === focusNode) return anchorOffset > focusOffset;
    const range = document.createRange();
    range.setStart(anchorNode, anchorOffset);
    return range.comparePoint(focusNode, focusOffset) < 0;
  }
}

/** In a frame, this event passes the function to the outer window. */
export const LOADED_EVENT = 'feaas-text-editor';
dispatchEvent(new CustomEvent(LOADED_EVENT, { detail: createTextEditor }));
export const moduleURL = import.meta.url;
