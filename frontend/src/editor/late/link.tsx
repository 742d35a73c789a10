/** The address of a link: of the one that is selected, or one that is to be. */
import { useEffect, useState, type ReactNode } from 'react';
import { completeAddress } from '../../../../src/utils/editing/address';
import { removeLink } from '../../../../src/utils/editing/commands/remove-link';
import { insertLink, linkAt, setLink } from '../../../../src/utils/editing/commands/set-link';
import { selectedRange } from '../../../../src/utils/editing/commands/target';
import { attributeOf } from '../../../../src/utils/editing/syntax-tree';
import { useChrome } from '../chrome/context';
import type { Editing } from '../view';
import { Field, Panel } from './panel';
import { selectedArea } from '../chrome/selection';

const NAME = 'feaas-linked';

/** What is selected stays marked while the field has the selection. */
function useMarked({ stage }: Editing): void {
  const { ownerDocument: page } = stage.root;
  const [range] = useState(() => {
    const selection = page.getSelection();
    return selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined;
  });
  useEffect(() => {
    const view = page.defaultView;
    if (!view || !range || range.collapsed || !('highlights' in CSS)) return undefined;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(`::highlight(${NAME}) { background: Highlight; color: HighlightText }`);
    page.adoptedStyleSheets.push(sheet);
    const { highlights } = view.CSS;
    highlights.set(NAME, new view.Highlight(range));
    return () => {
      highlights.delete(NAME);
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [page, range]);
}

export function LinkPanel(): ReactNode {
  const { editing } = useChrome();
  const { say } = editing.words;
  const [wrong, setWrong] = useState<string>();
  useMarked(editing);
  // Where it belongs is where the selection was when it opened: from now on the field has the selection.
  const [area] = useState(() => selectedArea(editing));
  const [link] = useState(() => linkAt(editing.session.snapshot.editor!));
  const href = link ? (attributeOf(link.node, 'href') ?? '') : '';
  // Where nothing is selected the link brings its own text.
  const [isNew] = useState(() => {
    const range = selectedRange(editing.session.snapshot.editor!);
    return !link && !!range && range.from === range.to;
  });
  const done = (): void => {
    editing.store.set({ panel: null });
    editing.editorView.focus();
  };
  return (
    <Panel
      label={say('tool.link')}
      area={() => area}
      submit={(form) => {
        const typed = String(form.get('href')).trim();
        const address = completeAddress(typed);
        const command = isNew
          ? insertLink(address, String(form.get('text')).trim() || typed)
          : address
            ? setLink(address)
            : removeLink;
        if (address === href || editing.run(command)) done();
        else setWrong(say('refused.address', { address }));
      }}
    >
      <Field label={say('link.address')} name="href" type="url" value={href} wrong={wrong} />
      {isNew && <Field label={say('link.text')} name="text" value="" />}
      <div className="panel__actions">
        <button className="button" type="button" onClick={done}>
          {say('action.cancel')}
        </button>
        {link && editing.can(removeLink) && (
          <button className="button" type="button" onClick={() => void (editing.run(removeLink), done())}>
            {say('action.remove')}
          </button>
        )}
        <button className="button button--main" type="submit">
          {say('action.apply')}
        </button>
      </div>
    </Panel>
  );
}
