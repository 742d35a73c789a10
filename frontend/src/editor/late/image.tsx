/** The address and the alternative text of an image. */
import { useState, type ReactNode } from 'react';
import { setImage } from '../../../../src/utils/editing/commands/set-image';
import { attributeOf, elementOf } from '../../../../src/utils/editing/nodes';
import { shownAs } from '../chrome/chosen';
import { useChrome, useView } from '../chrome/context';
import { Field, Panel } from './panel';

export function ImagePanel(): ReactNode {
  const { editing } = useChrome();
  const { image, snapshot } = useView();
  const { say } = editing.words;
  const [wrong, setWrong] = useState<string>();
  const place = image !== undefined && snapshot.editor ? elementOf(snapshot.editor.document, image) : undefined;
  if (!place || image === undefined) return null;
  const src = attributeOf(place.node, 'src') ?? '';
  const alt = attributeOf(place.node, 'alt') ?? '';
  const done = (): void => editing.store.set({ panel: null });
  return (
    <Panel
      key={image}
      label={say('image.edit')}
      area={() => shownAs(editing, image)?.getBoundingClientRect()}
      submit={(form) => {
        const address = String(form.get('src')).trim();
        const text = String(form.get('alt'));
        const values = { ...(address === src ? {} : { src: address }), ...(text === alt ? {} : { alt: text }) };
        if (!Object.keys(values).length || editing.run(setImage(image, values))) done();
        else setWrong(say('refused.address', { address }));
      }}
    >
      <Field label={say('image.alt')} name="alt" value={alt} />
      <Field label={say('image.source')} name="src" type="url" value={src} wrong={wrong} />
      <div className="panel__actions">
        <button className="button" type="button" onClick={done}>
          {say('action.cancel')}
        </button>
        <button className="button button--main" type="submit">
          {say('action.apply')}
        </button>
      </div>
    </Panel>
  );
}
