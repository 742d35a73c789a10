/** Who wants to hear of news, within this process. */
export type Hear = (subject: string | undefined) => void;

export interface News {
  tell: Hear;
  listen(hear: Hear): () => void;
}

export function createNews(): News {
  const listeners = new Set<Hear>();
  return {
    tell(subject) {
      for (const hear of listeners) hear(subject);
    },
    listen(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}
