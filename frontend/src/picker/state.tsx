/** What stands where a list is empty, on its way, or not to be had. */
import type { ReactNode } from 'react';
import { usePicker } from './context';

export function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="note">{children}</p>;
}

/** Something that could not be loaded, and a way to try again. */
export function Failed({ error, retry }: { readonly error: Error; retry(): void }): ReactNode {
  const { say } = usePicker().words;
  return (
    <div className="note note--wrong" role="alert">
      <p className="note__text">{say('list.failed', { reason: error.message })}</p>
      <button className="button" type="button" onClick={retry}>
        {say('action.retry')}
      </button>
    </div>
  );
}

/** What a list of pages says when it shows nothing. */
export function Empty({ isLoading, search }: { readonly isLoading: boolean; readonly search?: string }): ReactNode {
  const { say } = usePicker().words;
  if (isLoading) return <Note>{say('list.loading')}</Note>;
  return <Note>{search ? say('list.notFound', { search }) : say('list.none')}</Note>;
}
