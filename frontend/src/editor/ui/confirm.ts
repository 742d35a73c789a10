/** Asks for confirmation before a change that affects more than the visible element. */
import type { EditorController } from '../types';

/** Resolves with whether the user confirmed. */
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
