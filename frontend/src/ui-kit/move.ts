/** Keyboard navigation in a list with several columns. */

export interface GridLayout {
  readonly count: number;
  readonly columns: number;
  /** Number of visible rows. */
  readonly rows: number;
  readonly direction: 'ltr' | 'rtl';
}

/** The index that a key moves to; undefined for other keys. */
export function nextGridPosition(
  key: string,
  index: number,
  { count, columns, rows, direction }: GridLayout,
): number | undefined {
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  const steps: Readonly<Record<string, number>> = {
    ...(columns > 1 ? { [forward]: 1, [back]: -1 } : {}),
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * Math.max(1, rows - 1),
    PageUp: -columns * Math.max(1, rows - 1),
    Home: -count,
    End: count,
  };
  const step = steps[key];
  if (step === undefined || !count) return undefined;
  const to = index + step;
  // Up and down stay in their column.
  if (to < 0) return key === 'ArrowUp' ? index : 0;
  if (to >= count)
    return key === 'ArrowDown' && Math.floor(index / columns) === Math.floor((count - 1) / columns) ? index : count - 1;
  return to;
}

/** Milliseconds without a letter after which a new word begins. */
const PAUSE = 700;

export interface TypeAhead {
  /**
   * The index of the next name that begins with the typed letters; undefined for none.
   * @param time of the event in milliseconds
   */
  type(
    letter: string,
    time: number,
    index: number,
    count: number,
    nameOf: (index: number) => string,
  ): number | undefined;
}

/** Finds names by their first letters. Repeating a letter moves to the next name that begins with it. */
export function createTypeAhead(): TypeAhead {
  let typed = '';
  let lastTime = -Infinity;
  return {
    type(letter, time, index, count, nameOf) {
      typed = time - lastTime > PAUSE ? letter : typed + letter;
      lastTime = time;
      const isRepeated = new Set(typed.toLocaleLowerCase()).size === 1;
      const prefix = isRepeated ? typed[0]!.toLocaleLowerCase() : typed.toLocaleLowerCase();
      // A longer prefix may still match the current entry.
      const start = isRepeated ? index + 1 : index;
      for (let step = 0; step < count; step++) {
        const candidate = (start + step) % count;
        if (nameOf(candidate).toLocaleLowerCase().startsWith(prefix)) return candidate;
      }
      return undefined;
    },
  };
}
