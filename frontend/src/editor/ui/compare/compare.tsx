/** Compares two users' versions by difference. The user chooses one side for each, so that nothing is overwritten unseen. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import {
  compareDocuments,
  mergeChoices,
  resolveComparisons,
  type Choice,
  type Comparison,
} from '../../../../../src/utils/editing/model/merge/three-way';
import { applyUpstream } from '../../../../../src/utils/editing/model/commands/apply-upstream';
import type { TextKey } from '../../../../../src/utils/editing/messages/messages';
import { isPhrasing } from '../../../../../src/utils/editing/model/blocks';
import {
  isResolvedElement,
  resolveChildren,
  resolveRoot,
  type ResolvedElement,
} from '../../../../../src/utils/editing/model/syntax-tree';
import { parseDocument } from '../../../../../src/utils/editing/model/parse-document';
import { applySteps } from '../../../../../src/utils/editing/model/steps';
import type { Version } from '../../../../../src/utils/gateway/index';
import { useEditor } from '../context';
import { changedWords } from '../../../ui-kit/changed-words';
import { Modal } from '../modal';

/** The readable text of a fragment, with each block on its own line. */
const textIn = (source: string): string =>
  linesOf(resolveRoot(parseDocument(source)))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');

function linesOf(parent: ResolvedElement): string {
  return resolveChildren(parent)
    .map((resolved) => {
      if (resolved.node.kind === 'text') return resolved.node.text.replace(/\s+/g, ' ');
      if (!isResolvedElement(resolved)) return '';
      const isOwnLine = resolved.node.tag === 'br' || !isPhrasing(resolved.node);
      return isOwnLine ? `\n${linesOf(resolved)}\n` : linesOf(resolved);
    })
    .join('');
}

/** Both sides and their common base as readable text, or as source if the text of both sides is equal. */
function sides({ base, mine, theirs }: Comparison): readonly [was: string, mine: string, theirs: string] {
  const texts = [textIn(base), textIn(mine), textIn(theirs)] as const;
  return texts[1] === texts[2] || !(texts[1] || texts[2]) ? [base.trim(), mine.trim(), theirs.trim()] : texts;
}

/** A text with its insertions and deletions marked. */
function Marked({ was, text }: { readonly was: string; readonly text: string }): ReactNode {
  const { language } = useEditor().controller.messages;
  return changedWords(was, text, language).map((part, index) => {
    if (part.kind === 'kept') return part.text;
    const Mark = part.kind === 'added' ? 'ins' : 'del';
    return <Mark key={index}>{part.text}</Mark>;
  });
}

interface DifferenceProps {
  readonly comparison: Comparison;
  readonly number: number;
  /** Undefined until the user has chosen. */
  readonly choice: Choice | undefined;
  /** Whether a choice is required and missing. */
  readonly isMissing: boolean;
  /** Label of the other side. */
  readonly theirs: TextKey;
  choose(choice: Choice): void;
}

function Difference({ comparison, number, choice, isMissing, theirs, choose }: DifferenceProps): ReactNode {
  const error = useId();
  const { t } = useEditor().controller.messages;
  const [was, mine, other] = sides(comparison);
  // The content of each choice. `both` puts one after the other.
  const options: [Choice, TextKey, ...texts: string[]][] = [
    ['mine', 'conflict.mine', mine],
    ['theirs', theirs, other],
  ];
  if (comparison.both) options.push(['both', 'conflict.both', mine, other]);
  return (
    <fieldset className="difference">
      <legend className="difference__title">{t('conflict.item', { number })}</legend>
      {options.map(([option, name, ...texts]) => (
        <label key={option} className="side">
          <input
            type="radio"
            name={`difference-${number}`}
            checked={choice === option}
            aria-describedby={isMissing ? error : undefined}
            onChange={() => choose(option)}
          />
          <span className="side__name">{t(name)}</span>
          {texts.map((text, index) => (
            <span key={index} className="side__text" dir="auto">
              {!text && t('conflict.removed')}
              {text && (option === 'both' ? text : <Marked was={was} text={text} />)}
            </span>
          ))}
        </label>
      ))}
      {isMissing && (
        <p id={error} className="difference__error">
          {t('conflict.undecided')}
        </p>
      )}
    </fieldset>
  );
}

interface CompareProps {
  readonly title: string;
  readonly explain: string;
  readonly theirs: TextKey;
  readonly action: string;
  readonly comparisons: readonly Comparison[];
  /** The initial choices; undefined where the user has to choose. */
  readonly first: readonly (Choice | undefined)[];
  done(choices: readonly (Choice | undefined)[]): void;
}

function Compare({ title, explain, theirs, action, comparisons, first, done }: CompareProps): ReactNode {
  const [choices, setChoices] = useState(first);
  const [isChecked, setChecked] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const isMissing = (index: number): boolean => isChecked && !choices[index];
  const finish = (): void => {
    if (choices.every((each) => each)) return done(choices);
    setChecked(true);
    const open = [...list.current!.querySelectorAll('.difference')].find((each) => !each.querySelector(':checked'));
    open?.querySelector('input')?.focus();
  };
  return (
    <Modal
      title={title}
      isWide
      actions={
        <button className="button button--main" type="button" onClick={finish}>
          {action}
        </button>
      }
    >
      <p className="dialog__text">{explain}</p>
      <div ref={list} className="differences">
        {comparisons.map(
          (comparison, index) =>
            comparison.status !== 'same' && (
              <Difference
                key={index}
                comparison={comparison}
                number={comparisons.slice(0, index + 1).filter(({ status }) => status !== 'same').length}
                choice={choices[index]}
                isMissing={isMissing(index)}
                theirs={theirs}
                choose={(choice) =>
                  setChoices(choices.map((each, otherIndex) => (otherIndex === index ? choice : each)))
                }
              />
            ),
        )}
      </div>
    </Modal>
  );
}

/** Author and time of the host's current version; empty if the host has none. */
function useTheirs(current: Version | null | undefined): string {
  const { shell, messages } = useEditor().controller;
  const [author, setAuthor] = useState<string | null>(null);
  useEffect(() => {
    if (!current) return;
    const asked = shell.gateway.versions.history(current.id, { first: 1 });
    // If the author is unknown, the time is still useful.
    asked.then(({ items: [last] }) => last?.number === current.revision && setAuthor(last.author)).catch(() => {});
  }, [current, shell]);
  if (!current) return '';
  const values = { name: author ?? '', time: messages.formatTime(current.modifiedAt) };
  return messages.t(author === null ? 'newer.saved' : 'newer.savedBy', values);
}

/** Resolves a conflict with a version that another user saved first. */
export function ConflictPanel(): ReactNode {
  const { session, store, messages } = useEditor().controller;
  const { t } = messages;
  const { conflict, editor } = session.snapshot;
  // Text typed since the conflict was found counts as mine.
  const [mine] = useState(() => editor?.text ?? '');
  const [comparisons] = useState(() => (conflict ? compareDocuments(conflict.base, mine, conflict.theirs) : []));
  const savedBy = useTheirs(conflict?.current);
  if (!conflict) return null;
  return (
    <Compare
      // If known, the author is more informative. A title has no full stop.
      title={savedBy.replace(/[.。]$/, '') || t('conflict.title')}
      explain={t('conflict.explain')}
      theirs="conflict.theirs"
      action={t('conflict.save')}
      comparisons={comparisons}
      first={mergeChoices(comparisons)}
      done={(choices) => {
        store.set({ panel: null });
        void session.resolve(applySteps(mine, resolveComparisons(comparisons, choices)));
      }}
    />
  );
}

/** Offers changes of the original for adoption, one by one. */
export function UpstreamPanel(): ReactNode {
  const { controller } = useEditor();
  const { session, store, messages } = controller;
  const { t } = messages;
  const { origin, editor } = session.snapshot;
  const [comparisons] = useState(() =>
    origin && editor ? compareDocuments(origin.then, editor.text, origin.now) : [],
  );
  if (!origin) return null;
  const upstreamChanges = comparisons.filter(({ status }) => status !== 'mine');
  return (
    <Compare
      title={t('origin.title')}
      explain={t('origin.changed')}
      theirs="origin.theirs"
      action={t('origin.apply')}
      comparisons={upstreamChanges}
      first={mergeChoices(upstreamChanges).map((choice) => choice ?? 'mine')}
      done={(choices) => {
        // Changes that could not be applied, since the text has changed, are offered again.
        const isDone =
          session.run(applyUpstream(upstreamChanges, choices)) ||
          choices.every((choice) => !choice || choice === 'mine');
        const hidden = isDone ? [`origin ${origin.at}`] : [];
        store.set({ panel: null, dismissedNotices: [...store.getState().dismissedNotices, ...hidden] });
      }}
    />
  );
}
