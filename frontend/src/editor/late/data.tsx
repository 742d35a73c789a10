/** Data mode: where each value comes from, and another path for the block that is chosen. */
import { useRef, useState, type ReactNode } from 'react';
import { bindContent, bindingsOf, bindRepeat } from '../../../../src/utils/editing/commands/bind';
import { elementOf, elementsOf } from '../../../../src/utils/editing/nodes';
import { chosenId, shownAs } from '../chrome/chosen';
import { put, useChrome, usePlaced, useView } from '../chrome/context';
import { Field, Panel } from './panel';

/** Labels that are shown at once: more of them would hide what they are about. */
const MOST = 100;

function Label({ id, text }: { readonly id: number; readonly text: string }): ReactNode {
  const { editing } = useChrome();
  const label = useRef<HTMLButtonElement>(null);
  usePlaced(label, (element) => {
    const area = shownAs(editing, id)?.getBoundingClientRect();
    if (area) put(element, { left: area.left, top: area.top - element.offsetHeight });
  });
  return (
    <button ref={label} className="path" type="button" dir="ltr" onClick={() => editing.store.set({ chosen: id })}>
      {text}
    </button>
  );
}

function Paths({ id }: { readonly id: number }): ReactNode {
  const { editing } = useChrome();
  const { say } = editing.words;
  const [wrong, setWrong] = useState<{ content?: string; repeat?: string }>({});
  const place = elementOf(editing.session.snapshot.editor!.document, id);
  if (!place) return null;
  const { content = '', repeat = '' } = bindingsOf(place.node);
  return (
    <Panel
      label={say('tool.data')}
      area={() => shownAs(editing, id)?.getBoundingClientRect()}
      submit={(form) => {
        const next = { content: String(form.get('content')).trim(), repeat: String(form.get('repeat')).trim() };
        const refused = (path: string): string => say('check.path.invalid', { path });
        if (next.content !== content && !editing.run(bindContent(id, next.content || null)))
          return setWrong({ content: refused(next.content) });
        if (next.repeat !== repeat && !editing.run(bindRepeat(id, next.repeat || null)))
          return setWrong({ repeat: refused(next.repeat) });
        setWrong({});
      }}
    >
      <Field label={say('data.content')} name="content" type="url" value={content} wrong={wrong.content} />
      <Field label={say('data.repeat')} name="repeat" type="url" value={repeat} wrong={wrong.repeat} />
      <div className="panel__actions">
        <button className="button button--main" type="submit">
          {say('action.apply')}
        </button>
      </div>
    </Panel>
  );
}

export function DataMode(): ReactNode {
  const { editing } = useChrome();
  const { snapshot, chosen } = useView();
  const bound = snapshot.editor
    ? [...elementsOf(snapshot.editor.document)]
        .map(({ node }) => ({ id: node.id, text: Object.values(bindingsOf(node)).join(' · ') }))
        .filter(({ text }) => text)
        .slice(0, MOST)
    : [];
  const id = chosen ?? chosenId(editing);
  return (
    <>
      {bound.map((each) => (
        <Label key={each.id} {...each} />
      ))}
      {id !== undefined && <Paths key={id} id={id} />}
    </>
  );
}
