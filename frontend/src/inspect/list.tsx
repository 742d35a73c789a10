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

const hasNotes = ({ missing, cleaned, status }: Item): boolean =>
  missing > 0 || cleaned > 0 || status === 'failed' || status === 'stale';

export function List({ items, chosen, choose }: ListProps): ReactNode {
  const { messages, highlight } = useInspector();
  const { t } = messages;
  const [search, setSearch] = useState('');
  const [only, setOnly] = useState(false);
  const tree = useRef<HTMLDivElement>(null);
  const wanted = search.trim().toLowerCase();
  const shown = items.filter(
    (item) =>
      (!only || hasNotes(item)) &&
      [item.name, ...item.source.parts.map(({ value }) => value ?? '')].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  );
  const active = shown.some(({ id }) => id === chosen) ? chosen : shown[0]?.id;
  useEffect(() => () => highlight.show(), [highlight]);

  const keys = (event: KeyboardEvent): void => {
    const at = shown.findIndex(({ id }) => id === active);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    const next = to === undefined ? undefined : shown[to];
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
        <button className="chip" type="button" aria-pressed={only} onClick={() => setOnly(!only)}>
          {t('only')}
        </button>
      </div>
      {shown.length === 0 ? (
        <p className="note">{t(items.length ? 'list.notFound' : 'list.none')}</p>
      ) : (
        <div ref={tree} className="tree" role="tree" aria-label={t('list.label')} onKeyDown={keys}>
          {shown.map((item) => (
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
