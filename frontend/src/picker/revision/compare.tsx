/** Compares two revisions: miniatures side by side, and the changes of text, images, links and themes. */
import { useCallback, useState, type ReactNode } from 'react';
import type { Revision } from '../../../../src/utils/gateway';
import { changedWords } from '../../ui-kit/changed-words';
import { usePicker } from '../context';
import { Note } from '../state';
import { contentOf, differencesOf, type Content, type Difference, type ShownImage } from './content';
import { Miniature, type Setting } from './miniature';

/** Width of each miniature in CSS pixels. */
const WIDTH = 320;

interface SideProps {
  readonly isNew: boolean;
  readonly children: ReactNode;
}

/** Removed or added content. */
function Side({ isNew, children }: SideProps): ReactNode {
  const { t } = usePicker().messages;
  const Mark = isNew ? 'ins' : 'del';
  return (
    <Mark className="difference__side" dir="auto">
      <span className="said">{t(isNew ? 'revision.added' : 'revision.removed')}: </span>
      {children}
    </Mark>
  );
}

/** A line with changed words marked; two whole lines if they have no words in common. */
function ChangedLine({ before, after }: { readonly before?: string; readonly after?: string }): ReactNode {
  const { language } = usePicker().messages;
  const parts = before && after ? changedWords(before, after, language) : [];
  if (!parts.some(({ kind }) => kind !== 'kept'))
    return (
      <>
        {before && <Side isNew={false}>{before}</Side>}
        {after && <Side isNew>{after}</Side>}
      </>
    );
  return (
    <p className="difference__line" dir="auto">
      {parts.map(({ kind, text }, index) => {
        if (kind === 'kept') return text;
        const Mark = kind === 'added' ? 'ins' : 'del';
        return <Mark key={index}>{text}</Mark>;
      })}
    </p>
  );
}

const Lines = ({ removed, added }: Difference<string>): ReactNode =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => (
    <ChangedLine
      key={index}
      {...(removed[index] === undefined ? {} : { before: removed[index] })}
      {...(added[index] === undefined ? {} : { after: added[index] })}
    />
  ));

const Sides = ({ removed, added }: Difference<string>): ReactNode => (
  <>
    {removed.length > 0 && <Side isNew={false}>{removed.join(', ')}</Side>}
    {added.length > 0 && <Side isNew>{added.join(', ')}</Side>}
  </>
);

const Images = ({ removed, added }: Difference<ShownImage>): ReactNode => (
  <div className="difference__images">
    {[removed, added].map((images, side) =>
      images.map(({ src, alt }, index) => (
        <Side key={`${side} ${index}`} isNew={side === 1}>
          <img className="difference__image" src={src} alt="" />
          <span>{alt || src.split('/').at(-1)}</span>
        </Side>
      )),
    )}
  </div>
);

interface CompareProps {
  readonly before: Revision;
  readonly after: Revision;
  readonly setting: Setting;
}

export function Compare({ before, after, setting }: CompareProps): ReactNode {
  const { t } = usePicker().messages;
  const [contents, setContents] = useState<{ before?: Content; after?: Content }>({});
  const readBefore = useCallback(
    (element: HTMLElement) => setContents((previous) => ({ ...previous, before: contentOf(element) })),
    [],
  );
  const readAfter = useCallback(
    (element: HTMLElement) => setContents((previous) => ({ ...previous, after: contentOf(element) })),
    [],
  );
  const [old, now] = [contents.before, contents.after];
  const isSame = (one: ShownImage, other: ShownImage): boolean => one.src === other.src && one.alt === other.alt;
  const groups =
    old &&
    now &&
    [
      {
        title: t('revision.text'),
        items: differencesOf(old.lines, now.lines).map((each, index) => <Lines key={index} {...each} />),
      },
      {
        title: t('revision.images'),
        items: differencesOf(old.images, now.images, isSame).map((each, index) => <Images key={index} {...each} />),
      },
      {
        title: t('revision.links'),
        items: differencesOf(old.links, now.links).map((each, index) => <Sides key={index} {...each} />),
      },
      {
        title: t('revision.themes'),
        items: differencesOf(old.themes, now.themes).map((each, index) => <Sides key={index} {...each} />),
      },
    ].filter(({ items }) => items.length > 0);
  return (
    <div className="compare">
      <div className="compare__pictures">
        {(
          [
            [before, 'revision.before', readBefore],
            [after, 'revision.after', readAfter],
          ] as const
        ).map(([revision, name, read]) => (
          <figure key={name} className="compare__side">
            <figcaption className="card__name">{t(name, { number: revision.number })}</figcaption>
            <Miniature view={revision.content} setting={setting} width={WIDTH} drawn={read} />
          </figure>
        ))}
      </div>
      <p className="finds__title">{t('revision.differences')}</p>
      {!groups && <Note>{t('list.loading')}</Note>}
      {groups?.length === 0 && <Note>{t('revision.same')}</Note>}
      {groups?.map(({ title, items }) => (
        <section key={title} className="difference__group" aria-label={title}>
          <p className="field__name">{title}</p>
          <ul className="differences">
            {items.map((item, index) => (
              <li key={index} className="difference">
                {item}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
