/** What is looked for among them, and in which order they come. */
import { useCallback, useId, type ReactNode } from 'react';
import { SearchField } from '../ui-kit/search-field';
import { useCustomizations } from './context';
import { ORDERS, FORK_FILTERS, type Listing } from './list';

interface ToolsProps {
  readonly listing: Listing;
  readonly isBusy: boolean;
  change(listing: Partial<Listing>): void;
}

export function ListControls({ listing, isBusy, change }: ToolsProps): ReactNode {
  const { t } = useCustomizations().messages;
  const id = useId();
  const search = useCallback((search: string) => change({ search }), [change]);
  return (
    <div className="tools">
      <SearchField label={t('search.label')} hint={t('search.hint')} isDisabled={isBusy} onSearch={search} />
      <div className="field">
        <label className="field__name" htmlFor={`${id}-show`}>
          {t('show.label')}
        </label>
        <select
          id={`${id}-show`}
          className="field__input"
          value={listing.shown}
          disabled={isBusy}
          onChange={(event) => change({ shown: event.target.value as Listing['shown'] })}
        >
          {FORK_FILTERS.map((each) => (
            <option key={each} value={each}>
              {t(`show.${each}`)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label className="field__name" htmlFor={`${id}-order`}>
          {t('order.label')}
        </label>
        <select
          id={`${id}-order`}
          className="field__input"
          value={listing.order}
          disabled={isBusy}
          onChange={(event) => change({ order: event.target.value as Listing['order'] })}
        >
          {ORDERS.map((each) => (
            <option key={each} value={each}>
              {t(`order.${each}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
