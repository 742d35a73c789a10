/** Two revisions beside each other, as they look, and what changed in their text. */
import { useCallback, useState, type ReactNode } from 'react';
import type { Revision } from '../../../../src/utils/gateway';
import { usePicker } from '../context';
import { Note } from '../state';
import { differencesOf, linesOf } from './lines';
import { Miniature, type Setting } from './miniature';

/** CSS pixels of each. */
const WIDTH = 320;

interface CompareProps {
  readonly before: Revision;
  readonly after: Revision;
  readonly setting: Setting;
}

export function Compare({ before, after, setting }: CompareProps): ReactNode {
  const { t } = usePicker().messages;
  const [lines, setLines] = useState<{ before?: string[]; after?: string[] }>({});
  const readBefore = useCallback(
    (element: HTMLElement) => setLines((all) => ({ ...all, before: linesOf(element) })),
    [],
  );
  const readAfter = useCallback((element: HTMLElement) => setLines((all) => ({ ...all, after: linesOf(element) })), []);
  const found = lines.before && lines.after && differencesOf(lines.before, lines.after);
  return (
    <div className="compare">
      <div className="compare__pictures">
        {(
          [
            [before, 'revision.before', readBefore],
            [after, 'revision.after', readAfter],
          ] as const
        ).map(([revision, name, drawn]) => (
          <figure key={name} className="compare__side">
            <figcaption className="card__name">{t(name, { number: revision.number })}</figcaption>
            <Miniature view={revision.content} setting={setting} width={WIDTH} drawn={drawn} />
          </figure>
        ))}
      </div>
      <p className="finds__title">{t('revision.differences')}</p>
      {!found && <Note>{t('list.loading')}</Note>}
      {found?.length === 0 && <Note>{t('revision.same')}</Note>}
      <ul className="differences">
        {found?.map(({ removed, added }, at) => (
          <li key={at} className="difference">
            {removed.length > 0 && (
              <del className="difference__side" dir="auto">
                <span className="said">{t('revision.removed')}: </span>
                {removed.join(' / ')}
              </del>
            )}
            {added.length > 0 && (
              <ins className="difference__side" dir="auto">
                <span className="said">{t('revision.added')}: </span>
                {added.join(' / ')}
              </ins>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
