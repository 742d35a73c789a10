/** How many things are open at once, for one caller and in all. */
export interface Seats {
  /** Takes one and gives what frees it again; undefined when all are taken. */
  take(caller: string): (() => void) | undefined;
  /** How many are taken. */
  readonly taken: number;
}

export function createSeats(each: number, all: number): Seats {
  const counts = new Map<string, number>();
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    take(caller) {
      const count = counts.get(caller) ?? 0;
      if (count >= each || taken >= all) return undefined;
      counts.set(caller, count + 1);
      taken++;
      let free = false;
      return () => {
        if (free) return;
        free = true;
        taken--;
        const left = (counts.get(caller) ?? 1) - 1;
        if (left === 0) counts.delete(caller);
        else counts.set(caller, left);
      };
    },
  };
}
