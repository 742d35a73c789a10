/** Lists a library's themes, each with a sample. */
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Theme } from '../../../../src/utils/gateway';
import { stylesheetURL } from '../../../../src/utils/source/urls';
import { usePicker } from '../context';
import { VirtualList } from '../list/virtual-list';
import { useLoaded } from '../../ui-kit/load';
import { Empty, Failed } from '../state';
import { sheetOf, Swatch } from './swatch';

export function Themes(): ReactNode {
  const { shell, options, messages, pick, setLabel } = usePicker();
  const { gateway, library, cdn } = shell;
  const read = useCallback(() => gateway.versions.stylesheet(library), [gateway, library]);
  const { value: stylesheet, error, retry } = useLoaded(read);
  const { value, placeholder, variant } = options;
  const sheet = useMemo(
    () => stylesheet && sheetOf(stylesheet.css, stylesheetURL({ cdn: cdn ?? '', library })),
    [stylesheet, cdn, library],
  );
  const themes: readonly (Theme | null)[] = useMemo(() => [null, ...(stylesheet?.themes ?? [])], [stylesheet]);
  const picked = Math.max(
    0,
    themes.findIndex((theme) => theme?.className === value),
  );
  const [active, setActive] = useState<number>();
  const name = themes[picked]?.name;
  useEffect(() => {
    if (value && name) setLabel(name);
  }, [value, name, setLabel]);

  if (error) return <Failed error={error} retry={retry} />;
  if (!sheet) return <Empty isLoading={stylesheet === undefined} />;
  const nameOf = (index: number): string => themes[index]?.name ?? placeholder;
  const isCompact = variant === 'compact';
  return (
    <VirtualList
      label={messages.t('mode.theme')}
      roles={['listbox', 'option']}
      count={themes.length}
      {...(isCompact ? {} : { columnWidth: 12 })}
      rowHeight={isCompact ? 4.5 : 11}
      active={Math.min(active ?? picked, themes.length - 1)}
      setActive={setActive}
      keyOf={(index) => themes[index]?.id ?? ''}
      nameOf={nameOf}
      attributesOf={(index) => ({ 'aria-selected': index === picked })}
      choose={(index) => {
        const theme = themes[index] ?? null;
        pick({ value: theme?.className ?? '', item: theme }, theme?.name ?? '');
      }}
      draw={(index) => (
        <div className={isCompact ? 'card card--row' : 'card'}>
          <Swatch sheet={sheet} className={themes[index]?.className ?? ''} />
          <div className="card__text">
            <span className="card__name" dir="auto">
              {nameOf(index)}
            </span>
            {themes[index]?.description && (
              <span className="card__more" dir="auto">
                {themes[index].description}
              </span>
            )}
          </div>
        </div>
      )}
    />
  );
}
