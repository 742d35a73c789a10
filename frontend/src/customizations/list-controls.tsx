/** Search, filter and order of the list. */
import { useCallback, type ReactNode } from 'react';
import { SearchField } from '../ui-kit/search-field';
import { SelectField } from '../ui-kit/select-field';
import { useCustomizations } from './context';
import { ORDERS, FORK_FILTERS, type Listing } from './list';

interface ToolsProps {
  readonly listing: Listing;
  readonly isBusy: boolean;
  change(listing: Partial<Listing>): void;
}

export function ListControls({ listing, isBusy, change }: ToolsProps): ReactNode {
  const { t } = useCustomizations().messages;
  const search = useCallback((search: string) => change({ search }), [change]);
  return (
    <div className="tools">
      <SearchField label={t('search.label')} hint={t('search.hint')} isDisabled={isBusy} onSearch={search} />
      <SelectField
        label={t('show.label')}
        value={listing.shown}
        options={FORK_FILTERS.map((value) => ({ value, label: t(`show.${value}`) }))}
        isDisabled={isBusy}
        onChange={(shown) => change({ shown })}
      />
      <SelectField
        label={t('order.label')}
        value={listing.order}
        options={ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
        isDisabled={isBusy}
        onChange={(order) => change({ order })}
      />
    </div>
  );
}
