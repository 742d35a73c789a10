/** The history of a version: a miniature, author and time of each revision. Compares two, and restores an earlier one. */
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { Revision } from '../../../../src/utils/gateway';
import { stylesheetURL } from '../../../../src/utils/source/urls';
import { Badge } from '../../ui-kit/badge';
import { useLoaded, usePages } from '../../ui-kit/load';
import { SelectField } from '../../ui-kit/select-field';
import { usePicker } from '../context';
import { VirtualList } from '../list/virtual-list';
import { dataOf, versionOf } from '../modes';
import { Empty, Failed, Note } from '../state';
import { sheetOf } from '../theme/swatch';
import { Compare } from './compare';
import { Miniature, type Setting } from './miniature';

/** Width of a miniature in CSS pixels. */
const WIDTH = 120;
/** Revisions per page. Each contains its full content. */
const PAGE_SIZE = 20;
const STATES = Object.freeze({
  SAVED: 'revision.saved',
  STAGED: 'revision.staged',
  PUBLISHED: 'revision.published',
} as const);

/** Loads the library's stylesheet, and the page's data or the library's samples. */
function useSetting(): Setting | undefined {
  const { shell, dependencies, options, catalog } = usePicker();
  const { gateway, library, cdn } = shell;
  const { data } = options;
  const read = useCallback(async (): Promise<Setting> => {
    const pageData = dataOf(data);
    const samples = async (): Promise<object> => {
      const sources = await catalog.dataSources(library);
      return Object.fromEntries(sources.map(({ key, sample }) => [key, JSON.parse(sample) as unknown]));
    };
    const [stylesheet, value] = await Promise.all([
      gateway.versions.stylesheet(library),
      pageData ? (dependencies.engine.fetchData(pageData) as Promise<object>) : samples(),
    ]);
    const url = stylesheetURL({ cdn: cdn ?? '', library });
    return { sheet: stylesheet ? sheetOf(stylesheet.css, url) : undefined, data: value };
  }, [gateway, library, cdn, data, dependencies, catalog]);
  const { value, error } = useLoaded(read);
  // If they fail to load, revisions are rendered without styles and data.
  return value ?? (error && EMPTY_SETTING);
}
const EMPTY_SETTING: Setting = Object.freeze({ sheet: undefined, data: {} });

interface ChosenProps {
  readonly revision: Revision;
  readonly items: readonly Revision[];
  readonly setting: Setting | undefined;
  restore(revision: Revision): Promise<void>;
}

/** The actions for the chosen revision. */
function Chosen({ revision, items, setting, restore }: ChosenProps): ReactNode {
  const { shell, messages, pick } = usePicker();
  const { t } = messages;
  const { number } = revision;
  const { onlyRestores = false } = shell.use ?? {};
  const latest = items[0]!;
  const [other, setOther] = useState<number>();
  const [isConfirming, setConfirming] = useState(false);
  const compared = items.find((each) => each.number === other);
  return (
    <div className="chosen chosen--column" role="group" aria-label={t('revision.number', { number })}>
      <div className="actions">
        <SelectField
          label={t('revision.with')}
          value={String(other ?? '')}
          options={[
            { value: '', label: '–' },
            ...items
              .filter((each) => each.number !== number)
              .map((each) => ({ value: String(each.number), label: t('revision.number', { number: each.number }) })),
          ]}
          isInline
          onChange={(value) => setOther(value === '' ? undefined : Number(value))}
        />
        <button
          className={onlyRestores ? 'button button--main' : 'button'}
          type="button"
          disabled={number === latest.number && !onlyRestores}
          onClick={() => (onlyRestores ? void restore(revision) : setConfirming(true))}
        >
          {t('revision.restore', { number })}
        </button>
        {!onlyRestores && (
          <button
            className="button button--main"
            type="button"
            onClick={() => pick({ value: String(number), item: revision }, t('revision.number', { number }))}
          >
            {t('revision.use')}
          </button>
        )}
      </div>
      {isConfirming && (
        <div className="ask" role="alertdialog" aria-label={t('revision.restore', { number })}>
          <p className="note__text">{t('revision.ask', { number })}</p>
          <div className="actions">
            <button className="button" type="button" autoFocus onClick={() => setConfirming(false)}>
              {t('action.cancel')}
            </button>
            <button
              className="button button--main"
              type="button"
              onClick={() => {
                setConfirming(false);
                void restore(revision);
              }}
            >
              {t('revision.restore', { number })}
            </button>
          </div>
        </div>
      )}
      {compared && setting && (
        <Compare
          key={`${number} ${compared.number}`}
          before={compared.number < number ? compared : revision}
          after={compared.number < number ? revision : compared}
          setting={setting}
        />
      )}
    </div>
  );
}

export function Revisions(): ReactNode {
  const { shell, options, messages, announce, pick, setLabel } = usePicker();
  const { versions } = shell.gateway;
  const { t, formatTime } = messages;
  const { value, variant } = options;
  const id = versionOf(shell.library, options);
  const [attempt, setAttempt] = useState(0);
  const load = useCallback(
    (after: string | undefined) => versions.history(id, { first: PAGE_SIZE, ...(after ? { after } : {}) }),
    // A new attempt creates a new list.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [versions, id, attempt],
  );
  const [{ items, isLoading, isWhole, error }, pages] = usePages(load);
  const setting = useSetting();
  const [active, setActive] = useState(0);
  const [chosen, setChosen] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const loadMore = useCallback(() => pages.more(), [pages]);
  useEffect(() => {
    if (value) setLabel(t('revision.number', { number: Number(value) }));
  }, [value, t, setLabel]);

  async function restore(revision: Revision): Promise<void> {
    const { number } = revision;
    const latest = items[0]!.number;
    setProblem(undefined);
    // The page or an open editor may handle the restore itself.
    if (!pick({ value: String(number), item: revision, restore: true }, t('revision.number', { number }))) return;
    try {
      await versions.revert(id, number, { expectedRevision: latest });
      announce(t('revision.restored', { number }));
    } catch (error) {
      const { name, message } = error as Error;
      setProblem(name === 'ConflictError' ? t('revision.conflict') : t('revision.failed', { reason: message }));
    }
    setChosen(undefined);
    setActive(0);
    setAttempt((before) => before + 1);
  }

  const revision = items.find(({ number }) => number === chosen);
  const isCompact = variant === 'compact';
  return (
    <div className="mode">
      {problem && (
        <div role="alert">
          <Note>{problem}</Note>
        </div>
      )}
      {items.length === 0 ? (
        !error && <Empty isLoading={isLoading} />
      ) : (
        <VirtualList
          label={t('mode.revision')}
          roles={['listbox', 'option']}
          count={items.length}
          isOpenEnded={!isWhole}
          rowHeight={isCompact ? 3.75 : 6}
          active={Math.min(active, items.length - 1)}
          setActive={setActive}
          keyOf={(index) => String(items[index]!.number)}
          nameOf={(index) => String(items[index]!.number)}
          attributesOf={(index) => ({ 'aria-selected': (chosen ?? Number(value)) === items[index]!.number })}
          choose={(index) => setChosen(items[index]!.number)}
          onEnd={loadMore}
          draw={(index) => {
            const { number, content, author, at: createdAt, state } = items[index]!;
            // Isolates the author's name, since a Latin name could reorder the day in an Arabic date.
            const [before, after] = t('revision.by', { author: '\n', time: formatTime(createdAt) }).split('\n');
            return (
              <div className="card card--row">
                {!isCompact && setting && <Miniature view={content} setting={setting} width={WIDTH} />}
                <div className="card__text">
                  <span className="card__name" dir="auto">
                    {t('revision.number', { number })}
                  </span>
                  <span className="card__more">
                    {before}
                    <bdi>{author}</bdi>
                    {after}
                  </span>
                  {state !== 'SAVED' && <Badge tone="accent">{t(STATES[state])}</Badge>}
                </div>
              </div>
            );
          }}
        />
      )}
      {error && <Failed error={error} retry={() => pages.more(true)} />}
      {revision && (
        <Chosen key={revision.number} revision={revision} items={items} setting={setting} restore={restore} />
      )}
    </div>
  );
}
