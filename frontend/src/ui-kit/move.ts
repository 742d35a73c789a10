/** Where keys lead in a list of several columns. */

export interface Layout {
  readonly count: number;
  readonly columns: number;
  /** Rows that are seen at once. */
  readonly rows: number;
  readonly direction: 'ltr' | 'rtl';
}

/** The place that a key leads to from another; undefined for a key that leads nowhere. */
export function move(key: string, at: number, { count, columns, rows, direction }: Layout): number | undefined {
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
  const to = at + step;
  // Up and down stay in their column, where it has an end.
  if (to < 0) return key === 'ArrowUp' ? at : 0;
  if (to >= count)
    return key === 'ArrowDown' && Math.floor(at / columns) === Math.floor((count - 1) / columns) ? at : count - 1;
  return to;
}

/** Milliseconds after which what is typed begins a new word. */
const PAUSE = 700;

export interface TypeAhead {
  /**
   * The place of the next name that begins with what is typed; undefined for none.
   * @param time milliseconds, of the event.
   */
  type(letter: string, time: number, at: number, count: number, nameOf: (at: number) => string): number | undefined;
}

/** Finds by the first letters of a name; the same letter again goes to the next name that begins with it. */
export function createTypeAhead(): TypeAhead {
  let typed = '';
  let last = -Infinity;
  return {
    type(letter, time, at, count, nameOf) {
      typed = time - last > PAUSE ? letter : typed + letter;
      last = time;
      const isRepeated = new Set(typed.toLocaleLowerCase()).size === 1;
      const wanted = isRepeated ? typed[0]!.toLocaleLowerCase() : typed.toLocaleLowerCase();
      // A word that goes on may go on where it is.
      const from = isRepeated ? at + 1 : at;
      for (let step = 0; step < count; step++) {
        const place = (from + step) % count;
        if (nameOf(place).toLocaleLowerCase().startsWith(wanted)) return place;
      }
      return undefined;
    },
  };
}
