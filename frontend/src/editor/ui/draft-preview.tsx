/** The component in a window of its own width: at the library's breakpoints, or as a session that crashed has left it. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { logError } from '../../../../src/global/logger';
import { stylesheetURL } from '../../../../src/utils/source/urls';
import { useEditor } from './context';
import { ancestors } from './ancestors';
import { colorOf } from './lint/contrast/color';
import type { EditorController } from '../types';
import { Modal } from './modal';

/** Widths of common windows, in CSS pixels, where a library names no breakpoints. */
const WIDTHS = [360, 768, 1280];

/** The component's data as the page reads it: what is no JSON counts as empty (§5). */
function dataOf({ element }: EditorController): unknown {
  const { data } = element as { data?: unknown };
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return {};
  }
}

/**
 * Makes a page around what is drawn as the element has it, as far as a library's stylesheet can tell: classes, such as themes, and
 * `data-` attributes, the color scheme, and what it stands on.
 * @returns where it is drawn.
 */
function surround({ documentElement: root, body }: Document, element: Element): HTMLElement {
  let place = body;
  let ground = '';
  for (const each of [...ancestors(element)].slice(1).reverse()) {
    const isPage = each === each.ownerDocument.documentElement || each === each.ownerDocument.body;
    const named = [...each.attributes].filter(({ name }) => name === 'class' || name.startsWith('data-'));
    const { backgroundColor } = getComputedStyle(each);
    if (colorOf(backgroundColor)?.alpha === 1) ground = backgroundColor;
    if (isPage) place = each.localName === 'body' ? body : root;
    else if (named.length) {
      place = place.appendChild(root.ownerDocument.createElement('div'));
      place.style.display = 'contents';
    }
    for (const { name, value } of named) place.setAttribute(name, value);
  }
  root.style.colorScheme = getComputedStyle(element).colorScheme;
  root.style.background = ground || 'Canvas';
  root.lang = element.closest('[lang]')?.getAttribute('lang') ?? '';
  root.dir = getComputedStyle(element).direction;
  return place;
}

/** Draws a view into a document as the page does, with the library's stylesheet. */
async function drawInto(document: Document, text: string, controller: EditorController): Promise<void> {
  const { element, dependencies, shell } = controller;
  const { body, head } = document;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = stylesheetURL(shell.content.source);
  head.replaceChildren(link);
  // A width is that of the content.
  body.style.margin = '0';
  body.replaceChildren();
  const place = surround(document, element).appendChild(document.createElement('div'));
  // The library's styles, and a theme of the host, hold where these classes are.
  place.className = element.className;
  const data = await dependencies.engine.fetchData(dataOf(controller) as object);
  await dependencies.engine.render(place, text, data, {});
}

/** What is drawn smaller anyway is drawn as small as it must be to be seen whole; not so small that nothing is made out. */
const LEAST = 0.6;

interface PreviewProps {
  readonly title: string;
  readonly text: string;
  readonly actions?: ReactNode;
}

export function Preview({ title, text, actions }: PreviewProps): ReactNode {
  const { controller } = useEditor();
  const { t } = controller.messages;
  const frame = useRef<HTMLIFrameElement>(null);
  const named = controller.store
    .getState()
    .stylesheet?.breakpoints.map(({ minWidth }) => minWidth)
    .filter((width) => width >= 200);
  const widths = named?.length ? named : WIDTHS;
  const [width, setWidth] = useState(widths[0]!);
  useEffect(() => {
    drawInto(frame.current!.contentDocument!, text, controller).catch((error: unknown) =>
      logError('Could not draw the preview', error),
    );
  }, [text, controller]);
  const room = useRef<HTMLDivElement>(null);
  // What is wider than the room for it is drawn smaller: as wide as the window that it stands for, and whole.
  useEffect(() => {
    const fit = (): void => {
      if (!room.current) return;
      const { clientWidth, clientHeight } = room.current;
      const fitting = Math.min(1, clientWidth / width);
      const whole = clientHeight / body.getBoundingClientRect().height;
      const scale = fitting < 1 ? Math.max(fitting * LEAST, Math.min(fitting, whole)) : 1;
      frame.current!.style.cssText = `inline-size: ${width}px; block-size: ${100 / scale}%; scale: ${scale}`;
    };
    const { body } = frame.current!.contentDocument!;
    const watcher = new ResizeObserver(() => requestAnimationFrame(fit));
    watcher.observe(room.current!);
    watcher.observe(body);
    return () => watcher.disconnect();
  }, [width]);
  return (
    <Modal title={title} isWide actions={actions}>
      <fieldset className="widths">
        <legend className="widths__title">{t('tool.width')}</legend>
        {widths.map((each) => (
          <label key={each} className="width">
            <input type="radio" name="width" checked={each === width} onChange={() => setWidth(each)} />
            {t('preview.width', { width: String(each) })}
          </label>
        ))}
      </fieldset>
      <div ref={room} className="preview" role="group" aria-label={title}>
        <iframe ref={frame} className="preview__frame" title={title} />
      </div>
    </Modal>
  );
}

/** The component as it is edited now. */
export function WidthPreview(): ReactNode {
  const { session, messages } = useEditor().controller;
  return <Preview title={messages.t('preview.title')} text={session.snapshot.editor?.text ?? ''} />;
}

/** What a session that crashed has left. */
export function DraftPreview(): ReactNode {
  const { session, store, messages } = useEditor().controller;
  const { t, formatTime } = messages;
  const { restorable } = session.snapshot;
  if (!restorable) return null;
  const end = (act: () => unknown) => () => {
    store.set({ panel: null });
    act();
  };
  return (
    <Preview
      title={t('restore.preview', { time: formatTime(restorable.time) })}
      text={restorable.text}
      actions={
        <>
          <button className="button" type="button" onClick={end(() => session.dismiss())}>
            {t('restore.discard')}
          </button>
          <button className="button button--main" type="button" onClick={end(() => session.restore())}>
            {t('restore.do')}
          </button>
        </>
      }
    />
  );
}
