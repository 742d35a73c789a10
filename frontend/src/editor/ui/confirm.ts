/** Asks before something is done that changes more than what is seen of it. */
import type { EditorController } from '../types';

/** Resolves with whether somebody agreed. */
export const confirm = (
  { store }: EditorController,
  question: 'copies.ask',
  values: { readonly count: number },
): Promise<boolean> =>
  new Promise((resolve) =>
    store.set({
      confirmation: {
        question,
        values,
        answer(yes) {
          store.set({ confirmation: null });
          resolve(yes);
        },
      },
    }),
  );
