/**
 * A virtualized list. One entry is a tab stop. Arrow keys, Home, End, Page keys and first letters move to other
 * entries. Enter and Space choose.
 */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { remInPixels } from '../../ui-kit/root';
import { usePicker } from '../context';
import { createTypeAhead, nextGridPosition } from '../../ui-kit/move';

/** Minimum height of a high row in rem. */
const HIGH_ROW = 6;

/** Distance from the end, in entries, at which the next page is requested: several screens. */
const PREFETCH_DISTANCE = 60;

export interface VirtualListProps {
  readonly label: string;
  /** Roles of the list and its entries. */
  readonly roles: readonly ['listbox', 'option'] | readonly ['tree', 'treeitem'];
  readonly count: number;
  /** Whether more entries may load. */
  readonly isOpenEnded?: boolean;
  /** Whether the entries are of an earlier list that is about to be replaced. */
  readonly isStale?: boolean;
  /** Minimum width of a column in rem; undefined for a single column. */
  readonly columnWidth?: number;
  /** Height of a row in rem. */
  readonly rowHeight: number;
  /** Index of the entry that has or gets the focus. */
  readonly active: number;
  setActive(index: number): void;
  keyOf(index: number): string;
  nameOf(index: number): string;
  attributesOf(index: number): AriaAttributes;
  draw(index: number): ReactNode;
  choose(index: number): void;
  /** Called when a pointer goes down on an entry, which may start a drag. */
  grab?: ((index: number, event: PointerEvent) => void) | undefined;
  /** Handles a key: the index of the entry to move to; null to stay; undefined for the default. */
  special?(key: string, index: number): number | null | undefined;
  /** Called near the end of the loaded entries. */
  onEnd?(): void;
}

export function VirtualList(props: VirtualListProps): ReactNode {
  const {
    label,
    roles,
    count,
    isOpenEnded = false,
    isStale = false,
    columnWidth,
    rowHeight,
    active,
    setActive,
    onEnd,
  } = props;
  const { messages } = usePicker();
  const scroller = useRef<HTMLDivElement>(null);
  const [typeAhead] = useState(createTypeAhead);
  const [columns, setColumns] = useState(1);
  /** Whether the active entry should get the focus once it is rendered. */
  const wantsFocus = useRef(false);
  /** Whether an entry has the focus, or had it when it was removed. */
  const hasFocus = useRef(false);
  const rows = Math.ceil(count / columns);
  // Measured once, since each call forces a style calculation.
  const [unit] = useState(remInPixels);
  const height = rowHeight * unit;
  const activeRow = Math.floor(active / columns);

  useLayoutEffect(() => {
    if (!columnWidth) return undefined;
    const element = scroller.current!;
    const measure = (): void => setColumns(Math.max(1, Math.floor(element.clientWidth / (columnWidth * unit))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [columnWidth, unit]);

  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    // One extra row is enough for high rows, since each may have many columns.
    overscan: rowHeight < HIGH_ROW ? 4 : 1,
    useFlushSync: false,
    // The focused entry stays rendered, however far it is scrolled away.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const visible = defaultRangeExtractor(range);
        return activeRow >= range.count || visible.includes(activeRow)
          ? visible
          : [...visible, activeRow].sort((a, b) => a - b);
      },
      [activeRow],
    ),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, columns, height]);
  const virtualItems = virtualizer.getVirtualItems();
  const visibleEnd = ((virtualizer.range?.endIndex ?? 0) + 1) * columns;
  useEffect(() => {
    if (count - visibleEnd < PREFETCH_DISTANCE) onEnd?.();
  }, [count, visibleEnd, onEnd]);

  // A new list starts at the top. If the old one had the focus, the new one gets it.
  useLayoutEffect(() => {
    if (isStale) return;
    scroller.current!.scrollTop = 0;
    wantsFocus.current = hasFocus.current;
  }, [isStale]);
  // An entry that should get the focus may be rendered later.
  const renderedRows = virtualItems.map(({ index }) => index).join();
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const entry = scroller.current!.querySelector<HTMLElement>(`[data-at="${active}"]`);
    if (!entry) return;
    wantsFocus.current = false;
    entry.focus({ preventScroll: true });
  }, [active, renderedRows, isStale, columns, count]);

  const moveTo = (to: number): void => {
    wantsFocus.current = true;
    virtualizer.scrollToIndex(Math.floor(to / columns), { align: 'auto' });
    setActive(to);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const override = props.special?.(key, active);
    const layout = {
      count,
      columns,
      rows: Math.floor(scroller.current!.clientHeight / height),
      direction: messages.direction,
    };
    const to = override !== undefined ? override : nextGridPosition(key, active, layout);
    if (to !== undefined) {
      if (to !== null) moveTo(to);
    } else if (key === 'Enter' || key === ' ') props.choose(active);
    else if (key.length === 1) {
      const found = typeAhead.type(key, event.timeStamp, active, count, props.nameOf);
      if (found !== undefined) moveTo(found);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const width = `${100 / columns}%`;
  return (
    <div
      ref={scroller}
      className={isStale ? 'list list--stale' : 'list'}
      role={roles[0]}
      aria-label={label}
      aria-busy={isStale}
      onKeyDown={keyDown}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      <div className="list__whole" role="presentation" style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualItems.flatMap(({ index: row, start }) =>
          Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => {
            const index = row * columns + column;
            return (
              <div
                key={props.keyOf(index)}
                data-at={index}
                className={props.grab ? 'list__entry list__entry--grab' : 'list__entry'}
                role={roles[1]}
                aria-setsize={isOpenEnded ? -1 : count}
                aria-posinset={index + 1}
                {...props.attributesOf(index)}
                tabIndex={index === active ? 0 : -1}
                style={{
                  blockSize: height,
                  inlineSize: width,
                  insetBlockStart: start,
                  insetInlineStart: `${(100 / columns) * column}%`,
                }}
                {...(props.grab ? { onPointerDown: ({ nativeEvent }) => props.grab!(index, nativeEvent) } : {})}
                onClick={() => {
                  setActive(index);
                  props.choose(index);
                }}
              >
                {props.draw(index)}
              </div>
            );
          }),
        )}
      </div>
    </div>
  );
}
