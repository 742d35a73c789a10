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
  const words = before && after ? changedWords(before, after, language) : [];
  if (!words.some(({ kind }) => kind !== 'kept'))
    return (
      <>
        {before && <Side isNew={false}>{before}</Side>}
        {after && <Side isNew>{after}</Side>}
      </>
    );
  return (
    <p className="difference__line" dir="auto">
      {words.map(({ kind, text }, at) => {
        if (kind === 'kept') return text;
        const Mark = kind === 'added' ? 'ins' : 'del';
        return <Mark key={at}>{text}</Mark>;
      })}
    </p>
  );
}

const Lines = ({ removed, added }: Difference<string>): ReactNode =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => (
    <ChangedLine
      key={at}
      {...(removed[at] === undefined ? {} : { before: removed[at] })}
      {...(added[at] === undefined ? {} : { after: added[at] })}
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
      images.map(({ src, alt }, at) => (
        <Side key={`${side} ${at}`} isNew={side === 1}>
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
    (element: HTMLElement) => setContents((all) => ({ ...all, before: contentOf(element) })),
    [],
  );
  const readAfter = useCallback(
    (element: HTMLElement) => setContents((all) => ({ ...all, after: contentOf(element) })),
    [],
  );
  const [old, now] = [contents.before, contents.after];
  const isSameImage = (one: ShownImage, other: ShownImage): boolean => one.src === other.src && one.alt === other.alt;
  const found =
    old &&
    now &&
    [
      {
        title: t('revision.text'),
        items: differencesOf(old.lines, now.lines).map((each, at) => <Lines key={at} {...each} />),
      },
      {
        title: t('revision.images'),
        items: differencesOf(old.images, now.images, isSameImage).map((each, at) => <Images key={at} {...each} />),
      },
      {
        title: t('revision.links'),
        items: differencesOf(old.links, now.links).map((each, at) => <Sides key={at} {...each} />),
      },
      {
        title: t('revision.themes'),
        items: differencesOf(old.themes, now.themes).map((each, at) => <Sides key={at} {...each} />),
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
      {found?.map(({ title, items }) => (
        <section key={title} className="difference__group" aria-label={title}>
          <p className="field__name">{title}</p>
          <ul className="differences">
            {items.map((item, at) => (
              <li key={at} className="difference">
                {item}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
