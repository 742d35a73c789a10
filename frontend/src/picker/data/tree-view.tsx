/** A tree view of the data, with samples of values. */
import { useMemo, useState, type ReactNode } from 'react';
import { remInPixels } from '../../ui-kit/root';
import { usePicker } from '../context';
import { VirtualList } from '../list/virtual-list';
import { idOf, rowsOf, type Keys, type Row } from './tree';

/** Maximum number of characters of a sample. */
const MAX_SAMPLE_LENGTH = 80;

/** Initially expands the data source if it is the only one. */
const initiallyOpen = (data: object): ReadonlySet<string> => {
  const keys = Object.keys(data);
  return new Set(keys.length === 1 ? [idOf(keys)] : []);
};

interface TreeProps {
  readonly data: object;
  readonly chosen: Keys | undefined;
  choose(keys: Keys): void;
}

export function TreeView({ data, chosen, choose }: TreeProps): ReactNode {
  const { messages } = usePicker();
  const { t } = messages;
  const [state, setState] = useState({ data, open: initiallyOpen(data) });
  // Other data reset the expanded rows.
  const open = state.data === data ? state.open : initiallyOpen(data);
  const setOpen = (open: ReadonlySet<string>): void => setState({ data, open });
  const [active, setActive] = useState(0);
  const rows = useMemo(() => rowsOf(data, state.data === data ? state.open : initiallyOpen(data)), [data, state]);
  const chosenId = chosen && idOf(chosen);

  const toggle = ({ id, size }: Row, isOpen: boolean): void => {
    const next = new Set(open);
    if (isOpen && size) next.add(id);
    else next.delete(id);
    setOpen(next);
  };
  /** The forward arrow expands a row, then enters it. The back arrow collapses it, then moves to the parent. */
  const special = (key: string, index: number): number | null | undefined => {
    const row = rows[index]!;
    const isRTL = messages.direction === 'rtl';
    if (key === (isRTL ? 'ArrowLeft' : 'ArrowRight')) {
      if (row.isOpen) return index + 1;
      toggle(row, true);
      return null;
    }
    if (key !== (isRTL ? 'ArrowRight' : 'ArrowLeft')) return undefined;
    if (row.isOpen) {
      toggle(row, false);
      return null;
    }
    const parentId = idOf(row.keys.slice(0, -1));
    const parentIndex = rows.findIndex(({ id }) => id === parentId);
    return parentIndex < 0 ? null : parentIndex;
  };
  const sampleOf = ({ kind, size, value }: Row): string => {
    if (kind === 'list') return t('data.list', { count: size });
    if (kind === 'object') return t('data.object', { count: size });
    return kind === 'nothing' ? t('data.nothing') : String(value).slice(0, MAX_SAMPLE_LENGTH);
  };
  const nameOf = (index: number): string => {
    const key = rows[index]!.keys.at(-1)!;
    return typeof key === 'number' ? String(key + 1) : key;
  };

  return (
    <VirtualList
      label={t('data.sources')}
      roles={['tree', 'treeitem']}
      count={rows.length}
      rowHeight={2.25}
      active={Math.min(active, rows.length - 1)}
      setActive={setActive}
      keyOf={(index) => rows[index]!.id}
      nameOf={nameOf}
      attributesOf={(index) => {
        const { id, keys, size, isOpen, position, siblings } = rows[index]!;
        return {
          'aria-level': keys.length,
          'aria-posinset': position,
          'aria-setsize': siblings,
          'aria-selected': id === chosenId,
          ...(size ? { 'aria-expanded': isOpen } : {}),
        };
      }}
      special={special}
      choose={(index) => {
        choose(rows[index]!.keys);
        if (!rows[index]!.isOpen) toggle(rows[index]!, true);
      }}
      draw={(index) => {
        const row = rows[index]!;
        return (
          <div
            className={`row row--${row.kind}`}
            style={{ paddingInlineStart: (row.keys.length * 1.1 - 0.6) * remInPixels() }}
          >
            <span
              className={
                row.size ? (row.isOpen ? 'row__fold row__fold--open' : 'row__fold') : 'row__fold row__fold--none'
              }
              aria-hidden="true"
              onClick={(event) => {
                event.stopPropagation();
                setActive(index);
                toggle(row, !row.isOpen);
              }}
            />
            <span className="row__name" dir="auto">
              {nameOf(index)}
            </span>
            <span className="row__sample" dir="auto">
              {sampleOf(row)}
            </span>
          </div>
        );
      }}
    />
  );
}
