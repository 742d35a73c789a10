/** Placeholders for lists that are empty, loading or failed. */
import type { ReactNode } from 'react';
import { ErrorNote } from '../ui-kit/error-note';
import { usePicker } from './context';

export function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="note">{children}</p>;
}

/** A loading error with a retry button. */
export function Failed({ error, retry }: { readonly error: Error; retry(): void }): ReactNode {
  const { t } = usePicker().messages;
  return <ErrorNote text={t('list.failed', { reason: error.message })} action={t('action.retry')} retry={retry} />;
}

/** The placeholder of an empty paged list. */
export function Empty({ isLoading, search }: { readonly isLoading: boolean; readonly search?: string }): ReactNode {
  const { t } = usePicker().messages;
  if (isLoading) return <Note>{t('list.loading')}</Note>;
  return <Note>{search ? t('list.notFound', { search }) : t('list.none')}</Note>;
}
