/** The address of a link: of the one that is selected, or one that is to be. */
import { useState, type ReactNode } from 'react';
import { linkAt, setLink } from '../../../../src/utils/editing/commands/set-link';
import { attributeOf } from '../../../../src/utils/editing/nodes';
import { useChrome } from '../chrome/context';
import { Field, Panel } from './panel';
import { selectedArea } from '../chrome/selection';

export function LinkPanel(): ReactNode {
  const { editing } = useChrome();
  const { say } = editing.words;
  const [wrong, setWrong] = useState<string>();
  // Where it belongs is where the selection was when it opened: from now on the field has the selection.
  const [area] = useState(() => selectedArea(editing));
  const [link] = useState(() => linkAt(editing.session.snapshot.editor!));
  const href = link ? (attributeOf(link.node, 'href') ?? '') : '';
  const done = (): void => {
    editing.store.set({ panel: null });
    editing.canvas.focus();
  };
  return (
    <Panel
      label={say('tool.link')}
      area={() => area}
      submit={(form) => {
        const address = String(form.get('href')).trim();
        if (address === href || editing.run(setLink(address || null))) done();
        else setWrong(say('refused.address', { address }));
      }}
    >
      <Field label={say('link.address')} name="href" type="url" value={href} wrong={wrong} />
      <div className="panel__actions">
        {link && (
          <button className="button" type="button" onClick={() => void (editing.run(setLink(null)), done())}>
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
