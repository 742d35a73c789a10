/** Previews of the component in a frame of chosen width: the edited state, or a recoverable draft after a crash. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { logError } from '../../../../src/global/logger';
import { stylesheetURL } from '../../../../src/utils/source/urls';
import { useEditor } from './context';
import { ancestors } from './ancestors';
import { colorOf } from './lint/contrast/color';
import type { EditorController } from '../types';
import { Modal } from './modal';

/** Widths of common windows in CSS pixels, for libraries without breakpoints. */
const WIDTHS = [360, 768, 1280];

/** The component's data as the page reads it: invalid JSON counts as empty (§5). */
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
 * Recreates the element's ancestors in a document, as far as a library's stylesheet depends on them: classes such as
 * themes, `data-` attributes, color scheme and background.
 * @returns the element to render into
 */
function recreateAncestors({ documentElement: root, body }: Document, element: Element): HTMLElement {
  let parent = body;
  let background = '';
  for (const each of [...ancestors(element)].slice(1).reverse()) {
    const isPage = each === each.ownerDocument.documentElement || each === each.ownerDocument.body;
    const attributes = [...each.attributes].filter(({ name }) => name === 'class' || name.startsWith('data-'));
    const { backgroundColor } = getComputedStyle(each);
    if (colorOf(backgroundColor)?.alpha === 1) background = backgroundColor;
    if (isPage) parent = each.localName === 'body' ? body : root;
    else if (attributes.length) {
      parent = parent.appendChild(root.ownerDocument.createElement('div'));
      parent.style.display = 'contents';
    }
    for (const { name, value } of attributes) parent.setAttribute(name, value);
  }
  root.style.colorScheme = getComputedStyle(element).colorScheme;
  root.style.background = background || 'Canvas';
  root.lang = element.closest('[lang]')?.getAttribute('lang') ?? '';
  root.dir = getComputedStyle(element).direction;
  return parent;
}

/** Renders markup into a document like the page, with the library's stylesheet. */
async function renderInto(document: Document, text: string, controller: EditorController): Promise<void> {
  const { element, dependencies, shell } = controller;
  const { body, head } = document;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = stylesheetURL(shell.content.source);
  head.replaceChildren(link);
  // The width applies to the content.
  body.style.margin = '0';
  body.replaceChildren();
  const host = recreateAncestors(document, element).appendChild(document.createElement('div'));
  // The library's styles, and a theme of the host element, apply to these classes.
  host.className = element.className;
  const data = await dependencies.engine.fetchData(dataOf(controller) as object);
  await dependencies.engine.render(host, text, data, {});
}

/** Minimum extra scale factor. Content that is scaled down anyway is scaled to fit its height, but stays recognizable. */
const MIN_SCALE = 0.6;

interface PreviewProps {
  readonly title: string;
  readonly text: string;
  readonly actions?: ReactNode;
}

export function Preview({ title, text, actions }: PreviewProps): ReactNode {
  const { controller } = useEditor();
  const { t } = controller.messages;
  const frame = useRef<HTMLIFrameElement>(null);
  const breakpoints = controller.store
    .getState()
    .stylesheet?.breakpoints.map(({ minWidth }) => minWidth)
    .filter((width) => width >= 200);
  const widths = breakpoints?.length ? breakpoints : WIDTHS;
  const [width, setWidth] = useState(widths[0]!);
  useEffect(() => {
    renderInto(frame.current!.contentDocument!, text, controller).catch((error: unknown) =>
      logError('Could not draw the preview', error),
    );
  }, [text, controller]);
  const container = useRef<HTMLDivElement>(null);
  // Content wider than the available room is scaled down, so that it is laid out at the full width and visible as a
  // whole.
  useEffect(() => {
    const fit = (): void => {
      if (!container.current) return;
      const { clientWidth, clientHeight } = container.current;
      const widthScale = Math.min(1, clientWidth / width);
      const heightScale = clientHeight / body.getBoundingClientRect().height;
      const scale = widthScale < 1 ? Math.max(widthScale * MIN_SCALE, Math.min(widthScale, heightScale)) : 1;
      frame.current!.style.cssText = `inline-size: ${width}px; block-size: ${100 / scale}%; scale: ${scale}`;
    };
    const { body } = frame.current!.contentDocument!;
    const resizeObserver = new ResizeObserver(() => requestAnimationFrame(fit));
    resizeObserver.observe(container.current!);
    resizeObserver.observe(body);
    return () => resizeObserver.disconnect();
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
      <div ref={container} className="preview" role="group" aria-label={title}>
        <iframe ref={frame} className="preview__frame" title={title} />
      </div>
    </Modal>
  );
}

/** The component in its current state. */
export function WidthPreview(): ReactNode {
  const { session, messages } = useEditor().controller;
  return <Preview title={messages.t('preview.title')} text={session.snapshot.editor?.text ?? ''} />;
}

/** The recoverable draft of a session that crashed. */
export function DraftPreview(): ReactNode {
  const { session, store, messages } = useEditor().controller;
  const { t, formatTime } = messages;
  const { restorable } = session.snapshot;
  if (!restorable) return null;
  const closeAnd = (action: () => unknown) => () => {
    store.set({ panel: null });
    action();
  };
  return (
    <Preview
      title={t('restore.preview', { time: formatTime(restorable.time) })}
      text={restorable.text}
      actions={
        <>
          <button className="button" type="button" onClick={closeAnd(() => session.dismiss())}>
            {t('restore.discard')}
          </button>
          <button className="button button--main" type="button" onClick={closeAnd(() => session.restore())}>
            {t('restore.do')}
          </button>
        </>
      }
    />
  );
}
