/** The tree of the page's components, with the status of each and the number of its problems. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useInspector } from './context';
import { Icon } from './icons';
import type { Item } from './store';

interface ListProps {
  readonly items: readonly Item[];
  readonly chosen: number | undefined;
  /** @param opens shows the details; otherwise the component is only selected */
  choose(id: number, opens: boolean): void;
}

const hasProblems = ({ missing, cleaned, status }: Item): boolean =>
  missing > 0 || cleaned > 0 || status === 'failed' || status === 'stale';

export function List({ items, chosen, choose }: ListProps): ReactNode {
  const { messages, highlight } = useInspector();
  const { t } = messages;
  const [search, setSearch] = useState('');
  const [isProblemsOnly, setProblemsOnly] = useState(false);
  const tree = useRef<HTMLDivElement>(null);
  const query = search.trim().toLowerCase();
  const visible = items.filter(
    (item) =>
      (!isProblemsOnly || hasProblems(item)) &&
      [item.name, ...item.source.parts.map(({ value }) => value ?? '')].some((text) =>
        text.toLowerCase().includes(query),
      ),
  );
  const active = visible.some(({ id }) => id === chosen) ? chosen : visible[0]?.id;
  useEffect(() => () => highlight.show(), [highlight]);

  const keyDown = (event: KeyboardEvent): void => {
    const index = visible.findIndex(({ id }) => id === active);
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: visible.length - 1 }[event.key];
    const next = to === undefined ? undefined : visible[to];
    if (next) {
      choose(next.id, false);
      highlight.show(next.element);
      tree.current?.querySelector<HTMLElement>(`[data-id="${next.id}"]`)?.focus();
    } else if ((event.key === 'Enter' || event.key === ' ') && active !== undefined) choose(active, true);
    else return;
    event.preventDefault();
  };

  return (
    <section className="list" aria-label={t('list.label')}>
      <div className="list__tools">
        <label className="search">
          <Icon name="search" />
          <input
            className="search__input"
            type="search"
            value={search}
            placeholder={t('filter')}
            aria-label={t('filter')}
            onChange={({ target }) => setSearch(target.value)}
          />
        </label>
        <button
          className="chip"
          type="button"
          aria-pressed={isProblemsOnly}
          onClick={() => setProblemsOnly(!isProblemsOnly)}
        >
          {t('only')}
        </button>
      </div>
      {visible.length === 0 ? (
        <p className="note">{t(items.length ? 'list.notFound' : 'list.none')}</p>
      ) : (
        <div ref={tree} className="tree" role="tree" aria-label={t('list.label')} onKeyDown={keyDown}>
          {visible.map((item) => (
            <Row
              key={item.id}
              item={item}
              isChosen={item.id === chosen}
              isActive={item.id === active}
              choose={() => choose(item.id, true)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface RowProps {
  readonly item: Item;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  choose(): void;
}

function Row({ item, isChosen, isActive, choose }: RowProps): ReactNode {
  const { messages, highlight } = useInspector();
  const { t } = messages;
  const { element, name, depth, status, missing, cleaned, render, source } = item;
  const revision = source.parts.find((each) => each.name === 'revision');
  const version = source.parts.find((each) => each.name === 'version');
  return (
    <div
      className="row"
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isChosen}
      tabIndex={isActive ? 0 : -1}
      data-id={item.id}
      style={{ paddingInlineStart: 12 + depth * 14 }}
      onClick={choose}
      onPointerEnter={() => highlight.show(element)}
      onPointerLeave={() => highlight.show()}
      onFocus={() => highlight.show(element)}
      onBlur={() => highlight.show()}
    >
      <span className={`dot dot--${status}`} role="img" aria-label={t(`status.${status}`)} />
      <span className="row__name">
        <bdi>{name}</bdi>
        {version && source.requests.length > 0 && (
          <bdi className="row__more">
            {version.value} · {revision?.value}
          </bdi>
        )}
      </span>
      {missing > 0 && <Badge kind="missing" count={missing} />}
      {cleaned > 0 && <Badge kind="cleaned" count={cleaned} />}
      {render && <span className="row__time">{messages.formatDuration(render.milliseconds)}</span>}
    </div>
  );
}

/** The number of problems of one kind. */
export function Badge({ kind, count }: { readonly kind: 'missing' | 'cleaned'; readonly count: number }): ReactNode {
  const { messages } = useInspector();
  const label = messages.t(`note.${kind}`, { count });
  return (
    <span className={`badge badge--${kind}`} role="img" aria-label={label} title={label}>
      <Icon name={kind} />
      {count}
    </span>
  );
}
