/** How many things are open at once, for one principal and in all. */
export interface ConnectionLimit {
  /** Takes one and gives what frees it again; undefined when all are taken. */
  take(principal: string): (() => void) | undefined;
  /** How many are taken. */
  readonly taken: number;
}

export function createConnectionLimit(each: number, all: number): ConnectionLimit {
  const counts = new Map<string, number>();
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    take(principal) {
      const count = counts.get(principal) ?? 0;
      if (count >= each || taken >= all) return undefined;
      counts.set(principal, count + 1);
      taken++;
      let free = false;
      return () => {
        if (free) return;
        free = true;
        taken--;
        const left = (counts.get(principal) ?? 1) - 1;
        if (left === 0) counts.delete(principal);
        else counts.set(principal, left);
      };
    },
  };
}
