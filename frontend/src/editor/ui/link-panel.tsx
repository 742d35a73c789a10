/** The address of the selected link, or of a new one. */
import { useEffect, useState, type ReactNode } from 'react';
import { completeAddress } from '../../../../src/utils/editing/model/address';
import { removeLink } from '../../../../src/utils/editing/model/commands/remove-link';
import { linkAt } from '../../../../src/utils/editing/model/commands/link-at';
import { insertLink, setLink } from '../../../../src/utils/editing/model/commands/set-link';
import { selectedRange } from '../../../../src/utils/editing/model/commands/target';
import { attributeOf } from '../../../../src/utils/editing/model/syntax-tree';
import { shownAreaOf, useEditor, useEditorState } from './context';
import type { EditorController } from '../types';
import { Field, FormPanel } from './form-panel';
import { selectedArea } from './selection-toolbar';

const HIGHLIGHT_NAME = 'feaas-linked';

/** Highlights the selection while the field has the focus. */
function useHighlightedSelection(controller: EditorController): void {
  const { ownerDocument: page } = useEditorState(() => controller.editableRoot).root;
  const [range] = useState(() => {
    const selection = page.getSelection();
    return selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined;
  });
  useEffect(() => {
    const view = page.defaultView;
    // A frame that the page has moved has a new document, without the selection.
    if (!view || range?.startContainer.ownerDocument !== page || range.collapsed || !('highlights' in CSS))
      return undefined;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(`::highlight(${HIGHLIGHT_NAME}) { background: Highlight; color: HighlightText }`);
    page.adoptedStyleSheets.push(sheet);
    const { highlights } = view.CSS;
    highlights.set(HIGHLIGHT_NAME, new view.Highlight(range));
    return () => {
      highlights.delete(HIGHLIGHT_NAME);
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [page, range]);
}

export function LinkPanel(): ReactNode {
  const { controller } = useEditor();
  const { t } = controller.messages;
  const [wrong, setWrong] = useState<string>();
  useHighlightedSelection(controller);
  // The field now has the selection: the panel stays where it was in the component, which the page may move or scroll.
  const [area] = useState(() => selectedArea(controller));
  const [from] = useState(() => shownAreaOf(controller.element));
  const areaNow = (): DOMRect | undefined => {
    const to = shownAreaOf(controller.element);
    return area && from && to && new DOMRect(area.x + to.x - from.x, area.y + to.y - from.y, area.width, area.height);
  };
  const [opened] = useState(controller.session.snapshot.editor!);
  const [link] = useState(() => linkAt(opened));
  const href = link ? (attributeOf(link.node, 'href') ?? '') : '';
  // Without a selection, a new link needs its own text.
  const [isNew] = useState(() => {
    const range = selectedRange(opened);
    return !link && !!range && range.from === range.to;
  });
  const close = (): void => {
    controller.store.set({ panel: null });
    controller.editorView.focus();
  };
  /** Restores the selection from when the panel opened. A page that moves the text, or opens a dialog around it, changes it. */
  const restoreSelection = (): void => {
    const { text, selection } = controller.session.snapshot.editor!;
    const { anchor, head } = opened.selection;
    if (text === opened.text && (selection.anchor !== anchor || selection.head !== head))
      controller.session.dispatch({ steps: [], selection: opened.selection });
  };
  return (
    <FormPanel
      label={t('tool.link')}
      area={areaNow}
      submit={(form) => {
        restoreSelection();
        const input = String(form.get('href')).trim();
        const address = completeAddress(input);
        const command = isNew
          ? insertLink(address, String(form.get('text')).trim() || input)
          : address
            ? setLink(address)
            : removeLink;
        if (address === href || controller.run(command)) close();
        else setWrong(t('refused.address', { address }));
      }}
    >
      <Field label={t('link.address')} name="href" type="url" value={href} wrong={wrong} />
      {isNew && <Field label={t('link.text')} name="text" value="" />}
      <div className="panel__actions">
        <button className="button" type="button" onClick={close}>
          {t('action.cancel')}
        </button>
        {link && controller.can(removeLink) && (
          <button
            className="button"
            type="button"
            onClick={() => void (restoreSelection(), controller.run(removeLink), close())}
          >
            {t('action.remove')}
          </button>
        )}
        <button className="button button--main" type="submit">
          {t('action.apply')}
        </button>
      </div>
    </FormPanel>
  );
}
