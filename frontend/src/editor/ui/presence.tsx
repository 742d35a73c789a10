/** Shows other users who have the same component open: initials in the toolbar, names in tooltips. Announces changes. */
import { useEffect, useRef, type ReactNode } from 'react';
import type { PresentUser } from '../../../../src/utils/gateway/index';
import { useEditor, useEditorState } from './context';
import type { EditorMessages } from '../types';

/** Maximum number of initials. The others are counted. */
const MAX_INITIALS = 4;

/** The first letters of the first and the last word of a name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => [...word][0] ?? '').join('');
}

const nameOf = ({ name, own }: PresentUser, { t }: EditorMessages): string => (own ? t('others.self') : name);

/** Announces who came and left since the last render. */
function useAnnouncements(others: readonly PresentUser[]): void {
  const { controller } = useEditor();
  const previous = useRef<readonly PresentUser[]>([]);
  useEffect(() => {
    const { messages, announce } = controller;
    const departed = previous.current.filter(({ id }) => !others.some((each) => each.id === id));
    const arrived = others.filter(({ id }) => !previous.current.some((each) => each.id === id));
    previous.current = others;
    const announcements = [
      ...arrived.map((each) => messages.t('others.came', { name: nameOf(each, messages) })),
      ...departed.map((each) => messages.t('others.went', { name: nameOf(each, messages) })),
    ];
    if (announcements.length) announce(announcements.join('\n'));
  }, [others, controller]);
}

export function Presence(): ReactNode {
  const { messages } = useEditor().controller;
  const others = useEditorState(({ snapshot }) => snapshot.others);
  useAnnouncements(others);
  if (!others.length) return null;
  const names = new Intl.ListFormat(messages.language).format(others.map((each) => nameOf(each, messages)));
  const label = messages.t('others.here', { names });
  const hiddenCount = others.length - MAX_INITIALS;
  return (
    <span className="others" role="img" aria-label={label} title={label}>
      {others.slice(0, MAX_INITIALS).map((each) => (
        <span
          key={each.id}
          className={each.own ? 'others__one others__one--own' : 'others__one'}
          dir="auto"
          title={messages.t('others.since', { name: nameOf(each, messages), time: messages.formatTime(each.since) })}
        >
          {initialsOf(each.name)}
        </span>
      ))}
      {hiddenCount > 0 && <span className="others__one">+{hiddenCount}</span>}
    </span>
  );
}
