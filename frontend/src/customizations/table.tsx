/**
 * A virtualized table. One row is a tab stop, with its links. Arrow keys, Home, End and Page keys move to other rows.
 * Space selects. Shift extends the selection.
 */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { ReactNode } from 'react';
import type { Fork } from '../../../src/utils/gateway/forks/forks';
import { remInPixels } from '../ui-kit/root';
import { nextGridPosition } from '../ui-kit/move';
import { useCustomizations } from './context';
import { Row } from './row';
import type { Outcome } from './batch-run';

/** Distance from the end, in rows, at which the next page is requested. */
const PREFETCH_DISTANCE = 60;
/** Heights of a row in rem, and the width of the table from which its cells are in columns. */
const HEIGHT = { columns: 3, stacked: 7.25 } as const;
const COLUMNS_FROM = 48;

export interface TableProps {
  readonly items: readonly Fork[];
  readonly isWhole: boolean;
  readonly selected: ReadonlySet<string>;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly isBusy: boolean;
  /** Selects or deselects a range of rows. */
  select(from: number, to: number, isSelected: boolean): void;
  /** Selects all rows of the list, or none. */
  selectAll(isSelected: boolean): void;
  /** Called near the end of the loaded rows. */
  onEnd(): void;
}

export function Table(props: TableProps): ReactNode {
  const { items, isWhole, selected, outcomes, isBusy, select, selectAll, onEnd } = props;
  const { messages } = useCustomizations();
  const { t } = messages;
  const scroller = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const anchor = useRef(0);
  const [unit] = useState(remInPixels);
  const [isStacked, setStacked] = useState(false);
  const [requestedIndex, setActive] = useState(0);
  const count = items.length;
  const active = Math.min(requestedIndex, count - 1);
  const height = (isStacked ? HEIGHT.stacked : HEIGHT.columns) * unit;

  useLayoutEffect(() => {
    const element = scroller.current!;
    const measure = (): void => setStacked(element.clientWidth < COLUMNS_FROM * unit);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [unit]);

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 4,
    useFlushSync: false,
    // The focused row stays rendered, however far it is scrolled away.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const visible = defaultRangeExtractor(range);
        return active >= range.count || active < 0 || visible.includes(active)
          ? visible
          : [...visible, active].sort((one, other) => one - other);
      },
      [active],
    ),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, height]);
  const visibleEnd = (virtualizer.range?.endIndex ?? 0) + 1;
  useEffect(() => {
    if (count - visibleEnd < PREFETCH_DISTANCE) onEnd();
  }, [count, visibleEnd, onEnd]);
  // A row that should get the focus may be rendered later.
  const renderedRows = virtualizer
    .getVirtualItems()
    .map(({ index }) => index)
    .join();
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const row = scroller.current!.querySelector<HTMLElement>(`[data-at="${active}"]`);
    if (!row) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  }, [active, renderedRows]);

  const moveTo = (to: number): void => {
    wantsFocus.current = true;
    virtualizer.scrollToIndex(to, { align: 'auto' });
    setActive(to);
  };
  const toggle = (index: number, isRange: boolean): void => {
    const isSelected = isRange || !selected.has(items[index]!.id);
    select(isRange ? anchor.current : index, index, isSelected);
    if (!isRange) anchor.current = index;
  };
  const keyDown = (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    // A link of the row handles its own keys.
    if (altKey || !(event.target as Element).matches('[role=row]')) return;
    const layout = {
      count,
      columns: 1,
      rows: Math.floor(scroller.current!.clientHeight / height),
      direction: messages.direction,
    };
    const to = ctrlKey || metaKey ? undefined : nextGridPosition(key, active, layout);
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'a' && !isBusy) selectAll(true);
    else if (to !== undefined) {
      if (shiftKey && !isBusy) select(active, to, true);
      moveTo(to);
    } else if (key === ' ' && !isBusy) toggle(active, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const click = (index: number, event: MouseEvent): void => {
    setActive(index);
    if (isBusy || (event.target as Element).closest('a')) return;
    toggle(index, event.shiftKey);
  };

  // Aligns the columns with their headers if there is a scroll bar.
  const hasScrollBar = virtualizer.getTotalSize() > (virtualizer.scrollRect?.height ?? 0);
  const isAllSelected = count > 0 && selected.size > 0 && items.every(({ id }) => selected.has(id));
  const checkbox = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    checkbox.current!.indeterminate = selected.size > 0 && !isAllSelected;
  }, [selected.size, isAllSelected]);
  return (
    <div
      className={`table ${isStacked ? 'table--stacked' : ''} ${hasScrollBar ? 'table--scrolls' : ''}`}
      role="grid"
      aria-label={t('title')}
      aria-multiselectable
      aria-rowcount={isWhole ? count + 1 : -1}
    >
      <div className="row row--head" role="row" aria-rowindex={1}>
        <span className="cell cell--box" role="columnheader">
          <input
            ref={checkbox}
            type="checkbox"
            aria-label={t('select.all')}
            checked={isAllSelected}
            disabled={isBusy || count === 0}
            onChange={(event) => selectAll(event.target.checked)}
          />
        </span>
        {(['component', 'page', 'author', 'saved', 'state'] as const).map((name) => (
          <span key={name} className={`cell cell--${name}`} role="columnheader">
            {t(`column.${name}`)}
          </span>
        ))}
      </div>
      <div ref={scroller} className="rows" role="rowgroup" onKeyDown={keyDown}>
        <div className="rows__whole" role="presentation" style={{ blockSize: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <Row
              key={items[index]!.id}
              fork={items[index]!}
              outcome={outcomes.get(items[index]!.id)}
              index={index}
              isActive={index === active}
              isSelected={selected.has(items[index]!.id)}
              top={start}
              height={height}
              click={click}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
